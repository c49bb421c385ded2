# compiled by mypyc
"""A seat's view as numbers, for learning agents.

Layout, in order (`layout` names the parts; persons alphabetically, clues as 3 to 9, J, M, the
observer before the other): of each person: in the pile, face up, face down, and of each seat a
standing and a lying marker; rows by seat and face / 9, with 1 in a kind's second number where the
row holds a joker; loose and late jokers by seat / 5; own face-down clues by face / 9; the other's
face-down clues seen by all by face / 9 and the number of the others / 9; display by face / 9; clues
gone by face / 9; the pile's size / 52; cards being sniffed by face / 9 if the observer sees them,
and their number / 9; glasses by seat and reserve / 24; day / 7; markers placed today / 6; whose
turn it is; the phase; the person visited; the kind of step being carried out and how often still
/ 5; the kind just stolen; loose jokers that came in this turn / 5.
"""

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.observing import ONE, part, sections
from spieltisch.games.holmes.cards import FACES, KINDS, count, size
from spieltisch.games.holmes.state import COPY, COPYING, ENDING, RENEWING, SEATS, Truth

PER_PERSON = 3 + 2 * SEATS


def layout(persons: int) -> dict[str, tuple[int, int]]:
    """Where each part begins and how long it is."""
    return sections(
        {
            "persons": persons * PER_PERSON,
            "rows": SEATS * (FACES + KINDS),
            "jokers": SEATS * 2,
            "down": FACES,
            "others_down": FACES + 1,
            "display": FACES,
            "gone": FACES,
            "pile": 1,
            "sniffed": FACES + 1,
            "glasses": SEATS + 1,
            "time": 2,
            "turn": SEATS,
            "phase": ENDING + 1,
            "visited": persons,
            "step": COPY + 2,
            "stolen": KINDS,
            "fresh": 1,
        }
    )


def write(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> None:
    """A spectator looks as seat 0 does, without its secrets."""
    first: i64 = 0 if observer == SEATS else observer
    at = write_persons(state, first, into, begin)
    at = write_rows(state, first, into, at)
    at = write_hidden(state, observer, into, at)
    write_turn(state, first, into, at)


def write_persons(state: Truth, first: i64, into: "vec[i32]", begin: i64) -> i64:
    at = begin
    person: i64 = 0
    while person < state.box.persons:
        at = write_flag(state.unseen, person, into, at)
        at = write_flag(state.face_up, person, into, at)
        at = write_flag(state.face_down, person, into, at)
        step: i64 = 0
        while step < SEATS:
            seat = (first + step) % SEATS
            at = write_flag(state.standing[seat], person, into, at)
            at = write_flag(state.lying[seat], person, into, at)
            step += 1
        person += 1
    return at


def write_flag(mask: i64, place: i64, into: "vec[i32]", at: i64) -> i64:
    if (mask >> place) & 1 == 1:
        into[at] = ONE
    return at + 1


def write_rows(state: Truth, first: i64, into: "vec[i32]", begin: i64) -> i64:
    at = begin
    step: i64 = 0
    while step < SEATS:
        seat = (first + step) % SEATS
        at = write_counts(state.rows[seat], 9, into, at)
        kind: i64 = 0
        while kind < KINDS:
            at = write_flag(state.jokers[seat], kind, into, at)
            kind += 1
        step += 1
    step = 0
    while step < SEATS:
        seat = (first + step) % SEATS
        into[at] = part(state.loose[seat], 5)
        into[at + 1] = part(state.late[seat], 5)
        at += 2
        step += 1
    return at


def write_hidden(state: Truth, observer: i64, into: "vec[i32]", begin: i64) -> i64:
    """Own face-down clues; of the others' only what all have seen."""
    at = begin
    first: i64 = 0
    if observer == SEATS:
        at = write_counts(state.known[0], 9, into, at)
    else:
        first = observer
        at = write_counts(state.down[observer], 9, into, at)
    other = 1 - first
    at = write_counts(state.known[other], 9, into, at)
    into[at] = part(size(state.down[other]) - size(state.known[other]), 9)
    at = write_counts(state.display, 9, into, at + 1)
    at = write_counts(state.gone, 9, into, at)
    into[at] = part(size(state.pile), 52)
    seen = state.sniffed if observer == state.mover else 0
    at = write_counts(seen, 9, into, at + 1)
    into[at] = part(size(state.sniffed), 9)
    return at + 1


def write_counts(cards: i64, most: i64, into: "vec[i32]", begin: i64) -> i64:
    face: i64 = 0
    while face < FACES:
        number = count(cards, face)
        if number != 0:
            into[begin + face] = part(number, most)
        face += 1
    return begin + FACES


def write_turn(state: Truth, first: i64, into: "vec[i32]", begin: i64) -> None:
    into[begin] = part(state.glasses[first], 24)
    into[begin + 1] = part(state.glasses[1 - first], 24)
    into[begin + 2] = part(state.reserve, 24)
    into[begin + 3] = part(state.day, 7)
    into[begin + 4] = part(state.placed, 6)
    at = begin + 5
    into[at + (state.mover - first + SEATS) % SEATS] = ONE
    at += SEATS
    into[at + state.phase] = ONE
    at += ENDING + 1
    if state.visited >= 0:
        into[at + state.visited] = ONE
    at += state.box.persons
    if COPYING <= state.phase <= RENEWING:
        into[at + state.box.ops[state.step]] = ONE
        into[at + COPY + 1] = part(state.left, 5)
    at += COPY + 2
    if state.stolen >= 0:
        into[at + state.stolen] = ONE
    into[at + KINDS] = part(state.fresh, 5)
