"""What a viewer sees of a step, and what happened by itself: for logs and histories."""

from __future__ import annotations

from spieltisch.core.state import CHANCE
from spieltisch.core.view import UNKNOWN, Seen
from spieltisch.games.tatort_themse.edition import Edition
from spieltisch.games.tatort_themse.listing import clue_above
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
from spieltisch.games.tatort_themse.refusals import CHANCE_BY, witness_name
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.games.tatort_themse.state import (
    COLUMNS,
    DEAL_HANDS,
    DRAW_BLIND,
    HAND,
    PAY_ELIMINATION,
    STALLED_ENDING,
    UNSOLVED,
)

Facts = dict[str, str | int]


def describe(state: ThemseState, move: object, hidden: bool, edition: Edition) -> Seen:
    match move:
        case LayClue(clue):
            facts: Facts = {"clue": clue, "column": state.dealt % COLUMNS + 1}
            return Seen(CHANCE, f"clue {clue}", "TT-05", "clue", facts)
        case TurnWitness(witness):
            return describe_witness(state, UNKNOWN if hidden else witness)
        case Renew():
            return Seen(state.turn, "renew", "TT-10", "renew")
        case Keep():
            return Seen(state.turn, "keep", "TT-10", "keep")
        case Take(column):
            return describe_choice(state, f"take {column}", column, 0, edition)
        case Eliminate(column, clues):
            return describe_choice(state, f"eliminate {column} {clues}", column, clues, edition)
        case Pass():
            return Seen(state.turn, "pass", "TT-00", "pass")
        case Pay(cards):
            return describe_payment(state, cards, edition)
        case Open(witness):
            facts = {"witness": witness_name(witness)}
            return Seen(state.turn, f"open {witness}", "TT-20", "open", facts)
        case Blind():
            return Seen(state.turn, "blind", "TT-20", "blind")
    raise ValueError(f"not a move of this room: {move!r}")


def describe_witness(state: ThemseState, witness: str) -> Seen:
    facts: Facts = {"witness": UNKNOWN if witness == UNKNOWN else witness_name(witness)}
    text = f"witness {witness}"
    if state.phase == DEAL_HANDS:
        return Seen(CHANCE, text, "TT-07", "dealt", {**facts, "seat": state.dealt // HAND})
    if state.phase == DRAW_BLIND:
        return Seen(CHANCE, text, "TT-20", "drawn", {**facts, "seat": state.mover})
    return Seen(CHANCE, text, CHANCE_BY[state.phase], "turned_up", facts)


def describe_choice(
    state: ThemseState, text: str, column: int, clues: int, edition: Edition
) -> Seen:
    clue = edition.clue_texts[clue_above(state, column - 1, clues)]
    facts: Facts = {"column": column, "clue": clue}
    if clues == 0:
        return Seen(state.turn, text, "TT-16", "take", facts)
    gone = [edition.clue_texts[clue_above(state, column - 1, below)] for below in range(clues)]
    return Seen(
        state.turn, text, "TT-12", "eliminate", {**facts, "clues": clues, "gone": " ".join(gone)}
    )


def describe_payment(state: ThemseState, cards: str, edition: Edition) -> Seen:
    clue = edition.clue_texts[clue_above(state, state.column, state.eliminating)]
    facts: Facts = {"cards": cards, "clue": clue, "column": state.column + 1}
    if state.phase == PAY_ELIMINATION:
        facts["clues"] = state.eliminating
        return Seen(state.turn, f"pay {cards}", "TT-12", "pay_elimination", facts)
    return Seen(state.turn, f"pay {cards}", "TT-16", "pay_clue", facts)


def consequences(before: ThemseState, after: ThemseState, edition: Edition) -> list[Seen]:
    """Cases solved and the pile made anew, in the order of the cases."""
    events = []
    for case, winner in enumerate(after.solved):
        if winner != UNSOLVED and before.solved[case] == UNSOLVED:
            facts: Facts = {"case": edition.cases[case].id}
            if winner >= 0:
                facts |= {"seat": winner, "bonus": edition.cases[case].bonus}
                events.append(Seen(CHANCE, "", "TT-24", "solved", facts))
            else:
                events.append(Seen(CHANCE, "", "TT-25", "solved_by_nobody", facts))
    if was_reshuffled(before, after):
        events.append(Seen(CHANCE, "", "TT-21", "reshuffled"))
    if after.phase == STALLED_ENDING and before.phase != STALLED_ENDING:
        events.append(Seen(CHANCE, "", "TT-29", "stalled"))
    return events


def was_reshuffled(before: ThemseState, after: ThemseState) -> bool:
    """Discards vanish only into a new pile; a renewal may make one of the four it discards."""
    if after.discard > 0:
        return False
    return before.discard > 0 or (before.pile == 0 and after.pile > 0)
