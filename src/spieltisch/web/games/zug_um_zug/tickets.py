"""Tickets as the page shows them: a map with their two cities, and what they ask for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from importlib import resources

import msgspec

from spieltisch.core.rng import seeded
from spieltisch.core.state import new_buffer
from spieltisch.games.zug_um_zug.edition import Ticket
from spieltisch.games.zug_um_zug.view import ZugView
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.zug_um_zug.words import CSS, LETTER, LOCOMOTIVE, ZugWords, city_picture

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
    """A card a ticket asks for; `mark` tells where one for it is, or that there is none."""

    letter: str
    css: str
    mark: str


class TicketCard(msgspec.Struct, frozen=True):
    """`sure`: what is on the way pays for it; `tick`: it can be chosen now; `fixed`: it is chosen
    for good; `why`: the move to ask about if it cannot be chosen; `pays`: the cards it takes if it
    is chosen."""

    number: int
    cities: tuple[str, str]
    points: int
    route: Route | None
    needs: tuple[Need, ...]
    label: str
    sure: bool = False
    move: str = ""
    tick: bool = False
    proposed: bool = False
    fixed: bool = False
    why: str = ""
    pays: str = ""


class City(msgspec.Struct, frozen=True):
    """A big city; `mine` counts the viewer's tickets that name it, `done` those completed before;
    `place` is where it stands on the map, if the map knows it."""

    name: str
    picture: str
    bonus: int
    mine: int
    done: int
    label: str
    place: tuple[float, float] | None


class Sums(msgspec.Struct, frozen=True):
    """What tickets are worth: those that are sure, and those that are still open."""

    sure: int
    open: int


class Stock:
    """Cards for tickets, by where they lie: what is nearest to paying is taken first, and each
    card stands for one need only."""

    def __init__(self, came: str, rolls: str, held: str) -> None:
        self.places = {"came": list(came), "rolls": list(rolls), "held": list(held)}

    def pay(self, letter: str) -> str:
        """From the on-the-way pile, with a locomotive if need be."""
        came = self.places["came"]
        came.remove(letter if letter in came else LOCOMOTIVE)
        return "came"

    def find(self, letter: str) -> str:
        for place, cards in self.places.items():
            if letter in cards:
                cards.remove(letter)
                return place
        return "miss"


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

    def stock(self) -> Stock:
        """When tickets are completed, only what is on the way pays (ZZ-22)."""
        if self.view.phase == COMPLETE:
            return Stock(self.arrived(), "", "")
        return Stock(self.arrived(), self.in_yard(), self.view.hand or "")

    @cached_property
    def sure(self) -> frozenset[int]:
        """The tickets the viewer's own pile pays for as it is, if the page may show that."""
        return frozenset(self.words.room.proposal(self.view) if self.arrived() else ())

    # --- cards ---

    def needs(self, ticket: Ticket, find: Callable[[str], str]) -> tuple[Need, ...]:
        letters = [LETTER[kind] for kind in ticket.cards]
        return tuple(Need(letter, CSS[letter], find(letter)) for letter in letters)

    def card(self, number: int) -> TicketCard:
        """As if it were the only ticket."""
        return self.drawn(number, self.needs(self.of(number), self.stock().find))

    def paid(self, number: int) -> TicketCard:
        """One that was completed before."""
        card = self.drawn(number, self.needs(self.of(number), lambda _: "came"))
        return msgspec.structs.replace(card, sure=True)

    def drawn(self, number: int, needs: tuple[Need, ...]) -> TicketCard:
        ticket = self.of(number)
        return TicketCard(
            number=number,
            cities=ticket.cities,
            points=ticket.points,
            route=route(ticket.cities),
            needs=needs,
            label=self.label(ticket, needs),
            sure=number in self.sure,
        )

    def label(self, ticket: Ticket, needs: Sequence[Need]) -> str:
        said = self.words.speech.say(
            "Ticket %(cities)s, %(points)s points",
            cities=" – ".join(ticket.cities),
            points=ticket.points,
        )
        return "; ".join([said, *self.places_said(needs)])

    def places_said(self, needs: Sequence[Need]) -> list[str]:
        say = self.words.speech.say
        places = {
            "came": say("on the way: %(cards)s", cards="{}"),
            "rolls": say("in your yard: %(cards)s", cards="{}"),
            "held": say("in your hand: %(cards)s", cards="{}"),
            "miss": say("missing: %(cards)s", cards="{}"),
        }
        lying = {
            place: "".join(need.letter for need in needs if need.mark == place) for place in places
        }
        counted = self.words.counted
        return [said.format(counted(lying[at])) for at, said in places.items() if lying[at]]

    def held(self) -> list[TicketCard]:
        """Those still open, most points first, then those that are sure. A card that several ask
        for goes where the proposal would put it (ZZ-23)."""
        stock = self.stock()
        sure = [self.drawn(one, self.needs(self.of(one), stock.pay)) for one in self.sure]
        left = sorted(set(self.view.held) - self.sure, key=lambda one: (-self.of(one).points, one))
        still = [self.drawn(one, self.needs(self.of(one), stock.find)) for one in left]
        return still + sorted(sure, key=lambda card: (-card.points, card.number))

    def sums(self) -> Sums:
        points = {number: self.of(number).points for number in self.view.held}
        sure = sum(points[number] for number in self.sure)
        return Sums(sure, sum(points.values()) - sure)

    # --- choosing ---

    def to_choose(self) -> list[TicketCard]:
        """The tickets a viewer who is asked chooses from, with the proposal marked."""
        each = CHOOSING.get(self.view.phase)
        if each is None or not self.look.legal or self.view.turn != self.view.seat:
            return []
        cards = [self.card(one) for one in self.view.offered] if each == KEEP else self.held()
        proposed = self.proposal()
        return [
            self.choosable(card, each, card.number in proposed)
            for card in sorted(cards, key=lambda card: card.number)
        ]

    def choosable(self, card: TicketCard, each: str, proposed: bool) -> TicketCard:
        move = f"{each} {card.number}"
        tick = move in self.look.legal
        fixed = card.number in self.view.chosen
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
        done = self.naming(name, self.view.completed)
        mine = done + self.naming(name, self.view.held)
        say = self.words.speech.say
        label = say("%(city)s, bonus %(bonus)s", city=name, bonus=bonus)
        if mine:
            own = say("your tickets: %(number)s", number=mine)
            label = f"{label}, {own}"
        place = atlas().cities.get(name)
        return City(name, city_picture(name), bonus, mine, done, label, place)

    def naming(self, city: str, numbers: Sequence[int]) -> int:
        return sum(city in self.of(number).cities for number in numbers)
