"""Notices: one a turn, readable by the browser they are for alone, and nothing after leaving."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from spieltisch.server import push_service
from spieltisch.server.errors import Refused
from spieltisch.server.lobby import Seated, SeatWish
from spieltisch.server.push_service import PushService, Subscription, is_public
from spieltisch.server.stored_table import House
from spieltisch.server.tables import Tables
from spieltisch.web.pages.push_words import worded
from tests.server.house import database_in, person, run, run_on, two_people, without_luck
from tests.server.processes import until
from tests.server.push_browser import PushBrowser, push_browser
from tests.server.test_sealed import keep, laid

THEMSE = "tatort_themse"
DAY = 24 * 3600
DAYS = House(pace=24 * 60, bot_pace=0, order="chosen")


async def served(folder: Path) -> Tables:
    tables = Tables(database_in(folder), push=PushService(anywhere=True))
    tables.notices.worded = worded
    await tables.open()
    return tables


async def listen(
    tables: Tables, one: Seated, browser: PushBrowser, hourly: bool = False, language: str = "de"
) -> None:
    await tables.players.introduce(one.credential, language, "phone")
    await tables.notices.subscribe(one.credential, browser.subscription(), hourly)


async def move(tables: Tables, one: Seated) -> None:
    """The whole turn."""
    look = await tables.viewing.look(one.table, one.credential)
    while look.legal:
        text = without_luck(look) if {"pass", "keep"} & set(look.legal) else look.legal[0]
        look = await tables.play.move(one.table, one.credential, look.number, text)


def noting(tables: Tables) -> bool:
    """Whether a notice is on its way to the disk, or from there to a device."""
    works = [task.get_coro() for task in tables.live.background.tasks]
    return any(getattr(work, "__name__", "") == tables.notices.note.__name__ for work in works)


async def quiet(tables: Tables) -> None:
    """Whatever could be sent has been, on a busy machine, too."""
    await asyncio.sleep(0.2)
    await until(lambda: not noting(tables))
    await tables.notices.look_around()
    await asyncio.sleep(0.2)


def test_one_notice_a_turn_in_the_players_language_and_never_a_card(tmp_path: Path) -> None:
    async def check(browser: PushBrowser) -> None:
        tables = await served(tmp_path)
        ada, ben = await two_people(tables, THEMSE, DAYS)
        await listen(tables, ben, browser)
        for turns in (1, 2):
            await move(tables, ada)
            await until(lambda turns=turns: len(browser.read) == turns)  # type: ignore[misc]
            await quiet(tables)
            assert len(browser.read) == turns
            await move(tables, ben)
        assert browser.read[0] == {
            "title": "Tatort Themse",
            "body": "Du bist am Zug.",
            "url": f"/tables/{ada.table}",
            "tag": ada.table,
            "waiting": 1,
        }
        assert browser.headers[0]["topic"] == ada.table
        await tables.close()

    with push_browser() as browser:
        run(check(browser))


def test_a_reminder_is_told_once_also_by_a_server_that_slept_for_a_week(tmp_path: Path) -> None:
    async def check(browser: PushBrowser) -> None:
        tables = await served(tmp_path)
        ada, ben = await two_people(tables, THEMSE, DAYS)
        await listen(tables, ben, browser, language="en")
        await move(tables, ada)
        await until(lambda: len(browser.read) == 1)
        run_on(tables, DAY + 60)
        tables.live.wake(tables.live.by_id[ada.table])
        await until(lambda: len(browser.read) == 2)
        assert browser.read[1]["body"] == "Your time is over: you are awaited."
        await tables.close()
        tables = await served(tmp_path)
        await tables.live.at(ada.table)
        await quiet(tables)
        assert len(browser.read) == 2, "told before it slept"
        await tables.close()

    with push_browser() as browser:
        run(check(browser))


def test_gathered_notices_come_once_an_hour_and_say_how_many_games_wait(tmp_path: Path) -> None:
    async def check(browser: PushBrowser) -> None:
        tables = await served(tmp_path)
        ada, ben = await two_people(tables, THEMSE, DAYS)
        await listen(tables, ben, browser, hourly=True, language="en")
        others = []
        for _ in range(2):
            one = await tables.lobby.create(
                THEMSE,
                seats=[person("Ada"), SeatWish("open")],
                house=DAYS,
                credential=ada.credential,
            )
            await tables.lobby.join(str(one.look.invite), "Ben", credential=ben.credential)
            others.append(one)
        for one in (ada, *others):
            await move(tables, one)
        await until(lambda: len(browser.read) == 1)
        await quiet(tables)
        assert len(browser.read) == 1
        run_on(tables, 3700)
        await quiet(tables)
        assert len(browser.read) == 2
        assert browser.read[1]["body"] == "3 games wait for you" and browser.read[1]["url"] == "/"
        await tables.close()

    with push_browser() as browser:
        run(check(browser))


@pytest.mark.parametrize("way", ["leave", "sign out", "forget", "off", "gone"])
def test_none_comes_after_leaving_signing_out_or_switching_off(tmp_path: Path, way: str) -> None:
    async def check(browser: PushBrowser) -> None:
        tables = await served(tmp_path)
        ada, ben = await two_people(tables, THEMSE, DAYS)
        await listen(tables, ben, browser)
        if way == "leave":
            await tables.lobby.leave(ben.table, ben.credential)
        elif way == "sign out":
            (device,) = await tables.players.own_devices(ben.credential)
            await tables.players.sign_out(ben.credential, device.device)
        elif way == "forget":
            await tables.players.forget(ben.credential)
        elif way == "off":
            await tables.notices.unsubscribe(ben.credential)
        else:
            browser.status = 410
        await move(tables, ada)
        if way == "gone":
            await until(lambda: browser.asked == 1)
        await quiet(tables)
        browser.status = 201
        run_on(tables, 4000)
        await quiet(tables)
        assert browser.read == []
        if way == "gone":
            assert await tables.notices.subscribed(ben.credential) is None
        await tables.close()

    with push_browser() as browser:
        run(check(browser))


def test_a_push_service_that_is_away_is_asked_again_later(tmp_path: Path) -> None:
    async def check(browser: PushBrowser) -> None:
        tables = await served(tmp_path)
        ada, ben = await two_people(tables, THEMSE, DAYS)
        await listen(tables, ben, browser)
        browser.status = 503
        await move(tables, ada)
        await until(lambda: browser.asked == 1)
        await quiet(tables)
        browser.status = 201
        await quiet(tables)
        assert browser.read == []
        run_on(tables, 400)
        await quiet(tables)
        await quiet(tables)
        assert len(browser.read) == 1
        await tables.close()

    with push_browser() as browser:
        run(check(browser))


@contextmanager
def endless_service() -> Iterator[str]:
    """The address of a push service that begins an answer and does not come to an end with it."""
    over = threading.Event()

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            with suppress(OSError):
                for _ in range(200):
                    if over.wait(0.1):
                        return
                    self.wfile.write(b"x")

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        over.set()
        server.shutdown()
        server.server_close()


def test_push_services_that_never_answer_keep_nobody_waiting(tmp_path: Path) -> None:
    async def check(browser: PushBrowser, endless: str) -> None:
        tables = await served(tmp_path)
        pairs = [await two_people(tables, THEMSE, DAYS) for _ in range(40)]
        for number, (_, ben) in enumerate(pairs):
            theirs = PushBrowser()
            theirs.address = f"{endless}/{number}"
            await listen(tables, ben, browser if number == len(pairs) - 1 else theirs)
        for ada, _ in pairs:
            await move(tables, ada)
        await until(lambda: len(browser.read) == 1)
        await tables.viewing.listed()
        await tables.close()

    with push_browser() as browser, endless_service() as endless:
        run(check(browser, endless))


def test_an_answer_has_so_many_seconds_however_often_a_byte_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(push_service, "SECONDS", 0.5)
    theirs = PushBrowser()
    with endless_service() as theirs.address:
        service = PushService(anywhere=True)
        assert run(service.send(theirs.subscription(), {}, "topic")) == "later"


def test_secret_choices_of_others_bring_no_notice(tmp_path: Path) -> None:
    async def check(browser: PushBrowser) -> None:
        tables = await served(tmp_path)
        ada, ben, cleo = await laid(tables)
        await listen(tables, ben, browser)
        await keep(tables, cleo)
        await quiet(tables)
        told = len(browser.read)
        await keep(tables, ada)
        await quiet(tables)
        assert len(browser.read) == told, "its turn came, but it was asked all the time"
        await tables.close()

    with push_browser() as browser:
        run(check(browser))


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://push.example.org:8443/a",
        "https://user@push.example.org/a",
        "https:///a",
        "ftp://push.example.org/a",
        "https://push.example.org/" + "a" * 2000,
        "https://push.example.org:x/a",
        "https://[push.example.org/a",
        "https://push.example.org/a b",
        "https://push.example.org/\r\nHost:x",
    ],
)
def test_only_addresses_of_push_services_are_taken(endpoint: str) -> None:
    good = PushBrowser().subscription()
    with pytest.raises(Refused) as refused:
        PushService().checked(Subscription(endpoint, good.p256dh, good.auth))
    assert refused.value.reason == "bad_subscription"


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "::1",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:10.0.0.1",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
    ],
)
def test_private_addresses_are_never_connected_to(address: str) -> None:
    assert not is_public(address)


def test_a_name_that_leads_home_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("127.0.0.1", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: found)
    with pytest.raises(Refused):
        PushService().checked_address("push.example.org", 443)


def test_the_key_is_the_same_after_every_start(tmp_path: Path) -> None:
    async def key() -> str:
        tables = await served(tmp_path)
        found = tables.notices.service.public_key()
        await tables.close()
        return found

    assert run(key()) == run(key()) != ""
