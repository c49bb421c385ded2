"""Zug um Zug as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.core.hands import HandView
from spieltisch.core.view import View
from spieltisch.games.zug_um_zug.position import YardView
from spieltisch.games.zug_um_zug.view import ZugView
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.games.zug_um_zug.questions import ZugQuestions, this_view
from spieltisch.web.games.zug_um_zug.tickets import COMPLETE, City, Sums, TicketCard, Tickets
from spieltisch.web.games.zug_um_zug.words import CSS, LOCOMOTIVE, runs
from spieltisch.web.pages.scene import Parts, Tap, names_of

LAY = "lay "
WITH_HALF_TIME = 4  # players (ZZ-21)
LAID = frozenset({"lay", "lay_three", "rob"})
ENDS_A_TURN = frozenset({"draw_open", "draw_blind", "chosen", "pass"})
NOT_LOGGED = frozenset(
    {"dealt", "dealt_unseen", "drawn_unseen", "turned_up", "ticket", "hidden_ticket", "hidden_keep"}
)


class TrainCard(msgspec.Struct, frozen=True):
    """`part`: it can be laid now."""

    letter: str
    css: str
    name: str
    tap: Tap = Tap()
    part: bool = False


class Pack(msgspec.Struct, frozen=True):
    """The cards of one kind in the own hand; `every` names the button that takes them all."""

    letter: str
    css: str
    cards: tuple[TrainCard, ...]
    label: str
    every: str


class Train(msgspec.Struct, frozen=True):
    """One colour in a yard, the card that departs next at the end; `last`: laid just now. `ousted`
    is how many cards of its colour throw it out, if that is of use to the viewer now."""

    colour: str
    cards: str
    label: str
    last: bool
    ousted: int


class Counted(msgspec.Struct, frozen=True):
    letter: str
    css: str
    name: str
    number: int


class Lane(msgspec.Struct, frozen=True):
    """A yard and its on-the-way pile: how many lie there, which ones if that is open to the eye,
    and those everyone saw go there last."""

    seat: int
    trains: tuple[Train, ...]
    way: int
    opened: tuple[Counted, ...]
    departed: str
    label: str


class Hand(msgspec.Struct, frozen=True):
    """Another hand: cards known to be in it, if the memory aid shows them, and the others."""

    size: int
    known: tuple[TrainCard, ...]
    hidden: int
    tickets: int
    completed: int


class Board(msgspec.Struct, frozen=True):
    """`half_time`: it is over, and this is what to know. `memory_aid`: what is on the way may be
    shown. `last_choice`: tickets not completed now cost their points."""

    news: str
    news_clause: str
    half_time: bool
    memory_aid: bool
    display: Sequence[TrainCard | None]
    pile: int
    pile_tap: Tap
    tickets_left: int
    tickets_tap: Tap
    discard: Sequence[Counted]
    lanes: Sequence[Lane]
    cities: tuple[City, ...]
    tickets: tuple[TicketCard, ...]
    sums: Sums
    completed: int
    done: Sequence[TicketCard]
    choice: Sequence[TicketCard]
    last_choice: bool
    arrived: Sequence[Counted]
    hands: tuple[Hand, ...]
    hand: Sequence[Pack] | None


class ZugPresenter(ZugQuestions):
    def plans(self, look: Snapshot, view: View) -> list[Parts]:
        return [self.plan(look, this_view(view), text) for text in look.legal]

    def plan(self, look: Snapshot, view: ZugView, text: str) -> Parts:
        cards = text.removeprefix(LAY) if text.startswith(LAY) else ""
        return Parts((text,), list(cards), self.robbing(look, view, cards[:1]))

    def robbing(self, look: Snapshot, view: ZugView, colour: str) -> str:
        """Whom laying this colour throws out of the yard (ZZ-16)."""
        for seat, yard in enumerate(view.yards):
            for lying in yard:
                if lying.colour == colour:
                    return self.speech.say(
                        "%(name)s has to discard: %(cards)s.",
                        name=names_of(look, self.speech)[seat],
                        cards=self.counted(spelled(lying)),
                    )
        return ""

    def opened(self, views: Sequence[View]) -> ZugView:
        *seats, watched = [this_view(view) for view in views]
        hands = [HandView(view.hands[at].size, view.hand or "") for at, view in enumerate(seats)]
        return msgspec.structs.replace(watched, hands=hands)

    def points(self, view: View, seat: int) -> int | None:
        """Nobody knows before the end: tickets are hidden."""
        return None

    def logged(self, entry: Entry) -> bool:
        return entry.seen.what not in NOT_LOGGED

    def board(self, look: Snapshot, view: View, plans: Sequence[Parts]) -> Board:
        view = this_view(view)
        tickets = Tickets(self, look, view)
        news, clause = self.news(look, view)
        choice = tickets.to_choose()
        return Board(
            news=news,
            news_clause=clause,
            half_time=view.half > 0,
            memory_aid=look.house.memory_aid,
            display=[self.displayed(look, letter) for letter in view.display],
            pile=view.pile,
            pile_tap=self.pile_tap(look),
            tickets_left=view.unseen + sum(batch.size for batch in view.returned),
            tickets_tap=self.tickets_tap(look),
            discard=self.kinds(view.discard),
            lanes=[self.lane(look, view, seat) for seat in lane_order(view)],
            cities=tuple(tickets.cities()),
            tickets=tuple(tickets.held()),
            sums=tickets.sums(),
            completed=len(view.completed),
            done=[tickets.paid(number) for number in view.completed],
            choice=choice,
            last_choice=view.seats < WITH_HALF_TIME or view.half > 0,
            arrived=self.kinds(tickets.arrived()) if choice and view.phase == COMPLETE else (),
            hands=tuple(self.other_hand(look, view, seat) for seat in range(view.seats)),
            hand=None if view.hand is None else self.own_hand(look, view.hand),
        )

    # --- train cards ---

    def card(self, letter: str) -> TrainCard:
        return TrainCard(letter, CSS[letter], self.kind(letter))

    def kinds(self, cards: str) -> tuple[Counted, ...]:
        return tuple(
            Counted(letter, CSS[letter], self.kind(letter), number)
            for letter, number in runs(cards)
        )

    def displayed(self, look: Snapshot, letter: str | None) -> TrainCard | None:
        if letter is None:
            return None
        say = self.speech.say
        move = f"draw {letter}"
        tap = Tap(
            lead=move,
            say=say("You take from the display: %(card)s.", card=self.kind(letter)),
            act=say("Take the card"),
            once=draws_on(look),
        )
        shown = tap if move in look.legal else Tap(why=move)
        return msgspec.structs.replace(self.card(letter), tap=shown)

    def pile_tap(self, look: Snapshot) -> Tap:
        if "draw blind" not in look.legal:
            return Tap(why="draw blind")
        say = self.speech.say
        text = say("You draw the top card of the pile.")
        return Tap("draw blind", say=text, act=say("Draw a card"), once=draws_on(look))

    def tickets_tap(self, look: Snapshot) -> Tap:
        if "tickets" not in look.legal:
            return Tap(why="tickets")
        say = self.speech.say
        text = say("You draw up to four tickets and keep as many as you like.")
        return Tap("tickets", "", text, say("Draw tickets"))

    def own_hand(self, look: Snapshot, hand: str) -> list[Pack]:
        """A card no legal set takes asks the table why."""
        useful = {letter for text in look.legal if text.startswith(LAY) for letter in text[4:]}
        return [self.pack(letter, number, useful, hand) for letter, number in runs(hand)]

    def pack(self, letter: str, number: int, useful: set[str], hand: str) -> Pack:
        card = self.hand_card(letter, letter in useful, hand)
        label = self.counted(letter * number)
        every = self.speech.say("Take all: %(cards)s", cards=label)
        return Pack(letter, CSS[letter], (card,) * number, label, every)

    def hand_card(self, letter: str, part: bool, hand: str) -> TrainCard:
        first = letter if letter != LOCOMOTIVE else hand[0].replace(LOCOMOTIVE, "P")
        tap = Tap() if part else Tap(why=f"lay {first}{letter}")
        return msgspec.structs.replace(self.card(letter), tap=tap, part=part)

    def other_hand(self, look: Snapshot, view: ZugView, seat: int) -> Hand:
        hand, tickets = view.hands[seat], view.tickets[seat]
        known = hand.known if look.house.memory_aid else ""
        cards = tuple(self.card(letter) for letter in known)
        return Hand(hand.size, cards, hand.size - len(known), tickets.held, tickets.completed)

    # --- yards ---

    def lane(self, look: Snapshot, view: ZugView, seat: int) -> Lane:
        way = view.on_the_way[seat]
        laid = last_laid(look, view.seats) if seat != view.seat else ""
        opened = look.house.memory_aid or (seat == view.seat and view.phase == COMPLETE)
        mine = seat == view.seat
        asked = bool(look.legal) and view.phase == "act"
        return Lane(
            seat=seat,
            trains=tuple(
                self.train(lying, lying.colour in laid, mine, asked) for lying in view.yards[seat]
            ),
            way=len(way),
            opened=self.kinds(way) if opened else (),
            departed=last_departed(look, seat)[: len(way)],
            label=self.speech.say("Yard of %(name)s", name=names_of(look, self.speech)[seat]),
        )

    def train(self, lying: YardView, last: bool, mine: bool, asked: bool) -> Train:
        cards = spelled(lying)
        label = self.train_label(lying, mine)
        return Train(
            CSS[lying.colour], cards, label, last, 0 if mine or not asked else len(cards) + 1
        )

    def train_label(self, lying: YardView, mine: bool) -> str:
        """Red: 4 cards, 1 locomotive among them; 5 oust it."""
        count = self.speech.count
        cards = len(spelled(lying))
        said = count(
            "%(colour)s: %(number)s card",
            "%(colour)s: %(number)s cards",
            cards,
            colour=self.kind(lying.colour),
        )
        if lying.locomotives:
            said += ", " + count(
                "%(number)s locomotive among them",
                "%(number)s locomotives among them",
                lying.locomotives,
            )
        ousting = "" if mine else "; " + self.speech.say("ousted by %(number)s", number=cards + 1)
        return said + ousting


def draws_on(look: Snapshot) -> bool:
    """Whoever takes a second card has decided to draw before: a tap is enough."""
    return "stop" in look.legal


def lane_order(view: ZugView) -> list[int]:
    """In turn order, the viewer's own yard last: nearest to the hand."""
    start = 0 if view.seat is None else view.seat + 1
    return [(start + step) % view.seats for step in range(view.seats)]


def spelled(lying: YardView) -> str:
    """In the order from the back to what departs next: locomotives leave first (ZZ-07)."""
    return lying.colour * lying.cards + LOCOMOTIVE * lying.locomotives


def last_departed(look: Snapshot, seat: int) -> str:
    for entry in reversed(look.log):
        seen = entry.seen
        if seen.what == "depart" and seen.who == seat:
            return str(seen.facts["cards"])
    return ""


def last_laid(look: Snapshot, seats: int) -> str:
    """The cards laid last, if that was within the last round; a colour lies in one yard only."""
    turns = 0
    for entry in reversed(look.log):
        if entry.seen.what in LAID:
            return str(entry.seen.facts["cards"])
        turns += entry.seen.what in ENDS_A_TURN
        if turns > seats:
            break
    return ""
