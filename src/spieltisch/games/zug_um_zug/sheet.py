"""The result and its score sheet, line by line with clauses (ZZ-24 to ZZ-26)."""

from __future__ import annotations

from spieltisch.core.bits import number_of
from spieltisch.core.result import Result, ScoreLine
from spieltisch.games.zug_um_zug.document import numbers
from spieltisch.games.zug_um_zug.edition import Edition
from spieltisch.games.zug_um_zug.rules import ZugState
from spieltisch.games.zug_um_zug.scoring import bonus, gets_bonus, namings, score, standings
from spieltisch.games.zug_um_zug.state import IDLE_ROUNDS

Facts = dict[str, str | int]


def build_result(state: ZugState, edition: Edition) -> Result:
    seats = range(state.seats)
    standing = list(standings(state))
    counts = namings(state)
    ran_out = state.pile == 0 and state.idle < IDLE_ROUNDS * state.seats
    return Result(
        scores=[score(state, counts, seat) for seat in seats],
        winners=[seat for seat in seats if standing[seat] == max(standing)],
        ranking=[1 + sum(other > mine for other in standing) for mine in standing],
        ending="pile_ran_out" if ran_out else "idle",
        ending_clause="ZZ-20" if ran_out else "ZZ-27",
        sheet=[line for seat in seats for line in seat_lines(state, seat, edition)],
        more={
            "completed": [numbers(state.completed[seat]) for seat in seats],
            "failed": [numbers(state.held[seat]) for seat in seats],
            "bonus_cities": [cities_of(state, seat, edition) for seat in seats],
        },
    )


def cities_of(state: ZugState, seat: int, edition: Edition) -> list[str]:
    counts, cities = namings(state), list(edition.cities)
    return [city for at, city in enumerate(cities) if gets_bonus(counts, len(cities), seat, at)]


def seat_lines(state: ZugState, seat: int, edition: Edition) -> list[ScoreLine]:
    lines = [ticket_line(seat, ticket, 1, edition) for ticket in numbers(state.completed[seat])]
    lines += [ticket_line(seat, ticket, -1, edition) for ticket in numbers(state.held[seat])]
    lines += [city_line(state, seat, city, edition) for city in range(len(edition.cities))]
    return lines + tie_lines(state, seat)


def ticket_line(seat: int, number: int, sign: int, edition: Edition) -> ScoreLine:
    ticket = edition.tickets[number - 1]
    facts: Facts = {"ticket": number, "name": ticket.name}
    what = "completed" if sign > 0 else "failed"
    return ScoreLine(seat, sign * ticket.points, "ZZ-24", what, facts)


def city_line(state: ZugState, seat: int, at: int, edition: Edition) -> ScoreLine:
    """Every big city for every seat, with everyone's counts."""
    cities = list(edition.cities)
    city = cities[at]
    named = namings(state)
    counts = list(named)[at :: len(cities)]
    facts: Facts = {"city": city, "mine": counts[seat], "counts": " : ".join(map(str, counts))}
    if not gets_bonus(named, len(cities), seat, at):
        return ScoreLine(seat, 0, "ZZ-25", "no_bonus", facts)
    what = "bonus" if counts.count(counts[seat]) == 1 else "shared_bonus"
    return ScoreLine(seat, edition.cities[city], "ZZ-25", what, facts)


def tie_lines(state: ZugState, seat: int) -> list[ScoreLine]:
    """What breaks the tie, for those who are level on points (ZZ-26)."""
    counts = namings(state)
    points = [score(state, counts, other) for other in range(state.seats)]
    if points.count(points[seat]) == 1:
        return []
    completed = number_of(state.completed[seat])
    lines = [ScoreLine(seat, 0, "ZZ-26", "tie_tickets", {"number": completed})]
    level = [
        other
        for other in range(state.seats)
        if points[other] == points[seat] and number_of(state.completed[other]) == completed
    ]
    if len(level) > 1:
        cities = bonus(state, counts, seat)[1]
        lines.append(ScoreLine(seat, 0, "ZZ-26", "tie_cities", {"number": cities}))
    return lines
