"""Why a move is not allowed, with its clause. Nothing here looks past the deciding seat's view."""

from __future__ import annotations

from spieltisch.core.errors import Refusal
from spieltisch.core.game import Move
from spieltisch.games.holmes.abilities import equal_clues
from spieltisch.games.holmes.cards import LETTERS, count
from spieltisch.games.holmes.document import holds, number_of
from spieltisch.games.holmes.edition import Edition, Person
from spieltisch.games.holmes.moves import (
    CopyAs,
    JokerInto,
    JokerLoose,
    Keep,
    Lay,
    Steal,
    Take,
    TurnUpClue,
    TurnUpPerson,
    Visit,
)
from spieltisch.games.holmes.rules import HolmesState
from spieltisch.games.holmes.state import (
    ASK_USE,
    COPYING,
    END_JOKERS,
    JOINING,
    KEEPING,
    PLACE,
    PLACING_JOKER,
    STEALING,
    TAKE_SAME,
    TAKING,
)

NEVER = {"lay M": "HO-10", "keep J": "HO-A5", "steal J": "HO-A6", "joker M": "HO-09"}
NEXT_QUESTION = {
    PLACE: Refusal("HO-14", "visit_first"),
    ASK_USE: Refusal("HO-16", "use_or_decline_first"),
    COPYING: Refusal("HO-A9", "choose_copy_first"),
    TAKING: Refusal("HO-A3", "take_first"),
    KEEPING: Refusal("HO-A5", "keep_first"),
    STEALING: Refusal("HO-A6", "steal_first"),
    PLACING_JOKER: Refusal("HO-08", "place_joker_first"),
    JOINING: Refusal("HO-10", "join_or_apart_first"),
    END_JOKERS: Refusal("HO-21", "lay_jokers_first"),
}


def explain(state: HolmesState, move: Move, edition: Edition) -> Refusal:
    match move:
        case TurnUpPerson() | TurnUpClue():
            return Refusal("HO-05", "only_chance")
        case Lay(clue) if state.phase == PLACE:
            return explain_lay(state, LETTERS.index(clue), edition)
        case Visit(person, origin) if state.phase == PLACE:
            return explain_visit(state, person, origin, edition)
        case CopyAs(person) if state.phase == COPYING:
            return explain_copy(state, person, edition)
        case Take(clue) if state.phase == TAKING:
            return explain_take(state, LETTERS.index(clue), edition)
        case Keep(clue) if state.phase == KEEPING:
            return Refusal("HO-A5", "not_sniffed", named(LETTERS.index(clue), edition))
        case Steal(clue) if state.phase == STEALING:
            return Refusal("HO-A6", "not_open_there", named(LETTERS.index(clue), edition))
        case JokerInto(row) if state.phase in (PLACING_JOKER, END_JOKERS):
            return explain_joker(state, LETTERS.index(row), edition)
        case JokerLoose() if state.phase == END_JOKERS:
            return Refusal("HO-21", "must_lay_joker")
    return NEXT_QUESTION[state.phase]


def named(face: int, edition: Edition) -> dict[str, str | int]:
    return {"clue": edition.face_name(face)}


def explain_lay(state: HolmesState, kind: int, edition: Edition) -> Refusal:
    if state.loose[state.mover] == 0:
        return Refusal("HO-10", "no_loose_joker")
    if count(state.down[state.mover], kind) == 0:
        return Refusal("HO-10", "not_face_down", named(kind, edition))
    return Refusal("HO-09", "row_has_joker", named(kind, edition))


def explain_visit(state: HolmesState, person: str, origin: str | None, edition: Edition) -> Refusal:
    number = number_of(person, edition)
    facts: dict[str, str | int] = {"person": person}
    if holds(state.unseen, number):
        return Refusal("HO-12", "not_there_yet", facts)
    if holds(state.face_down, number):
        return Refusal("HO-15", "lies_face_down", facts)
    seat = state.mover
    if holds(state.standing[seat] | state.lying[seat], number):
        return Refusal("HO-14", "has_your_marker", facts)
    return explain_origin(state, origin, edition)


def explain_origin(state: HolmesState, origin: str | None, edition: Edition) -> Refusal:
    if origin is None:
        return Refusal("HO-14", "say_from_where")
    if state.day == 1:
        return Refusal("HO-14", "first_day_from_stock")
    if holds(state.lying[state.mover], number_of(origin, edition)):
        return Refusal("HO-14", "moved_today", {"person": origin})
    return Refusal("HO-14", "no_marker_there", {"person": origin})


def explain_copy(state: HolmesState, person: str, edition: Edition) -> Refusal:
    number = number_of(person, edition)
    facts: dict[str, str | int] = {"person": person}
    if number == state.visited or holds(state.box.copies, number):
        return Refusal("HO-A9", "copies_itself", facts)
    if not holds(state.face_up, number):
        return Refusal("HO-A9", "copy_not_face_up", facts)
    price = edition.persons[number].price()
    spare = state.glasses[state.mover] - state.box.due[state.step]
    if price == 1 and spare == 0:
        return Refusal("HO-16", "cannot_pay_one", facts)
    if price > spare:
        return Refusal("HO-16", "cannot_pay", {**facts, "price": price, "glasses": spare})
    if lacks_equal_clues(state, edition.persons[number]):
        return Refusal("HO-A3", "no_equal_clues", facts)
    return Refusal("HO-A10", "would_do_nothing", facts)


def lacks_equal_clues(state: HolmesState, person: Person) -> bool:
    """Whether a step of the ability takes equal clues that do not lie there (HO-A3)."""
    return any(step.same and equal_clues(state, step.number) == 0 for step in person.ability)


def explain_take(state: HolmesState, face: int, edition: Edition) -> Refusal:
    facts = named(face, edition)
    if state.box.ops[state.step] >= TAKE_SAME:
        return Refusal("HO-A3", "not_enough_equal", {**facts, "number": state.left})
    return Refusal("HO-A3", "not_in_display", facts)


def explain_joker(state: HolmesState, kind: int, edition: Edition) -> Refusal:
    if holds(state.jokers[state.mover], kind):
        return Refusal("HO-09", "row_has_joker", named(kind, edition))
    return Refusal("HO-08", "no_such_row", named(kind, edition))


def never_played(text: str, edition: Edition) -> str:
    """The clause a move breaks in every position; empty for anything else."""
    words = text.split(" ")
    if len(words) == 4 and words[::2] == ["visit", "from"] and words[1] == words[3]:
        return "HO-14" if words[1] in (person.id for person in edition.persons) else ""
    return NEVER.get(text, "")
