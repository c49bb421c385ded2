"""Small doors that stood open: names of others, credentials of one's own choice, odd paths."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from spieltisch.web.app import create_app
from spieltisch.web.auth import COOKIE, Mint
from spieltisch.web.csrf import COOKIE as CSRF
from spieltisch.web.csrf import FIELD
from spieltisch.web.hosts import is_loopback
from spieltisch.web.pages import environment
from spieltisch.web.settings import Settings
from tests.web.inside import listening
from tests.web.test_api import Client, auth, lay

NEW_TABLE = {"game": "tatort_themse", "seats": [{"kind": "person", "name": "Ada"}] * 2}


def bearing(credential: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {credential}"}


@pytest.mark.parametrize("chosen", ["password", "x" * 22, "aaaa.bbbb", "A" * 22 + "." + "0" * 20])
def test_nobody_chooses_their_own_credential(client: Client, chosen: str) -> None:
    ada = lay(client, "tatort_themse", "person", "open")
    joining = {"invite": ada["look"]["invite"], "name": "Ben"}
    for path, body in (("tables", NEW_TABLE), ("join", joining), ("redeem", {"link": "x"})):
        answer = client.post(f"/api/{path}", json=body, headers=bearing(chosen))
        assert answer.status_code == 401 and answer.json()["reason"] == "not_authorized"
    assert client.get("/api/mine", headers=bearing(chosen)).status_code == 401
    assert client.get("/api/mine").status_code == 401
    assert client.get(f"/api/tables/{ada['table']}", headers=auth(ada)).json()["seats"][1] == {
        **ada["look"]["seats"][1]
    }


def test_our_own_credential_is_good_without_a_seat_and_for_many(client: Client) -> None:
    mint: Mint = client.app.state.mint
    own = mint.new()
    assert client.get("/api/mine", headers=bearing(own)).json() == []
    first = client.post("/api/tables", json=NEW_TABLE, headers=bearing(own)).json()
    assert first["credential"] == own
    assert len(client.get("/api/mine", headers=bearing(own)).json()) == 1
    assert not Mint(b"of another server").made(own)


def test_a_credential_from_before_stays_good_while_it_owns_a_seat(client: Client) -> None:
    own = "from-before-signatures"
    tables = client.app.state.tables
    mint: Mint = client.app.state.mint
    mint.made = lambda credential: True  # type: ignore[method-assign]
    first = client.post("/api/tables", json=NEW_TABLE, headers=bearing(own)).json()
    del mint.made
    tables.live.forget(first["table"])
    assert client.post("/api/tables", json=NEW_TABLE, headers=bearing(own)).status_code == 201
    assert len(client.get("/api/mine", headers=bearing(own)).json()) == 2


def form_of(client: Client, path: str) -> dict[str, str]:
    found = re.search(rf'name="{FIELD}" value="([0-9a-f]+)"', client.get(path).text)
    assert found is not None
    return {FIELD: found[1]}


def test_a_browser_that_chose_its_cookie_is_given_another(client: Client) -> None:
    client.cookies.set(COOKIE, "planted")
    fields = {**form_of(client, "/new/troika"), "name": "Ada", "mode": "bots"}
    answer = client.post("/new/troika", data=fields, follow_redirects=False)
    assert answer.status_code == 303
    mint: Mint = client.app.state.mint
    assert mint.made(answer.cookies[COOKIE])


def test_a_token_of_another_browser_opens_nothing(settings: Settings) -> None:
    with TestClient(create_app(settings)) as mallory:
        form = form_of(mallory, "/new/troika")
        planted = mallory.cookies[CSRF]
        fields = {**form, "name": "M", "mode": "bots"}
        mallory.post("/new/troika", data=fields, follow_redirects=False)
        seated = mallory.cookies[COOKIE]
        mallory.cookies.clear()
        ada = mallory  # the same server, another browser
        ada.cookies.set(COOKIE, seated)
        ada.cookies.set(CSRF, planted)
        refused = ada.post("/new/troika", data=fields, follow_redirects=False)
        assert refused.status_code == 403, "made for a browser without a credential"
        ours = ada.post(
            "/new/troika",
            data=fields,
            headers={"Sec-Fetch-Site": "same-origin"},
            follow_redirects=False,
        )
        assert ours.status_code == 303, "a page of ours that was open before"
        form = form_of(ada, "/new/troika")
        assert form[FIELD] != planted
        foreign = {"Sec-Fetch-Site": "cross-site"}
        fields = {**form, "name": "A", "mode": "bots"}
        assert ada.post("/new/troika", data=fields, headers=foreign).status_code == 403
        answer = ada.post("/new/troika", data=fields, follow_redirects=False)
        assert answer.status_code == 303


def test_over_https_cookies_are_bound_to_this_host(settings: Settings) -> None:
    secure = msgspec.structs.replace(settings, secure_cookies=True)
    with TestClient(create_app(secure), base_url="https://table.example") as client:
        form = form_of(client, "/new/troika")
        answer = client.post(
            "/new/troika", data={**form, "name": "Ada", "mode": "bots"}, follow_redirects=False
        )
        own = next(line for line in answer.headers.get_list("set-cookie") if COOKIE in line)
        assert own.startswith(f"__Host-{COOKIE}=") and "Secure" in own and "Path=/" in own
        assert f"__Host-{CSRF}" in client.cookies
        assert client.get(answer.headers["location"]).status_code == 200


def test_no_file_has_an_odd_name(client: Client) -> None:
    for odd in ("%00", "a%00.css", "%2e%2e/%00", "..%2f..%2fapp.py"):
        assert client.get(f"{environment.static_path()}/{odd}").status_code == 404, odd


def test_the_cache_of_templates_follows_no_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    name = tmp_path / f"spieltisch-templates-{os.getuid()}"
    name.symlink_to(theirs)
    linked = environment.bytecode_cache("en")
    assert linked is not None and Path(linked.directory) not in (name, theirs)
    name.unlink()
    name.mkdir()
    name.chmod(0o777)
    open_to_all = environment.bytecode_cache("en")
    assert open_to_all is not None and Path(open_to_all.directory) != name
    name.chmod(0o700)
    own = environment.bytecode_cache("en")
    assert own is not None and Path(own.directory) == name


def test_a_page_is_shown_although_no_template_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "mkdtemp", full)
    monkeypatch.setattr(Path, "mkdir", full)
    assert environment.bytecode_cache("en") is None


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_names_of_this_machine(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["", "evil.example", "127.0.0.1.evil.example", "localhost.evil"])
def test_names_of_others(host: str) -> None:
    assert not is_loopback(host)


def test_a_server_for_this_machine_answers_to_its_own_names_alone(settings: Settings) -> None:
    with listening(settings) as url, httpx.Client(base_url=url) as client:
        for path in ("/", "/metrics", "/health", "/api/tables"):
            assert client.get(path).status_code == 200
            assert client.get(path, headers={"Host": "evil.example"}).status_code == 421
    behind = msgspec.structs.replace(settings, trusted_proxy=True)
    with listening(behind) as url, httpx.Client(base_url=url) as client:
        named = {"Host": "table.example"}
        assert client.get("/health", headers=named).status_code == 200
        assert client.get("/metrics").status_code == 200
        assert client.get("/metrics", headers=named).status_code == 404


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"game": "troika"}, "seats"),
        ({"game": "troika", "seats": [{"kind": "persn"}]}, "seats[0].kind"),
        ({"game": "troika", "seats": [{"name": "A"}]}, "seats[0].kind"),
        ({**NEW_TABLE, "house": {"pace": "fast"}}, "house.pace"),
    ],
)
def test_what_is_wrong_with_a_body_is_named(
    client: Client, body: dict[str, object], field: str
) -> None:
    problem = client.post("/api/tables", json=body).json()
    assert problem["status"] == 400 and problem["facts"] == {"field": field}
    assert problem["detail"].startswith(f"{field}: ")


def test_a_missing_or_wrong_number_is_named(client: Client) -> None:
    for words in ({}, {"number": "x"}):
        problem = client.post("/api/tables/abcdefghij/move/x", params=words).json()
        assert problem["facts"] == {"field": "number"}


def test_options_tell_all_methods(client: Client) -> None:
    assert client.options("/api/tables").headers["allow"] == "GET, OPTIONS, POST"
    assert client.options("/api/mine").headers["allow"] == "GET, OPTIONS"
    assert "POST" in client.get("/api/join").headers["allow"]


def test_pages_of_others_may_use_the_api_only_if_the_host_says_so(settings: Settings) -> None:
    asking = {"Origin": "https://bots.example", "Access-Control-Request-Method": "POST"}
    allowed = "access-control-allow-origin"
    for origins, told in (((), None), (("https://bots.example",), "https://bots.example")):
        some = msgspec.structs.replace(settings, allow_origins=origins)
        with TestClient(create_app(some)) as client:
            assert client.options("/api/tables", headers=asking).headers.get(allowed) == told
            answer = client.get("/api/games", headers={"Origin": "https://bots.example"})
            assert answer.headers.get(allowed) == told
            other = client.get("/api/games", headers={"Origin": "https://evil.example"})
            assert allowed not in other.headers
            assert "access-control-allow-credentials" not in answer.headers


ENDLESS = """
import asyncio, re, sys
from spieltisch.server.thinking.workers import Thinkers
from tests.web.test_trust import hold

async def main():
    thinkers = Thinkers(1)
    asyncio.create_task(thinkers.work(hold, sys.argv[1].encode(), ("Ada",)))
    await asyncio.sleep(1000)

if __name__ == "__main__":
    asyncio.run(main())
"""


def hold(file: bytes) -> None:
    """In a worker: a search in which no other thread gets its turn."""
    Path(file.decode()).write_text(str(os.getpid()))
    re.match(r"(a+)+$", "a" * 60 + "b")


def test_a_worker_in_the_middle_of_a_search_ends_with_its_killed_server(tmp_path: Path) -> None:
    program, told = tmp_path / "endless.py", tmp_path / "pid"
    program.write_text(ENDLESS)
    here = os.pathsep.join([*sys.path, "."])
    server = subprocess.Popen(
        [sys.executable, str(program), str(told)], env={**os.environ, "PYTHONPATH": here}
    )
    worker = int(until(lambda: told.exists() and told.read_text()))
    time.sleep(0.2)
    server.kill()
    server.wait()
    try:
        until(lambda: not is_running(worker))
    finally:
        if is_running(worker):
            os.kill(worker, signal.SIGKILL)


def until(found: object, patience: float = 30.0) -> str:
    end = time.monotonic() + patience
    while not (answer := found()):  # type: ignore[operator]
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return str(answer)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_where_nothing_can_be_written_the_start_ends_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    command = [sys.executable, "-m", "spieltisch", "serve", "--port", "0"]
    for more in ({"XDG_DATA_HOME": str(tmp_path / "file")},):
        run = subprocess.run(
            command,
            capture_output=True,
            text=True,
            env={**os.environ, **more},
            check=False,
            timeout=60,
        )
        assert run.returncode == 2 and len(run.stderr.splitlines()) == 1, run.stderr
        assert "cannot" in run.stderr and str(tmp_path) in run.stderr
