"""Analyses: one's own decisions first, thought once, there for every process and every start."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from spieltisch.bots.analysis import Decision
from spieltisch.core.record import loads
from spieltisch.core.rng import seeded
from spieltisch.server.replays import Replay
from spieltisch.server.store import analyses as kept
from spieltisch.server.store import schema
from spieltisch.server.tables import Tables
from spieltisch.server.thinking import analyses
from spieltisch.server.thinking.analyses import MOST_UNDER_WAY, Analyses, Course, Progress
from tests.browser.records import trace
from tests.server.house import opened, play_to_the_end, run, two_people
from tests.server.short_looks import SOME, shorten


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch)
    monkeypatch.setattr(analyses, "KEEP_SECONDS", 0.0)


async def finished_game(tables: Tables) -> tuple[str, str]:
    ada, ben = await two_people(tables, "holmes")
    await play_to_the_end(tables, ada.table, [ada.credential, ben.credential], seeded("look"))
    return ada.table, ada.credential


async def analysed(tables: Tables, table: str, mine: str, first: list[int]) -> Progress:
    replay = await tables.viewing.replay(table, mine)
    progress = await tables.analyses.of(replay, ("a", "b", "c"), first)
    while not progress.finished:
        assert not progress.failed
        await asyncio.sleep(0.01)
    return progress


def test_ones_own_decisions_come_first_and_luck_before_the_others(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            table, mine = await finished_game(tables)
            replay = await tables.viewing.replay(table, mine)
            progress = await tables.analyses.of(replay, ("a", "b", "c"), [1])
            seen: list[tuple[set[int], bool]] = []
            while not progress.finished:
                await asyncio.sleep(0.01)
                found = progress.analysis
                if found is not None:
                    whose = {one.seat for one in found.decisions}
                    seen.append((whose, found.luck is not None))
            assert seen[0] == ({1}, False)
            assert all(luck for whose, luck in seen if 0 in whose)
            assert progress.analysis is not None and len(progress.analysis.decisions) == 2 * SOME
            assert progress.done == progress.total

    run(work())


def test_a_second_look_is_instant_also_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            table, mine = await finished_game(tables)
            first = await analysed(tables, table, mine, [0])
        monkeypatch.setattr(Analyses, "begin", None)  # nobody thinks again
        async with opened(tmp_path) as tables:
            again = await analysed(tables, table, mine, [0])
            assert again.analysis == first.analysis
            fairer = await tables.analyses.without_luck({table: 0})
            assert first.analysis is not None and first.analysis.luck is not None
            assert fairer == {table: pytest.approx(first.analysis.luck.shares[0].adjusted)}

    run(work())


def test_what_one_process_thinks_about_the_others_only_show(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            table, mine = await finished_game(tables)
            replay = await tables.viewing.replay(table, mine)
            await tables.analyses.of(replay, ("a", "b", "c"), [0])
            while await tables.store.read(lambda c: kept.kept(c, table)) is None:
                await asyncio.sleep(0.01)
            other = Analyses(tables.store, tables.thinkers, tables.background)
            shown = await other.of(replay, ("a", "b", "c"), [1])
            assert shown.total and table not in other.running

    run(work())


def test_what_an_older_version_kept_is_thought_about_anew(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            table, mine = await finished_game(tables)
            await tables.store.write(lambda c: kept.keep(c, table, b"{'old'", 0.0))
            found = await analysed(tables, table, mine, [])
            assert found.analysis is not None and found.analysis.luck is not None

    run(work())


def test_an_analysis_of_a_table_that_is_gone_is_not_kept(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            await tables.store.write(lambda c: kept.keep(c, "nowhere", b"{}", 0.0))
            assert await tables.store.read(lambda c: kept.kept(c, "nowhere")) is None

    run(work())


def test_a_loaded_record_keeps_its_analysis_and_takes_it_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            name = await tables.replays.keep(trace("holmes", 2).encode(), tables.live.now())
            first = await analysed(tables, name, "", [1])
        monkeypatch.setattr(Analyses, "begin", None)  # nobody thinks again
        async with opened(tmp_path) as tables:
            assert (await analysed(tables, name, "", [1])).analysis == first.analysis
            await tables.store.write(lambda c: c.execute(schema.records.delete()))
            assert await tables.store.read(lambda c: kept.kept(c, name, loaded=True)) is None

    run(work())


def test_whoever_asks_for_another_seat_gets_it_next(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as tables:
            name = await tables.replays.keep(trace("holmes", 2).encode(), tables.live.now())
            replay = await tables.viewing.replay(name)
            course = Course(tables.store, tables.thinkers, replay, ("a", "b", "c"), [0])
            order = []

            async def judge(decision: Decision) -> None:
                order.append(decision.seat)
                course.first = [1]

            monkey = pytest.MonkeyPatch()
            monkey.setattr(course, "judge", judge)
            await course.run()
            monkey.undo()
            assert course.progress.finished
            assert order == [0, *[1] * SOME, *[0] * (SOME - 1)]

    run(work())


def test_an_address_has_few_looks_back_under_way_and_keeps_nobody_elses_from_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def think(course: Course) -> None:
        await over.wait()

    async def work() -> None:
        monkeypatch.setattr(Course, "think", think)
        async with opened(tmp_path) as tables:
            text, begun = trace("holmes", 2).encode(), tables.analyses.running
            names = [await tables.replays.keep(text, 0.0) for _ in range(MOST_UNDER_WAY + 2)]
            replays = [Replay(loads(text), name, loaded=True) for name in names]
            for replay in replays[:-1]:
                await tables.analyses.of(replay, ("net", "house", f"browser {replay.name}"))
            assert list(begun) == names[:-2]
            await tables.analyses.of(replays[-1], ("net", "another house", "somebody"))
            assert list(begun) == [*names[:-2], names[-1]]
            begun[names[0]].progress.finished = True
            await tables.analyses.of(replays[-2], ("net", "house", "asks again"))
            assert names[-2] in begun
            over.set()

    over = asyncio.Event()
    run(work())
