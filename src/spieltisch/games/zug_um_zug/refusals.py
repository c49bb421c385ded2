"""Why a move is not allowed, with its clause. Nothing here looks past the deciding seat's view."""

from __future__ import annotations

from spieltisch.core.errors import Refusal
from spieltisch.core.game import Move
from spieltisch.games.zug_um_zug.cards import LETTERS, LOCOMOTIVE, highest, spelled
from spieltisch.games.zug_um_zug.edition import KINDS, Edition
from spieltisch.games.zug_um_zug.listing import least_to_lay
from spieltisch.games.zug_um_zug.moves import (
    Complete,
    Done,
    DrawBlind,
    DrawOpen,
    DrawTickets,
    Keep,
    Lay,
    Pass,
    Stop,
    TurnCard,
    TurnTicket,
)
from spieltisch.games.zug_um_zug.rules import ZugState
from spieltisch.games.zug_um_zug.state import (
    ACT,
    CHOOSE_FIRST,
    CHOOSE_TICKETS,
    COMPLETE,
    NOBODY,
    SECOND_CARD,
)
from spieltisch.games.zug_um_zug.turns import slot_of

CHOOSING = (CHOOSE_FIRST, CHOOSE_TICKETS)
DRAWING = (ACT, SECOND_CARD)
LEAST_OF_A_COLOUR = 2
COLOURS_AT_ONCE = 3
NEXT_QUESTION = {
    CHOOSE_FIRST: Refusal("ZZ-05", "choose_first_tickets"),
    ACT: Refusal("ZZ-00", "choose_action"),
    SECOND_CARD: Refusal("ZZ-09", "second_card_or_stop"),
    CHOOSE_TICKETS: Refusal("ZZ-17", "choose_tickets_first"),
    COMPLETE: Refusal("ZZ-22", "complete_tickets_now"),
}


def explain(state: ZugState, move: Move, edition: Edition) -> Refusal:
    match move:
        case TurnCard() | TurnTicket():
            return Refusal("ZZ-03", "only_chance")
        case DrawOpen(card) if state.phase in DRAWING:
            return explain_draw(state, card)
        case DrawBlind() if state.phase in DRAWING:
            return Refusal("ZZ-12", "pile_empty")
        case Lay(cards) if state.phase == ACT:
            return explain_lay(state, cards)
        case Lay() | DrawTickets() if state.phase == SECOND_CARD:
            return Refusal("ZZ-00", "one_action")
        case DrawTickets() if state.phase == ACT:
            return Refusal("ZZ-17", "no_tickets_left")
        case Pass() if state.phase == ACT:
            return Refusal("ZZ-18", "something_possible")
        case Keep(ticket) if state.phase in CHOOSING:
            return explain_keep(state, ticket, edition)
        case Done() if state.phase == CHOOSE_FIRST:
            return Refusal("ZZ-05", "keep_one")
        case Complete(ticket) if state.phase == COMPLETE:
            return explain_completion(state, ticket, edition)
        case Stop() if state.phase == ACT:
            return Refusal("ZZ-12", "nothing_drawn_yet")
    return NEXT_QUESTION[state.phase]


def kind_name(letter: str) -> str:
    return KINDS[LETTERS.index(letter)]


def ticket_facts(ticket: int, edition: Edition) -> dict[str, str | int]:
    return {"ticket": ticket, "name": edition.ticket_name(ticket)}


def explain_draw(state: ZugState, card: str) -> Refusal:
    if slot_of(state, LETTERS.index(card)) < 0:
        return Refusal("ZZ-09", "not_in_display", {"card": kind_name(card)})
    return Refusal("ZZ-10", "locomotive_only_first")


def explain_lay(state: ZugState, cards: str) -> Refusal:
    three = len(set(cards) - {"L"}) > 1
    if never_laid(cards):
        reason = "no_three_colours" if three else "no_set_of_a_colour"
        return Refusal("ZZ-14" if three else "ZZ-13", reason, {"cards": cards})
    hand = spelled(state.hands[state.turn])
    if any(cards.count(letter) > hand.count(letter) for letter in cards):
        return Refusal("ZZ-14" if three else "ZZ-13", "not_in_hand", {"cards": cards})
    lying = [letter for letter in cards if letter != "L" and lies(state, letter)]
    for letter in lying:
        if state.yard_owner[LETTERS.index(letter)] == state.turn:
            return Refusal("ZZ-15", "colour_in_own_yard", {"card": kind_name(letter)})
    return Refusal(
        "ZZ-16", "three_colours_blocked" if three else "too_few_to_rob", robbing(state, lying[0])
    )


def lies(state: ZugState, letter: str) -> bool:
    return state.yard_owner[LETTERS.index(letter)] != NOBODY


def robbing(state: ZugState, letter: str) -> dict[str, str | int]:
    colour = LETTERS.index(letter)
    owner = state.yard_owner[colour]
    return {"card": kind_name(letter), "seat": owner, "least": least_to_lay(state, colour)}


def explain_keep(state: ZugState, ticket: int, edition: Edition) -> Refusal:
    clause = "ZZ-05" if state.phase == CHOOSE_FIRST else "ZZ-17"
    facts = ticket_facts(ticket, edition)
    if not state.offered[state.turn] >> (ticket - 1) & 1:
        return Refusal(clause, "not_offered", facts)
    if state.chosen[state.turn] >> (ticket - 1) & 1:
        return Refusal(clause, "kept_already", facts)
    return Refusal(clause, "ascending_order", facts)


def explain_completion(state: ZugState, ticket: int, edition: Edition) -> Refusal:
    seat = state.turn
    facts = ticket_facts(ticket, edition)
    if not state.held[seat] >> (ticket - 1) & 1:
        return Refusal("ZZ-22", "not_held", facts)
    if state.chosen[seat] >> (ticket - 1) & 1:
        return Refusal("ZZ-23", "completed_already", facts)
    if ticket - 1 < highest(state.chosen[seat]):
        return Refusal("ZZ-23", "ascending_order", facts)
    return Refusal("ZZ-22", "cannot_pay_ticket", facts)


def never_laid(cards: str) -> bool:
    """Whether these cards break ZZ-13 and ZZ-14 in every position, in whatever order written."""
    colours = len(set(cards) - {LETTERS[LOCOMOTIVE]})
    if colours > 1:
        return colours != COLOURS_AT_ONCE or len(cards) != COLOURS_AT_ONCE
    return colours == 0 or len(cards) < LEAST_OF_A_COLOUR
