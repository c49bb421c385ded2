"""A position as it is written down, and what must be true of one before it is played on."""

from __future__ import annotations

from functools import reduce

import msgspec

from spieltisch.core.hands import Cards, Memory, check_memories
from spieltisch.core.position import refuse
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.zug_um_zug.cards import (
    EACH_COLOUR,
    LETTERS,
    LOCOMOTIVES,
    TRAIN_CARDS,
    pack,
    payable,
    plus,
)
from spieltisch.games.zug_um_zug.state import (
    DISPLAY,
    DRAWN_TICKETS,
    FIRST_TICKETS,
    HALF_TIME_CARDS,
    HAND,
    IDLE_ROUNDS,
    SEATS_WITH_HALF_TIME,
    Box,
)

PHASES = (
    "deal_hands",
    "deal_display",
    "deal_tickets",
    "choose_first",
    "act",
    "first_blind",
    "first_refill",
    "second_card",
    "last_blind",
    "last_refill",
    "draw_tickets",
    "choose_tickets",
    "complete",
    "new_hands",
    "new_display",
    "finished",
)
SECRET_CHOICES = ("choose_first", "complete")
DECISIONS = ("act", "second_card", "choose_tickets")
COLOUR_LETTERS = LETTERS[:-1]
CARD_COMES = (
    "deal_hands",
    "deal_display",
    "first_blind",
    "first_refill",
    "last_blind",
    "last_refill",
    "new_hands",
    "new_display",
)
FILLING = ("deal_display", "first_refill", "last_refill", "new_display")
BEFORE_THE_FIRST_TURN = ("deal_hands", "deal_display", "deal_tickets", "choose_first")
AFTER_THE_LAST_TURN = ("complete", "new_hands", "new_display", "finished")


class YardView(msgspec.Struct, frozen=True):
    """One colour in a yard."""

    colour: str
    cards: int
    locomotives: int


class Batch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tickets put under the pile together, from the top."""

    seat: int
    tickets: list[int]


class TicketSets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    held: list[int]
    completed: list[int]
    offered: list[int]
    chosen: list[int]
    met: list[int]
    first_kept: int


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`chooser` is who chooses secretly, at the set-up and when tickets are completed."""

    seats: int
    phase: str
    mover: int
    chooser: int
    dealt: int
    half: int
    last_turns: int | None
    idle: int
    active: bool
    hands: list[str]
    known: list[str]
    display: list[str | None]
    pile: str
    discard: str
    yards: list[list[YardView]]
    on_the_way: list[str]
    tickets: list[TicketSets]
    unseen: list[int]
    returned: list[Batch]
    memories: list[Memory]


def turn_of(position: Position) -> int:
    if position.phase == "finished":
        return OVER
    if position.phase in SECRET_CHOICES:
        return position.chooser
    return position.mover if position.phase in DECISIONS else CHANCE


def check_position(position: Position, box: Box) -> None:
    """Say what is wrong before anything is built on it."""
    refuse(not 2 <= position.seats <= 4, f"seats: 2 to 4, not {position.seats}")
    refuse(position.phase not in PHASES, f"phase: unknown {position.phase!r}")
    for name in ("mover", "chooser"):
        seat = getattr(position, name)
        refuse(not 0 <= seat < position.seats, f"{name}: no seat {seat}")
    for name in ("hands", "known", "yards", "on_the_way", "tickets"):
        found = len(getattr(position, name))
        refuse(found != position.seats, f"{name}: expected {position.seats}, found {found}")
    check_course(position)
    check_yards(position)
    check_cards(position)
    check_tickets(position, box)
    check_deals(position)
    check_first_tickets(position)
    check_choices(position, box)
    cards = Cards(LETTERS, position.pile, position.hands, position.known)
    check_memories(position.memories, cards)


def check_course(position: Position) -> None:
    halves = 2 if position.seats == SEATS_WITH_HALF_TIME else 1
    refuse(not 0 <= position.half < halves, f"half: no half {position.half}")
    last = position.last_turns
    refuse(last is not None and not 0 <= last <= position.seats + 1, "last_turns: too many")
    refuse(last == 0 and position.phase not in AFTER_THE_LAST_TURN, "last_turns: none is left")
    idle = IDLE_ROUNDS * position.seats + position.seats
    refuse(not 0 <= position.idle <= idle, f"idle: 0 to {idle} turns")
    endless = last is None and position.idle >= IDLE_ROUNDS * position.seats
    refuse(endless, "idle: after three idle rounds the last turns have begun (ZZ-27)")
    refuse(not 0 <= position.dealt <= TRAIN_CARDS, f"dealt: 0 to {TRAIN_CARDS} cards")


def check_yards(position: Position) -> None:
    lying = [pile for yard in position.yards for pile in yard]
    for pile in lying:
        refuse(pile.colour not in COLOUR_LETTERS, f"yards: unknown colour {pile.colour!r}")
        refuse(len(pile.colour) != 1, f"yards: unknown colour {pile.colour!r}")
        refuse(pile.cards < 1 or pile.locomotives < 0, f"yards: {pile.colour} without a card")
    colours = [pile.colour for pile in lying]
    refuse(len(set(colours)) < len(colours), "yards: a colour lies there twice (ZZ-16)")


def check_cards(position: Position) -> None:
    refuse(len(position.display) != DISPLAY, f"display: expected {DISPLAY} places")
    shown = "".join(one or "" for one in position.display)
    refuse(any(one is not None and len(one) != 1 for one in position.display), "display: one card")
    cards = shown + position.pile + position.discard + in_yards(position)
    cards += "".join(position.hands + position.on_the_way)
    for letter in set(cards) - set(LETTERS):
        refuse(True, f"cards: unknown kind {letter!r}")
    for letter in LETTERS:
        there = LOCOMOTIVES if letter == "L" else EACH_COLOUR
        refuse(cards.count(letter) != there, f"cards: {cards.count(letter)} of {there} {letter}")
    for hand, known in zip(position.hands, position.known, strict=True):
        for letter in known:
            refuse(known.count(letter) > hand.count(letter), f"known: {letter} is not in the hand")


def in_yards(position: Position) -> str:
    return "".join(
        pile.colour * pile.cards + "L" * pile.locomotives
        for yard in position.yards
        for pile in yard
    )


def check_tickets(position: Position, box: Box) -> None:
    lying = position.unseen + [number for batch in position.returned for number in batch.tickets]
    for seat in position.tickets:
        lying += seat.held + seat.completed + seat.offered
        for number in seat.met + seat.chosen:
            refuse(not 1 <= number <= box.tickets, f"tickets: there is no ticket {number}")
        refuse(len(set(seat.met)) < len(seat.met), "tickets: one was met twice")
    for number in lying:
        refuse(not 1 <= number <= box.tickets, f"tickets: there is no ticket {number}")
        refuse(lying.count(number) > 1, f"tickets: {number} is there twice")
    refuse(len(lying) != box.tickets, f"tickets: {len(lying)} of {box.tickets} are there")
    for batch in position.returned:
        refuse(not 0 <= batch.seat < position.seats, f"returned: no seat {batch.seat}")
        refuse(not batch.tickets, "returned: nothing put back")
        refuse(batch.tickets != sorted(batch.tickets), "returned: not in ascending number (ZZ-17)")


def check_deals(position: Position) -> None:
    """Chance has something to name, and somewhere to put it."""
    phase, seats, dealt = position.phase, position.seats, position.dealt
    refuse(phase in CARD_COMES and not position.pile, "pile: no card is left to come")
    refuse(phase in FILLING and None not in position.display, "display: it is full")
    refuse(phase == "draw_tickets" and not position.unseen, "unseen: no ticket is left to draw")
    to_deal = {
        "deal_hands": HAND * seats,
        "deal_tickets": FIRST_TICKETS * seats,
        "draw_tickets": DRAWN_TICKETS,
        "new_hands": HALF_TIME_CARDS * seats,
    }
    refuse(phase in to_deal and dealt >= to_deal[phase], f"dealt: {dealt} are all of this deal")


def check_first_tickets(position: Position) -> None:
    """Six tickets each are dealt one after the other, and nobody has kept any yet (ZZ-05)."""
    if position.phase not in BEFORE_THE_FIRST_TURN:
        return
    refuse(bool(position.returned), "returned: nobody has put tickets back yet (ZZ-05)")
    dealt = position.dealt if position.phase == "deal_tickets" else 0
    if position.phase == "choose_first":
        dealt = FIRST_TICKETS * position.seats
    for at, seat in enumerate(position.tickets):
        offered = min(max(dealt - FIRST_TICKETS * at, 0), FIRST_TICKETS)
        found = len(seat.offered)
        refuse(found != offered, f"tickets of seat {at}: {found} offered, not {offered} (ZZ-05)")
        kept = seat.held + seat.completed
        refuse(bool(kept), f"tickets of seat {at}: nobody has kept any yet (ZZ-05)")


def check_choices(position: Position, box: Box) -> None:
    for at, seat in enumerate(position.tickets):
        where = f"tickets of seat {at}"
        source = seat.held if position.phase == "complete" else seat.offered
        refuse(not set(seat.chosen) <= set(source), f"{where}: chosen from what is not there")
        refuse(len(set(seat.chosen)) < len(seat.chosen), f"{where}: chosen twice")
        known = set(seat.held + seat.completed + seat.offered)
        refuse(not known <= set(seat.met) and bool(seat.met), f"{where}: held but never met")
        owned = len(seat.held) + len(seat.completed)
        refuse(not 0 <= seat.first_kept <= owned, f"{where}: more kept at first than held")
        if position.phase == "complete":
            need = reduce(plus, (box.need[number - 1] for number in seat.chosen), 0)
            enough = payable(need, pack(position.on_the_way[at]))
            refuse(not enough, f"{where}: the pile cannot pay for those completed (ZZ-22)")
