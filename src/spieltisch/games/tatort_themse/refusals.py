"""Why a move is not allowed, with its clause. Nothing here looks past the deciding seat's view."""

from __future__ import annotations

from spieltisch.core.errors import Refusal
from spieltisch.core.game import Move
from spieltisch.games.tatort_themse.document import pack
from spieltisch.games.tatort_themse.edition import WITNESSES, Edition
from spieltisch.games.tatort_themse.listing import clue_above, most_eliminated, undealt_copies
from spieltisch.games.tatort_themse.moves import (
    Blind,
    Eliminate,
    Keep,
    LayClue,
    Open,
    Pass,
    Pay,
    Renew,
    Take,
    TurnWitness,
)
from spieltisch.games.tatort_themse.prices import KINDS, LETTERS, can_pay, contains, eliminations
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.games.tatort_themse.state import (
    ACT,
    ASK_RENEW,
    DEAL_CLUES,
    DEAL_DISPLAY,
    DEAL_HANDS,
    DRAW_BLIND,
    PAY_CLUE,
    PAY_ELIMINATION,
    QUESTION,
    REFILL,
    RENEWING,
)
from spieltisch.games.tatort_themse.turns import four_equal

NEXT_QUESTION = {
    ASK_RENEW: Refusal("TT-10", "renew_or_keep_first"),
    ACT: Refusal("TT-00", "choose_action_first"),
    PAY_ELIMINATION: Refusal("TT-12", "pay_elimination_first"),
    PAY_CLUE: Refusal("TT-16", "pay_clue_first"),
    QUESTION: Refusal("TT-20", "question_now"),
}


CHANCE_BY = {
    DEAL_CLUES: "TT-05",
    DEAL_HANDS: "TT-07",
    DEAL_DISPLAY: "TT-07",
    RENEWING: "TT-10",
    DRAW_BLIND: "TT-20",
    REFILL: "TT-20",
}


def broken_by_chance(state: ThemseState, move: Move, edition: Edition) -> str:
    """The clause an outcome breaks that cannot come now."""
    match move:
        case LayClue(clue) if state.phase == DEAL_CLUES:
            laid = undealt_copies(state, edition.clue_texts.index(clue)) == 0
            return "TT-05" if laid else "TT-08"
        case TurnWitness() if state.phase != DEAL_CLUES:
            return "TT-01"
    return CHANCE_BY[state.phase]


def explain(state: ThemseState, move: Move, edition: Edition) -> Refusal:
    match move:
        case LayClue() | TurnWitness():
            return Refusal("TT-05", "only_chance")
        case Renew() | Keep() if state.phase == ACT and four_equal(state):
            return Refusal("TT-11", "once_a_turn")
        case Renew() | Keep() if state.phase == ACT:
            return Refusal("TT-10", "not_four_equal")
        case Take(column) if state.phase == ACT:
            return explain_take(state, column, edition)
        case Eliminate(column, clues) if state.phase == ACT:
            return explain_elimination(state, column, clues, edition)
        case Pay(cards) if state.phase in (PAY_ELIMINATION, PAY_CLUE):
            return explain_payment(state, cards, edition)
        case Open(witness) if state.phase == QUESTION:
            return Refusal("TT-20", "not_in_display", {"witness": witness_name(witness)})
        case Blind() if state.phase == QUESTION:
            return Refusal("TT-22", "nothing_to_draw")
        case Pass() if state.phase == QUESTION:
            return Refusal("TT-20", "must_question")
        case Take() | Eliminate() if state.phase == QUESTION:
            return Refusal("TT-00", "too_late_for_clues")
    return NEXT_QUESTION[state.phase]


def witness_name(letter: str) -> str:
    return WITNESSES[LETTERS.index(letter)]


def price_of(state: ThemseState, clue: int, edition: Edition) -> dict[str, str | int]:
    return {
        "clue": edition.clue_texts[clue],
        "value": state.box.value[clue],
        "witness": WITNESSES[state.box.witness[clue]],
    }


def explain_take(state: ThemseState, column: int, edition: Edition) -> Refusal:
    if state.height[column - 1] == 0:
        return Refusal("TT-16", "column_empty", {"column": column})
    clue = clue_above(state, column - 1, 0)
    return Refusal("TT-16", "cannot_pay_clue", price_of(state, clue, edition))


def explain_elimination(state: ThemseState, column: int, clues: int, edition: Edition) -> Refusal:
    facts: dict[str, str | int] = {"column": column, "clues": clues}
    if state.height[column - 1] == 0:
        return Refusal("TT-12", "column_empty", {"column": column})
    if clues >= state.height[column - 1]:
        return Refusal("TT-14", "top_clue_stays", facts)
    if clues > most_eliminated(state, column - 1):
        return Refusal("TT-15", "would_end_game", facts)
    clue = clue_above(state, column - 1, clues)
    return Refusal("TT-13", "cannot_pay_both", {**facts, **price_of(state, clue, edition)})


def explain_payment(state: ThemseState, cards: str, edition: Edition) -> Refusal:
    if not contains(state.hands[state.mover], pack(cards)):
        clause = "TT-16" if state.phase == PAY_CLUE else "TT-12"
        return Refusal(clause, "not_in_hand", {"cards": cards})
    clue = clue_above(state, state.column, state.eliminating)
    if state.phase == PAY_CLUE:
        facts = {"cards": cards, **price_of(state, clue, edition)}
        if can_pay(pack(cards), state.box.witness[clue], state.box.value[clue]):
            return Refusal("TT-18", "not_the_price", facts)
        return Refusal("TT-16", "too_little", facts)
    price: dict[str, str | int] = {
        "cards": cards,
        "clues": state.eliminating,
        "witnesses": 2 * state.eliminating,
    }
    if pack(cards) in eliminations(2 * state.eliminating):
        return Refusal("TT-13", "clue_unpaid_then", {**price, **price_of(state, clue, edition)})
    if any(can_pay(pack(cards), kind, 2 * state.eliminating) for kind in range(KINDS)):
        return Refusal("TT-18", "not_the_elimination_price", price)
    return Refusal("TT-12", "too_little_to_eliminate", price)
