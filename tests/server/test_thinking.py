"""Bots in worker processes: they answer, and a dead worker is replaced."""

from __future__ import annotations

import asyncio
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractAsyncContextManager

import msgspec
import pytest

from spieltisch.games import ROOMS
from spieltisch.server.thinking import workers as thinking
from spieltisch.server.thinking.queue import Turns
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


def test_a_quick_bot_of_another_host_does_not_wait_for_many_slow_ones() -> None:
    """One worker thinks long; the others who do come in turn, quick ones at once."""
    begun: list[str] = []

    async def check() -> None:
        thinkers, over = Thinkers(1), asyncio.Event()
        slow = ["greedy"] * 4 + ["other"]

        async def thought(asker: str, quick: bool) -> None:
            async with thinkers.turns.turn(asker, quick):
                begun.append(asker)
                await (asyncio.sleep(0) if quick else over.wait())

        waiting = [asyncio.ensure_future(thought(asker, False)) for asker in slow]
        await asyncio.sleep(0)
        await asyncio.gather(*[thought("quick", True) for _ in range(3)])
        assert begun == ["greedy", "quick", "quick", "quick"]
        over.set()
        await asyncio.gather(*waiting)
        assert begun[4:] == ["greedy", "other", "greedy", "greedy"]

    run(check())


def test_who_goes_away_while_waiting_keeps_no_place() -> None:
    async def check() -> None:
        turns, over = Turns(1), asyncio.Event()

        async def thought() -> None:
            async with turns.turn("Ada", False):
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
    asked: list[tuple[str, bool]] = []

    async def check() -> None:
        thinkers = Thinkers(1)
        turn = thinkers.turns.turn

        def noted(asker: str, quick: bool) -> AbstractAsyncContextManager[int]:
            asked.append((asker, quick))
            return turn(asker, quick)

        monkeypatch.setattr(thinkers.turns, "turn", noted)
        try:
            await thinkers.choose(situation("tatort_themse", level), "Ada")
        finally:
            thinkers.stop()

    run(check())
    assert asked == [("Ada", quick)]


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
