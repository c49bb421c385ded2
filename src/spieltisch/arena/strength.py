"""How strong the levels are: the tournaments behind the table of docs/bots.md, and their bars."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec

from spieltisch.arena.estimates import Interval, share
from spieltisch.arena.plan import Tournament
from spieltisch.arena.playing import Outcome
from spieltisch.arena.standings import by_deal
from spieltisch.games import ROOMS, game

LOWER_BOUND = "lower bound"
SHARE = "share"
ALL_GAMES = "all"
FULL = ", full tables"


class Contest(msgspec.Struct, frozen=True):
    """The first bot against the second, or `full`: alone among as many of the second as a full
    table has room for. Its share, or the lower bound of it, has to pass the bar: in every game, or
    over all of them `together`. At full tables the lower bound has to pass an even share."""

    bots: tuple[str, str]
    games: int
    bar: float | None = None
    measure: str = LOWER_BOUND
    together: bool = False
    full: bool = False

    @property
    def name(self) -> str:
        first, second = self.bots
        return f"{first} - {second}{FULL if self.full else ''}"

    @property
    def folder(self) -> str:
        """Names of programs hold what no folder may be called."""
        return re.sub(r"[^\w.-]", "", self.name.replace(" ", ""))

    def seats(self, room: str) -> int:
        return game(room).most_seats if self.full else 2

    def bar_in(self, name: str) -> float | None:
        if self.full:
            return None if name == ALL_GAMES else 1 / self.seats(name)
        return self.bar if self.together == (name == ALL_GAMES) else None

    def tournament(self, room: str) -> Tournament:
        first, second = self.bots
        seats = self.seats(room)
        return Tournament(room, (first, *[second] * (seats - 1)), seats, self.games)


CONTESTS = (
    Contest(("casual", "random"), 200, 0.90, SHARE),
    Contest(("casual", "beginner"), 400, 0.60, SHARE),
    Contest(("casual", "beginner"), 200, full=True),
    Contest(("strong", "casual"), 400, 0.60, SHARE),
    Contest(("strong", "casual"), 200, full=True),
    Contest(("master", "strong"), 120, 0.60, SHARE),
    Contest(("master", "strong"), 60, full=True),
)


class Line(msgspec.Struct, frozen=True):
    """A line of the table; `bar` is None where none is asked for."""

    contest: str
    game: str
    games: int
    share: Interval
    bar: float | None
    passed: bool
    seconds: float


def contests_of(bot: str) -> tuple[Contest, ...]:
    """A bot of your own against every level that can be played in an afternoon."""
    return tuple(Contest((bot, level), 200) for level in ("random", "beginner", "casual", "strong"))


def matching(every: Sequence[Contest], wanted: Sequence[str]) -> list[Contest]:
    """Those whose names hold one of the wanted words; all without any."""
    return [one for one in every if not wanted or any(word in one.name for word in wanted)]


def rooms_for(contest: Contest, wanted: Sequence[str]) -> list[str]:
    """A full table of two is no other than a pair."""
    rooms = wanted or list(ROOMS)
    return [name for name in rooms if not contest.full or contest.seats(name) > 2]


def lines(contest: Contest, played: Mapping[str, Sequence[Outcome]]) -> list[Line]:
    """A line for each game, and one for all together."""
    found = [line(contest, name, {name: outcomes}) for name, outcomes in played.items() if outcomes]
    if len(found) > 1:
        found.append(line(contest, ALL_GAMES, played))
    return found


def line(contest: Contest, name: str, played: Mapping[str, Sequence[Outcome]]) -> Line:
    first = contest.bots[0]
    groups = [group for outcomes in played.values() for group in by_deal(outcomes, first)]
    outcomes = [outcome for some in played.values() for outcome in some]
    seconds = sum(one.seconds[one.seating.index(first)] for one in outcomes) / len(outcomes)
    won = share(groups)
    bar = contest.bar_in(name)
    reached = won.value if contest.measure == SHARE else won.low
    passed = bar is None or reached >= bar
    return Line(contest.name, name, len(outcomes), won, bar, passed, seconds)


def verdict(one: Line, measure: str) -> str:
    if one.bar is None:
        return ""
    if one.passed:
        return f"{one.bar:.1%} passed"
    reached = one.share.value if measure == SHARE else one.share.low
    return f"{one.bar:.1%} missed by {one.bar - reached:.1%}"


def cells(one: Line, measure: str) -> list[str]:
    span = f"{one.share.low:.1%} to {one.share.high:.1%}"
    share_won = f"{one.share.value:.1%}"
    bar = verdict(one, measure)
    return [one.contest, one.game, str(one.games), share_won, span, bar, f"{one.seconds:.1f}"]


TITLES = ("contest", "game", "games", "share", "95 % interval", "bar", "s/game")


def as_markdown(rows: Sequence[Sequence[str]]) -> str:
    ruler = ["---"] * len(TITLES)
    return "".join(f"| {' | '.join(row)} |\n" for row in (TITLES, ruler, *rows))
