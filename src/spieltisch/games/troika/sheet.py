"""The score sheet: every round's sets, left-over tiles, calls and chips (TR-20 to TR-27)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from spieltisch.core.result import Result, ScoreLine
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.scoring import (
    FIRST_CALL_BONUS,
    MORE_THAN_ALL_GEMS,
    NO_SUM,
    SET,
    best_sum,
    bonus_seat,
    chip_sum,
    gem_at,
    gem_points,
    is_right_call,
    most_gems,
    rank,
)
from spieltisch.games.troika.state import FUEL_IN_CONTAINER, Round
from spieltisch.games.troika.tiles import VALUES, count, single

Facts = dict[str, str | int]


class Arrangement(msgspec.Struct, frozen=True):
    """Some tiles in sets: values of the fuels, lowest values of the gems, and what is left over."""

    fuels: list[int]
    gems: list[int]
    left_over: list[int]

    def total(self) -> int:
        return sum(gem_points(gem) for gem in self.gems) - len(self.left_over)


@lru_cache(maxsize=1000)
def arrange(tiles: int, waste: int = 1) -> Arrangement:
    """The best arrangement, a left-over tile costing `waste`; without any fuel, the best one as if
    none were needed."""
    return arrange_gems(tiles, best_sum(tiles, True, waste) != NO_SUM, waste)


def arrange_gems(tiles: int, fuelled: bool, waste: int) -> Arrangement:
    """A gem belongs to the best arrangement if what it leaves behind loses just its points; when no
    gem does, equal tiles are fuel (see `scoring`). Among equals, the lowest gems first."""
    gems = []
    for gem in range(1, VALUES - 1):
        while most_gems(tiles, gem) > 0 and keeps_best(tiles, gem, fuelled, waste):
            gems.append(gem)
            tiles -= gem_at(gem)
    counts = {value: count(tiles, value) for value in range(1, VALUES + 1)}
    fuels = [value for value, number in counts.items() for _ in range(number // SET)]
    left = [value for value, number in counts.items() for _ in range(number % SET)]
    return Arrangement(fuels, gems, left)


def keeps_best(tiles: int, gem: int, fuelled: bool, waste: int) -> bool:
    rest = best_sum(tiles - gem_at(gem), fuelled, waste)
    return rest + gem_points(gem) == best_sum(tiles, fuelled, waste)


def arrange_for_call(hand: int, container: int, reading: int) -> Arrangement:
    """With nothing left over if a call has it so (TR-10), though it may score less; otherwise the
    best arrangement."""
    whole = fewest_left_over(hand, container, reading)
    return arrange(hand + container) if whole is None or whole.left_over else whole


def fewest_left_over(hand: int, container: int, reading: int) -> Arrangement | None:
    """With fuel where a right call has it; None without such fuel (TR-10)."""
    tiles = hand + container
    if reading != FUEL_IN_CONTAINER:
        found = arrange(tiles, MORE_THAN_ALL_GEMS)
        return found if found.fuels else None
    lying = [value for value in range(1, VALUES + 1) if count(container, value) >= SET]
    beside = [arranged_beside(tiles, value) for value in lying]
    return min(beside, key=lambda one: (len(one.left_over), -one.total()), default=None)


def arranged_beside(tiles: int, fuel: int) -> Arrangement:
    """The other tiles in sets, as few as can be left over, and the fuel of this value."""
    rest = arrange_gems(tiles - SET * single(fuel), False, MORE_THAN_ALL_GEMS)
    return Arrangement(sorted([fuel, *rest.fuels]), rest.gems, rest.left_over)


def build_result(state: TroikaState) -> Result:
    seats = range(state.seats)
    ranking = [rank(state, seat) for seat in seats]
    return Result(
        scores=[chip_sum(state, seat) for seat in seats],
        winners=[seat for seat in seats if ranking[seat] == 1],
        ranking=ranking,
        ending="three_rounds",
        ending_clause="TR-27" if len(most_chips(state)) > 1 else "TR-26",
        sheet=[line for seat in seats for line in seat_lines(state, seat)],
        more={
            "points": [list(finished.points) for finished in state.past],
            "chips": [list(finished.chips) for finished in state.past],
        },
    )


def seat_lines(state: TroikaState, seat: int) -> list[ScoreLine]:
    lines = [
        line
        for number, finished in enumerate(state.past, 1)
        for line in round_lines(finished, number, seat)
    ]
    tied = most_chips(state)
    if len(tied) == 1 or seat not in tied:
        return lines
    decisive = deciding_round(state, seat)
    if decisive == 0:
        return [*lines, ScoreLine(seat, 0, "TR-27", "all_tied")]
    return [*lines, ScoreLine(seat, 0, "TR-27", "chips_tied", {"round": decisive})]


def most_chips(state: TroikaState) -> list[int]:
    sums = [chip_sum(state, seat) for seat in range(state.seats)]
    return [seat for seat, chips in enumerate(sums) if chips == max(sums)]


def deciding_round(state: TroikaState, seat: int) -> int:
    """The round that made one of those with the most chips win, or lose, alone; 0 if none did and
    the victory is shared (TR-27)."""
    tied = most_chips(state)
    for number in range(len(state.past), 0, -1):
        points = state.past[number - 1].points
        best = max(points[one] for one in tied)
        if points[seat] < best:
            return number
        tied = [one for one in tied if points[one] == best]
        if tied == [seat]:
            return number
    return 0


def tied_for_chip(points: list[int], chips: list[int], seat: int) -> bool:
    """Whether equal points brought this seat and another different chips (TR-25)."""
    got = zip(points, chips, strict=True)
    return len({chip for score, chip in got if score == points[seat]}) > 1


def round_lines(finished: Round, number: int, seat: int) -> list[ScoreLine]:
    """The amounts are chips, as the final scores are; points stand among the facts."""
    tiles = finished.hands[seat] + finished.containers[seat]
    arrangement = arrange(tiles)
    lines = [*set_lines(arrangement, number, seat)]
    right = is_right_call(finished.hands[seat], finished.containers[seat], finished.reading)
    if finished.calls[seat] > 0 and not right:
        lines.append(point_line(seat, number, "TR-12", "wrong_call", 0))
    elif not arrangement.fuels:
        lines.append(point_line(seat, number, "TR-21", "no_fuel", 0))
    elif arrangement.total() < 0:
        lines.append(point_line(seat, number, "TR-21", "below_zero", 0))
    if seat == bonus_seat(finished.hands, finished.containers, finished.calls, finished.reading):
        lines.append(point_line(seat, number, "TR-11", "first_call", FIRST_CALL_BONUS))
    facts: Facts = {"round": number, "points": finished.points[seat]}
    if tied_for_chip(list(finished.points), list(finished.chips), seat):
        lines.append(ScoreLine(seat, 0, "TR-25", "tie", facts))
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
