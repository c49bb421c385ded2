"""What observers remember of the witnesses, and re-dealing the rest (TT-30, TT-31). Compiled."""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.memory import CardMemory, memory_at, others_see
from spieltisch.core.rng import Rng
from spieltisch.games.tatort_themse.prices import KINDS, count, single, size
from spieltisch.games.tatort_themse.state import Truth, by_kind


def paid(state: Truth, seat: i64, cards: i64) -> None:
    """Cards taken openly are paid first; what goes beyond them was unknown to the others."""
    kind: i64 = 0
    while kind < KINDS:
        number = count(cards, kind)
        openly = count(state.known[seat], kind)
        if openly > number:
            openly = number
        state.known[seat] -= openly * single(kind)
        if number > openly:
            others_see(state.memories, state.observers, seat, kind, number - openly)
        kind += 1


def reshuffled(state: Truth) -> None:
    """The discard pile has become the pile (TT-21)."""
    for memory in state.memories:
        memory.shuffle(by_kind(state.pile))


def memory_of(state: Truth, observer: i64) -> CardMemory:
    """The observer's memory; in a hypothesis about another seat's view, the least it must know."""
    memory = memory_at(state.memories, state.observers, observer)
    return least_memory(state, observer) if memory is None else memory


def least_memory(state: Truth, observer: i64) -> CardMemory:
    """All hidden cards as if they came from one shuffle."""
    hidden = state.pile
    unknown = vec[i64]([0] * state.seats)
    seat: i64 = 0
    while seat < state.seats:
        if seat != observer:
            cards = state.hands[seat] - state.known[seat]
            hidden += cards
            unknown[seat] = size(cards)
        seat += 1
    return CardMemory(KINDS, state.seats, by_kind(hidden), unknown)


def redeal(state: Truth, observer: i64, rng: Rng) -> None:
    """Lay all that the observer cannot know anew. What the others remember goes with it."""
    memory = memory_of(state, observer)
    dealt = memory.deal(rng)
    seat: i64 = 0
    while seat < state.seats:
        if seat != observer:
            state.hands[seat] = state.known[seat] + row(dealt, seat)
        seat += 1
    state.pile = row(dealt, state.seats)
    state.memories = [memory]
    state.observers = vec[i64]([observer])


def row(dealt: "vec[i64]", seat: i64) -> i64:
    cards: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        cards += dealt[seat * KINDS + kind] * single(kind)
        kind += 1
    return cards


def first_memories(seats: i64, pile: i64) -> list[CardMemory]:
    """Before the deal, every seat and a spectator know the same."""
    return [
        CardMemory(KINDS, seats, by_kind(pile), vec[i64]([0] * seats)) for _ in range(seats + 1)
    ]
