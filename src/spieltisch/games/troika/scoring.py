# compiled by mypyc
"""Arranging tiles into sets, points and chips (TR-08, TR-10 to TR-12, TR-20 to TR-27).

An arrangement is settled by its gems alone: of the tiles no gem takes, every three equal ones had
better be fuel. So the best arrangement is found value by value, knowing of the gems begun at the
two values below only how many there are, and whether there is fuel.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.games.troika.state import (
    FIRST_VERSION,
    FUEL_IN_CONTAINER,
    LEAST_TO_CALL,
    MOST_ROUNDS,
    Truth,
)
from spieltisch.games.troika.tiles import VALUES, count, has_three_equal, single, size

SET: Final = 3
FIRST_CALL_BONUS: Final = 5
BEST_CHIP: Final = 2
SECOND_CHIP: Final = 1
ZERO_CHIP: Final = -1
POINTS_A_CHIP: Final = 10  # about what decides who wins one

NOBODY: Final = -1
NO_SUM: Final = -100000
MORE_THAN_ALL_GEMS: Final = 1000
GEMS: Final = 4  # 0 to 3 gems begin at a value: one of three neighbours is no 7
WAYS: Final = GEMS * GEMS * 2  # gems begun two below, one below; fuel or not


def gem_points(lowest: i64) -> i64:
    """The last digit of the highest value (TR-20)."""
    return (lowest + 2) % 10


def gem_at(lowest: i64) -> i64:
    return single(lowest) + single(lowest + 1) + single(lowest + 2)


def most_gems(tiles: i64, lowest: i64) -> i64:
    if lowest + 2 > VALUES:
        return 0
    most = count(tiles, lowest)
    second = count(tiles, lowest + 1)
    third = count(tiles, lowest + 2)
    if second < most:
        most = second
    return third if third < most else most


def best_sum(tiles: i64, needs_fuel: bool, waste: i64) -> i64:
    """The highest sum of all arrangements, a left-over tile costing `waste`; NO_SUM if fuel is
    needed and there is none."""
    if needs_fuel and not has_three_equal(tiles):
        return NO_SUM
    sums: vec[i64] = vec[i64]([NO_SUM] * WAYS)
    following: vec[i64] = vec[i64]([NO_SUM] * WAYS)
    sums[0] = 0
    ending: i64 = 0
    going: i64 = 0
    lowest: i64 = 1
    while lowest <= VALUES:
        begun = most_gems(tiles, lowest)
        if ending + going + begun == 0:
            leave_alone(sums, count(tiles, lowest), waste)
        else:
            advance(sums, following, tiles, lowest, ending, going, begun, waste)
            spare = sums
            sums = following
            following = spare
        ending = going
        going = begun
        lowest += 1
    return sums[1] if needs_fuel or sums[1] > sums[0] else sums[0]


def leave_alone(sums: "vec[i64]", have: i64, waste: i64) -> None:
    """No gem takes a tile of the value: nothing but fuel and what is left over."""
    if have >= SET:
        if sums[0] > sums[1]:
            sums[1] = sums[0]
        sums[0] = NO_SUM
    lost = waste * (have % SET)
    if sums[0] != NO_SUM:
        sums[0] -= lost
    if sums[1] != NO_SUM:
        sums[1] -= lost


def advance(
    sums: "vec[i64]",
    following: "vec[i64]",
    tiles: i64,
    value: i64,
    most_ending: i64,
    most_going: i64,
    most_begun: i64,
    waste: i64,
) -> None:
    """Take the best sums one value further; `sums` is left blank for the next."""
    have = count(tiles, value)
    ending: i64 = 0
    while ending <= most_ending:
        going: i64 = 0
        while going <= most_going:
            at = (ending * GEMS + going) * 2
            left = have - ending - going
            spread(sums[at], 0, following, value, going, left, most_begun, waste)
            spread(sums[at + 1], 1, following, value, going, left, most_begun, waste)
            sums[at] = NO_SUM
            sums[at + 1] = NO_SUM
            going += 1
        ending += 1


def spread(
    so_far: i64,
    fuel: i64,
    following: "vec[i64]",
    value: i64,
    going: i64,
    left: i64,
    most_begun: i64,
    waste: i64,
) -> None:
    """Begin so many new gems as can be at this value, each number a way of its own."""
    if so_far == NO_SUM:
        return
    begun: i64 = 0
    while begun <= most_begun and begun <= left:
        rest = left - begun
        way = (going * GEMS + begun) * 2 + fuel
        if fuel == 0 and rest >= SET:
            way += 1
        found = so_far + begun * gem_points(value) - waste * (rest % SET)
        if found > following[way]:
            following[way] = found
        begun += 1


def arranged_points(tiles: i64) -> i64:
    """The best arrangement's points: 0 without fuel or below 0 (TR-20 to TR-22)."""
    found = best_sum(tiles, True, 1)
    if found < 0:
        return 0
    return found


def may_call_with(container: i64, reading: i64) -> bool:
    """What all eyes can see: without it a call is refused (TR-10)."""
    if size(container) < LEAST_TO_CALL:
        return False
    return reading != FUEL_IN_CONTAINER or has_three_equal(container)


def is_right_call(hand: i64, container: i64, reading: i64) -> bool:
    """All tiles divide into sets, and fuel is among them where it has to be (TR-10)."""
    tiles = hand + container
    if size(tiles) % SET != 0 or not may_call_with(container, reading):
        return False
    if reading == FUEL_IN_CONTAINER:
        return divide_beside_fuel(tiles, container)
    return best_sum(tiles, True, MORE_THAN_ALL_GEMS) >= 0


def divide_beside_fuel(tiles: i64, container: i64) -> bool:
    """Whether all divide into sets, one of them a fuel that lies in the container."""
    value: i64 = 1
    while value <= VALUES:
        if count(container, value) >= SET and all_divide(tiles - SET * single(value)):
            return True
        value += 1
    return False


def all_divide(tiles: i64) -> bool:
    return best_sum(tiles, False, MORE_THAN_ALL_GEMS) >= 0


def bonus_seat(hands: "vec[i64]", containers: "vec[i64]", calls: "vec[i64]", reading: i64) -> i64:
    """Who called first, if rightly (TR-11), or NOBODY. In version 1 the bonus passed on, to whoever
    called rightly first."""
    number: i64 = 1
    seat = caller(calls, number)
    while seat != NOBODY:
        if is_right_call(hands[seat], containers[seat], reading):
            return seat
        if reading != FIRST_VERSION:
            return NOBODY
        number += 1
        seat = caller(calls, number)
    return NOBODY


def caller(calls: "vec[i64]", number: i64) -> i64:
    """Who called as the first, second ..., or NOBODY."""
    seat: i64 = 0
    while seat < len(calls):
        if calls[seat] == number:
            return seat
        seat += 1
    return NOBODY


def round_points(
    hands: "vec[i64]", containers: "vec[i64]", calls: "vec[i64]", reading: i64
) -> "vec[i64]":
    points: vec[i64] = vec[i64]([0] * len(calls))
    seat: i64 = 0
    while seat < len(calls):
        if calls[seat] == 0 or is_right_call(hands[seat], containers[seat], reading):
            points[seat] = arranged_points(hands[seat] + containers[seat])
        seat += 1
    first = bonus_seat(hands, containers, calls, reading)
    if first != NOBODY:
        points[first] += FIRST_CALL_BONUS
    return points


def round_chips(points: "vec[i64]") -> "vec[i64]":
    """+2 and +1 for the two best above 0, the higher seat first among equals; -1 for 0 points."""
    chips: vec[i64] = vec[i64]([0] * len(points))
    best: i64 = 0
    second: i64 = 0
    best_seat: i64 = NOBODY
    second_seat: i64 = NOBODY
    seat: i64 = len(points) - 1
    while seat >= 0:
        if points[seat] == 0:
            chips[seat] = ZERO_CHIP
        elif points[seat] > best:
            second = best
            second_seat = best_seat
            best = points[seat]
            best_seat = seat
        elif points[seat] > second:
            second = points[seat]
            second_seat = seat
        seat -= 1
    if best_seat != NOBODY:
        chips[best_seat] = BEST_CHIP
    if second_seat != NOBODY:
        chips[second_seat] = SECOND_CHIP
    return chips


def chip_sum(state: Truth, seat: i64) -> i64:
    chips: i64 = 0
    for finished in state.past:
        chips += finished.chips[seat]
    return chips


def outlook(state: Truth, seat: i64) -> i64:
    """By how much the seat is ahead: chips won, and the sets of its own tiles against those in the
    best of the other containers."""
    mine = best_sum(state.hands[seat] + state.containers[seat], False, 0)
    theirs: i64 = 0
    chips: i64 = MOST_ROUNDS * ZERO_CHIP
    other: i64 = 0
    while other < state.seats:
        if other != seat:
            found = best_sum(state.containers[other], False, 0)
            if found > theirs:
                theirs = found
            won = chip_sum(state, other)
            if won > chips:
                chips = won
        other += 1
    return POINTS_A_CHIP * (chip_sum(state, seat) - chips) + mine - theirs


def is_ahead(state: Truth, seat: i64, other: i64) -> bool:
    """More chips, or equally many and more points in the latest round that differs (TR-27)."""
    mine = chip_sum(state, seat)
    theirs = chip_sum(state, other)
    if mine != theirs:
        return mine > theirs
    number: i64 = len(state.past) - 1
    while number >= 0:
        points = state.past[number].points
        if points[seat] != points[other]:
            return points[seat] > points[other]
        number -= 1
    return False


def rank(state: Truth, seat: i64) -> i64:
    """1 for the winners; seats equal in everything share a rank."""
    ahead: i64 = 0
    other: i64 = 0
    while other < state.seats:
        if is_ahead(state, other, seat):
            ahead += 1
        other += 1
    return 1 + ahead
