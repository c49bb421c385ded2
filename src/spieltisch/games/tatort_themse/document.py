"""Any position as plain JSON: the open things, every hand, and what each observer remembers.

Only what cannot be derived is written; sums, solved counts and clues left follow from the rest.
"""

from __future__ import annotations

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document
from spieltisch.core.hands import (
    read_memories,
    write_memories,
)
from spieltisch.core.position import refuse
from spieltisch.games.tatort_themse.edition import Edition
from spieltisch.games.tatort_themse.listing import most_eliminated
from spieltisch.games.tatort_themse.position import (
    PHASES,
    Position,
    check_position,
    clues_left,
    numbered,
    sums,
    turn_of,
)
from spieltisch.games.tatort_themse.prices import LETTERS, from_counts, spelled
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.games.tatort_themse.state import (
    CLUES,
    COLUMNS,
    ELIMINATED,
    GAP,
    ROWS,
    Box,
)
from spieltisch.games.tatort_themse.turns import put_on_top


def write_document(state: ThemseState, edition: Edition) -> Document:
    position = Position(
        seats=state.seats,
        fair_tops=state.fair_tops,
        phase=PHASES[state.phase],
        mover=state.mover,
        dealt=state.dealt,
        grid=[column_texts(state, column, edition) for column in range(COLUMNS)],
        clues=[clue_texts(state, seat, edition) for seat in range(state.seats)],
        eliminated=clue_texts(state, ELIMINATED, edition),
        solved=list(state.solved),
        hands=[spelled(hand) for hand in state.hands],
        known=[spelled(hand) for hand in state.known],
        display=[None if kind == GAP else LETTERS[kind] for kind in state.display],
        pile=spelled(state.pile),
        discard=spelled(state.discard),
        column=state.column + 1,
        eliminating=state.eliminating,
        skips=state.skips,
        memories=write_memories(state.memories, state.observers, LETTERS),
    )
    built: Document = msgspec.to_builtins(position)
    return built


def column_texts(state: ThemseState, column: int, edition: Edition) -> list[str]:
    begin = column * ROWS
    return [edition.clue_texts[clue] for clue in state.grid[begin : begin + state.height[column]]]


def clue_texts(state: ThemseState, owner: int, edition: Edition) -> list[str]:
    return [edition.clue_texts[clue] for clue in range(CLUES) if state.owner[clue] == owner]


def read_document(document: Document, edition: Edition, box: Box) -> ThemseState:
    try:
        position = msgspec.convert(document, Position)
    except msgspec.ValidationError as error:
        raise BadDocument(f"position: {error}") from None
    check_position(position, edition)
    state = build_state(position, edition, box)
    most = most_eliminated(state, state.column)
    refuse(state.eliminating > most, "eliminating: would end the game (TT-15)")
    return state


def build_state(position: Position, edition: Edition, box: Box) -> ThemseState:
    clues = numbered(position, edition)
    state = ThemseState(position.seats, box)
    state.turn = turn_of(position)
    state.fair_tops = position.fair_tops
    state.phase = PHASES.index(position.phase)
    state.mover = position.mover
    state.dealt = position.dealt
    state.grid = vec[i64]([GAP] * CLUES)
    state.height = vec[i64]([0] * COLUMNS)
    state.asks = vec[i64]([0] * COLUMNS)
    for column, laid in enumerate(clues.grid):
        for clue in laid:
            put_on_top(state, column, clue)
    state.owner = vec[i64](clues.owner)
    state.left = vec[i64](clues_left(clues.owner, edition))
    state.solved = vec[i64](position.solved)
    state.sums = vec[i64](sums(clues.owner, position.seats, edition))
    state.hands = vec[i64]([pack(hand) for hand in position.hands])
    state.known = vec[i64]([pack(hand) for hand in position.known])
    shown = [GAP if one is None else LETTERS.index(one) for one in position.display]
    state.display = vec[i64](shown)
    state.pile = pack(position.pile)
    state.discard = pack(position.discard)
    state.column = position.column - 1
    state.eliminating = position.eliminating
    state.skips = position.skips
    state.memories = read_memories(position.memories, position.seats, LETTERS)
    state.observers = vec[i64]([memory.observer for memory in position.memories])
    return state


def counts(cards: str) -> list[int]:
    return [cards.count(letter) for letter in LETTERS]


def pack(cards: str) -> int:
    return from_counts(counts(cards))
