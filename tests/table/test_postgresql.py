"""The same schema, questions and copies on PostgreSQL; two processes' memories side by side."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from spieltisch.core.record import dumps
from spieltisch.core.rng import seeded
from spieltisch.games import game
from spieltisch.table.copying import CannotCopy, copy_database
from spieltisch.table.errors import Conflict, NoSuchTable
from spieltisch.table.fairness import verify
from spieltisch.table.jobs import SharedJobs
from spieltisch.table.kept import append_rows
from spieltisch.table.look import House, Look
from spieltisch.table.migrate import migrate
from spieltisch.table.schema import metadata
from spieltisch.table.seating import Seated, SeatWish
from spieltisch.table.service import Tables
from spieltisch.table.store import StoreFailed, open_engine
from spieltisch.table.table import Row
from tests.kit.postgresql import Postgresql
from tests.table.house import database_in, opened, person, play_to_the_end, run, two_people

FAST = House(bot_pace=0, watch="public")
SOON = 0.02


@pytest.fixture
def address(database_server: Postgresql) -> str:
    return database_server.new_database()


@asynccontextmanager
async def two_processes(address: str) -> AsyncIterator[tuple[Tables, Tables]]:
    """Two halls on one database; each has its own memory, writer and notices."""
    first, second = Tables(address), Tables(address)
    await first.open()
    await second.open()
    try:
        await until(lambda: first.sharing.listening and second.sharing.listening)
        yield first, second
    finally:
        await second.close()
        await first.close()


async def until(is_so: Callable[[], bool], seconds: float = 15.0) -> None:
    for _ in range(int(seconds / SOON)):
        if is_so():
            return
        await asyncio.sleep(SOON)
    raise AssertionError("it did not come about")


async def across(first: Tables, second: Tables, name: str) -> tuple[Seated, Seated]:
    """Ada at one process, Ben at the other."""
    seats = [person("Ada"), SeatWish("open")]
    seats += [SeatWish("bot", level="random")] * (game(name).least_seats - 2)
    ada = await first.create(name, seats=seats, house=FAST)
    assert ada.look.invite is not None
    return ada, await second.join(ada.look.invite, "Ben")


async def one_move(table_id: str, people: list[tuple[Tables, Seated]]) -> None:
    """Whoever has to decide does, and both processes come to know it."""
    for tables, one in people:
        look = await tables.look(table_id, one.credential)
        if look.legal:
            await tables.play(table_id, one.credential, look.number, look.legal[0])
    await until(lambda: agree(table_id, *[tables for tables, _ in people]))


def agree(table_id: str, first: Tables, second: Tables) -> bool:
    return first.living[table_id].head()[1] == second.living[table_id].head()[1]


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
            keys.add(tables.key("csrf"))
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
            seen: list[Look] = []

            async def watch() -> None:
                async for look in second.watch(ada.table, ben.credential):
                    if look is not None:
                        seen.append(look)

            watching = asyncio.ensure_future(watch())
            await until(lambda: bool(seen) and seen[-1].stage == "playing")
            with first.living[ada.table].watching(""):
                for _ in range(12):
                    await one_move(ada.table, [(first, ada), (second, ben)])
            await until(lambda: seen[-1].number == second.living[ada.table].look("").number)
            watching.cancel()

    run(check())


def test_of_two_processes_that_move_at_once_one_wins(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            both = await first.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=FAST
            )
            for _ in range(8):
                look = await first.look(both.table, both.credential)
                plays = [
                    tables.play(
                        both.table, both.credential, look.number, look.legal[-1], seat=look.seat
                    )
                    for tables in (first, second)
                ]
                results = await asyncio.gather(*plays, return_exceptions=True)
                lost = [one for one in results if isinstance(one, Conflict)]
                assert len(lost) == 1 and sum(isinstance(one, Look) for one in results) == 1
                assert lost[0].look.seat == look.seat

    run(check())


def test_a_move_sent_again_to_the_other_process_counts_once(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            both = await first.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=FAST
            )
            look = await first.look(both.table, both.credential)
            await second.look(both.table, both.credential)
            words = (both.table, both.credential, look.number, look.legal[-1], "key")
            done = await first.play(*words)
            again = await second.play(*words)
            assert again.log == done.log

    run(check())


def test_people_who_sit_down_at_two_processes_at_once_all_get_a_seat(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            seats = [person("Ada"), *[SeatWish("open")] * 3]
            for _ in range(4):
                ada = await first.create("tatort_themse", seats=seats, house=FAST)
                invite = ada.look.invite or ""
                await second.invited(invite)
                joins = [
                    (first, second)[number % 2].join(invite, f"Guest {number}")
                    for number in range(3)
                ]
                await asyncio.gather(*joins)
                looks = [await tables.look(ada.table, ada.credential) for tables in (first, second)]
                assert [look.stage for look in looks] == ["playing", "playing"]
                assert looks[0].seats == looks[1].seats

    run(check())


def test_who_is_there_is_told_by_every_process(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            ada, ben = await across(first, second, "tatort_themse")
            with first.living[ada.table].watching(""):
                living = await second.at(ada.table)
                with living.watching(living.kept.places[1].owner):
                    await until(lambda: bool(first.living[ada.table].elsewhere))
                await until(lambda: not first.living[ada.table].elsewhere)
            assert ben.look.stage == "playing"

    run(check())


def test_a_lost_notice_makes_a_process_late_and_not_wrong(
    address: str, database_server: Postgresql
) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            both = await first.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=FAST
            )
            second.sharing.hear = lambda payload: None  # type: ignore[method-assign]
            look = await second.look(both.table, both.credential)
            with second.living[both.table].watching(""):
                await first.play(both.table, both.credential, look.number, look.legal[-1])
                await until(lambda: agree(both.table, first, second))
            assert database_server.cut("LISTEN") == 2
            await until(lambda: not first.sharing.listening and not second.sharing.listening)
            now = await first.look(both.table, both.credential)
            await first.play(both.table, both.credential, now.number, now.legal[-1])
            assert (await second.look(both.table)).log == (await first.look(both.table)).log
            await until(lambda: first.sharing.listening and second.sharing.listening)

    run(check())


def test_steps_of_others_are_followed_also_after_their_connection_broke(
    address: str, database_server: Postgresql
) -> None:
    """A step alone is read without the rest of its table, and the clock runs as it was written."""

    async def check() -> None:
        async with two_processes(address) as (first, second):
            house = House(pace=5, watch="public")
            seats = [person("Ada"), person("Ben")]
            laid = [await first.create("tatort_themse", seats=seats, house=house) for _ in "123"]
            with ExitStack() as stack:
                for one in laid:
                    stack.enter_context((await second.at(one.table)).watching(""))
                for cut in (False, True):
                    if cut:
                        assert database_server.cut("%unnest") == 1
                    await asyncio.gather(*[one_step(first, one) for one in laid])
                    await until(lambda: all(agree(one.table, first, second) for one in laid))
                    for one in laid:
                        dues = [tables.living[one.table].kept.due for tables in (first, second)]
                        assert dues[0] == dues[1] is not None

    run(check())


async def one_step(tables: Tables, seated: Seated) -> None:
    look = await tables.look(seated.table, seated.credential)
    await tables.play(seated.table, seated.credential, look.number, look.legal[-1])


def test_a_bot_is_thought_for_by_one_process_and_taken_over(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            house = House(bot_pace=0.2, watch="public")
            seats = [person("Ada"), *[SeatWish("bot", level="random")] * 2]
            laid = await first.create("tatort_themse", seats=seats, house=house)
            await first.leave(laid.table, laid.credential)
            assert isinstance(first.jobs, SharedJobs)
            held = first.jobs.held
            await until(lambda: laid.table in held)
            assert not await second.jobs.take(laid.table), "one process thinks"
            before = first.living[laid.table].head()[1]
            first.closing = True  # its bots stop as if it had died: the task and its locks go
            first.bot_seats.busy[laid.table].cancel()
            await first.jobs.close()
            await until(lambda: laid.table in second.living)
            await until(lambda: second.living[laid.table].head()[1] > before + 4)

    run(check())


def test_news_are_told_by_every_process(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            told: list[str] = []
            ada = await first.create(
                "tatort_themse", seats=[person("Ada"), SeatWish("open")], house=FAST
            )

            async def listen() -> None:
                async for news in second.news(ada.credential):
                    if news is not None:
                        told.append(news.type)

            listening = asyncio.ensure_future(listen())
            await asyncio.sleep(0.1)
            await first.join(ada.look.invite or "", "Ben")
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
            await tables.create("troika", seats=[person("Ada"), SeatWish("open")])

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
        lines, number = await tables.all_tables()
        assert number == 3
        done = next(line.table for line in lines if line.stage == "over")
        record = await tables.record(done)
        assert dumps(record) and verify(game(record.game), record) > 0
        await tables.close()

    run(look_back())


def test_a_database_that_is_not_there_is_one_clear_line() -> None:
    with pytest.raises(StoreFailed, match=r"127\.0\.0\.1"):
        Tables("postgresql://nobody@127.0.0.1:1/nothing").store.prepare()


def test_a_seat_left_while_the_game_begins_elsewhere_stays_a_persons(address: str) -> None:
    """All chance follows from what those at the table contributed: nobody's place may vanish."""

    async def check() -> None:
        async with two_processes(address) as (first, second):
            for _ in range(6):
                seats = [person("Ada"), SeatWish("open")]
                ada = await first.create("tatort_themse", seats=seats, house=FAST)
                invite = ada.look.invite or ""
                await second.invited(invite)
                await asyncio.gather(
                    first.join(invite, "Ben"), second.leave(ada.table, ada.credential)
                )
                looks = [await tables.look(ada.table) for tables in (first, second)]
                kinds = sorted(seat.kind for seat in looks[0].seats)
                playing = looks[0].stage == "playing"
                assert kinds == (["person", "person"] if playing else ["open", "person"])
                assert looks[0].stage == looks[1].stage

    run(check())


def test_a_rematch_asked_for_at_two_processes_is_one_table(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            ada, ben = await across(first, second, "tatort_themse")
            people = [ada.credential, ben.credential]
            await play_to_the_end(first, ada.table, people, seeded(4))
            await second.look(ada.table, ben.credential)
            laid = await asyncio.gather(
                first.again(ada.table, ada.credential), second.again(ada.table, ben.credential)
            )
            assert laid[0].table == laid[1].table
            looks = [await first.look(laid[0].table, mine) for mine in people]
            assert [look.stage for look in looks] == ["playing", "playing"]
            assert (await first.all_tables())[1] == 2, "no table is left over"

    run(check())


def test_time_given_anew_by_one_process_is_given_by_the_other(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, second):
            house = House(pace=1, bot_pace=5, order="chosen", watch="public")
            both = await first.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=house
            )
            with (await second.at(both.table)).watching(""):
                await first.leave(both.table, both.credential, 0)
                for tables in (first, second):
                    tables.now = lambda: time.time() + 90  # type: ignore[method-assign]
                await first.take_back(both.table, both.credential, 0)
                await asyncio.sleep(0.5)
                for tables in (first, second):
                    assert not (await tables.look(both.table)).seats[0].taken_over

    run(check())


def test_a_table_where_somebody_moves_just_now_is_not_forgotten(address: str) -> None:
    """A move written while its table expires would be acknowledged and lost."""

    async def check() -> None:
        async with two_processes(address) as (first, second):
            ada, _ = await across(first, second, "tatort_themse")
            in_years = first.now() + 10**9
            with first.store.engine.connect() as moving:
                append_rows(moving, ada.table, [Row(99, 0, "pass", in_years, "")])
                assert await second.expire(in_years) == 0
                moving.commit()
            assert await second.expire(in_years) == 0
            assert await second.expire(2 * in_years) == 1

    run(check())


def test_a_text_the_database_cannot_hold_spoils_nobody_elses_move(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (first, _):
            both = await first.create(
                "tatort_themse", seats=[person("Ada"), person("Ben")], house=FAST
            )
            note = asyncio.ensure_future(first.note("message", "a\0b"))
            look = both.look
            done = await first.play(both.table, both.credential, look.number, look.legal[0])
            assert done.number > look.number
            with pytest.raises(StoreFailed):
                await note
            with pytest.raises(NoSuchTable):
                await first.look("a\0b")

    run(check())
