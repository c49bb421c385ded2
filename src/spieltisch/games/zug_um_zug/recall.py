# compiled by mypyc
"""What observers remember of cards and tickets, and re-dealing the rest (ZZ-28, ZZ-29).

Tickets: an observer knows its own, those it put under the pile while they lie there, and that no
ticket it has ever been offered is among those another seat kept at the set-up. The rest lies at
random where it could be.
"""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import bit, lowest, nth_of, number_of
from spieltisch.core.memory import CardMemory, by_kind, least_memory, memory_at, others_see
from spieltisch.core.rng import Rng
from spieltisch.games.zug_um_zug.cards import (
    KINDS,
    WIDTH,
    count,
    payable,
    single,
)
from spieltisch.games.zug_um_zug.state import (
    CHOOSE_FIRST,
    COMPLETE,
    DEAL_TICKETS,
    FINISHED,
    Truth,
)


def laid(state: Truth, seat: i64, kind: i64, number: i64) -> None:
    """Cards taken openly are laid first; what goes beyond them was unknown to the others."""
    openly = count(state.known[seat], kind)
    if openly > number:
        openly = number
    state.known[seat] -= openly * single(kind)
    if number > openly:
        others_see(state.memories, state.observers, seat, kind, number - openly)


def shuffled(state: Truth) -> None:
    """The discards are about to join the pile (ZZ-21). If that still holds cards, nobody knows
    which: its shuffle and the new one become one."""
    content = by_kind(state.discard, KINDS, WIDTH)
    for memory in state.memories:
        if state.pile == 0:
            memory.shuffle(content)
        else:
            mix(memory, content)


def mix(memory: CardMemory, content: "vec[i64]") -> None:
    begin = len(memory.pool) - memory.kinds
    kind: i64 = 0
    while kind < memory.kinds:
        memory.pool[begin + kind] += content[kind]
        kind += 1


def memory_of(state: Truth, observer: i64) -> CardMemory:
    """The observer's memory; in a hypothesis about another seat's view, the least it must know."""
    memory = memory_at(state.memories, state.observers, observer)
    if memory is not None:
        return memory
    return least_memory(KINDS, WIDTH, state.pile, state.hands, state.known, observer)


def redeal(state: Truth, observer: i64, rng: Rng) -> None:
    """Lay all that the observer cannot know anew. What the others remember goes with it."""
    memory = memory_of(state, observer)
    state.pile = memory.redeal(state.hands, state.known, observer, WIDTH, rng)
    state.memories = [memory]
    state.observers = vec[i64]([observer])
    if is_secret(state.phase) and observer != state.turn:
        state.turn = guess_chooser(state, observer, rng)
    pool = hidden_tickets(state, observer)
    if state.phase != FINISHED:
        pool = redeal_seats(state, observer, pool, rng)
    state.unseen = redeal_under(state, observer, pool, rng)


def is_secret(phase: i64) -> bool:
    """All choose, and nobody sees how far the others are (ZZ-05, ZZ-23)."""
    return phase in (CHOOSE_FIRST, COMPLETE)


def guess_chooser(state: Truth, observer: i64, rng: Rng) -> i64:
    """Who may be choosing now: the seats choose in their order."""
    if observer == state.seats:
        return rng.below(state.seats)
    if observer < state.turn:
        return observer + 1 + rng.below(state.seats - observer - 1)
    return rng.below(observer)


def redeal_seats(state: Truth, observer: i64, pool: i64, rng: Rng) -> i64:
    """Tickets of the set-up first: fewer could be among them. Returns what is left."""
    firsts = pool if observer == state.seats else pool & ~state.met[observer]
    kept = vec[i64]([0] * state.seats)
    seat: i64 = 0
    while seat < state.seats:
        if seat != observer:
            drawn_first = some_of(firsts, first_tickets(state, seat), rng)
            firsts &= ~drawn_first
            pool &= ~drawn_first
            kept[seat] = drawn_first
        seat += 1
    seat = 0
    while seat < state.seats:
        if seat != observer:
            pool = redeal_seat(state, seat, kept[seat], pool, rng)
        seat += 1
    return pool


def hidden_tickets(state: Truth, observer: i64) -> i64:
    """All tickets but those the observer holds or put under the pile itself; at the end all
    that are held or completed lie open."""
    hidden: i64 = bit(state.box.tickets) - 1
    seat: i64 = 0
    while seat < state.seats:
        if seat == observer or state.phase == FINISHED:
            hidden &= ~(state.held[seat] | state.completed[seat] | state.offered[seat])
        seat += 1
    return hidden & ~put_under(state, observer)


def put_under(state: Truth, observer: i64) -> i64:
    members: i64 = 0
    tickets = state.under
    index: i64 = 0
    for seat in state.under_by:
        if seat == observer:
            members |= bit(tickets[index])
        index += 1
    return members


def first_tickets(state: Truth, seat: i64) -> i64:
    """How many tickets of the set-up the seat has before it or kept."""
    if state.phase in (DEAL_TICKETS, CHOOSE_FIRST):
        return number_of(state.offered[seat])
    return state.first_kept[seat]


def redeal_seat(state: Truth, seat: i64, firsts: i64, pool: i64, rng: Rng) -> i64:
    """Give another seat tickets, its first ones among them; returns what is left of the pool."""
    state.met[seat] = 0
    if state.phase in (DEAL_TICKETS, CHOOSE_FIRST):
        state.offered[seat] = firsts
        state.chosen[seat] = guess_kept(state, seat, firsts, rng)
        return pool
    laid_aside = number_of(state.completed[seat])
    number = laid_aside + number_of(state.held[seat]) - number_of(firsts)
    later = some_of(pool, number, rng)
    state.completed[seat] = some_of(firsts | later, laid_aside, rng)
    state.held[seat] = (firsts | later) & ~state.completed[seat]
    offered = some_of(pool & ~later, number_of(state.offered[seat]), rng)
    state.offered[seat] = offered
    if state.phase == COMPLETE:
        state.chosen[seat] = guess_completed(state, seat, rng)
    else:
        state.chosen[seat] = some_of(offered, number_of(state.chosen[seat]), rng)
    return pool & ~later & ~offered


def guess_kept(state: Truth, seat: i64, offered: i64, rng: Rng) -> i64:
    """A secret choice: each ticket with an even chance; who has done so kept one at least."""
    if state.phase == DEAL_TICKETS or seat > state.turn:
        return 0
    while True:
        kept: i64 = 0
        ticket: i64 = 0
        while offered >> ticket != 0:
            if (offered >> ticket) & 1 and rng.below(2) == 0:
                kept |= bit(ticket)
            ticket += 1
        if kept != 0 or seat == state.turn:
            return kept


def guess_completed(state: Truth, seat: i64, rng: Rng) -> i64:
    """A secret choice: each ticket that can still be paid with an even chance."""
    if seat > state.turn:
        return 0
    have = state.on_the_way[seat]
    held = state.held[seat]
    chosen: i64 = 0
    need: i64 = 0
    ticket: i64 = 0
    while held >> ticket != 0:
        asked = need + state.box.need[ticket]
        if (held >> ticket) & 1 and payable(asked, have) and rng.below(2) == 0:
            chosen |= bit(ticket)
            need = asked
        ticket += 1
    return chosen


def redeal_under(state: Truth, observer: i64, pool: i64, rng: Rng) -> i64:
    """Tickets others put back together lie in ascending number; returns what is left."""
    begin: i64 = 0
    while begin < len(state.under):
        end = begin + 1
        while end < len(state.under) and state.under_batch[end] == state.under_batch[begin]:
            end += 1
        if state.under_by[begin] != observer:
            batch = some_of(pool, end - begin, rng)
            pool &= ~batch
            while begin < end:
                state.under[begin] = lowest(batch)
                batch &= batch - 1
                begin += 1
        begin = end
    return pool


def some_of(members: i64, number: i64, rng: Rng) -> i64:
    """So many tickets of a set, at random."""
    taken: i64 = 0
    left = number_of(members)
    while number > 0:
        ticket = nth_of(members, rng.below(left))
        members &= ~bit(ticket)
        taken |= bit(ticket)
        left -= 1
        number -= 1
    return taken
