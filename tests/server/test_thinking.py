"""Bots in worker processes: they answer, and a dead worker is replaced."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractAsyncContextManager

import msgspec
import pytest

from spieltisch.games import ROOMS
from spieltisch.server.thinking import workers as thinking
from spieltisch.server.thinking.queue import ROUND_SECONDS, Asker, Turns
from spieltisch.server.thinking.workers import Situation, Thinkers
from tests.server.house import laid, run


def situation(room: str, level: str = "casual") -> Situation:
    table = laid(room, 1)
    viewer = table.viewer(table.turn)
    return Situation(room, None, 1, level, table.turn, viewer.view_json, viewer.legal, 7)


@pytest.mark.parametrize("room", ROOMS)
def test_a_worker_answers_with_a_legal_move_and_a_killed_one_is_replaced(room: str) -> None:
    async def check() -> None:
        thinkers = Thinkers(1)
        try:
            asked = situation(room)
            assert await thinkers.choose(asked) in asked.legal
            worker = thinkers.workers[0]
            pool = worker.start()
            assert isinstance(pool, ProcessPoolExecutor)
            for process in list(pool._processes):
                os.kill(process, signal.SIGKILL)
            assert await thinkers.choose(asked) in asked.legal
            assert worker.pool is not pool
        finally:
            thinkers.stop()

    run(check())


def test_workers_are_relieved_while_questions_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """More wait than a worker may answer; none is forgotten."""
    monkeypatch.setattr(thinking, "MOST_ANSWERS", 3)

    async def check() -> None:
        thinkers = Thinkers(2)
        try:
            first = [worker.start() for worker in thinkers.workers]
            asked = situation("tatort_themse")
            answers = await asyncio.gather(*[thinkers.choose(asked) for _ in range(40)])
            assert len(answers) == 40 and set(answers) <= set(asked.legal)
            for worker, former in zip(thinkers.workers, first, strict=True):
                assert worker.pool is not former and worker.asked <= 3
        finally:
            thinkers.stop()

    run(check())


def asked_by(*names: str) -> list[Asker]:
    return [tuple(name.split()) for name in names]


def test_a_quick_bot_of_another_host_does_not_wait_for_many_slow_ones() -> None:
    """One worker thinks long; the others who do come in turn, quick ones at once."""
    begun: list[str] = []

    async def check() -> None:
        thinkers, over = Thinkers(1), asyncio.Event()
        slow = ["greedy"] * 4 + ["other"]

        async def thought(asker: str, quick: bool) -> None:
            async with thinkers.turns.turn((asker,), quick):
                begun.append(asker)
                await (asyncio.sleep(0) if quick else over.wait())

        waiting = [asyncio.ensure_future(thought(asker, False)) for asker in slow]
        await asyncio.sleep(0)
        await asyncio.gather(*[thought("quick", True) for _ in range(3)])
        assert begun == ["greedy", "quick", "quick", "quick"]
        over.set()
        await asyncio.gather(*waiting)
        assert begun[4:] == ["other", "greedy", "greedy", "greedy"]

    run(check())


def order_of(askers: list[Asker]) -> list[Asker]:
    """In which they come to think, all having joined while somebody else thought; one takes as
    long as the other."""
    begun: list[Asker] = []

    async def check() -> None:
        turns = Turns(1, lambda place, until: None)
        turns.used_by = lambda turn: 1.0  # type: ignore[method-assign]

        async def thought(asker: Asker) -> None:
            async with turns.turn(asker, False):
                begun.append(asker)
                await asyncio.sleep(0)

        await asyncio.gather(*[thought(asker) for asker in [("before",), *askers]])
        assert turns.free == {0, 1} and not turns.slow.parts

    run(check())
    return begun[1:]


def test_networks_take_turns_then_addresses_then_hosts_then_tables() -> None:
    many = [f"bad {address} {host} {table}" for address in "ab" for host in "12" for table in "xy"]
    found = order_of(asked_by(*many, "good c 3 z", "good c 3 w"))
    assert found[:4] == asked_by("bad a 1 x", "good c 3 z", "bad b 1 x", "good c 3 w")
    assert found[4:8] == asked_by("bad a 2 x", "bad b 2 x", "bad a 1 y", "bad b 1 y")
    assert found[8:] == asked_by("bad a 2 y", "bad b 2 y")


def test_an_address_leaves_one_worker_to_the_others() -> None:
    at_work: list[Asker] = []

    async def check() -> None:
        turns, over = Turns(3, lambda place, until: None), asyncio.Event()

        async def thought(asker: Asker) -> None:
            async with turns.turn(asker, False):
                at_work.append(asker)
                await over.wait()

        greedy = asked_by(*[f"net one host{number}" for number in range(5)])
        waiting = [asyncio.ensure_future(thought(asker)) for asker in greedy]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(at_work) == 2
        waiting += [asyncio.ensure_future(thought(asker)) for asker in asked_by("net two other")]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert at_work[2:] == asked_by("net two other")
        over.set()
        await asyncio.gather(*waiting)

    run(check())


def test_while_somebody_waits_a_search_has_its_share_and_no_longer() -> None:
    async def check() -> None:
        told: dict[int, float] = {}
        turns, over = Turns(1, told.__setitem__), asyncio.Event()

        async def thought(asker: Asker) -> None:
            async with turns.turn(asker, False):
                await over.wait()

        begun = time.monotonic()
        waiting = [asyncio.ensure_future(thought(("bad", "a", "1", "x")))]
        await asyncio.sleep(0)
        assert told[1] == math.inf, "alone there is no hurry"
        for asker in asked_by("bad a 2 x", "bad a 3 x", "good b 4 y"):
            waiting.append(asyncio.ensure_future(thought(asker)))
            await asyncio.sleep(0)
        fair = ROUND_SECONDS / 2 / 3  # of two networks, one with three hosts
        assert told[1] - begun == pytest.approx(fair, abs=0.05)
        over.set()
        await asyncio.gather(*waiting)

    run(check())


def until_hurried(spelled: bytes) -> float:
    """In a worker: thinks for ever, unless somebody waits. How long it was."""
    begun = time.monotonic()
    while not thinking.is_hurried():
        time.sleep(0.01)
    return time.monotonic() - begun


def test_a_running_search_ends_when_somebody_else_has_waited_long_enough() -> None:
    async def check() -> None:
        thinkers = Thinkers(1)
        try:
            first = asyncio.ensure_future(thinkers.work(until_hurried, b"", ("first",)))
            await asyncio.sleep(ROUND_SECONDS)
            assert not first.done(), "alone it may go on"
            asked = situation("tatort_themse", "strong")
            assert await thinkers.choose(asked, ("second",)) in asked.legal
            assert first.done()
        finally:
            thinkers.stop()

    run(check())


@pytest.mark.parametrize("room", ROOMS)
def test_an_idle_worker_thinks_half_of_a_masters_move(room: str) -> None:
    async def check() -> None:
        thinkers = Thinkers(1)
        try:
            asked = situation(room, "master")
            assert await thinkers.choose(asked) in asked.legal
            halves = 1 if len(asked.legal) > 1 else 0
            assert [worker.asked for worker in thinkers.workers] == [halves, 1]
            assert thinkers.turns.free == {0, 1} and not thinkers.turns.lent
        finally:
            thinkers.stop()

    run(check())


def test_a_borrowed_worker_is_called_off_as_soon_as_somebody_needs_it() -> None:
    async def check() -> None:
        told: dict[int, float] = {}
        turns = Turns(1, told.__setitem__)
        async with turns.turn(("Ada",), False) as place:
            assert (place, turns.borrow(), turns.borrow()) == (1, 0, None)
            assert told[0] == math.inf

            async def quick() -> int:
                async with turns.turn(("Ben",), True) as place:
                    return place

            waiting = asyncio.ensure_future(quick())
            await asyncio.sleep(0)
            assert told[0] == 0.0 and told[1] == math.inf and not waiting.done()
            assert turns.borrow() is None
            turns.give_back(0)
            assert await waiting == 0
        assert turns.free == {0, 1}

    run(check())


@pytest.mark.parametrize("room", ROOMS)
def test_a_search_without_any_time_still_finds_a_legal_move(room: str) -> None:
    asked = situation(room, "master")
    thinking.time_is_up.value = 0.0
    try:
        begun = time.monotonic()
        assert thinking.answer(msgspec.msgpack.encode(asked)) in asked.legal
        advised = thinking.advise(msgspec.msgpack.encode(asked))
        assert advised or len(asked.legal) == 1
        assert time.monotonic() - begun < 2
    finally:
        thinking.time_is_up.value = math.inf


def test_who_goes_away_while_waiting_keeps_no_place() -> None:
    async def check() -> None:
        turns, over = Turns(1, lambda place, until: None), asyncio.Event()

        async def thought() -> None:
            async with turns.turn(("Ada",), False):
                await over.wait()

        first, second, third = [asyncio.ensure_future(thought()) for _ in range(3)]
        await asyncio.sleep(0)
        second.cancel()
        first.cancel()
        await asyncio.sleep(0)
        over.set()
        await third
        assert turns.free == {0, 1}

    run(check())


@pytest.mark.parametrize(("level", "quick"), [("casual", True), ("master", False)])
def test_simple_bots_are_the_quick_ones(
    monkeypatch: pytest.MonkeyPatch, level: str, quick: bool
) -> None:
    asked: list[tuple[Asker, bool]] = []

    async def check() -> None:
        thinkers = Thinkers(1)
        turn = thinkers.turns.turn

        def noted(asker: Asker, quick: bool) -> AbstractAsyncContextManager[int]:
            asked.append((asker, quick))
            return turn(asker, quick)

        monkeypatch.setattr(thinkers.turns, "turn", noted)
        try:
            await thinkers.choose(situation("tatort_themse", level), ("Ada",))
        finally:
            thinkers.stop()

    run(check())
    assert asked == [(("Ada",), quick)]


def test_a_bot_that_fails_still_moves() -> None:
    async def check() -> None:
        thinkers = Thinkers(1)
        try:
            asked = situation("tatort_themse", level="no such level")
            assert await thinkers.choose(asked) in asked.legal
        finally:
            thinkers.stop()

    run(check())


def test_the_same_question_has_the_same_answer_here_and_in_a_worker() -> None:
    asked = situation("tatort_themse")
    spelled = msgspec.msgpack.encode(asked)

    async def check() -> str:
        thinkers = Thinkers(1)
        try:
            return await thinkers.choose(asked)
        finally:
            thinkers.stop()

    assert thinking.answer(spelled) == run(check())
