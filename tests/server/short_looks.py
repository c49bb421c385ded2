"""Looks back that are soon over: few decisions, and luck guessed from few games."""

from __future__ import annotations

import msgspec
import pytest

from spieltisch.bots.analysis import Decision, decisions
from spieltisch.bots.luck import Luck, luck_of
from spieltisch.core.game import Game
from spieltisch.core.record import Record
from spieltisch.core.rng import seeded
from spieltisch.games import game_of_record
from spieltisch.server.thinking import analyses

SOME = 2


def shorten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "decisions", some_decisions)
    monkeypatch.setattr(analyses, "luck_spelled", little_luck)


def some_decisions(game: Game, record: Record, level: str) -> list[Decision]:
    """A few of either seat: the rest would be more of the same."""
    every = decisions(game, record, level)
    chosen = [one for seat in (0, 1) for one in [x for x in every if x.seat == seat][-SOME:]]
    return sorted(chosen, key=lambda one: one.step)


def little_luck(spelled: bytes) -> Luck:
    """In the worker."""
    record, part = msgspec.msgpack.decode(spelled, type=tuple[Record, int])
    return luck_of(game_of_record(record), record, 4, seeded("luck", part))
