# compiled by mypyc
"""What observers remember of the witnesses, and re-dealing the rest (TT-30, TT-31)."""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.memory import CardMemory, by_kind, least_memory, memory_at, others_see
from spieltisch.core.rng import Rng
from spieltisch.games.tatort_themse.prices import KINDS, WIDTH, beyond, count
from spieltisch.games.tatort_themse.state import Truth


def paid(state: Truth, seat: i64, cards: i64) -> None:
    """Cards taken openly are paid first; what goes beyond them was unknown to the others."""
    unknown = beyond(cards, state.known[seat])
    state.known[seat] -= cards - unknown
    kind: i64 = 0
    while unknown >> (WIDTH * kind) != 0:
        others_see(state.memories, state.observers, seat, kind, count(unknown, kind))
        kind += 1


def reshuffled(state: Truth) -> None:
    """The discard pile has become the pile (TT-21)."""
    for memory in state.memories:
        memory.shuffle(by_kind(state.pile, KINDS, WIDTH))


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
