"""Tickets as the page shows them: a map with their two cities, and what they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec

from spieltisch.core.rng import seeded
from spieltisch.core.state import new_buffer
from spieltisch.games.zug_um_zug.edition import Ticket
from spieltisch.games.zug_um_zug.view import ZugView
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.zug_um_zug.words import CSS, LETTER, ZugWords, city_picture

RADIUS = 700  # lines bow to the north
COMPLETE = "complete"
KEEP = "keep"
CHOOSING = {"choose_first": KEEP, "choose_tickets": KEEP, "complete": COMPLETE}


class Atlas(msgspec.Struct, frozen=True):
    """Where the cities stand on the map of the art sheet."""

    cities: dict[str, tuple[float, float]]


class Route(msgspec.Struct, frozen=True):
    """A line on the map and its two ends, as paths."""

    path: str
    ends: str


class Need(msgspec.Struct, frozen=True):
    """A card a ticket asks for; `mark` tells where one for it is: in the yard, on its way."""

    letter: str
    css: str
    mark: str


class TicketCard(msgspec.Struct, frozen=True):
    """`tick`: it can be chosen now; `fixed`: it is chosen for good; `why`: the move to ask about
    if it cannot be chosen; `pays`: the cards it takes if it is chosen."""

    number: int
    cities: tuple[str, str]
    points: int
    route: Route | None
    needs: Sequence[Need]
    label: str
    move: str = ""
    tick: bool = False
    proposed: bool = False
    fixed: bool = False
    why: str = ""
    pays: str = ""


class City(msgspec.Struct, frozen=True):
    """A big city; `mine` counts the viewer's tickets that name it."""

    name: str
    picture: str
    bonus: int
    mine: int
    label: str


@cache
def atlas() -> Atlas:
    cities = resources.files("spieltisch.web.games.zug_um_zug") / "cities.json"
    return msgspec.json.decode(cities.read_bytes(), type=Atlas)


def route(cities: tuple[str, str]) -> Route | None:
    """None if an edition of its own names a city the map does not know."""
    known = atlas().cities
    if cities[0] not in known or cities[1] not in known:
        return None
    (x1, y1), (x2, y2) = known[cities[0]], known[cities[1]]
    start, end = f"{x1:.0f} {y1:.0f}", f"{x2:.0f} {y2:.0f}"
    clockwise = int(x2 > x1)
    return Route(f"M{start}A{RADIUS} {RADIUS} 0 0 {clockwise} {end}", f"M{start}h0M{end}h0")


class Tickets:
    """The tickets of one view."""

    def __init__(self, words: ZugWords, look: Snapshot, view: ZugView) -> None:
        self.words = words
        self.look = look
        self.view = view
        self.edition = words.room.cards

    def of(self, number: int) -> Ticket:
        return self.edition.tickets[number - 1]

    # --- what lies where ---

    def arrived(self) -> str:
        """What the page may show of the viewer's own on-the-way pile: closed until scoring,
        unless the memory aid opens it (ZZ-08)."""
        if self.view.seat is None:
            return ""
        opened = self.look.house.memory_aid or self.view.phase == COMPLETE
        return self.view.on_the_way[self.view.seat] if opened else ""

    def in_yard(self) -> str:
        if self.view.seat is None:
            return ""
        return "".join(train.colour * train.cards for train in self.view.yards[self.view.seat])

    def needs(self, ticket: Ticket) -> list[Need]:
        arrived, in_yard = list(self.arrived()), list(self.in_yard())
        needs = []
        for kind in ticket.cards:
            letter = LETTER[kind]
            mark = took(arrived, letter, "came") or took(in_yard, letter, "rolls")
            needs.append(Need(letter, CSS[letter], mark))
        return needs

    # --- cards ---

    def card(self, number: int) -> TicketCard:
        ticket = self.of(number)
        needs = self.needs(ticket)
        return TicketCard(
            number=number,
            cities=ticket.cities,
            points=ticket.points,
            route=route(ticket.cities),
            needs=needs,
            label=self.label(ticket, needs),
        )

    def label(self, ticket: Ticket, needs: Sequence[Need]) -> str:
        say = self.words.speech.say
        said = say(
            "Ticket %(cities)s, %(points)s points, asks for %(cards)s",
            cities=" – ".join(ticket.cities),
            points=ticket.points,
            cards=self.words.counted("".join(need.letter for need in needs)),
        )
        lacking = "".join(need.letter for need in needs if need.mark != "came")
        if not self.look.house.memory_aid or self.view.phase == COMPLETE:
            return said
        return f"{said}; {self.lacking(lacking)}"

    def lacking(self, lacking: str) -> str:
        say = self.words.speech.say
        if not lacking:
            return say("everything has arrived")
        return say("still lacking: %(cards)s", cards=self.words.counted(lacking))

    def held(self) -> list[TicketCard]:
        """Most points first."""
        cards = [self.card(number) for number in self.view.held]
        return sorted(cards, key=lambda card: -card.points)

    # --- choosing ---

    def to_choose(self) -> list[TicketCard]:
        """The tickets a viewer who is asked chooses from, with the proposal marked."""
        each = CHOOSING.get(self.view.phase)
        if each is None or not self.look.legal or self.view.turn != self.view.seat:
            return []
        numbers = self.view.offered if each == KEEP else self.view.held
        proposed = self.proposal()
        return [self.choosable(number, each, number in proposed) for number in numbers]

    def choosable(self, number: int, each: str, proposed: bool) -> TicketCard:
        move = f"{each} {number}"
        tick = move in self.look.legal
        fixed = number in self.view.chosen
        card = self.card(number)
        needed = "".join(need.letter for need in card.needs)
        return msgspec.structs.replace(
            card,
            move=move,
            tick=tick,
            proposed=proposed and tick,
            fixed=fixed,
            why="" if tick or fixed else move,
            pays=needed if each == COMPLETE else "",
        )

    def proposal(self) -> list[int]:
        """The best that can be paid for (ZZ-23), or what a sensible beginner would keep."""
        if self.view.phase == COMPLETE:
            return self.words.room.proposal(self.view)
        game = self.words.room
        believed = game.determinize(self.view, seeded("proposal"))
        buffer = new_buffer(game.most_moves)
        kept: list[int] = []
        while True:
            code = game.casual.choose(believed, seeded("proposal"), buffer)
            text = game.texts_by_code[code]
            if not text.startswith(KEEP):
                return kept
            kept.append(int(text.removeprefix(f"{KEEP} ")))
            believed.play(code)

    # --- big cities ---

    def cities(self) -> list[City]:
        return [self.city(name, bonus) for name, bonus in self.edition.cities.items()]

    def city(self, name: str, bonus: int) -> City:
        mine = sum(
            name in self.of(number).cities for number in [*self.view.held, *self.view.completed]
        )
        say = self.words.speech.say
        label = say("%(city)s, bonus %(bonus)s", city=name, bonus=bonus)
        if mine:
            own = say("your tickets: %(number)s", number=mine)
            label = f"{label}, {own}"
        return City(name, city_picture(name), bonus, mine, label)


def took(cards: list[str], letter: str, mark: str) -> str:
    """The mark if there was such a card to take, else nothing."""
    if letter not in cards:
        return ""
    cards.remove(letter)
    return mark
