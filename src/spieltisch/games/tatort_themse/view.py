"""What a seat may know of Tatort Themse (TT-30, TT-31), and states that agree with it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.hands import HandView, ShuffleView, read_memory, shuffle_views
from spieltisch.core.rng import Rng
from spieltisch.core.view import View
from spieltisch.games.tatort_themse import recall
from spieltisch.games.tatort_themse.edition import Edition
from spieltisch.games.tatort_themse.prices import LETTERS, from_counts, size, spelled
from spieltisch.games.tatort_themse.rules import Themse
from spieltisch.games.tatort_themse.state import (
    CASES,
    CLUES,
    COLUMNS,
    ELIMINATED,
    GAP,
    IN_GRID,
    NOBODY,
    ROWS,
    UNDEALT,
    UNSOLVED,
    Box,
)

PHASES = (
    "deal_clues",
    "deal_hands",
    "deal_display",
    "ask_renew",
    "renewing",
    "act",
    "pay_elimination",
    "pay_clue",
    "question",
    "draw_blind",
    "refill",
    "solved_ending",
    "stalled_ending",
)


class CaseView(msgspec.Struct, frozen=True):
    """`winner` is None when nobody won a solved case."""

    id: str
    left: int
    solved: bool
    winner: int | None


class ThemseView(View, frozen=True, kw_only=True):
    """Cards are letters (B M U L); clues are texts such as P4U, columns listed from the top."""

    mover: int
    fair_tops: bool
    dealt: int
    grid: list[list[str]]
    clues: list[list[str]]
    eliminated: list[str]
    sums: list[list[int]]
    cases: list[CaseView]
    hand: str | None
    hands: list[HandView]
    display: list[str | None]
    pile: int
    discard: str
    column: int
    eliminating: int
    skips: int
    shuffles: list[ShuffleView]


def build_view(state: Themse, seat: int | None, edition: Edition) -> ThemseView:
    observer = state.seats if seat is None else seat
    return ThemseView(
        seat=seat,
        seats=state.seats,
        turn=state.turn,
        phase=PHASES[state.phase],
        mover=state.mover,
        fair_tops=state.fair_tops,
        dealt=state.dealt,
        grid=[column_texts(state, column, edition) for column in range(COLUMNS)],
        clues=[clue_texts(state, owner, edition) for owner in range(state.seats)],
        eliminated=clue_texts(state, ELIMINATED, edition),
        sums=[list(state.sums[at * CASES : (at + 1) * CASES]) for at in range(state.seats)],
        cases=[case_view(state, case, edition) for case in range(CASES)],
        hand=None if seat is None else spelled(state.hands[seat]),
        hands=[
            HandView(size(state.hands[other]), spelled(state.known[other]))
            for other in range(state.seats)
        ],
        display=[None if kind == GAP else LETTERS[kind] for kind in state.display],
        pile=size(state.pile),
        discard=spelled(state.discard),
        column=state.column + 1,
        eliminating=state.eliminating,
        skips=state.skips,
        shuffles=shuffle_views(recall.memory_of(state, observer), LETTERS),
    )


def column_texts(state: Themse, column: int, edition: Edition) -> list[str]:
    begin = column * ROWS
    return [edition.clue_texts[clue] for clue in state.grid[begin : begin + state.height[column]]]


def clue_texts(state: Themse, owner: int, edition: Edition) -> list[str]:
    return [edition.clue_texts[clue] for clue in range(CLUES) if state.owner[clue] == owner]


def case_view(state: Themse, case: int, edition: Edition) -> CaseView:
    winner = state.solved[case]
    return CaseView(
        edition.cases[case].id,
        state.left[case],
        winner != UNSOLVED,
        winner if winner >= 0 else None,
    )


def counts(cards: str) -> list[int]:
    return [cards.count(letter) for letter in LETTERS]


def pack(cards: str) -> int:
    return from_counts(counts(cards))


def from_view(view: ThemseView, edition: Edition, box: Box, rng: Rng) -> Themse:
    """A state drawn uniformly among those that agree with the view."""
    number_of = {text: number for number, text in enumerate(edition.clue_texts)}
    observer = view.seats if view.seat is None else view.seat
    state = Themse(
        view.seats,
        view.turn,
        box,
        view.fair_tops,
        PHASES.index(view.phase),
        view.mover,
        view.dealt,
        vec[i64](grid_cells(view.grid, number_of)),
        vec[i64]([len(column) for column in view.grid]),
        vec[i64](owners(view.clues, view.eliminated, view.grid, number_of)),
        vec[i64]([case.left for case in view.cases]),
        vec[i64]([solved_by(case) for case in view.cases]),
        vec[i64]([value for row in view.sums for value in row]),
        vec[i64]([pack(hand.known) for hand in view.hands]),
        vec[i64]([pack(hand.known) for hand in view.hands]),
        vec[i64]([GAP if letter is None else LETTERS.index(letter) for letter in view.display]),
        0,
        pack(view.discard),
        view.column - 1,
        view.eliminating,
        view.skips,
        [read_memory(view.shuffles, view.seats, LETTERS)],
        vec[i64]([observer]),
    )
    if view.hand is not None:
        state.hands[observer] = pack(view.hand)
    state.resample(observer, rng)
    return state


def grid_cells(grid: list[list[str]], number_of: dict[str, int]) -> list[int]:
    cells = [GAP] * CLUES
    for column, texts in enumerate(grid):
        for row, text in enumerate(texts):
            cells[column * ROWS + row] = number_of[text]
    return cells


def owners(
    clues: Sequence[Sequence[str]],
    eliminated: Sequence[str],
    grid: Sequence[Sequence[str]],
    number_of: dict[str, int],
) -> list[int]:
    """Of each clue: the seat that has it, or where else it is."""
    answer = [UNDEALT] * CLUES
    for seat, texts in enumerate(clues):
        for text in texts:
            answer[number_of[text]] = seat
    for text in eliminated:
        answer[number_of[text]] = ELIMINATED
    for column in grid:
        for text in column:
            answer[number_of[text]] = IN_GRID
    return answer


def solved_by(case: CaseView) -> int:
    if not case.solved:
        return UNSOLVED
    return NOBODY if case.winner is None else case.winner
