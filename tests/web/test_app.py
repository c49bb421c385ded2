"""The table as an app: light, nothing but static files kept, open at the running game."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from spieltisch.web.pages.environment import static_path, web_folder
from tests.web.test_sharing import lay_here

Client = TestClient[Litestar]
MOST_BYTES = 3000  # compressed, of all that an app adds to the first load
ADDED = (
    "/worker.js",
    "/manifest.webmanifest",
    "/offline",
    f"{static_path()}/offline.js",
    f"{static_path()}/icon-192.png",
)
LINKS = '<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials">'


def test_worker_and_manifest_are_light(client: Client) -> None:
    """What the worker fetches and a page already has costs nothing: it is kept for good."""
    text = [client.get(path).content for path in ADDED if not path.endswith(".png")]
    assert all(client.get(path).status_code == 200 for path in ADDED)
    assert sum(len(gzip.compress(one, 6)) for one in text) + len(LINKS) < MOST_BYTES


WRITTEN = Path(__file__).parents[2] / "src" / "spieltisch" / "web"


@pytest.mark.parametrize("sheet", sorted(WRITTEN.rglob("*.css")), ids=lambda one: one.name)
def test_style_sheets_are_installed_without_comments_and_whole(sheet: Path) -> None:
    installed = (web_folder(".") / sheet.relative_to(WRITTEN)).read_text()
    said = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    assert "/*" not in installed
    assert installed.split() == said.split()


def test_icons_have_the_sizes_they_claim(client: Client) -> None:
    icons = client.get("/manifest.webmanifest").json()["icons"]
    assert {one["purpose"] for one in icons} == {"any", "maskable"}
    for one in icons:
        picture = client.get(one["src"])
        assert picture.headers["content-type"].startswith(one["type"])
        if one["type"] == "image/png":
            wide, high = (int.from_bytes(picture.content[at : at + 4], "big") for at in (16, 20))
            assert f"{wide}x{high}" == one["sizes"]


@pytest.mark.parametrize(("language", "word"), [("de", "Ein Tisch"), ("fr", "Une table")])
def test_the_manifest_speaks_the_persons_language(client: Client, language: str, word: str) -> None:
    asked = {"accept-language": language}
    about = client.get("/manifest.webmanifest", headers=asked).json()
    assert about["lang"] == language and about["description"].startswith(word)


def test_every_version_has_its_own_worker(client: Client) -> None:
    worker = client.get("/worker.js")
    assert f"const FILES = '{static_path()}';" in worker.text
    assert worker.headers["cache-control"] == "no-store"
    assert worker.headers["content-type"].startswith("text/javascript")


def test_the_page_for_a_lost_server_needs_only_what_the_worker_keeps(client: Client) -> None:
    page, worker = client.get("/offline").text, client.get("/worker.js").text
    used = re.findall(r'(?:href|src)="([^"]+)"', page)
    assert used
    for path in used:
        assert path.startswith(static_path())
        assert f"'{path.rpartition('/')[2]}'" in worker
    for language in ("de", "fr", "en"):
        assert f'lang="{language}"' in page


def test_pages_may_load_worker_and_manifest_from_here_and_nothing_else(client: Client) -> None:
    policy = client.get("/").headers["content-security-policy"]
    assert "manifest-src 'self'" in policy and "script-src 'self'" in policy
    assert "worker-src" not in policy and "child-src" not in policy  # as scripts: our own


def opened(client: Client) -> str:
    answer = client.get("/app", follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_the_app_opens_at_the_running_game(client: Client) -> None:
    assert opened(client) == "/"
    table = lay_here(client, "troika")
    assert opened(client) == table
    lay_here(client, "holmes")
    assert opened(client) == "/"  # both wait for somebody here
    client.cookies.clear()
    assert opened(client) == "/"
