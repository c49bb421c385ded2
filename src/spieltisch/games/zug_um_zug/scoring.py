"""Final scoring (ZZ-24 to ZZ-26). Compiled."""

from mypy_extensions import i64

from spieltisch.games.zug_um_zug.cards import number_of
from spieltisch.games.zug_um_zug.state import Truth


def points_of(state: Truth, members: i64) -> i64:
    points: i64 = 0
    ticket: i64 = 0
    while members != 0:
        if members & 1:
            points += state.box.points[ticket]
        members >>= 1
        ticket += 1
    return points


def naming(state: Truth, seat: i64, city: i64) -> i64:
    """How many completed tickets of the seat name the big city; one may name two (ZZ-25)."""
    members = state.completed[seat]
    number: i64 = 0
    ticket: i64 = 0
    while members != 0:
        if members & 1:
            number += (state.box.big[ticket] >> city) & 1
        members >>= 1
        ticket += 1
    return number


def gets_bonus(state: Truth, seat: i64, city: i64) -> bool:
    """Most completed tickets that name the city, one at least; ties all get it (ZZ-25)."""
    mine = naming(state, seat, city)
    if mine == 0:
        return False
    other: i64 = 0
    while other < state.seats:
        if other != seat and naming(state, other, city) > mine:
            return False
        other += 1
    return True


def bonus_points(state: Truth, seat: i64) -> i64:
    points: i64 = 0
    city: i64 = 0
    while city < len(state.box.bonus):
        if gets_bonus(state, seat, city):
            points += state.box.bonus[city]
        city += 1
    return points


def bonus_cities(state: Truth, seat: i64) -> i64:
    number: i64 = 0
    city: i64 = 0
    while city < len(state.box.bonus):
        if gets_bonus(state, seat, city):
            number += 1
        city += 1
    return number


def score(state: Truth, seat: i64) -> i64:
    """Tickets completed less tickets not completed, and the bonuses (ZZ-24, ZZ-25)."""
    tickets = points_of(state, state.completed[seat]) - points_of(state, state.held[seat])
    return tickets + bonus_points(state, seat)


def standing(state: Truth, seat: i64) -> i64:
    """Points, then completed tickets, then bonus cards, in one number that compares (ZZ-26)."""
    completed = number_of(state.completed[seat])
    return (score(state, seat) * 64 + completed) * 16 + bonus_cities(state, seat)


def best_standing(state: Truth) -> i64:
    best = standing(state, 0)
    seat: i64 = 1
    while seat < state.seats:
        mine = standing(state, seat)
        if mine > best:
            best = mine
        seat += 1
    return best
