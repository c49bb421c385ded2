"""The score sheet: every round's sets, left-over tiles, calls and chips (TR-20 to TR-27)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from spieltisch.core.result import Result, ScoreLine
from spieltisch.games.troika.rules import Troika
from spieltisch.games.troika.scoring import (
    FIRST_CALL_BONUS,
    NO_SUM,
    SET,
    best_sum,
    chip_sum,
    first_right_caller,
    gem_at,
    gem_points,
    makes_call_right,
    most_gems,
    rank,
)
from spieltisch.games.troika.state import Round
from spieltisch.games.troika.tiles import VALUES, count

Facts = dict[str, str | int]


class Arrangement(msgspec.Struct, frozen=True):
    """The best arrangement of some tiles: values of the fuels, lowest values of the gems, and what
    is left over. Without any fuel it is the best one as if none were needed."""

    fuels: list[int]
    gems: list[int]
    left_over: list[int]

    def total(self) -> int:
        return sum(gem_points(gem) for gem in self.gems) - len(self.left_over)


@lru_cache(maxsize=1000)
def arrange(tiles: int) -> Arrangement:
    """A gem belongs to a best arrangement if what it leaves behind loses just its points; when no
    gem does, equal tiles are fuel (see `scoring`). Among equals, the lowest gems first."""
    fuelled = best_sum(tiles, True, 1) != NO_SUM
    gems = []
    for gem in range(1, VALUES - 1):
        while most_gems(tiles, gem) > 0 and keeps_best(tiles, gem, fuelled):
            gems.append(gem)
            tiles -= gem_at(gem)
    counts = {value: count(tiles, value) for value in range(1, VALUES + 1)}
    fuels = [value for value, number in counts.items() for _ in range(number // SET)]
    left = [value for value, number in counts.items() for _ in range(number % SET)]
    return Arrangement(fuels, gems, left)


def keeps_best(tiles: int, gem: int, fuelled: bool) -> bool:
    rest = best_sum(tiles - gem_at(gem), fuelled, 1)
    return rest + gem_points(gem) == best_sum(tiles, fuelled, 1)


def build_result(state: Troika) -> Result:
    seats = range(state.seats)
    ranking = [rank(state, seat) for seat in seats]
    return Result(
        scores=[chip_sum(state, seat) for seat in seats],
        winners=[seat for seat in seats if ranking[seat] == 1],
        ranking=ranking,
        ending="three_rounds",
        ending_clause="TR-26",
        sheet=[
            line
            for seat in seats
            for number, finished in enumerate(state.past, 1)
            for line in round_lines(finished, number, seat)
        ],
        more={
            "points": [list(finished.points) for finished in state.past],
            "chips": [list(finished.chips) for finished in state.past],
        },
    )


def round_lines(finished: Round, number: int, seat: int) -> list[ScoreLine]:
    """The amounts are chips, as the final scores are; points stand among the facts."""
    tiles = finished.hands[seat] + finished.containers[seat]
    arrangement = arrange(tiles)
    lines = [*set_lines(arrangement, number, seat)]
    right = makes_call_right(tiles)
    if finished.calls[seat] > 0 and not right:
        lines.append(point_line(seat, number, "TR-12", "wrong_call", 0))
    elif not arrangement.fuels:
        lines.append(point_line(seat, number, "TR-21", "no_fuel", 0))
    elif arrangement.total() < 0:
        lines.append(point_line(seat, number, "TR-21", "below_zero", 0))
    if seat == first_right_caller(finished.hands, finished.containers, finished.calls):
        lines.append(point_line(seat, number, "TR-11", "first_call", FIRST_CALL_BONUS))
    facts: Facts = {"round": number, "points": finished.points[seat]}
    return [*lines, ScoreLine(seat, finished.chips[seat], "TR-24", "chips", facts)]


def set_lines(arrangement: Arrangement, number: int, seat: int) -> list[ScoreLine]:
    fuels = [
        point_line(seat, number, "TR-20", "fuel", 0, tiles=f"{value}-{value}-{value}")
        for value in arrangement.fuels
    ]
    gems = [
        point_line(
            seat, number, "TR-20", "gem", gem_points(gem), tiles=f"{gem}-{gem + 1}-{gem + 2}"
        )
        for gem in arrangement.gems
    ]
    left = [
        point_line(seat, number, "TR-20", "left_over", -1, tile=value)
        for value in arrangement.left_over
    ]
    return fuels + gems + left


def point_line(
    seat: int, number: int, clause: str, what: str, points: int, **facts: str | int
) -> ScoreLine:
    return ScoreLine(seat, 0, clause, what, {"round": number, "points": points, **facts})
