"""What happened in a game, for the lab: its length, scores, moves, clauses and score lines."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from spieltisch.arena.match import Fault, play_match
from spieltisch.arena.playing import seated
from spieltisch.core.game import Game
from spieltisch.core.record import Step
from spieltisch.core.result import Result
from spieltisch.core.state import CHANCE, State
from spieltisch.games import game


class Trial(msgspec.Struct, frozen=True):
    """One game of a lab: a level on every seat, a deal, an edition."""

    game: str
    levels: tuple[str, ...]
    deal: int
    seed: int
    options: dict[str, str]
    edition: dict[str, Any] | None
    seconds: float | None = None


class Worth(msgspec.Struct, frozen=True):
    """Something a seat did or scored: which, how many times, and points if it is a score line."""

    seat: int
    what: str
    card: str
    times: int
    points: int


class Tally(msgspec.Struct, frozen=True):
    deal: int
    payoffs: list[float]
    scores: list[float]
    steps: int
    decisions: int
    ending: str
    ending_clause: str
    clauses: dict[str, int]
    deeds: list[Worth]
    lines: list[Worth]


class Spoilt(msgspec.Struct, frozen=True):
    """A game a bot did not play to its end, and why: a study leaves it out."""

    deal: int
    fault: str


def play_trial(trial: Trial) -> Tally | Spoilt:
    room = game(trial.game, trial.edition)
    bots = seated(trial.levels, trial.seconds)
    try:
        played = play_match(room, bots, f"{trial.seed}/{trial.deal}", trial.options)
    except Fault as fault:
        return Spoilt(trial.deal, str(fault))
    return count_up(room, trial, played.steps)


def count_up(room: Game, trial: Trial, steps: list[Step]) -> Tally:
    state = room.start(len(trial.levels), trial.options)
    clauses: Counter[str] = Counter()
    deeds: Counter[tuple[int, str, str]] = Counter()
    for _, text in steps:
        note_step(room, state, room.code(room.parse(text)), clauses, deeds)
    result = room.result(state)
    return Tally(
        deal=trial.deal,
        payoffs=list(state.payoffs()),
        scores=list(state.scores()),
        steps=len(steps),
        decisions=sum(who != "chance" for who, _ in steps),
        ending=result.ending,
        ending_clause=result.ending_clause,
        clauses=dict(clauses),
        deeds=[Worth(*key, times, 0) for key, times in sorted(deeds.items())],
        lines=score_lines(room, result),
    )


def note_step(
    room: Game,
    state: State,
    code: int,
    clauses: Counter[str],
    deeds: Counter[tuple[int, str, str]],
) -> None:
    """Count the step and what followed by itself, then play it."""
    seat = state.turn
    if seat != CHANCE:
        seen = room.mask(state, code, seat)
        assert seen is not None, "a seat sees its own decisions"
        clauses[seen.clause] += 1
        deeds[seat, seen.what, room.card_of(seen.facts)] += 1
    before = state.copy()
    state.play(code)
    for event in room.aftermath(before, state):
        clauses[event.clause] += 1


def score_lines(room: Game, result: Result) -> list[Worth]:
    times: Counter[tuple[int, str, str]] = Counter()
    points: Counter[tuple[int, str, str]] = Counter()
    for line in result.sheet:
        key = (line.seat, line.what, room.card_of(line.facts))
        times[key] += 1
        points[key] += line.amount
    return [Worth(*key, times[key], points[key]) for key in sorted(times)]
