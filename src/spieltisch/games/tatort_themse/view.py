"""What a seat may know of Tatort Themse (TT-30, TT-31), and states that agree with it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from spieltisch.core.hands import (
    Display,
    Hands,
    HandView,
    Memory,
    OwnHand,
    PileSize,
    ShuffleView,
    shuffle_views,
)
from spieltisch.core.rng import Rng
from spieltisch.core.view import Mover, View, observer_of
from spieltisch.games.tatort_themse import recall
from spieltisch.games.tatort_themse.document import build_state, clue_texts, column_texts
from spieltisch.games.tatort_themse.edition import Edition
from spieltisch.games.tatort_themse.position import (
    PHASES,
    Position,
)
from spieltisch.games.tatort_themse.prices import LETTERS, size, spelled
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.games.tatort_themse.state import (
    CASES,
    COLUMNS,
    ELIMINATED,
    GAP,
    NOBODY,
    UNSOLVED,
    Box,
)


class CaseView(msgspec.Struct, frozen=True):
    """`winner` is None when nobody won a solved case."""

    id: str
    left: int
    solved: bool
    winner: int | None


class ThemseView(View, frozen=True, kw_only=True):
    """Cards are letters (B M U L); clues are texts such as P4U, columns listed from the top."""

    mover: Mover
    fair_tops: Annotated[bool, Meta(description="the option of that name")]
    dealt: Annotated[
        int, Meta(description="cards laid out so far in the present part of the set-up")
    ]
    grid: Annotated[
        list[list[str]],
        Meta(
            description="columns from the left, each from the top: the last clue is the one to take"
        ),
    ]
    clues: Annotated[list[list[str]], Meta(description="by seat: the clues it has taken")]
    eliminated: Annotated[list[str], Meta(description="clues taken out of the game")]
    sums: Annotated[
        list[list[int]],
        Meta(description="by seat, then by case in the order of `cases`: the values of its clues"),
    ]
    cases: list[CaseView]
    hand: OwnHand
    hands: Hands
    display: Display
    pile: PileSize
    discard: str
    column: Annotated[
        int,
        Meta(description="from 1: where a clue is being paid for, later where the last one was"),
    ]
    eliminating: Annotated[
        int, Meta(description="how many clues are being eliminated, 0 where none are")
    ]
    skips: Annotated[
        int, Meta(description="turns in a row in which nobody took a clue or a witness")
    ]
    shuffles: list[ShuffleView]


def build_view(state: ThemseState, seat: int | None, edition: Edition) -> ThemseView:
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


def case_view(state: ThemseState, case: int, edition: Edition) -> CaseView:
    winner = state.solved[case]
    return CaseView(
        edition.cases[case].id,
        state.left[case],
        winner != UNSOLVED,
        winner if winner >= 0 else None,
    )


def from_view(view: ThemseView, edition: Edition, box: Box, rng: Rng) -> ThemseState:
    """A state drawn uniformly among those that agree with the view."""
    state = build_state(written_down(view), edition, box)
    state.resample(observer_of(view), rng)
    return state


def written_down(view: ThemseView) -> Position:
    """All that the view tells, as a position in which the hidden cards are missing."""
    known = [hand.known for hand in view.hands]
    own = [view.hand if seat == view.seat else None for seat in range(view.seats)]
    return Position(
        seats=view.seats,
        fair_tops=view.fair_tops,
        phase=view.phase,
        mover=view.mover,
        dealt=view.dealt,
        grid=view.grid,
        clues=view.clues,
        eliminated=view.eliminated,
        solved=[solved_by(case) for case in view.cases],
        hands=[openly if hand is None else hand for hand, openly in zip(own, known, strict=True)],
        known=known,
        display=view.display,
        pile="",
        discard=view.discard,
        column=view.column,
        eliminating=view.eliminating,
        skips=view.skips,
        memories=[Memory(observer_of(view), view.shuffles)],
    )


def solved_by(case: CaseView) -> int:
    if not case.solved:
        return UNSOLVED
    return NOBODY if case.winner is None else case.winner
