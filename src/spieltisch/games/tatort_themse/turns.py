# compiled by mypyc
"""What a move does: the set-up, a turn, cases solved, the end (TT-05 to TT-29)."""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.memory import all_see, one_draws
from spieltisch.core.state import CHANCE, OVER
from spieltisch.games.tatort_themse import recall
from spieltisch.games.tatort_themse.listing import (
    CASES_TO_END,
    clue_above,
    kinds_shown,
    slot_of,
)
from spieltisch.games.tatort_themse.prices import (
    KINDS,
    REACH_ROW,
    asked,
    single,
)
from spieltisch.games.tatort_themse.scoring import leader, solved_cases
from spieltisch.games.tatort_themse.state import (
    ACT,
    ASK_RENEW,
    CASES,
    CLUES,
    COLUMNS,
    DEAL_DISPLAY,
    DEAL_HANDS,
    DISPLAY,
    DRAW_BLIND,
    ELIMINATED,
    GAP,
    HAND,
    IN_GRID,
    PAY_CLUE,
    PAY_ELIMINATION,
    QUESTION,
    REFILL,
    RENEWING,
    ROWS,
    SOLVED_ENDING,
    STALLED_ENDING,
    UNDEALT,
    Truth,
)


def lay_clue(state: Truth, first: i64) -> None:
    """Of equal clues the next one that is not dealt yet."""
    clue = first
    while state.owner[clue] != UNDEALT:
        clue += 1
    put_on_top(state, state.dealt % COLUMNS, clue)
    state.owner[clue] = IN_GRID
    state.dealt += 1
    if state.dealt == CLUES:
        state.phase = DEAL_HANDS
        state.dealt = 0


def put_on_top(state: Truth, column: i64, clue: i64) -> None:
    state.grid[column * ROWS + state.height[column]] = clue
    state.height[column] += 1
    asks = asked(state.box.witness[clue], state.box.value[clue])
    state.asks[column] = state.asks[column] << REACH_ROW | asks


def turn_witness(state: Truth, kind: i64) -> None:
    state.pile -= single(kind)
    if state.phase == DEAL_HANDS:
        deal(state, kind)
    elif state.phase == DRAW_BLIND:
        state.hands[state.mover] += single(kind)
        one_draws(state.memories, state.observers, state.mover, kind)
        refill(state, REFILL)
    else:
        state.display[slot_of(state, GAP)] = kind
        all_see(state.memories, kind)
        refill(state, state.phase)


def deal(state: Truth, kind: i64) -> None:
    seat = state.dealt // HAND
    state.hands[seat] += single(kind)
    one_draws(state.memories, state.observers, seat, kind)
    state.dealt += 1
    if state.dealt == HAND * state.seats:
        state.phase = DEAL_DISPLAY


def refill(state: Truth, phase: i64) -> None:
    """Fill gaps one by one while there are cards, then go on (TT-11, TT-20 to TT-22)."""
    if slot_of(state, GAP) >= 0 and has_card(state):
        state.turn = CHANCE
        state.phase = phase
    elif phase == RENEWING:
        state.turn = state.mover
        state.phase = ACT
    elif phase == DEAL_DISPLAY:
        begin_turn(state, 0)
    else:
        begin_turn(state, (state.mover + 1) % state.seats)


def has_card(state: Truth) -> bool:
    """Whether a card can be drawn, after the discards became the pile if need be (TT-21)."""
    if state.pile == 0 and state.discard > 0:
        state.pile = state.discard
        state.discard = 0
        recall.reshuffled(state)
    return state.pile > 0


def begin_turn(state: Truth, seat: i64) -> None:
    state.mover = seat
    state.turn = seat
    state.phase = ASK_RENEW if four_equal(state) else ACT


def four_equal(state: Truth) -> bool:
    first = state.display[0]
    return (
        first != GAP
        and state.display[1] == first
        and state.display[2] == first
        and state.display[3] == first
    )


def renew(state: Truth) -> None:
    state.discard += DISPLAY * single(state.display[0])
    state.display = vec[i64]([GAP] * DISPLAY)
    refill(state, RENEWING)


def choose(state: Truth, column: i64, eliminating: i64) -> None:
    state.column = column
    state.eliminating = eliminating
    state.phase = PAY_ELIMINATION if eliminating > 0 else PAY_CLUE


def pay(state: Truth, cards: i64) -> None:
    state.hands[state.mover] -= cards
    state.discard += cards
    recall.paid(state, state.mover, cards)
    while state.eliminating > 0:
        remove_clue(state, ELIMINATED)
        state.eliminating -= 1
    if state.phase == PAY_ELIMINATION:
        state.phase = PAY_CLUE
    else:
        take_clue(state)


def take_clue(state: Truth) -> None:
    clue = clue_above(state, state.column, 0)
    state.sums[state.mover * CASES + state.box.case[clue]] += state.box.value[clue]
    remove_clue(state, state.mover)
    if solved_cases(state) == CASES_TO_END:
        state.turn = OVER
        state.phase = SOLVED_ENDING
    else:
        go_questioning(state, True)


def remove_clue(state: Truth, owner: i64) -> None:
    clue = clue_above(state, state.column, 0)
    case = state.box.case[clue]
    state.owner[clue] = owner
    state.height[state.column] -= 1
    state.asks[state.column] >>= REACH_ROW
    state.left[case] -= 1
    if state.left[case] == 0:
        state.solved[case] = leader(state, case)


def go_questioning(state: Truth, took: bool) -> None:
    """Ask which witness, unless there is none; a full round of that ends the game (TT-29)."""
    if state.pile + state.discard > 0 or kinds_shown(state) != 0:
        state.skips = 0
        state.phase = QUESTION
        return
    state.skips += 1
    if took:
        state.skips = 0
    if state.skips == state.seats:
        state.turn = OVER
        state.phase = STALLED_ENDING
    else:
        begin_turn(state, (state.mover + 1) % state.seats)


def question(state: Truth, kind: i64) -> None:
    if kind == KINDS:
        has_card(state)
        state.turn = CHANCE
        state.phase = DRAW_BLIND
        return
    state.display[slot_of(state, kind)] = GAP
    state.hands[state.mover] += single(kind)
    state.known[state.mover] += single(kind)
    refill(state, REFILL)
