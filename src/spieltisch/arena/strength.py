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


class Contest(msgspec.Struct, frozen=True):
    """The first bot against the others. Its share, or the lower bound of it, has to pass the bar:
    in every game, or over all of them `together`."""

    bots: tuple[str, ...]
    games: int
    bar: float | None = None
    measure: str = LOWER_BOUND
    together: bool = False

    @property
    def name(self) -> str:
        first, *others = self.bots
        number = f"{len(others)} " if len(others) > 1 else ""
        return f"{first} - {number}{others[0]}"

    @property
    def folder(self) -> str:
        """Names of programs hold what no folder may be called."""
        return re.sub(r"[^\w.-]", "", self.name.replace(" ", ""))

    def tournament(self, room: str) -> Tournament:
        return Tournament(room, self.bots, len(self.bots), self.games)


CONTESTS = (
    Contest(("casual", "random"), 200, 0.90, SHARE),
    Contest(("casual", "beginner"), 400, 0.60, SHARE),
    Contest(("casual", "beginner", "beginner", "beginner"), 200, 0.25),
    Contest(("strong", "casual"), 400, 0.60, SHARE),
    Contest(("strong", "casual", "casual", "casual"), 200, 0.25),
    Contest(("master", "strong"), 120, 0.60, together=True),
    Contest(("master", "strong", "strong", "strong"), 60, 0.25),
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
    seats = len(contest.bots)
    return [name for name in wanted or list(ROOMS) if game(name).most_seats >= seats]


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
    bar = contest.bar if contest.together == (name == ALL_GAMES) else None
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
