# compiled by mypyc
"""Final scoring (ZZ-24 to ZZ-26)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import number_of
from spieltisch.games.zug_um_zug.cards import COLOURS, shortfall, single, size
from spieltisch.games.zug_um_zug.state import Truth

FINE: Final = 16


def points_of(state: Truth, members: i64) -> i64:
    points: i64 = 0
    ticket: i64 = 0
    while members != 0:
        if members & 1:
            points += state.box.points[ticket]
        members >>= 1
        ticket += 1
    return points


def namings(state: Truth) -> "vec[i64]":
    """How many completed tickets name each big city, by seat, then city; one may name two
    (ZZ-25)."""
    naming = state.box.naming
    counts = vec[i64]([0] * (state.seats * len(naming)))
    index: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        completed = state.completed[seat]
        for tickets in naming:
            counts[index] = number_of(completed & tickets)
            index += 1
        seat += 1
    return counts


def gets_bonus(counts: "vec[i64]", cities: i64, seat: i64, city: i64) -> bool:
    """Most completed tickets that name the city, one at least; ties all get it (ZZ-25)."""
    mine = counts[seat * cities + city]
    if mine == 0:
        return False
    at = city
    while at < len(counts):
        if counts[at] > mine:
            return False
        at += cities
    return True


def bonus(state: Truth, counts: "vec[i64]", seat: i64) -> tuple[i64, i64]:
    """The points of the bonuses the seat gets, and how many they are."""
    cities: i64 = len(state.box.bonus)
    points: i64 = 0
    number: i64 = 0
    city: i64 = 0
    while city < cities:
        if gets_bonus(counts, cities, seat, city):
            points += state.box.bonus[city]
            number += 1
        city += 1
    return points, number


def score(state: Truth, counts: "vec[i64]", seat: i64) -> i64:
    """Tickets completed less tickets not completed, and the bonuses (ZZ-24, ZZ-25)."""
    tickets = points_of(state, state.completed[seat]) - points_of(state, state.held[seat])
    return tickets + bonus(state, counts, seat)[0]


def outlook(state: Truth, seat: i64) -> i64:
    """What the seat's tickets promise, in sixteenths of a point, by how much of what each asks for
    is on the way or in the yard; each by itself. Others' tickets nobody knows."""
    have = state.on_the_way[seat]
    colour: i64 = 0
    while colour < COLOURS:
        if state.yard_owner[colour] == seat:
            have += state.yard_cards[colour] * single(colour)
        colour += 1
    found: i64 = FINE * points_of(state, state.completed[seat])
    left = state.held[seat]
    ticket: i64 = 0
    while left != 0:
        if left & 1:
            asked = size(state.box.need[ticket])
            missing = shortfall(state.box.need[ticket], have)
            found += FINE * state.box.points[ticket] * (asked - 2 * missing) // asked
        left >>= 1
        ticket += 1
    return found


def standings(state: Truth) -> "vec[i64]":
    """Of each seat points, then completed tickets, then bonus cards, in one number that compares
    (ZZ-26)."""
    counts = namings(state)
    found = vec[i64]([0] * state.seats)
    seat: i64 = 0
    while seat < state.seats:
        points = score(state, counts, seat)
        completed = number_of(state.completed[seat])
        found[seat] = (points * 64 + completed) * 16 + bonus(state, counts, seat)[1]
        seat += 1
    return found
