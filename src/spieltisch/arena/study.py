"""What a designer wants to know of a game or an edition, from many tallies."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, median

import msgspec

from spieltisch.arena.standings import Interval, interval, share
from spieltisch.arena.tally import Tally, Worth


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


class Study(msgspec.Struct, frozen=True):
    edition: str
    games: int
    seats: list[SeatRow]
    scores: list[list[float]]
    steps: list[int]
    decisions: float
    margins: list[float]
    close: float
    draws: float
    endings: dict[str, float]
    clauses: dict[str, float]
    deeds: list[CardRow]
    lines: list[CardRow]


def study(edition: str, tallies: Sequence[Tally]) -> Study:
    number = len(tallies)
    margins = [margin(tally.scores) for tally in tallies]
    endings = Counter(f"{tally.ending} ({tally.ending_clause})" for tally in tallies)
    clauses: Counter[str] = Counter()
    for tally in tallies:
        clauses.update(tally.clauses)
    return Study(
        edition=edition,
        games=number,
        seats=seat_rows(tallies),
        scores=[[tally.scores[seat] for tally in tallies] for seat in seats_of(tallies)],
        steps=[tally.steps for tally in tallies],
        decisions=fmean(tally.decisions for tally in tallies),
        margins=margins,
        close=sum(gap <= close_gap(tallies) for gap in margins) / number,
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
    """A game is close when its margin is at most a tenth of the usual winning score."""
    return 0.1 * median(max(tally.scores) for tally in tallies)


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
