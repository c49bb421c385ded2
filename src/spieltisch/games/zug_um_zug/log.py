"""What a viewer sees of a step, and what happened by itself: for logs and histories."""

from __future__ import annotations

from spieltisch.core.bits import number_of
from spieltisch.core.state import CHANCE
from spieltisch.core.view import UNKNOWN, Seen
from spieltisch.games.zug_um_zug.cards import LETTERS, spelled
from spieltisch.games.zug_um_zug.edition import Edition
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
from spieltisch.games.zug_um_zug.refusals import kind_name, ticket_facts
from spieltisch.games.zug_um_zug.rules import ZugState
from spieltisch.games.zug_um_zug.state import (
    CHOOSE_FIRST,
    CHOOSE_TICKETS,
    COMPLETE,
    DEAL_DISPLAY,
    DEAL_HANDS,
    DEAL_TICKETS,
    FIRST_BLIND,
    IDLE_ROUNDS,
    LAST_BLIND,
    NEW_DISPLAY,
    NEW_HANDS,
    NOBODY,
    NOT_YET,
)

Facts = dict[str, str | int]
FILLS = {DEAL_DISPLAY: "ZZ-04", NEW_DISPLAY: "ZZ-21"}


def describe(state: ZugState, move: object, hidden: bool, edition: Edition) -> Seen:
    who = state.turn
    match move:
        case TurnCard(card):
            return describe_card(state, UNKNOWN if hidden else card)
        case TurnTicket(ticket):
            return describe_ticket(state, ticket, hidden, edition)
        case Keep(ticket):
            return describe_keep(state, ticket, hidden, edition)
        case DrawOpen(card):
            return Seen(who, f"draw {card}", "ZZ-09", "draw_open", {"card": kind_name(card)})
        case DrawBlind():
            return Seen(who, "draw blind", "ZZ-09", "draw_blind")
        case Lay(cards):
            return describe_lay(state, cards)
        case DrawTickets():
            return Seen(who, "tickets", "ZZ-17", "tickets")
        case Pass():
            return Seen(who, "pass", "ZZ-18", "pass")
        case Stop():
            return Seen(who, "stop", "ZZ-12", "stop")
        case Complete(ticket):
            facts = ticket_facts(ticket, edition)
            return Seen(who, f"complete {ticket}", "ZZ-22", "complete", facts)
        case Done():
            return describe_done(state)
    raise ValueError(f"not a move of this room: {move!r}")


def describe_card(state: ZugState, card: str) -> Seen:
    text = f"card {card}"
    hidden = card == UNKNOWN
    facts: Facts = {} if hidden else {"card": kind_name(card)}
    if state.phase in (DEAL_HANDS, NEW_HANDS):
        clause = "ZZ-03" if state.phase == DEAL_HANDS else "ZZ-21"
        what = "dealt_unseen" if hidden else "dealt"
        return Seen(CHANCE, text, clause, what, {**facts, "seat": state.sees_alone()})
    if state.phase in (FIRST_BLIND, LAST_BLIND):
        what = "drawn_unseen" if hidden else "drawn"
        return Seen(CHANCE, text, "ZZ-09", what, {**facts, "seat": state.mover})
    return Seen(CHANCE, text, FILLS.get(state.phase, "ZZ-09"), "turned_up", facts)


def describe_ticket(state: ZugState, ticket: int, hidden: bool, edition: Edition) -> Seen:
    clause = "ZZ-05" if state.phase == DEAL_TICKETS else "ZZ-17"
    seat: Facts = {"seat": state.sees_alone()}
    if hidden:
        return Seen(CHANCE, f"ticket {UNKNOWN}", clause, "hidden_ticket", seat)
    facts = {**ticket_facts(ticket, edition), **seat}
    return Seen(CHANCE, f"ticket {ticket}", clause, "ticket", facts)


def describe_keep(state: ZugState, ticket: int, hidden: bool, edition: Edition) -> Seen:
    clause = "ZZ-05" if state.phase == CHOOSE_FIRST else "ZZ-17"
    if hidden:
        return Seen(state.turn, f"keep {UNKNOWN}", clause, "hidden_keep")
    return Seen(state.turn, f"keep {ticket}", clause, "keep", ticket_facts(ticket, edition))


def describe_lay(state: ZugState, cards: str) -> Seen:
    text = f"lay {cards}"
    if len(set(cards.replace("L", ""))) > 1:
        return Seen(state.turn, text, "ZZ-14", "lay_three", {"cards": cards})
    facts: Facts = {"cards": cards, "number": len(cards), "card": kind_name(cards[0])}
    robbed = state.yard_owner[LETTERS.index(cards[0])]
    if robbed == NOBODY:
        return Seen(state.turn, text, "ZZ-13", "lay", facts)
    colour = LETTERS.index(cards[0])
    lost = state.yard_cards[colour] + state.yard_locomotives[colour]
    return Seen(state.turn, text, "ZZ-16", "rob", {**facts, "robbed_seat": robbed, "lost": lost})


def describe_done(state: ZugState) -> Seen:
    if state.phase == CHOOSE_TICKETS:
        kept = number_of(state.chosen[state.turn])
        back = number_of(state.offered[state.turn]) - kept
        return Seen(state.turn, "done", "ZZ-17", "chosen", {"kept": kept, "back": back})
    if state.phase == CHOOSE_FIRST:
        return Seen(state.turn, "done", "ZZ-05", "chosen_first")
    return Seen(state.turn, "done", "ZZ-23", "chosen_completed")


def consequences(before: ZugState, after: ZugState) -> list[Seen]:
    """What everyone sees happen by itself, in its order."""
    events = []
    if before.phase == CHOOSE_FIRST and after.phase != CHOOSE_FIRST:
        events += [first_tickets(after, seat) for seat in range(after.seats)]
    if before.phase == COMPLETE and after.phase != COMPLETE:
        events += [completed(before, after, seat) for seat in range(after.seats)]
    if len(after.under) < len(before.under):
        events.append(from_under(before, after))
    if after.half > before.half:
        events.append(Seen(CHANCE, "", "ZZ-21", "half_time"))
    if last_turns_begin(before, after):
        events.append(last_turns(before, after))
    events += departures(before, after)
    if after.phase == COMPLETE and before.phase != COMPLETE:
        events.append(Seen(CHANCE, "", "ZZ-20", "scoring"))
    return events


def first_tickets(after: ZugState, seat: int) -> Seen:
    return Seen(seat, "", "ZZ-05", "kept_first", {"kept": after.first_kept[seat]})


def completed(before: ZugState, after: ZugState, seat: int) -> Seen:
    number = number_of(after.completed[seat]) - number_of(before.completed[seat])
    return Seen(seat, "", "ZZ-23", "completed", {"number": number})


def from_under(before: ZugState, after: ZugState) -> Seen:
    number = len(before.under) - len(after.under)
    return Seen(after.mover, "", "ZZ-17", "from_under", {"number": number})


def last_turns_begin(before: ZugState, after: ZugState) -> bool:
    """Before them there are none, or, at half-time, none any more."""
    return before.last_turns <= 0 < after.last_turns


def last_turns(before: ZugState, after: ZugState) -> Seen:
    if before.last_turns != NOT_YET:
        return Seen(CHANCE, "", "ZZ-21", "last_turns")
    if after.idle >= IDLE_ROUNDS * after.seats:
        return Seen(CHANCE, "", "ZZ-27", "idle_end")
    return Seen(CHANCE, "", "ZZ-19", "last_turns")


def departures(before: ZugState, after: ZugState) -> list[Seen]:
    """A turn has begun, and with it cards of the mover's yard went on their way (ZZ-07)."""
    seat = after.mover
    sent = after.on_the_way[seat] - before.on_the_way[seat]
    if sent <= 0:
        return []
    return [Seen(seat, "", "ZZ-07", "depart", {"cards": spelled(sent)})]
