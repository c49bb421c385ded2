"""What a study found out about a game or an edition, added up from many tallies."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, quantiles
from typing import Any

import msgspec

from spieltisch.arena.estimates import (
    NORMAL,
    NORMAL_95,
    Interval,
    interval,
    share,
    share_error,
)
from spieltisch.arena.tally import Tally, Trial, Worth

LEAST_GAP = 1.0
SELDOM = 0.1  # what happens in fewer games is folded away, and its edge not tested
NEARLY_EVERY_SEAT = 0.95
CLEAR = 0.05
Key = tuple[str, str]  # what happened, and to which card


class SeatRow(msgspec.Struct, frozen=True):
    seat: int
    share: Interval
    fair: float
    score: Interval


class CardRow(msgspec.Struct, frozen=True):
    """`games` is the share of games in which it happened, `times` how often per game, `points` what
    it brought each time. `edge` is how much more often seats that did it won than by equal shares,
    counted in games where not all did it; None where nearly every seat does. `by_chance` is how
    likely so large an edge, anywhere among all that were tested, would be by chance alone (Holm's
    correction); None where it was not tested. `mirror` is the row that tells the same of the other
    seats, and is left out."""

    what: str
    card: str
    games: float
    times: float
    points: float
    edge: float | None
    edge_error: float
    by_chance: float | None = None
    mirror: Key | None = None

    @property
    def clear(self) -> bool:
        return self.by_chance is not None and self.by_chance < CLEAR


class Setting(msgspec.Struct, frozen=True):
    """Everything that decides the games of a study, as a tournament does for its own; `edition` is
    the table of a card list that is not the game's own."""

    game: str
    bots: tuple[str, ...]
    seed: int
    options: dict[str, str]
    edition: dict[str, Any] | None
    seconds: float | None = None


class Study(msgspec.Struct, frozen=True):
    """`tested` is how many edges were looked at together, `faults` why games were left out."""

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
    tested: int
    faults: list[str]


def setting_of(trial: Trial) -> Setting:
    return Setting(
        trial.game, trial.levels, trial.seed, trial.options, trial.edition, trial.seconds
    )


def add_up(
    edition: str, setting: Setting, tallies: Sequence[Tally], faults: Sequence[str] = ()
) -> Study:
    number = len(tallies)
    near = close_gap(tallies)
    margins = [margin(tally.scores) for tally in tallies]
    endings = Counter(f"{tally.ending} ({tally.ending_clause})" for tally in tallies)
    clauses: Counter[str] = Counter()
    for tally in tallies:
        clauses.update(tally.clauses)
    deeds = card_rows(tallies, [tally.deeds for tally in tallies])
    lines = card_rows(tallies, [tally.lines for tally in tallies])
    corrected = with_correction([*deeds, *lines])
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
        deeds=corrected[: len(deeds)],
        lines=corrected[len(deeds) :],
        tested=sum(row.by_chance is not None for row in corrected),
        faults=list(faults),
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
    """Everything noted of one card: in which games which seats did it."""

    def __init__(self) -> None:
        self.seats: dict[int, set[int]] = defaultdict(set)
        self.times = 0
        self.points = 0

    def note(self, game: int, worth: Worth) -> None:
        self.seats[game].add(worth.seat)
        self.times += worth.times
        self.points += worth.points

    def doers(self) -> frozenset[tuple[int, int]]:
        return frozenset((game, seat) for game, seats in self.seats.items() for seat in seats)

    def others(self, seats: int) -> frozenset[tuple[int, int]]:
        """Who else sat in those games."""
        every = {(game, seat) for game in self.seats for seat in range(seats)}
        return frozenset(every - self.doers())


def card_rows(tallies: Sequence[Tally], worths: Iterable[Sequence[Worth]]) -> list[CardRow]:
    """Most frequent first within each kind."""
    piles: dict[Key, Pile] = defaultdict(Pile)
    for game, noted in enumerate(worths):
        for worth in noted:
            piles[worth.what, worth.card].note(game, worth)
    mirrors = mirrors_of(piles, len(tallies[0].payoffs))
    rows = [
        card_row(key, pile, tallies, mirrors.get(key))
        for key, pile in piles.items()
        if key not in mirrors.values()
    ]
    return sorted(rows, key=lambda row: (row.what, -row.times, row.card))


def mirrors_of(piles: dict[Key, Pile], seats: int) -> dict[Key, Key]:
    """Rows that say the same of exactly the other seats, as a minority does of a majority: the one
    that is kept (it brings more points, or comes first), and the one it stands for."""
    found: dict[Key, Key] = {}
    by_doers = {pile.doers(): key for key, pile in piles.items()}
    for key, pile in piles.items():
        other = by_doers.get(pile.others(seats))
        if other is None or other == key or other in found or key in found.values():
            continue
        kept, folded = sorted((key, other), key=lambda one: (-piles[one].points, one))
        found[kept] = folded
    return found


def card_row(key: Key, pile: Pile, tallies: Sequence[Tally], mirror: Key | None) -> CardRow:
    edges = edges_of(pile, tallies)
    games = len(pile.seats) / len(tallies)
    return CardRow(
        what=key[0],
        card=key[1],
        games=games,
        times=pile.times / len(tallies),
        points=pile.points / pile.times,
        edge=fmean(edges) if edges else None,
        edge_error=reach(edges, 1 / len(tallies[0].payoffs)) if edges else 0.0,
        by_chance=by_chance(edges) if edges and games >= SELDOM else None,
        mirror=mirror,
    )


def edges_of(pile: Pile, tallies: Sequence[Tally]) -> list[float]:
    """One for each game, however many of its seats did it: how much more of the victory they had
    than an equal share. Games in which all did it say nothing; nothing at all is left of what
    nearly every seat does."""
    seats = len(tallies[0].payoffs)
    if len(pile.doers()) >= NEARLY_EVERY_SEAT * seats * len(tallies):
        return []
    return [
        fmean(tallies[game].payoffs[seat] for seat in doers) - 1 / seats
        for game, doers in pile.seats.items()
        if len(doers) < seats
    ]


def reach(edges: Sequence[float], fair: float) -> float:
    """How far the 95 % interval of this edge alone reaches to either side."""
    return min(NORMAL_95 * share_error([[edge + fair] for edge in edges]), 1.0)


def by_chance(edges: Sequence[float]) -> float:
    """How likely a mean at least so far from 0 would be if there were no edge at all. The error is
    that of edges around 0: around their own mean it would come out too small just where the mean
    is large by chance, and far out, where a correction looks, that counts."""
    error = math.sqrt(sum(edge * edge for edge in edges))
    return 2 * NORMAL.cdf(-abs(sum(edges)) / error) if error else 1.0


def with_correction(rows: Sequence[CardRow]) -> list[CardRow]:
    """Among sixty edges three would look clear by chance alone. Holm's correction: the least likely
    counts as often as there are rows, the next once less; so the chance that any row is called
    clear wrongly is at most 5 %, however the rows hang together."""
    tested = {at: row.by_chance for at, row in enumerate(rows) if row.by_chance is not None}
    found = dict(zip(tested, holm(list(tested.values())), strict=True))
    return [msgspec.structs.replace(row, by_chance=found.get(at)) for at, row in enumerate(rows)]


def holm(chances: Sequence[float]) -> list[float]:
    """Each corrected for all others, in the order given."""
    corrected = [1.0] * len(chances)
    least = 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda at: chances[at])):
        least = max(least, min(1.0, (len(chances) - rank) * chances[at]))
        corrected[at] = least
    return corrected
