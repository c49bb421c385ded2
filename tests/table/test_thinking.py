"""Bots in worker processes: they answer, and a dead worker is replaced."""

from __future__ import annotations

import asyncio
import os
import signal
from concurrent.futures import ProcessPoolExecutor

import msgspec
import pytest

from spieltisch.games import ROOMS
from spieltisch.table import thinking
from spieltisch.table.thinking import Question, Thinkers
from tests.table.house import laid, run


def question(room: str, level: str = "casual") -> Question:
    table = laid(room, 1)
    sight = table.sight(table.turn)
    return Question(room, None, 1, level, table.turn, sight.view_json, sight.legal, 7)


@pytest.mark.parametrize("room", ROOMS)
def test_a_worker_answers_with_a_legal_move_and_a_killed_one_is_replaced(room: str) -> None:
    async def check() -> None:
        thinkers = Thinkers(1)
        try:
            asked = question(room)
            assert await thinkers.choose(asked) in asked.legal
            pool = thinkers.start()
            assert isinstance(pool, ProcessPoolExecutor)
            for worker in list(pool._processes):
                os.kill(worker, signal.SIGKILL)
            assert await thinkers.choose(asked) in asked.legal
            assert thinkers.pool is not pool
        finally:
            thinkers.stop()

    run(check())


def test_workers_are_relieved_while_questions_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """More wait than a worker may answer; none is forgotten."""
    monkeypatch.setattr(thinking, "MOST_ANSWERS", 3)

    async def check() -> None:
        thinkers = Thinkers(2)
        try:
            first = thinkers.start()
            asked = question("tatort_themse")
            answers = await asyncio.gather(*[thinkers.choose(asked) for _ in range(40)])
            assert len(answers) == 40 and set(answers) <= set(asked.legal)
            assert thinkers.pool is not first and thinkers.asked <= 6
        finally:
            thinkers.stop()

    run(check())


def test_a_bot_that_fails_still_moves() -> None:
    async def check() -> None:
        thinkers = Thinkers(1)
        try:
            asked = question("tatort_themse", level="no such level")
            assert await thinkers.choose(asked) in asked.legal
        finally:
            thinkers.stop()

    run(check())


def test_the_same_question_has_the_same_answer_here_and_in_a_worker() -> None:
    asked = question("tatort_themse")
    spelled = msgspec.msgpack.encode(asked)

    async def check() -> str:
        thinkers = Thinkers(1)
        try:
            return await thinkers.choose(asked)
        finally:
            thinkers.stop()

    assert thinking.answer(spelled) == run(check())
