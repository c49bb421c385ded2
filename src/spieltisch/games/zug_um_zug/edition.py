"""The tickets and big cities of Zug um Zug (ZZ-02), loaded from TOML and checked."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any, Literal, get_args

import msgspec
from librt.vecs import vec
from msgspec import Meta
from mypy_extensions import i64

from spieltisch.core import edition as checks
from spieltisch.core.errors import BadEdition
from spieltisch.games.zug_um_zug.cards import from_counts
from spieltisch.games.zug_um_zug.state import FIRST_TICKETS, MOST_TICKETS, Box

Colour = Literal["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]
COLOURS: tuple[str, ...] = get_args(Colour)
KINDS = (*COLOURS, "locomotive")
LEAST_TICKETS = 4 * FIRST_TICKETS
MOST_CITIES = 15
MOST_CARDS = 10
MOST_POINTS = 99


class TicketEntry(msgspec.Struct, forbid_unknown_fields=True):
    cities: tuple[checks.Word, checks.Word]
    points: Annotated[int, Meta(ge=1, le=MOST_POINTS)]
    cards: Annotated[list[Colour], Meta(min_length=1, max_length=MOST_CARDS)]


class EditionFile(msgspec.Struct, forbid_unknown_fields=True):
    """The tickets of Zug um Zug as they are written; `load_edition` checks more than the form."""

    name: checks.Word
    big_cities: Annotated[
        dict[checks.Word, Annotated[int, Meta(ge=0, le=MOST_POINTS)]], Meta(max_length=MOST_CITIES)
    ]
    ticket: Annotated[list[TicketEntry], Meta(min_length=LEAST_TICKETS, max_length=MOST_TICKETS)]


class Ticket(msgspec.Struct, frozen=True):
    cities: tuple[str, str]
    points: int
    cards: tuple[str, ...]

    @property
    def name(self) -> str:
        return " - ".join(self.cities)


class Edition(msgspec.Struct, frozen=True):
    name: str
    cities: dict[str, int]
    tickets: list[Ticket]

    def ticket_name(self, number: int) -> str:
        return self.tickets[number - 1].name

    def box(self) -> Box:
        cities = list(self.cities)
        return Box(
            vec[i64]([packed(ticket.cards) for ticket in self.tickets]),
            vec[i64]([ticket.points for ticket in self.tickets]),
            vec[i64]([city_bits(ticket, cities) for ticket in self.tickets]),
            vec[i64](list(self.cities.values())),
        )


def packed(cards: Collection[str]) -> int:
    return from_counts([list(cards).count(kind) for kind in KINDS])


def city_bits(ticket: Ticket, cities: list[str]) -> int:
    return sum(1 << cities.index(city) for city in ticket.cities if city in cities)


def load_edition(table: dict[str, Any]) -> Edition:
    checks.only_keys(table, ("name", "big_cities", "ticket"), "edition")
    name = checks.word(table["name"], "name")
    cities = load_cities(table["big_cities"])
    rows = checks.rows(table["ticket"], "ticket")
    if not LEAST_TICKETS <= len(rows) <= MOST_TICKETS:
        span = f"{LEAST_TICKETS} to {MOST_TICKETS}"
        raise BadEdition(f"ticket: expected {span} tickets, found {len(rows)} (ZZ-02)")
    tickets = [load_ticket(row, f"ticket {number}") for number, row in enumerate(rows, 1)]
    check_twins(tickets)
    check_cities(cities, tickets)
    return Edition(name, cities, tickets)


def load_cities(value: object) -> dict[str, int]:
    if not isinstance(value, dict):
        raise BadEdition("big_cities: expected a table of cities and their bonus points (ZZ-02)")
    if len(value) > MOST_CITIES:
        raise BadEdition(f"big_cities: at most {MOST_CITIES}, found {len(value)} (ZZ-02)")
    cities = {}
    for city, bonus in value.items():
        checks.word(city, "big_cities")
        cities[city] = checks.whole(bonus, 0, MOST_POINTS, f"big_cities, {city}")
    return cities


def load_ticket(row: object, where: str) -> Ticket:
    table = checks.only_keys(row, ("cities", "points", "cards"), where)
    cities = [checks.word(city, f"{where}, cities") for city in load_pair(table, where)]
    points = checks.whole(table["points"], 1, MOST_POINTS, f"{where}, points")
    cards = checks.rows(table["cards"], f"{where}, cards")
    if not 1 <= len(cards) <= MOST_CARDS:
        raise BadEdition(
            f"{where}, cards: a ticket needs 1 to {MOST_CARDS} cards, not {len(cards)} (ZZ-02)"
        )
    colours = [checks.one_of(card, COLOURS, f"{where}, cards") for card in cards]
    return Ticket((cities[0], cities[1]), points, tuple(colours))


def load_pair(table: dict[str, Any], where: str) -> list[object]:
    cities = checks.rows(table["cities"], f"{where}, cities")
    if len(cities) != 2 or cities[0] == cities[1]:
        raise BadEdition(f"{where}, cities: a ticket names two different cities (ZZ-02)")
    return cities


def check_twins(tickets: list[Ticket]) -> None:
    """The same two cities for the same cards make the same ticket."""
    seen: dict[tuple[frozenset[str], tuple[str, ...]], int] = {}
    for number, ticket in enumerate(tickets, 1):
        twin = (frozenset(ticket.cities), tuple(sorted(ticket.cards)))
        if twin in seen:
            raise BadEdition(
                f"ticket {number}: {ticket.name} for the same cards is ticket {seen[twin]} already"
                " (ZZ-02)"
            )
        seen[twin] = number


def check_cities(cities: dict[str, int], tickets: list[Ticket]) -> None:
    named = {city for ticket in tickets for city in ticket.cities}
    for city in cities:
        if city not in named:
            raise BadEdition(f"big_cities, {city}: no ticket names it (ZZ-25)")
