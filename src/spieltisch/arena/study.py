"""What a designer wants to know of a game or an edition, from many tallies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, quantiles
from typing import Any

import msgspec

from spieltisch.arena.standings import Interval, interval, share
from spieltisch.arena.tally import Tally, Trial, Worth

LEAST_GAP = 1.0


class SeatRow(msgspec.Struct, frozen=True):
    seat: int
    share: Interval
    fair: float
    score: Interval


class CardRow(msgspec.Struct, frozen=True):
    """`games` is the share of games in which it happened, `times` how often a game, `points` what
    it brought a time, `edge` how much oftener a seat won that did it than chance would give."""

    what: str
    card: str
    games: float
    times: float
    points: float
    edge: float
    edge_error: float


class Setting(msgspec.Struct, frozen=True):
    """Everything that decides the games of a study, as a tournament does for its own; `edition` is
    the table of a card list that is not the game's own."""

    game: str
    bots: tuple[str, ...]
    seed: int
    options: dict[str, str]
    edition: dict[str, Any] | None


class Study(msgspec.Struct, frozen=True):
    setting: Setting
    edition: str
    games: int
    seats: list[SeatRow]
    scores: list[list[float]]
    steps: list[int]
    decisions: float
    margins: list[float]
    close: float
    close_gap: float
    draws: float
    endings: dict[str, float]
    clauses: dict[str, float]
    deeds: list[CardRow]
    lines: list[CardRow]


def setting_of(trial: Trial) -> Setting:
    return Setting(trial.game, trial.levels, trial.seed, trial.options, trial.edition)


def study(edition: str, setting: Setting, tallies: Sequence[Tally]) -> Study:
    number = len(tallies)
    near = close_gap(tallies)
    margins = [margin(tally.scores) for tally in tallies]
    endings = Counter(f"{tally.ending} ({tally.ending_clause})" for tally in tallies)
    clauses: Counter[str] = Counter()
    for tally in tallies:
        clauses.update(tally.clauses)
    return Study(
        setting=setting,
        edition=edition,
        games=number,
        seats=seat_rows(tallies),
        scores=[[tally.scores[seat] for tally in tallies] for seat in seats_of(tallies)],
        steps=[tally.steps for tally in tallies],
        decisions=fmean(tally.decisions for tally in tallies),
        margins=margins,
        close=sum(gap <= near for gap in margins) / number,
        close_gap=near,
        draws=sum(sorted(tally.payoffs)[-1] < 1 for tally in tallies) / number,
        endings={name: count / number for name, count in endings.most_common()},
        clauses={clause: clauses[clause] / number for clause in sorted(clauses)},
        deeds=card_rows(tallies, [tally.deeds for tally in tallies]),
        lines=card_rows(tallies, [tally.lines for tally in tallies]),
    )


def seats_of(tallies: Sequence[Tally]) -> range:
    return range(len(tallies[0].scores))


def seat_rows(tallies: Sequence[Tally]) -> list[SeatRow]:
    return [
        SeatRow(
            seat,
            share([[tally.payoffs[seat]] for tally in tallies]),
            1 / len(tallies[0].payoffs),
            interval([[tally.scores[seat]] for tally in tallies]),
        )
        for seat in seats_of(tallies)
    ]


def margin(scores: Sequence[float]) -> float:
    best = sorted(scores)
    return best[-1] - best[-2]


def close_gap(tallies: Sequence[Tally]) -> float:
    """The largest margin of a close game: a tenth of the range that nine scores in ten lie in.
    Scores may be below zero, so the winner's own says nothing."""
    scores = [score for tally in tallies for score in tally.scores]
    cuts = quantiles(scores, n=20, method="inclusive")
    return max(0.1 * (cuts[-1] - cuts[0]), LEAST_GAP)


class Pile:
    """Everything noted of one card."""

    def __init__(self) -> None:
        self.games: set[int] = set()
        self.times = 0
        self.points = 0
        self.edges: list[float] = []


def card_rows(tallies: Sequence[Tally], worths: Iterable[Sequence[Worth]]) -> list[CardRow]:
    """Most frequent first within each kind."""
    piles: dict[tuple[str, str], Pile] = defaultdict(Pile)
    for number, (tally, noted) in enumerate(zip(tallies, worths, strict=True)):
        for worth in noted:
            pile = piles[worth.what, worth.card]
            pile.games.add(number)
            pile.times += worth.times
            pile.points += worth.points
            pile.edges.append(tally.payoffs[worth.seat] - 1 / len(tally.payoffs))
    rows = [card_row(*key, pile, len(tallies)) for key, pile in piles.items()]
    return sorted(rows, key=lambda row: (row.what, -row.times, row.card))


def card_row(what: str, card: str, pile: Pile, games: int) -> CardRow:
    edge = interval([[value] for value in pile.edges])
    return CardRow(
        what=what,
        card=card,
        games=len(pile.games) / games,
        times=pile.times / games,
        points=pile.points / pile.times,
        edge=edge.value,
        edge_error=min(edge.high - edge.value, 1.0),
    )
