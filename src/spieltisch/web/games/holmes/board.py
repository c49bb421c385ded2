"""The table of Holmes as its template draws it: diary, display, and rows that face each other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.games.holmes.cards import DAYS, JOKER, LEAST_VALUE, LETTERS, MAP, MARKERS
from spieltisch.games.holmes.position import PersonView
from spieltisch.games.holmes.view import HolmesView
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.holmes.words import HolmesWords, ability_picture, portrait
from spieltisch.web.pages.scene import Parts, Tap

FRAGMENT, WILD = LETTERS[MAP], LETTERS[JOKER]


class Clue(msgspec.Struct, frozen=True):
    """`symbol` is empty for kinds we have no picture of; `value` for jokers and map fragments.
    `seen`: everyone has seen it before it was laid face down."""

    letter: str
    name: str
    symbol: str
    value: int | None
    tap: Tap = Tap()
    seen: bool = False


class Marker(msgspec.Struct, frozen=True):
    """An action marker on a person; `part`: it can be the one that moves now."""

    seat: int
    mine: bool
    standing: bool
    part: bool
    name: str


class PersonCard(msgspec.Struct, frozen=True):
    """`dear`: the viewer cannot pay the price; `last`: who came here last, in this day."""

    id: str
    name: str
    portrait: str
    face_up: bool
    price: int
    dear: bool
    ability: str
    picture: str
    label: str
    tap: Tap
    markers: Sequence[Marker]
    last: int | None


class Slot(msgspec.Struct, frozen=True):
    """A place in the diary. Day 0: those who are always there."""

    day: int
    today: bool
    person: PersonCard | None


class Half(msgspec.Struct, frozen=True):
    """One player's clues of a kind; `worth` is what they would score for it now."""

    seat: int
    clues: str
    joker: bool
    count: int
    leads: bool
    worth: int
    label: str
    tap: Tap


class FacingRows(msgspec.Struct, frozen=True):
    """Both players' rows of one kind of clue (HO-07)."""

    clue: Clue
    far: Half
    near: Half


class Side(msgspec.Struct, frozen=True):
    """What else lies before a player."""

    seat: int
    role: str
    part: str
    glasses: int
    stock: int
    hidden: int
    known: Sequence[Clue]


class Board(msgspec.Struct, frozen=True):
    day: int
    left: Sequence[Slot]
    right: Sequence[Slot]
    to_come: int
    display: Sequence[Clue]
    pile: int
    reserve: int
    sniffed: Sequence[Clue]
    sniffing: int
    lines: Sequence[FacingRows]
    sides: Sequence[Side]
    near: int
    hand: Sequence[Clue]


class HolmesBoard(HolmesWords):
    def laid_out(self, look: Snapshot, view: HolmesView, plans: Sequence[Parts]) -> Board:
        legal = {plan.moves[0] for plan in plans}
        near = view.seat or 0
        slots = self.slots(look, view, plans)
        return Board(
            day=view.day,
            left=[slot for slot in slots if slot.day < 2],
            right=[slot for slot in slots if slot.day >= 2],
            to_come=len(self.persons) - len(view.persons),
            display=[self.clue(letter, "take", legal) for letter in view.display],
            pile=view.pile,
            reserve=view.reserve,
            sniffed=[self.clue(letter, "keep", legal) for letter in view.sniffed or ""],
            sniffing=view.sniffing,
            lines=[self.line(view, letter, near, legal) for letter in self.letters()],
            sides=[self.side(look, view, seat) for seat in range(view.seats)],
            near=near,
            hand=self.own_hand(look, view, legal),
        )

    # --- clues ---

    def clue(self, letter: str, verb: str = "", legal: set[str] | None = None) -> Clue:
        face = LETTERS.index(letter)
        tap = Tap()
        if verb:
            tap = self.clue_tap(letter, verb, legal or set())
        value = face + LEAST_VALUE if face < JOKER else None
        return Clue(letter, self.clue_name(letter), self.symbol(letter), value, tap)

    def clue_tap(self, letter: str, verb: str, legal: set[str]) -> Tap:
        move = f"{verb} {letter}"
        if move not in legal:
            known = letter not in (WILD, FRAGMENT) or verb in ("take", "steal")
            return Tap(why=move) if known else Tap()
        say = self.speech.say
        name = self.clue_name(letter)
        match verb:
            case "take":
                return Tap(move, say=say("You take: %(clue)s.", clue=name), act=say("Take"))
            case "keep":
                return Tap(move, say=say("You keep: %(clue)s.", clue=name), act=say("Keep"))
            case "steal":
                return Tap(move, say=say("You steal: %(clue)s.", clue=name), act=say("Steal"))
            case "joker":
                said = say("The joker goes into the row: %(clue)s.", clue=name)
                return Tap(move, say=said, act=say("Lay the joker"))
        said = say("You lay it open, onto your loose joker: %(clue)s.", clue=name)
        return Tap(move, say=said, act=say("Lay it"))

    def own_hand(self, look: Snapshot, view: HolmesView, legal: set[str]) -> list[Clue]:
        """The viewer's face-down clues, those the other has seen marked by the memory aid."""
        seen = ""
        if view.seat is not None and look.house.memory_aid:
            seen = view.players[view.seat].known
        cards = []
        for letter in view.face_down or "":
            card = self.clue(letter, "lay", legal)
            cards.append(msgspec.structs.replace(card, seen=letter in seen))
            seen = seen.replace(letter, "", 1)
        return cards

    # --- the rows ---

    def letters(self) -> list[str]:
        """Kinds of this box by value, then map fragments, then loose jokers."""
        cards = self.game.cards
        letters = [str(value) for value in sorted(cards.kinds)]
        letters += [FRAGMENT] * (cards.map_fragments > 0)
        return letters + [WILD] * (cards.jokers > 0)

    def line(self, view: HolmesView, letter: str, near: int, legal: set[str]) -> FacingRows:
        far = 1 - near
        steal = Tap() if letter == WILD else self.clue_tap(letter, "steal", legal)
        joker = Tap() if letter in (WILD, FRAGMENT) else self.clue_tap(letter, "joker", legal)
        return FacingRows(
            self.clue(letter),
            self.half(view, letter, far, steal if view.seat is not None else Tap()),
            self.half(view, letter, near, joker if view.seat is not None else Tap()),
        )

    def half(self, view: HolmesView, letter: str, seat: int, tap: Tap) -> Half:
        player = view.players[seat]
        mine, theirs = strength(view, seat, letter), strength(view, 1 - seat, letter)
        joker = letter in player.jokers
        clues = letter * (player.loose if letter == WILD else mine - joker)
        return Half(
            seat=seat,
            clues=clues,
            joker=joker,
            count=mine,
            leads=letter not in (WILD, FRAGMENT) and mine > theirs,
            worth=worth(letter, mine, theirs),
            label=self.half_label(view, letter, seat, mine, joker),
            tap=tap,
        )

    def half_label(self, view: HolmesView, letter: str, seat: int, mine: int, joker: bool) -> str:
        say = self.speech.say
        whose = say("your row") if seat == view.seat else say("the other's row")
        if view.seat is None:
            whose = self.word("sherlock" if seat == 0 else view.opponent)
        facts: dict[str, str | int] = {
            "clue": self.clue_name(letter),
            "whose": whose,
            "number": mine,
        }
        if joker:
            return say("%(clue)s, %(whose)s: %(number)s, a joker among them", **facts)
        return say("%(clue)s, %(whose)s: %(number)s", **facts)

    def side(self, look: Snapshot, view: HolmesView, seat: int) -> Side:
        player = view.players[seat]
        known = player.known if look.house.memory_aid else ""
        placed = sum(person.markers[seat] is not None for person in view.persons)
        role = "sherlock" if seat == 0 else view.opponent
        return Side(
            seat=seat,
            role=role,
            part=self.word(role),
            glasses=player.glasses,
            stock=MARKERS - placed if view.day == 1 else 0,
            hidden=player.face_down - len(known),
            known=[self.clue(letter) for letter in known],
        )

    # --- the diary ---

    def slots(self, look: Snapshot, view: HolmesView, plans: Sequence[Parts]) -> list[Slot]:
        last = last_visited(look, view)
        shown = [
            Slot(
                person.since, person.since == view.day, self.person(look, view, person, plans, last)
            )
            for person in view.persons
        ]
        came = max((slot.day for slot in shown), default=0)
        return shown + [Slot(day, day == view.day, None) for day in range(came + 1, DAYS + 1)]

    def person(
        self,
        look: Snapshot,
        view: HolmesView,
        person: PersonView,
        plans: Sequence[Parts],
        last: dict[str, int],
    ) -> PersonCard:
        price = self.price(person.id)
        glasses = None if view.seat is None else view.players[view.seat].glasses
        return PersonCard(
            id=person.id,
            name=self.word(person.id),
            portrait=portrait(person.id),
            face_up=person.face_up,
            price=price,
            dear=glasses is not None and price > glasses,
            ability=self.ability(person.id),
            picture=ability_picture(self.persons[person.id]),
            label=self.person_label(look, view, person),
            tap=self.person_tap(view, person.id, plans),
            markers=self.markers(view, person, plans),
            last=last.get(person.id),
        )

    def person_label(self, look: Snapshot, view: HolmesView, person: PersonView) -> str:
        """Name, ability and markers: for readers, and what is said when the card is chosen."""
        say = self.speech.say
        said = self.whole_ability(person.id)
        if not person.face_up:
            said = say("Lies face down and cannot be visited today.")
        here = [
            say("Your marker is here.")
            if seat == view.seat
            else say("The other player has a marker here.")
            for seat, marker in enumerate(person.markers)
            if marker is not None
        ]
        return " ".join([f"{self.word(person.id)}:", said, *here])

    def person_tap(self, view: HolmesView, person: str, plans: Sequence[Parts]) -> Tap:
        if view.phase == "copying":
            move = f"as {person}"
            legal = any(plan.moves[0] == move for plan in plans)
            return Tap(move, act=self.speech.say("Copy")) if legal else Tap(why=move)
        lead = f"visit {person}"
        visits = [one.moves[0] for one in plans if f"{one.moves[0]} ".startswith(f"{lead} ")]
        if not visits:
            return Tap(why=lead)
        proposed = visits[0] if visits[0] != lead else ""
        return Tap(lead, act=self.speech.say("Visit"), move=proposed)

    def markers(self, view: HolmesView, person: PersonView, plans: Sequence[Parts]) -> list[Marker]:
        movable = any(person.id in plan.parts for plan in plans)
        return [
            Marker(
                seat,
                seat == view.seat,
                how == "standing",
                seat == view.seat and movable,
                self.word(person.id),
            )
            for seat, how in enumerate(person.markers)
            if how is not None
        ]


def strength(view: HolmesView, seat: int, letter: str) -> int:
    player = view.players[seat]
    if letter == WILD:
        return player.loose
    return player.rows.count(letter) + (letter in player.jokers)


def worth(letter: str, mine: int, theirs: int) -> int:
    """HO-22 for kinds, HO-24 for map fragments."""
    if letter == WILD:
        return 0
    if letter == FRAGMENT:
        return -1 if mine == 1 else mine * (mine - 1) // 2
    return int(letter) - theirs if mine > theirs else 0


def last_visited(look: Snapshot, view: HolmesView) -> dict[str, int]:
    """Whom the other player visited last, if that was today."""
    for entry in reversed(look.log):
        seen = entry.seen
        if seen.what == "person":
            break
        if seen.what in ("visit", "visit_from") and seen.who != view.seat:
            return {str(seen.facts["person"]): seen.who}
    return {}
