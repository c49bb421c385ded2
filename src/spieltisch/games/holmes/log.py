"""What a viewer sees of a step, and what happened by itself: for logs and histories."""

from __future__ import annotations

from spieltisch.core.state import CHANCE
from spieltisch.core.view import UNKNOWN, Seen
from spieltisch.games.holmes.cards import JOKER, LETTERS, size, spelled
from spieltisch.games.holmes.document import holds
from spieltisch.games.holmes.edition import Edition, Person
from spieltisch.games.holmes.moves import (
    Apart,
    CopyAs,
    Decline,
    Join,
    JokerInto,
    JokerLoose,
    Keep,
    Lay,
    Steal,
    Take,
    TurnUpClue,
    TurnUpPerson,
    Use,
    Visit,
)
from spieltisch.games.holmes.refusals import lacks_equal_clues
from spieltisch.games.holmes.rules import HolmesState
from spieltisch.games.holmes.state import (
    ASK_USE,
    DRAWING,
    END_JOKERS,
    KEEPING,
    MORNING,
    PLACE,
    SEATS,
    SNIFFING,
    TAKE_HIDDEN,
    TAKE_SAME,
    TAKE_SAME_HIDDEN,
    TAKING,
)

Facts = dict[str, str | int]


def describe(state: HolmesState, move: object, hidden: bool, edition: Edition) -> Seen:
    match move:
        case TurnUpPerson(person):
            clause = "HO-12" if state.phase == MORNING else "HO-05"
            return Seen(CHANCE, f"person {person}", clause, "person", {"person": person})
        case TurnUpClue(clue):
            return describe_clue(state, UNKNOWN if hidden else clue, edition)
        case Visit(person, origin):
            return describe_visit(state, person, origin)
        case Use():
            return Seen(state.turn, "use", "HO-16", "use", visited(state, edition))
        case Decline():
            return Seen(state.turn, "decline", "HO-16", "decline", visited(state, edition))
        case CopyAs(person):
            return Seen(state.turn, f"as {person}", "HO-A9", "copy", {"person": person})
    return describe_about_clues(state, move, hidden, edition)


def describe_about_clues(state: HolmesState, move: object, hidden: bool, edition: Edition) -> Seen:
    match move:
        case Lay(clue):
            return Seen(state.turn, f"lay {clue}", "HO-10", "lay", named(clue, edition))
        case Take(clue):
            return describe_take(state, clue, edition)
        case Keep(clue):
            if hidden:
                return Seen(state.turn, f"keep {UNKNOWN}", "HO-A5", "keep_unseen")
            return Seen(state.turn, f"keep {clue}", "HO-A5", "keep", named(clue, edition))
        case Steal(clue):
            return Seen(state.turn, f"steal {clue}", "HO-A6", "steal", named(clue, edition))
        case JokerInto(row):
            clause = "HO-21" if state.phase == END_JOKERS else "HO-08"
            return Seen(state.turn, f"joker {row}", clause, "joker_into", named(row, edition))
        case JokerLoose():
            return Seen(state.turn, "joker loose", "HO-08", "joker_loose")
        case Join() | Apart():
            what = move.text()
            facts: Facts = {"clue": edition.face_name(state.stolen)}
            return Seen(state.turn, what, "HO-10", what, facts)
    raise ValueError(f"not a move of this room: {move!r}")


def named(clue: str, edition: Edition) -> Facts:
    return {"clue": edition.face_name(LETTERS.index(clue))}


def visited(state: HolmesState, edition: Edition) -> Facts:
    return {"person": edition.persons[state.visited].id}


def describe_clue(state: HolmesState, clue: str, edition: Edition) -> Seen:
    text = f"clue {clue}"
    if state.phase not in (DRAWING, SNIFFING):
        return Seen(CHANCE, text, "HO-17", "turned_up", named(clue, edition))
    clause, what = ("HO-A4", "drawn") if state.phase == DRAWING else ("HO-A5", "sniffed")
    seat: Facts = {"seat": state.mover}
    if clue == UNKNOWN:
        return Seen(CHANCE, text, clause, f"{what}_unseen", seat)
    if clue == LETTERS[JOKER]:
        clause, what = ("HO-11", "joker_drawn") if what == "drawn" else (clause, "sniffed_joker")
        return Seen(CHANCE, text, clause, what, seat)
    return Seen(CHANCE, text, clause, what, {**seat, **named(clue, edition)})


def describe_visit(state: HolmesState, person: str, origin: str | None) -> Seen:
    facts: Facts = {"person": person}
    if origin is None:
        return Seen(state.turn, f"visit {person}", "HO-14", "visit", facts)
    text = f"visit {person} from {origin}"
    return Seen(state.turn, text, "HO-14", "visit_from", {**facts, "origin": origin})


def describe_take(state: HolmesState, clue: str, edition: Edition) -> Seen:
    op = state.box.ops[state.step]
    facts: Facts = {**named(clue, edition), "number": state.left if op >= TAKE_SAME else 1}
    face_down = op in (TAKE_HIDDEN, TAKE_SAME_HIDDEN) and clue != LETTERS[JOKER]
    what = "take_face_down" if face_down else "take"
    return Seen(state.turn, f"take {clue}", "HO-A3", what, facts)


def consequences(before: HolmesState, after: HolmesState, edition: Edition) -> list[Seen]:
    """What a step brought with it, all of it public."""
    events = declined_by_itself(before, after, edition)
    events += glasses_moved(before, after)
    events += jokers_freed(before, after)
    events += left_by_sniffing(before, after)
    if size(after.gone) > size(before.gone):
        gone: Facts = {"clues": spelled(after.gone - before.gone)}
        events.append(Seen(CHANCE, "", "HO-A8", "renewed", gone))
    events += persons_turned(before, after, edition)
    if after.phase >= END_JOKERS > before.phase:
        events += turned_up_at_the_end(before, after)
    return events


def declined_by_itself(before: HolmesState, after: HolmesState, edition: Edition) -> list[Seen]:
    """A visit that did not lead to the question whether to use the ability."""
    person = newly_visited(before, after)
    if before.phase != PLACE or after.phase == ASK_USE or person < 0:
        return []
    facts: Facts = {"person": edition.persons[person].id, "seat": before.mover}
    clause = why_unusable(before, edition.persons[person])
    return [Seen(CHANCE, "", clause, "cannot_be_used", facts)]


def why_unusable(state: HolmesState, person: Person) -> str:
    if person.price() > state.glasses[state.mover]:
        return "HO-16"
    return "HO-A3" if lacks_equal_clues(state, person) else "HO-A10"


def newly_visited(before: HolmesState, after: HolmesState) -> int:
    """The person the mover's marker came to in this step."""
    seat = before.mover
    was = before.standing[seat] | before.lying[seat]
    now = after.standing[seat] | after.lying[seat]
    return int(now & ~was).bit_length() - 1


def glasses_moved(before: HolmesState, after: HolmesState) -> list[Seen]:
    events = []
    for seat in range(SEATS):
        change = int(after.glasses[seat] - before.glasses[seat])
        if change:
            what = "glasses_gained" if change > 0 else "glasses_lost"
            clause = "HO-A7" if seat != before.mover else "HO-A2" if change > 0 else "HO-A1"
            facts: Facts = {"seat": seat, "number": abs(change)}
            events.append(Seen(CHANCE, "", clause, what, facts))
    return events


def jokers_freed(before: HolmesState, after: HolmesState) -> list[Seen]:
    """A joker whose row lost its last clue to a thief (HO-A6)."""
    victim = 1 - before.mover
    freed = before.jokers[victim] & ~after.jokers[victim]
    return [Seen(CHANCE, "", "HO-A6", "joker_freed", {"seat": victim})] if freed else []


def left_by_sniffing(before: HolmesState, after: HolmesState) -> list[Seen]:
    """The cards not kept are open now (HO-A5), even if the display is renewed at once."""
    if before.phase != KEEPING or size(before.sniffed) == 1:
        return []
    seat = before.mover
    kept = after.rows[seat] + after.down[seat] - before.rows[seat] - before.down[seat]
    clues = spelled(before.sniffed - kept)
    return [Seen(CHANCE, "", "HO-A5", "not_kept", {"clues": clues})]


def persons_turned(before: HolmesState, after: HolmesState, edition: Edition) -> list[Seen]:
    events = []
    for number, person in enumerate(edition.persons):
        facts: Facts = {"person": person.id}
        if holds(after.face_down & ~before.face_down, number):
            events.append(Seen(CHANCE, "", "HO-18", "turned_face_down", facts))
        elif holds(before.face_down & ~after.face_down, number):
            events.append(Seen(CHANCE, "", "HO-19", "turned_face_up", facts))
    return events


def turned_up_at_the_end(before: HolmesState, after: HolmesState) -> list[Seen]:
    events = []
    for seat in range(SEATS):
        clues = spelled(sorted_in(before, after, seat))
        if clues:
            facts: Facts = {"seat": seat, "clues": clues}
            events.append(Seen(CHANCE, "", "HO-21", "turned_up_at_end", facts))
    return events


def sorted_in(before: HolmesState, after: HolmesState, seat: int) -> int:
    """A card laid face down in the very last step was so for a moment too."""
    if lays_face_down(before):
        return after.rows[seat] - before.rows[seat]
    return before.down[seat]


def lays_face_down(state: HolmesState) -> bool:
    if state.phase == TAKING:
        return state.box.ops[state.step] in (TAKE_HIDDEN, TAKE_SAME_HIDDEN)
    return state.phase in (DRAWING, KEEPING)
