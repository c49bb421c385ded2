"""The table of Holmes as its template draws it: diary, display, and rows that face each other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.games.holmes.cards import DAYS, JOKER, LEAST_VALUE, LETTERS, MAP, MARKERS
from spieltisch.games.holmes.position import PersonView
from spieltisch.games.holmes.scoring import COMPLETE, LATE_JOKER, UNPLACED_JOKER
from spieltisch.games.holmes.view import HolmesView
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.holmes.words import HolmesWords, ability_picture, portrait
from spieltisch.web.pages.scene import Parts, Tap

FRAGMENT, WILD = LETTERS[MAP], LETTERS[JOKER]


class Clue(msgspec.Struct, frozen=True):
    """`symbol` is empty for kinds we have no picture of; `value` for jokers and map fragments.
    `seen`: everyone has seen it before it was laid face down. `brings`: by how much the viewer's
    lead in open clues would change with it."""

    letter: str
    name: str
    symbol: str
    value: int | None
    tap: Tap = Tap()
    seen: bool = False
    brings: int | None = None


class Marker(msgspec.Struct, frozen=True):
    """An action marker on a person; `part`: it can be the one that moves now. `name` is the
    person's."""

    seat: int
    mine: bool
    standing: bool
    part: bool
    name: str


class PersonCard(msgspec.Struct, frozen=True):
    """`missing`: glasses the viewer lacks for the price; `idle`: why a visit that is possible now
    could not use the ability; `last`: who came here last, in this day."""

    id: str
    name: str
    portrait: str
    face_up: bool
    price: int
    missing: int
    idle: str
    ability: str
    short: str
    picture: str
    label: str
    tap: Tap
    markers: tuple[Marker, ...]
    last: int | None


class Slot(msgspec.Struct, frozen=True):
    """A place in the diary. Day 0: those who are always there."""

    place: int
    day: int
    today: bool
    person: PersonCard | None


class Half(msgspec.Struct, frozen=True):
    """One player's clues of a kind; `worth` is what they would score for it now, as it lies."""

    seat: int
    clues: str
    joker: bool
    count: int
    worth: int
    label: str
    tap: Tap


class FacingRows(msgspec.Struct, frozen=True):
    """Both players' rows of one kind of clue (HO-07); `tied`: equal numbers, so nobody scores."""

    clue: Clue
    far: Half
    near: Half
    tied: bool


class Side(msgspec.Struct, frozen=True):
    """What else lies before a player. Of the markers, `stock` are not placed yet, `standing` can
    still move today and `lying` have moved."""

    seat: int
    role: str
    part: str
    glasses: int
    stock: int
    standing: int
    lying: int
    hidden: int
    known: tuple[Clue, ...]


class Board(msgspec.Struct, frozen=True):
    day: int
    slots: Sequence[Slot]
    most: int  # persons that ever come
    ahead: Sequence[Slot]
    to_come: int
    display: Sequence[Clue]
    pile: int
    reserve: int
    sniffed: Sequence[Clue]
    sniffing: int
    lines: Sequence[FacingRows]
    sides: Sequence[Side]
    near: int
    joker: Clue
    hand: Sequence[Clue]


class HolmesBoard(HolmesWords):
    def laid_out(self, look: Snapshot, view: HolmesView, plans: Sequence[Parts]) -> Board:
        legal = {plan.moves[0] for plan in plans}
        near = view.seat or 0
        slots = self.slots(look, view, plans)
        return Board(
            day=view.day,
            slots=[slot for slot in slots if slot.person],
            most=len(slots),
            ahead=[slot for slot in slots if not slot.person],
            to_come=len(self.persons) - len(view.persons),
            display=[self.offered(look, view, letter, legal) for letter in view.display],
            pile=view.pile,
            reserve=view.reserve,
            sniffed=[self.clue(letter, "keep", legal) for letter in view.sniffed or ""],
            sniffing=view.sniffing,
            lines=[self.line(view, letter, near, legal) for letter in self.letters()],
            sides=[self.side(look, view, seat) for seat in range(view.seats)],
            near=near,
            joker=self.clue(WILD),
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

    def offered(self, look: Snapshot, view: HolmesView, letter: str, legal: set[str]) -> Clue:
        clue = self.clue(letter, "take", legal)
        if not look.legal or letter == WILD:
            return clue
        return msgspec.structs.replace(clue, brings=self.brings(view, letter))

    def brings(self, view: HolmesView, letter: str) -> int:
        """Change of the viewer's lead in this kind, as open clues lie, with one more of it."""
        me = view.seat or 0
        richer = msgspec.structs.replace(
            view.players[me], rows="".join(sorted(view.players[me].rows + letter))
        )
        players = [richer if at == me else one for at, one in enumerate(view.players)]
        after = msgspec.structs.replace(view, players=players)
        return self.lead(after, letter, me) - self.lead(view, letter, me)

    def lead(self, view: HolmesView, letter: str, seat: int) -> int:
        mine, theirs = strength(view, seat, letter), strength(view, 1 - seat, letter)
        return self.worth(view, letter, seat, mine, theirs) - self.worth(
            view, letter, 1 - seat, theirs, mine
        )

    def clue_tap(self, letter: str, verb: str, legal: set[str]) -> Tap:
        move = f"{verb} {letter}"
        if move in legal:
            said, act = self.verb_words(verb, self.clue_name(letter))
            return Tap(move, say=said, act=act, once=verb != "lay")
        known = letter not in (WILD, FRAGMENT) or verb in ("take", "steal")
        return Tap(why=move) if known else Tap()

    def verb_words(self, verb: str, thing: str) -> tuple[str, str]:
        """What is said before it is done, and the button that does it."""
        say = self.speech.say
        match verb:
            case "take":
                return say("You take: %(clue)s.", clue=thing), say("Take")
            case "keep":
                return say("You keep: %(clue)s.", clue=thing), say("Keep")
            case "steal":
                return say("You steal: %(clue)s.", clue=thing), say("Steal")
            case "joker":
                said = say("The joker goes into the row: %(clue)s.", clue=thing)
                return said, say("Lay the joker")
            case "as":
                return say("You copy: %(person)s.", person=thing), say("Copy")
        return say("You lay it open, onto your loose joker: %(clue)s.", clue=thing), say("Lay it")

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
        theirs = self.half(view, letter, far, steal if view.seat is not None else Tap())
        mine = self.half(view, letter, near, joker if view.seat is not None else Tap())
        tied = letter not in (WILD, FRAGMENT) and theirs.count == mine.count > 0
        return FacingRows(self.clue(letter), theirs, mine, tied)

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
            worth=self.worth(view, letter, seat, mine, theirs),
            label=self.half_label(view, letter, seat, mine, joker),
            tap=tap,
        )

    def worth(self, view: HolmesView, letter: str, seat: int, mine: int, theirs: int) -> int:
        """HO-22 and HO-23 for kinds, HO-24 for map fragments, HO-25 for loose jokers."""
        if letter == WILD:
            return loose_jokers(view, seat)
        if letter == FRAGMENT:
            return -1 if mine == 1 else mine * (mine - 1) // 2
        whole = view.players[seat].rows.count(letter) == int(letter)
        return (int(letter) - theirs + COMPLETE * whole) if mine > theirs else 0

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
        markers = [person.markers[seat] for person in view.persons]
        placed = sum(marker is not None for marker in markers)
        role = "sherlock" if seat == 0 else view.opponent
        return Side(
            seat=seat,
            role=role,
            part=self.word(role),
            glasses=player.glasses,
            stock=MARKERS - placed if view.day == 1 else 0,
            standing=markers.count("standing"),
            lying=markers.count("lying"),
            hidden=player.face_down - len(known),
            known=tuple(self.clue(letter) for letter in known),
        )

    # --- the diary ---

    def slots(self, look: Snapshot, view: HolmesView, plans: Sequence[Parts]) -> list[Slot]:
        last = last_visited(look, view)
        shown = [
            Slot(
                place,
                person.since,
                person.since == view.day,
                self.person(look, view, person, plans, last),
            )
            for place, person in enumerate(view.persons, start=1)
        ]
        came = max((slot.day for slot in shown), default=0)
        return shown + [Slot(0, day, day == view.day, None) for day in range(came + 1, DAYS + 1)]

    def person(
        self,
        look: Snapshot,
        view: HolmesView,
        person: PersonView,
        plans: Sequence[Parts],
        last: dict[str, int],
    ) -> PersonCard:
        price = self.price(person.id)
        glasses = price if view.seat is None else view.players[view.seat].glasses
        tap = self.person_tap(view, person, plans)
        return PersonCard(
            id=person.id,
            name=self.word(person.id),
            portrait=portrait(person.id),
            face_up=person.face_up,
            price=price,
            missing=max(0, price - glasses),
            idle=self.obstacle(person.id, price - glasses) if tap.warns else "",
            ability=self.ability(person.id),
            short=self.short_ability(person.id),
            picture=ability_picture(self.persons[person.id]),
            label=self.person_label(look, view, person),
            tap=tap,
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
            self.marker_words(seat == view.seat, marker)
            for seat, marker in enumerate(person.markers)
            if marker is not None
        ]
        return " ".join([f"{self.word(person.id)}:", said, *here])

    def marker_words(self, mine: bool, marker: str) -> str:
        say = self.speech.say
        if mine and marker == "standing":
            return say("Your marker stands here.")
        if mine:
            return say("Your marker lies here.")
        return say("The other marker is here.")

    def person_tap(self, view: HolmesView, person: PersonView, plans: Sequence[Parts]) -> Tap:
        say = self.speech.say
        copied = f"as {person.id}"
        if view.phase == "copying":
            legal = any(plan.moves[0] == copied for plan in plans)
            return Tap(copied, act=say("Copy"), once=True) if legal else Tap(why=copied)
        lead = f"visit {person.id}"
        visits = [one for one in plans if f"{one.moves[0]} ".startswith(f"{lead} ")]
        step = copied if any(copied in plan.moves for plan in plans) else ""
        if not visits:
            return Tap(why=lead, step=step)
        first = visits[0].moves[0]
        tap = Tap(lead, move=first if first != lead else "", step=step)
        if len(visits[0].moves) > 1:
            return msgspec.structs.replace(tap, twice=True)
        said = self.bare_visit(view, person)
        return msgspec.structs.replace(tap, say=said, act=say("Visit anyway"), warns=True)

    def bare_visit(self, view: HolmesView, person: PersonView) -> str:
        """Why the ability cannot be used, and what the visit does all the same (HO-18)."""
        say = self.speech.say
        assert view.seat is not None
        price, have = self.price(person.id), view.players[view.seat].glasses
        why = say("What this person does would have no effect now.")
        if price > have:
            why = say("It costs glasses: %(price)s. You have %(have)s.", price=price, have=have)
        elif self.wants_alike(person.id):
            why = say("There are no equal clues in the display.")
        closes = person.markers[1 - view.seat] and person.since and view.day < DAYS
        brings = say("Only your marker moves there.")
        if closes:
            brings = say("Your marker moves there: with both there tonight, it is shut tomorrow.")
        return f"{why} {brings}"

    def obstacle(self, person: str, missing: int) -> str:
        """In a few words, for the card; what is missing of the price stands at the price."""
        if missing > 0:
            return ""
        say = self.speech.say
        return say("none alike") if self.wants_alike(person) else say("no effect now")

    def markers(
        self, view: HolmesView, person: PersonView, plans: Sequence[Parts]
    ) -> tuple[Marker, ...]:
        movable = any(person.id in plan.parts for plan in plans)
        return tuple(
            Marker(
                seat,
                seat == view.seat,
                how == "standing",
                seat == view.seat and movable,
                self.word(person.id),
            )
            for seat, how in enumerate(person.markers)
            if how is not None
        )


def strength(view: HolmesView, seat: int, letter: str) -> int:
    player = view.players[seat]
    if letter == WILD:
        return player.loose
    return player.rows.count(letter) + (letter in player.jokers)


def loose_jokers(view: HolmesView, seat: int) -> int:
    """What they cost as the open clues lie: less if there is a row to join at the end (HO-25)."""
    player = view.players[seat]
    fits = len({letter for letter in player.rows if letter != FRAGMENT} - set(player.jokers))
    late = min(player.loose, fits)
    return LATE_JOKER * late + UNPLACED_JOKER * (player.loose - late)


def last_visited(look: Snapshot, view: HolmesView) -> dict[str, int]:
    """Whom the other player visited last, if that was today."""
    for entry in reversed(look.log):
        seen = entry.seen
        if seen.what == "person":
            break
        if seen.what in ("visit", "visit_from") and seen.who != view.seat:
            return {str(seen.facts["person"]): seen.who}
    return {}
