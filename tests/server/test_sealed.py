"""Where several secret choices are due at once, everybody can choose at once; until all have,
nobody can tell who has."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import msgspec
import pytest

from spieltisch.core.match import Match
from spieltisch.core.record import dumps
from spieltisch.core.rng import seeded
from spieltisch.games import game
from spieltisch.server.errors import Refused
from spieltisch.server.live_table import LiveTable
from spieltisch.server.lobby import Seated, SeatWish
from spieltisch.server.snapshot import Clock, Snapshot, record, snapshot
from spieltisch.server.stored_table import House
from spieltisch.server.table import MOST_UNDONE
from spieltisch.server.tables import Tables
from spieltisch.web.api import as_json, game_lines
from spieltisch.web.live import sse_lines
from spieltisch.web.pages.at_table import told as page_told
from spieltisch.web.pages.big_screen import for_all
from spieltisch.web.pages.home import going_games
from spieltisch.web.pages.home import told as home_told
from spieltisch.web.pages.showing import fragment
from spieltisch.web.pages.speech import speech
from spieltisch.web.wire import game_state
from tests.server.house import database_in, opened, person, run, run_on
from tests.server.processes import two_processes, until

ZUG = "zug_um_zug"
DAYS = House(pace=24 * 60, bot_pace=0, order="chosen", watch="public")
SLOW = House(pace=24 * 60, bot_pace=2.0, order="chosen", watch="public")


async def laid(tables: Tables, people: int = 3, house: House = DAYS, bots: int = 0) -> list[Seated]:
    """Everybody at a device of their own; the bots sit last."""
    open_seats = [SeatWish("open")] * (people - 1)
    seats = [person("Ada"), *open_seats, *[SeatWish("bot", level="random")] * bots]
    ada = await tables.lobby.create(ZUG, seats=seats, house=house)
    guests = [await tables.lobby.join(str(ada.look.invite), name) for name in "BCD"[: people - 1]]
    return [ada, *guests]


async def keep(tables: Tables, one: Seated, tickets: int = 2, *, done: bool = True) -> Snapshot:
    """Choose the first tickets offered, one by one."""
    look = await tables.viewing.look(one.table, one.credential)
    for _ in range(tickets):
        text = look.legal[0]
        look = await tables.play.move(one.table, one.credential, look.number, text)
    if done:
        look = await tables.play.move(one.table, one.credential, look.number, "done")
    return look


def told(tables: Tables, table: str, owner: str) -> list[bytes]:
    """All that somebody is sent of a table, on every channel, whenever it is looked at."""
    live = tables.live.by_id[table]
    live.running = lambda: 10**6  # a moment to compare at
    look = snapshot(live, owner)
    clock = look.clock
    since, ends = [round(at - clock.now, 2) for at in (clock.since, clock.deadline or 0.0)]
    look = msgspec.structs.replace(look, clock=Clock(0.0, since, ends, asked=clock.asked))
    words = [speech("de"), speech("en")]
    return [
        look.version.encode(),
        msgspec.json.encode(look),
        msgspec.json.encode(game_state(look)),
        *(fragment(look, one).encode() for one in words),
        *(going_games([look], one).encode() for one in words),
    ]


def owner_of(tables: Tables, one: Seated) -> str:
    return tables.live.devices.player_in_memory(one.credential)


def test_everybody_is_asked_at_once_and_choices_are_played_in_the_order_of_the_seats(
    tmp_path: Path,
) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben, cleo = await laid(tables)
            for one in (cleo, ben):
                assert (await tables.viewing.look(one.table, one.credential)).legal
                look = await keep(tables, one)
                assert not look.legal and look.view is not None
            live = tables.live.by_id[ada.table]
            assert not [row for row in live.playing().rows if row.who >= 0], "nothing is played yet"
            await keep(tables, ada, 1)
            who = [row.who for row in live.playing().rows if row.who >= 0]
            assert who == [0, 0, 1, 1, 1, 2, 2, 2]
            assert not live.playing().sealed and live.playing().turn == 0
            assert (await tables.viewing.look(ada.table, ada.credential)).legal

    run(check())


@pytest.mark.parametrize("watcher", [0, 1, 2, None])
def test_until_all_have_chosen_nobody_can_tell_who_has(tmp_path: Path, watcher: int | None) -> None:
    """Byte by byte, for every group of those who have, whether or not the watcher has chosen."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            others = [seat for seat in range(3) if seat != watcher]
            most = 2 if watcher is not None else 1
            for order in itertools.permutations(others, most):
                fresh = await laid(tables)
                table = fresh[0].table
                live = tables.live.by_id[table]
                me = "" if watcher is None else owner_of(tables, fresh[watcher])
                with live.watching("nobody"):
                    for seat in order:
                        run_on(tables, 100)
                        before = told(tables, table, me)
                        await keep(tables, fresh[seat], 1 + seat)
                        assert told(tables, table, me) == before

    run(check())


class Streams:
    """All streams somebody can keep open: of the table's page, the big screen, programs, home."""

    def __init__(self, tables: Tables, table: str, credential: str | None) -> None:
        view, words = tables.viewing, speech("de")
        screen = for_all(view.watch(table, credential, public=True))
        opened = [
            page_told(view.watch(table, credential), words, "", gathering=False),
            page_told(screen, words, "", gathering=False, screen=True),
            sse_lines(view.watch(table, credential), as_json, "look"),
            game_lines(view.watch(table, credential)),
        ]
        if credential:
            opened.append(home_told(view.watch_mine(credential), words))
        self.told: list[list[bytes | None]] = [[] for _ in opened]
        pairs = zip(opened, self.told, strict=True)
        self.listening = [asyncio.create_task(self.listen(*pair)) for pair in pairs]

    async def listen(self, lines: AsyncIterator[bytes | None], told: list[bytes | None]) -> None:
        async for line in lines:
            told.append(line)

    def heard(self) -> list[int]:
        return [len(told) for told in self.told]

    async def begun(self) -> None:
        """Each has told of the table, not only that it is there, and has no more to say."""
        await until(lambda: all(any(len(one or b"") > 100 for one in told) for told in self.told))
        await quiet()

    def close(self) -> None:
        for one in self.listening:
            one.cancel()


async def quiet() -> None:
    """Longer than a stream takes to tell what is new."""
    await asyncio.sleep(0.5)


@pytest.mark.parametrize("watcher", [0, 1, 2, None])
def test_no_open_stream_tells_that_somebody_has_chosen(tmp_path: Path, watcher: int | None) -> None:
    """Not one byte comes until all have chosen; then something does, everywhere."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            people = await laid(tables)
            table = people[0].table
            credential = None if watcher is None else people[watcher].credential
            others = [seat for seat in (2, 0, 1) if seat != watcher]
            with tables.live.by_id[table].watching("nobody"):
                if watcher is not None:
                    await keep(tables, people[watcher])
                streams = Streams(tables, table, credential)
                await streams.begun()
                before = streams.heard()
                for seat in others[:-1]:
                    await keep(tables, people[seat], 1 + seat)
                    await quiet()
                    assert streams.heard() == before
                await keep(tables, people[others[-1]])
                await until(
                    lambda: all(
                        now > then for now, then in zip(streams.heard(), before, strict=True)
                    )
                )
                streams.close()

    run(check())


def taken_over(live: LiveTable) -> list[bool]:
    return [place.taken_over for place in live.stored.places]


def test_nobody_learns_from_a_bot_who_had_not_chosen_in_time(tmp_path: Path) -> None:
    """Their own page alone tells whom a bot plays for, until all have chosen."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben, cleo = await laid(tables, house=SLOW)
            live = tables.live.by_id[ada.table]
            await keep(tables, cleo)
            await begin_to_keep(tables, ben)
            streams = [Streams(tables, ada.table, one) for one in (None, cleo.credential)]
            own = Streams(tables, ada.table, ada.credential)
            for one in (*streams, own):
                await one.begun()
            await remind(tables, live)
            await quiet()
            heard = [one.heard() for one in streams]
            owners = ["", *(owner_of(tables, one) for one in (ben, cleo))]
            before = [told(tables, ada.table, owner) for owner in owners]
            mine = own.heard()
            await let_the_clock_ring(tables, live, [True, False, False])
            await until(lambda: own.heard()[0] > mine[0])  # Ada is told that a bot plays for her
            await quiet()
            assert [one.heard() for one in streams] == heard
            assert [told(tables, ada.table, owner) for owner in owners] == before
            look = await tables.viewing.look(ada.table, ada.credential)
            assert look.seats[0].taken_over
            live.stored.house = DAYS  # the bots lose no more time
            await until(lambda: not live.playing().choosers())
            look = await tables.viewing.look(ada.table, cleo.credential)
            assert [seat.taken_over for seat in look.seats] == taken_over(live)
            assert taken_over(live) == [True, True, False]
            for one in (*streams, own):
                one.close()

    run(check())


async def begin_to_keep(tables: Tables, one: Seated) -> None:
    await keep(tables, one, 1, done=False)


async def remind(tables: Tables, live: LiveTable) -> None:
    told_before = live.changes
    run_on(tables, 24 * 3600 + 1)
    tables.live.wake(live)
    await until(lambda: live.stored.reminded > 0 and live.changes > told_before)


async def let_the_clock_ring(tables: Tables, live: LiveTable, seats: list[bool]) -> None:
    run_on(tables, 6 * 3600 + 1)
    tables.live.wake(live)
    await until(lambda: taken_over(live) == seats)


def test_who_comes_back_after_a_bot_has_chosen_sets_nobodys_clock_anew(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben, cleo = await laid(tables, house=SLOW)
            live = tables.live.by_id[ada.table]
            await keep(tables, ada)
            await remind(tables, live)
            before = told(tables, ada.table, owner_of(tables, cleo))
            await keep(tables, ben)
            await tables.lobby.leave(ben.table, ben.credential)
            await tables.lobby.take_back(ben.table, ben.credential)
            assert told(tables, ada.table, owner_of(tables, cleo)) == before
            assert live.stored.clock_from == 0

    run(check())


def test_a_choice_looks_the_same_whether_or_not_its_turn_had_come(tmp_path: Path) -> None:
    """Ben's page after his choice tells nothing of Ada's, and neither does what he may undo."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            seen = []
            for ada_first in (True, False):
                ada, ben, _ = await laid(tables)
                if ada_first:
                    await keep(tables, ada)
                numbers = []
                for done in (False, True):
                    look = await keep(tables, ben, 0 if done else 2, done=done)
                    numbers.append((look.number, look.can_undo, bool(look.legal), len(look.log)))
                seen.append(numbers)
            assert seen[0] == seen[1]
            assert [undo for _, undo, _, _ in seen[0]] == [True, False]

    run(check())


def test_what_is_chosen_can_be_taken_back_until_the_choice_is_complete(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben, cleo = await laid(tables)
            look = await keep(tables, ben, 1, done=False)
            look = await tables.play.undo(ben.table, ben.credential, look.number)
            assert not look.can_undo
            look = await keep(tables, ben, 2)
            with pytest.raises(Refused):
                await tables.play.undo(ben.table, ben.credential, look.number)
            with pytest.raises(Refused):
                await tables.play.move(ben.table, ben.credential, look.number, "done")
            number = look.number
            for one in (cleo, ada):
                await keep(tables, one)
            look = await tables.viewing.look(ben.table, ben.credential)
            assert look.number == number + 1, "the end of choosing is all that is new"
            assert tables.live.by_id[ben.table].playing().turn == 0

    run(check())


def test_a_choice_is_not_taken_back_for_ever(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            _, ben, _ = await laid(tables)
            for _ in range(MOST_UNDONE):
                look = await keep(tables, ben, 1, done=False)
                await tables.play.undo(ben.table, ben.credential, look.number)
            look = await keep(tables, ben, 1, done=False)
            with pytest.raises(Refused, match="undone too often"):
                await tables.play.undo(ben.table, ben.credential, look.number)

    run(check())


def test_the_same_choice_sent_twice_is_made_once(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            _, ben, _ = await laid(tables)
            look = await tables.viewing.look(ben.table, ben.credential)
            move = (ben.table, ben.credential, look.number, look.legal[0], "once")
            first, second = await tables.play.move(*move), await tables.play.move(*move)
            assert first.number == second.number
            assert len(tables.live.by_id[ben.table].playing().sealed[1].rows) == 1

    run(check())


def test_a_process_that_dies_forgets_no_choice(tmp_path: Path) -> None:
    """Nothing is closed: what the next one finds is what was acknowledged."""

    async def check() -> None:
        dying = Tables(database_in(tmp_path))
        await dying.open()
        ada, ben, cleo = await laid(dying)
        before = await keep(dying, cleo)
        begun = await keep(dying, ben, 1, done=False)
        async with opened(tmp_path) as tables:
            look = await tables.viewing.look(ada.table, cleo.credential)
            assert (look.number, look.legal) == (before.number, [])
            look = await tables.viewing.look(ada.table, ben.credential)
            assert (look.number, look.legal, look.can_undo) == (begun.number, begun.legal, True)
            await keep(tables, ben, 0)
            await keep(tables, ada)
            assert tables.live.by_id[ada.table].playing().turn == 0
            assert not tables.live.by_id[ada.table].playing().choosers()
        await dying.close()

    run(check())


def test_numbers_and_logs_are_the_same_when_read_again(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            people = await laid(tables)
            look = await keep(tables, people[1], 1, done=False)
            await tables.play.undo(look.table, people[1].credential, look.number)
            for one in reversed(people):
                await keep(tables, one)
            table = people[0].table
            owners = [owner_of(tables, one) for one in people]
            seen = [snapshot(tables.live.by_id[table], owner) for owner in owners]
            tables.live.forget(table)
            await tables.live.at(table)
            again = [snapshot(tables.live.by_id[table], owner) for owner in owners]
            for before, after in zip(seen, again, strict=True):
                assert (before.number, before.log, before.view) == (
                    after.number,
                    after.log,
                    after.view,
                )

    run(check())


def test_who_leaves_after_choosing_has_chosen_and_a_bot_goes_on_with_what_was_begun(
    tmp_path: Path,
) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben, cleo = await laid(tables)
            await keep(tables, cleo, 3)
            begun = await keep(tables, ben, 1, done=False)
            ticket = begun.log[-1].seen.text
            for one in (ben, cleo):
                await tables.lobby.leave(one.table, one.credential)
            await keep(tables, ada)
            live = tables.live.by_id[ada.table]
            await until(lambda: not live.playing().choosers())
            steps = [row for row in live.playing().rows if row.who >= 0]
            assert next(row.text for row in steps if row.who == 1) == ticket
            assert sum(row.who == 2 for row in steps) == 4

    run(check())


def test_bots_choose_among_people(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, ben = await laid(tables, people=2, bots=1)
            await keep(tables, ben)
            await keep(tables, ada)
            live = tables.live.by_id[ada.table]
            await until(lambda: not live.playing().choosers())

    run(check())


def test_several_at_one_device_choose_one_after_the_other_whoever_else_has_chosen(
    tmp_path: Path,
) -> None:
    async def check() -> None:
        async with opened(tmp_path) as tables:
            seats = [SeatWish("open"), person("Ada"), person("Ben")]
            both = await tables.lobby.create(ZUG, seats=seats, house=DAYS)
            cleo = await tables.lobby.join(str(both.look.invite), "Cleo")
            look = await tables.viewing.look(both.table, both.credential)
            assert (look.asked, look.seat) == (1, 1)
            await keep(tables, both)
            assert (await tables.viewing.look(both.table, both.credential)).asked == 2
            await keep(tables, both)
            assert (await tables.viewing.look(both.table, both.credential)).asked is None
            await keep(tables, cleo)
            assert tables.live.by_id[both.table].playing().turn == 0

    run(check())


def test_out_of_time_those_who_have_not_chosen_are_taken_over(tmp_path: Path) -> None:
    """The time of all began together, however long the others took."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            ada, _, cleo = await laid(tables)
            live = tables.live.by_id[ada.table]
            await keep(tables, cleo)
            run_on(tables, 20 * 3600)
            await keep(tables, ada)
            run_on(tables, 11 * 3600)
            tables.live.wake(live)
            await until(lambda: live.stored.reminded > 0)
            tables.live.wake(live)
            await until(lambda: not live.playing().choosers())
            assert taken_over(live) == [False, True, False]

    run(check())


def test_two_processes_play_what_is_sealed_at_either(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (one, other):
            ada, ben, cleo = await laid(one)
            await keep(other, cleo)
            before = await keep(other, ben, 1, done=False)
            look = await one.viewing.look(ada.table, ben.credential)
            assert look.number == before.number and look.can_undo
            await keep(one, ben, 1)
            await keep(other, ada)
            lives = [await all_chosen(tables, ada.table) for tables in (one, other)]
            numbers = [
                [snapshot(live, owner_of(other, person)).number for person in (ada, ben, cleo)]
                for live in lives
            ]
            assert numbers[0] == numbers[1]

    run(check())


def test_nobody_learns_through_another_process_whose_seat_a_bot_has(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (one, other):
            ada, _, cleo = await laid(one)
            live = await other.live.at(ada.table)
            await other.viewing.look(cleo.table, cleo.credential)
            before = told(other, ada.table, owner_of(other, cleo))
            await one.lobby.leave(ada.table, ada.credential)
            while not taken_over(live)[0]:
                await other.live.at(ada.table)
                await asyncio.sleep(0.02)
            assert told(other, ada.table, owner_of(other, cleo)) == before

    run(check())


def test_choosing_at_both_processes_at_the_same_moment_is_no_conflict(address: str) -> None:
    async def check() -> None:
        async with two_processes(address) as (one, other):
            ada, ben, cleo = await laid(one)
            await asyncio.gather(keep(one, ada), keep(other, ben), keep(other, cleo, 3))
            lives = [await all_chosen(tables, ada.table) for tables in (one, other)]
            assert lives[0].playing().rows == lives[1].playing().rows

    run(check())


async def all_chosen(tables: Tables, table: str) -> LiveTable:
    """As soon as the process has heard of it; nobody looks, so somebody has to ask."""
    while (live := await tables.live.at(table)).playing().choosers():
        await asyncio.sleep(0.02)
    return live


async def play_out(tables: Tables, people: Sequence[Seated], backwards: bool) -> None:
    """Everybody plays by a seed of their own; whoever may choose, in this order or the other."""
    rngs = [seeded("sealed", at) for at in range(len(people))]
    order = list(range(len(people)))[:: -1 if backwards else 1]
    while tables.live.by_id[people[0].table].stored.stage != "over":
        for at in order:
            one = people[at]
            look = await tables.viewing.look(one.table, one.credential)
            while look.legal:
                text = look.legal[rngs[at].below(len(look.legal))]
                look = await tables.play.move(one.table, one.credential, look.number, text)


def test_a_whole_game_leaves_the_record_it_always_did(tmp_path: Path) -> None:
    """Whoever chooses first, steps stand in the order of the seats and replay to the end."""

    async def check() -> None:
        async with opened(tmp_path) as tables:
            people = await laid(tables, house=House(bot_pace=0, order="chosen"))
            await play_out(tables, people, backwards=True)
            whole = record(tables.live.by_id[people[0].table])
            assert "sealed" not in dumps(whole)
            assert Match.from_record(game(ZUG), whole).over

    run(check())
