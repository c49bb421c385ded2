"""The same schema, questions and copies on PostgreSQL; two processes' memories side by side."""

from __future__ import annotations

import asyncio
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from spieltisch.core.record import dumps
from spieltisch.core.rng import seeded
from spieltisch.games import game
from spieltisch.server.cluster import several
from spieltisch.server.cluster.leases import AdvisoryLocks
from spieltisch.server.cluster.several import Several
from spieltisch.server.fairness import verify
from spieltisch.server.lobby import Seated, SeatWish
from spieltisch.server.snapshot import Snapshot, snapshot
from spieltisch.server.store.backup import CannotCopy, copy_database
from spieltisch.server.store.engine import StoreFailed, open_engine
from spieltisch.server.store.keys import installation_key
from spieltisch.server.store.migrate import migrate
from spieltisch.server.store.schema import metadata
from spieltisch.server.stored_table import House
from spieltisch.server.tables import Tables
from tests.kit.postgresql import Postgresql
from tests.server.house import database_in, opened, person, play_to_the_end, run, two_people
from tests.server.processes import FAST, across, agree, one_move, two_processes, until


def test_migrations_build_the_same_schema(address: str) -> None:
    engine = open_engine(address)
    migrate(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_several_deploys_at_once_migrate_once(address: str) -> None:
    failures: list[BaseException] = []
    keys: set[bytes] = set()

    def start() -> None:
        try:
            tables = Tables(address)
            tables.store.prepare()
            keys.add(installation_key(tables.store, "csrf"))
        except BaseException as error:
            failures.append(error)

    starts = [threading.Thread(target=start) for _ in range(4)]
    for thread in starts:
        thread.start()
    for thread in starts:
        thread.join()
    assert failures == [] and len(keys) == 1


def test_a_move_at_one_process_shows_at_the_other(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            ada, ben = await across(first, second, "tatort_themse")
            seen: list[Snapshot] = []

            async def watch() -> None:
                async for look in second.viewing.watch(ada.table, ben.credential):
                    if look is not None:
                        seen.append(look)

            watching = asyncio.ensure_future(watch())
            await until(lambda: bool(seen) and seen[-1].stage == "playing")
            with first.live.by_id[ada.table].watching(""):
                for _ in range(12):
                    await one_move(ada.table, [(first, ada), (second, ben)])
            await until(
                lambda: seen[-1].number == snapshot(second.live.by_id[ada.table], "").number
            )
            watching.cancel()

    run(check())


def test_who_is_there_is_told_by_every_process(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            ada, ben = await across(first, second, "tatort_themse")
            with first.live.by_id[ada.table].watching(""):
                live = await second.live.at(ada.table)
                with live.watching(live.stored.places[1].owner):
                    await until(lambda: bool(first.live.by_id[ada.table].elsewhere))
                await until(lambda: not first.live.by_id[ada.table].elsewhere)
            assert ben.look.stage == "playing"

    run(check())


def test_a_lost_notice_makes_a_process_late_and_not_wrong(
    address: str, database_server: Postgresql, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(several, "RECONNECT_SECONDS", 5.0)  # both are deaf for long enough

    async def check() -> None:
        async with two_processes(address) as (first, second):
            both = await first.lobby.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=FAST
            )
            assert isinstance(second.live.cluster, Several)
            second.live.cluster.hear = lambda payload: None  # type: ignore[method-assign]
            look = await second.viewing.look(both.table, both.credential)
            with second.live.by_id[both.table].watching(""):
                await first.play.move(both.table, both.credential, look.number, look.legal[-1])
                await until(lambda: agree(both.table, first, second))
            assert database_server.cut("LISTEN") == 2
            await until(
                lambda: not first.live.cluster.listening and not second.live.cluster.listening
            )
            now = await first.viewing.look(both.table, both.credential)
            await first.play.move(both.table, both.credential, now.number, now.legal[-1])
            assert (await second.viewing.look(both.table)).log == (
                await first.viewing.look(both.table)
            ).log
            await until(lambda: first.live.cluster.listening and second.live.cluster.listening)

    run(check())


def test_steps_of_others_are_followed_also_after_their_connection_broke(
    address: str, database_server: Postgresql
) -> None:
    """A step alone is read without the rest of its table, and the clock runs as it was written."""

    async def check() -> None:
        async with two_processes(address) as (first, second):
            house = House(pace=5, watch="public")
            seats = [person("Ada"), person("Ben")]
            laid = [
                await first.lobby.create("tatort_themse", seats=seats, house=house) for _ in "123"
            ]
            with ExitStack() as stack:
                for one in laid:
                    stack.enter_context((await second.live.at(one.table)).watching(""))
                for cut in (False, True):
                    if cut:
                        assert database_server.cut("%unnest") == 1
                    await asyncio.gather(*[one_step(first, one) for one in laid])
                    await until(lambda: all(agree(one.table, first, second) for one in laid))
                    for one in laid:
                        dues = [
                            tables.live.by_id[one.table].stored.due for tables in (first, second)
                        ]
                        assert dues[0] == dues[1] is not None

    run(check())


async def one_step(tables: Tables, seated: Seated) -> None:
    look = await tables.viewing.look(seated.table, seated.credential)
    await tables.play.move(seated.table, seated.credential, look.number, look.legal[-1])


def test_a_bot_is_thought_for_by_one_process_and_taken_over(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            house = House(bot_pace=0.2, watch="public")
            seats = [person("Ada"), *[SeatWish("bot", level="random")] * 2]
            laid = await first.lobby.create("tatort_themse", seats=seats, house=house)
            through = [first]
            playing = asyncio.ensure_future(play_on(through, laid))
            assert isinstance(first.live.cluster.leases, AdvisoryLocks)
            held = first.live.cluster.leases.held
            await until(lambda: laid.table in held)
            assert not await second.live.cluster.leases.take(laid.table), "one process thinks"
            before = first.live.by_id[laid.table].head()[1]
            through[0] = second
            first.background.closing = (
                True  # its bots stop as if it had died: the task and its locks go
            )
            first.bot_seats.busy[laid.table].cancel()
            await first.live.cluster.leases.close()
            await until(lambda: laid.table in second.live.by_id)
            await until(lambda: second.live.by_id[laid.table].head()[1] > before + 4)
            playing.cancel()

    run(check())


async def play_on(through: list[Tables], seated: Seated) -> None:
    """The person moves whenever it is their turn, through the process that is named then."""
    while True:
        look = await through[0].viewing.look(seated.table, seated.credential)
        if look.legal:
            await one_step(through[0], seated)
        await asyncio.sleep(0.05)


def test_news_are_told_by_every_process(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            told: list[str] = []
            ada = await first.lobby.create(
                "tatort_themse", seats=[person("Ada"), SeatWish("open")], house=FAST
            )

            async def listen() -> None:
                async for news in second.news.watch(ada.credential):
                    if news is not None:
                        told.append(news.type)

            listening = asyncio.ensure_future(listen())
            await asyncio.sleep(0.1)
            await first.lobby.join(ada.look.invite or "", "Ben")
            await until(lambda: told == ["gameStart"])
            listening.cancel()

    run(check())


def test_a_database_is_copied_there_and_back(address: str, tmp_path: Path) -> None:
    async def fill() -> None:
        async with opened(tmp_path) as tables:
            for seed, most in enumerate((9, None)):
                ada, ben = await two_people(tables, "tatort_themse", FAST)
                both = [ada.credential, ben.credential]
                await play_to_the_end(tables, ada.table, both, seeded(seed), most)
            await tables.lobby.create("troika", seats=[person("Ada"), SeatWish("open")])

    run(fill())
    home, back = database_in(tmp_path), f"sqlite:///{tmp_path / 'back.sqlite3'}"
    there = copy_database(home, address, lambda _: None)
    again = copy_database(address, back, lambda _: None)
    assert there == again and there.tables == 3 and there.outcomes > 20
    with pytest.raises(CannotCopy, match="not empty"):
        copy_database(home, address, lambda _: None)

    async def look_back() -> None:
        tables = Tables(back)
        await tables.open()
        lines, number = await tables.admin.all_tables()
        assert number == 3
        done = next(line.table for line in lines if line.stage == "over")
        record = await tables.viewing.record(done)
        assert dumps(record) and verify(game(record.game), record) > 0
        await tables.close()

    run(look_back())


def test_a_database_that_is_not_there_is_one_clear_line() -> None:
    with pytest.raises(StoreFailed, match=r"127\.0\.0\.1"):
        Tables("postgresql://nobody@127.0.0.1:1/nothing").store.prepare()
