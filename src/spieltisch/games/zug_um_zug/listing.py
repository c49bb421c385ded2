# compiled by mypyc
"""What may be played (ZZ-05, ZZ-09 to ZZ-18, ZZ-22), in ascending order of the codes."""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import bit, lowest, nth_of, number_of
from spieltisch.core.rng import Rng
from spieltisch.games.zug_um_zug.cards import (
    COLOURED,
    COLOURS,
    COUNT,
    KINDS,
    LOCOMOTIVE,
    WIDTH,
    above,
    colours_among,
    count,
    payable,
    plus,
    size,
)
from spieltisch.games.zug_um_zug.codes import CARD, TICKET, set_code
from spieltisch.games.zug_um_zug.state import (
    ACT,
    CHOOSE_FIRST,
    CHOOSE_TICKETS,
    COMPLETE,
    DEAL_TICKETS,
    DISPLAY,
    DRAW_TICKETS,
    GAP,
    NOBODY,
    Truth,
)


def list_moves(state: Truth, into: "vec[i64]") -> i64:
    phase = state.phase
    if phase == ACT:
        return list_actions(state, into)
    if phase in (CHOOSE_FIRST, CHOOSE_TICKETS):
        return list_keeps(state, into)
    if phase == COMPLETE:
        return list_completions(state, into)
    if phase in (DEAL_TICKETS, DRAW_TICKETS):
        return list_bits(state.unseen, TICKET, into)
    if state.turn < 0:
        return list_cards(state, into)
    return list_second_card(state, into)


def list_cards(state: Truth, into: "vec[i64]") -> i64:
    number: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        if count(state.pile, kind) > 0:
            into[number] = CARD + kind
            number += 1
        kind += 1
    return number


def list_bits(members: i64, begin: i64, into: "vec[i64]") -> i64:
    number: i64 = 0
    while members != 0:
        into[number] = begin + lowest(members)
        members &= members - 1
        number += 1
    return number


def list_keeps(state: Truth, into: "vec[i64]") -> i64:
    """In ascending order; at the set-up one at least is kept (ZZ-05, ZZ-17)."""
    chosen = state.chosen[state.turn]
    codes = state.box.codes
    number = list_bits(above(state.offered[state.turn], chosen), codes.keep, into)
    if chosen != 0 or state.phase == CHOOSE_TICKETS:
        into[number] = codes.done
        number += 1
    return number


def list_completions(state: Truth, into: "vec[i64]") -> i64:
    """In ascending order, what can be paid together with those before (ZZ-22)."""
    seat = state.turn
    have = state.on_the_way[seat]
    chosen = state.chosen[seat]
    spent = need_of(state, chosen)
    number: i64 = 0
    rest = above(state.held[seat], chosen)
    while rest != 0:
        ticket = lowest(rest)
        if payable(plus(spent, state.box.need[ticket]), have):
            into[number] = state.box.codes.complete + ticket
            number += 1
        rest &= rest - 1
    into[number] = state.box.codes.done
    return number + 1


def need_of(state: Truth, members: i64) -> i64:
    need: i64 = 0
    while members != 0:
        need = plus(need, state.box.need[lowest(members)])
        members &= members - 1
    return need


def list_actions(state: Truth, into: "vec[i64]") -> i64:
    number = list_open(state, into, KINDS)
    codes = state.box.codes
    if state.pile > 0:
        into[number] = codes.blind
        number += 1
    hand = state.hands[state.turn]
    number = list_sets(state, hand, into, number)
    number = list_triples(state, hand, into, number)
    if state.unseen != 0 or len(state.under) > 0:
        into[number] = codes.take_tickets
        number += 1
    if number == 0:
        into[0] = codes.skip
        number = 1
    return number


def list_second_card(state: Truth, into: "vec[i64]") -> i64:
    """A locomotive of the display may only be the first card (ZZ-10)."""
    number = list_open(state, into, LOCOMOTIVE)
    if state.pile > 0:
        into[number] = state.box.codes.blind
        number += 1
    into[number] = state.box.codes.stop
    return number + 1


def list_open(state: Truth, into: "vec[i64]", kinds: i64) -> i64:
    return list_bits(kinds_open(state) & (bit(kinds) - 1), state.box.codes.draw, into)


def kinds_open(state: Truth) -> i64:
    """The kinds that lie in the display, as bits."""
    lying: i64 = 0
    slot: i64 = 0
    while slot < DISPLAY:
        if state.display[slot] != GAP:
            lying |= bit(state.display[slot])
        slot += 1
    return lying


def list_sets(state: Truth, hand: i64, into: "vec[i64]", listed: i64) -> i64:
    number = listed
    seat = state.turn
    colour: i64 = 0
    rest = hand
    while colour < COLOURS:
        if rest & COUNT and state.yard_owner[colour] != seat:
            number = list_sets_of(state, hand, colour, into, number)
        rest >>= WIDTH
        colour += 1
    return number


def list_sets_of(state: Truth, hand: i64, colour: i64, into: "vec[i64]", listed: i64) -> i64:
    """More cards than lie in another's yard, and two at least (ZZ-13, ZZ-16)."""
    number = listed
    begin = state.box.codes.lay
    least = least_to_lay(state, colour)
    most = count(hand, colour)
    locomotives = count(hand, LOCOMOTIVE)
    coloured: i64 = 1
    if most + locomotives < least:
        return number
    while coloured <= most:
        jokers = jokers_beside(coloured, least)
        code = begin + set_code(colour, coloured, jokers)
        while jokers <= locomotives:
            into[number] = code
            number += 1
            code += 1
            jokers += 1
        coloured += 1
    return number


def jokers_beside(coloured: i64, least: i64) -> i64:
    """How many locomotives it takes at least."""
    if coloured >= least:
        return 0
    return least - coloured


def least_to_lay(state: Truth, colour: i64) -> i64:
    lying = state.yard_cards[colour] + state.yard_locomotives[colour]
    if lying == 0:
        return 2
    return lying + 1


def free_colours(state: Truth, hand: i64) -> i64:
    """Colours of the hand that lie in nobody's yard, as bits."""
    free: i64 = 0
    colour: i64 = 0
    rest = hand
    while colour < COLOURS:
        if rest & COUNT and state.yard_owner[colour] == NOBODY:
            free |= bit(colour)
        rest >>= WIDTH
        colour += 1
    return free


def list_triples(state: Truth, hand: i64, into: "vec[i64]", listed: i64) -> i64:
    """Three different colours, none of which lies in anyone's yard (ZZ-14, ZZ-16)."""
    number = listed
    codes = state.box.codes
    free = free_colours(state, hand)
    index = codes.begins[free]
    end = codes.begins[free + 1]
    while index < end:
        into[number] = codes.triples[index]
        number += 1
        index += 1
    return number


def any_action(state: Truth, rng: Rng) -> i64:
    """One of the actions at random, as if they had been listed: they are only counted."""
    openly = kinds_open(state)
    free = state.hands[state.turn] & COLOURED & ~state.in_yards
    colours = colours_among(free)
    triples = colours * (colours - 1) * (colours - 2) // 6
    sets = count_sets(state, free, colours)
    number = number_of(openly) + sets + triples
    if state.pile > 0:
        number += 1
    if state.unseen != 0 or len(state.under) > 0:
        number += 1
    if number == 0:
        number = 1
    return nth_action(state, openly, sets, triples, rng.below(number))


def nth_action(state: Truth, openly: i64, sets: i64, triples: i64, nth: i64) -> i64:
    codes = state.box.codes
    draws = number_of(openly)
    if nth < draws:
        return codes.draw + nth_of(openly, nth)
    nth -= draws
    if state.pile > 0:
        if nth == 0:
            return codes.blind
        nth -= 1
    if nth < sets:
        return codes.lay + nth_set(state, nth)
    nth -= sets
    if nth < triples:
        free = free_colours(state, state.hands[state.turn])
        return codes.triples[codes.begins[free] + nth]
    return codes.take_tickets if state.unseen != 0 or len(state.under) > 0 else codes.skip


def any_second_card(state: Truth, rng: Rng) -> i64:
    """As `any_action`."""
    openly = kinds_open(state) & ~bit(LOCOMOTIVE)
    draws = number_of(openly)
    number = draws + 1
    if state.pile > 0:
        number += 1
    nth = rng.below(number)
    if nth < draws:
        return state.box.codes.draw + nth_of(openly, nth)
    return state.box.codes.blind if nth == draws < number - 1 else state.box.codes.stop


def count_sets(state: Truth, free: i64, colours: i64) -> i64:
    """Of the free cards, which have so many colours, all but one card alone; and what takes away
    another's yard."""
    hand = state.hands[state.turn]
    locomotives = count(hand, LOCOMOTIVE)
    total = size(free) * (locomotives + 1) - colours
    rest = hand & state.in_yards
    colour: i64 = 0
    while rest != 0:
        if rest & COUNT and state.yard_owner[colour] != state.turn:
            total += number_of_sets(least_to_lay(state, colour), rest & COUNT, locomotives)
        rest >>= WIDTH
        colour += 1
    return total


def number_of_sets(least: i64, most: i64, locomotives: i64) -> i64:
    number: i64 = 0
    coloured = least - locomotives
    if coloured < 1:
        coloured = 1
    while coloured <= most:
        number += locomotives + 1 - jokers_beside(coloured, least)
        coloured += 1
    return number


def nth_set(state: Truth, nth: i64) -> i64:
    """Counted from 0."""
    hand = state.hands[state.turn]
    locomotives = count(hand, LOCOMOTIVE)
    colour: i64 = 0
    sets = sets_of(state, colour, hand & COUNT, locomotives)
    while nth >= sets:
        nth -= sets
        colour += 1
        sets = sets_of(state, colour, count(hand, colour), locomotives)
    least = least_to_lay(state, colour)
    coloured: i64 = 1
    while True:
        jokers = jokers_beside(coloured, least)
        if jokers <= locomotives:
            if nth <= locomotives - jokers:
                return set_code(colour, coloured, jokers + nth)
            nth -= locomotives + 1 - jokers
        coloured += 1


def sets_of(state: Truth, colour: i64, most: i64, locomotives: i64) -> i64:
    """How many sets of the colour can be laid."""
    owner = state.yard_owner[colour]
    if most == 0 or owner == state.turn:
        return 0
    if owner == NOBODY:
        return most * (locomotives + 1) - 1
    return number_of_sets(least_to_lay(state, colour), most, locomotives)
