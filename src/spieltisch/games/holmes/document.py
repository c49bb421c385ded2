"""Any position as plain JSON: every card, person, marker and glass, and what is being asked.

The turn follows from the phase, the pile of persons from those on the table.
"""

from __future__ import annotations

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document
from spieltisch.games.holmes.cards import DAYS, KINDS, LETTERS, pack, spelled
from spieltisch.games.holmes.edition import Edition
from spieltisch.games.holmes.position import (
    OPPONENTS,
    PHASES,
    Acting,
    PersonView,
    Player,
    Pocket,
    Position,
    check_asked,
    check_position,
    turn_of,
)
from spieltisch.games.holmes.rules import HolmesState
from spieltisch.games.holmes.state import COPYING, NONE, RENEWING, SEATS, Box, Truth


def write_document(state: HolmesState, edition: Edition) -> Document:
    position = Position(
        opponent=OPPONENTS[state.opponent],
        phase=PHASES[state.phase],
        day=state.day,
        placed=state.placed,
        mover=state.mover,
        persons=person_views(state, edition),
        reserve=state.reserve,
        players=[write_player(state, seat) for seat in range(SEATS)],
        display=spelled(state.display),
        pile=spelled(state.pile),
        gone=spelled(state.gone),
        visited=None if state.visited == NONE else edition.persons[state.visited].id,
        acting=acting(state, edition),
        sniffed=spelled(state.sniffed),
        stolen=None if state.stolen == NONE else LETTERS[state.stolen],
        fresh=state.fresh,
        size=size_of(state.box),
    )
    built: Document = msgspec.to_builtins(position)
    return built


def write_player(state: HolmesState, seat: int) -> Player:
    return Player(
        state.glasses[seat],
        spelled(state.rows[seat]),
        kind_letters(state.jokers[seat]),
        state.loose[seat],
        state.late[seat],
        spelled(state.down[seat]),
        spelled(state.known[seat]),
    )


def person_views(state: Truth, edition: Edition) -> list[PersonView]:
    """In the order of the days, always-there persons first."""
    views = [
        PersonView(
            person.id,
            state.came[number],
            holds(state.face_up, number),
            [marker(state, seat, number) for seat in range(SEATS)],
        )
        for number, person in enumerate(edition.persons)
        if state.came[number] != NONE
    ]
    return sorted(views, key=lambda view: (view.since, view.id))


def holds(mask: int, number: int) -> bool:
    return (mask >> number) & 1 == 1


def marker(state: Truth, seat: int, person: int) -> str | None:
    if holds(state.standing[seat], person):
        return "standing"
    return "lying" if holds(state.lying[seat], person) else None


def size_of(box: Box) -> Pocket | msgspec.UnsetType:
    """What positions and views name only where it is not the whole game."""
    return msgspec.UNSET if box.days == DAYS else "pocket"


def box_of(size: Pocket | msgspec.UnsetType, boxes: dict[str, Box]) -> Box:
    named = "full" if size is msgspec.UNSET else size
    if named not in boxes:
        raise BadDocument("position: the pocket game has no card list of its own")
    return boxes[named]


def read_document(document: Document, edition: Edition, boxes: dict[str, Box]) -> HolmesState:
    try:
        position = msgspec.convert(document, Position)
    except msgspec.ValidationError as error:
        raise BadDocument(f"position: {error}") from None
    box = box_of(position.size, boxes)
    check_position(position, edition, box)
    state = build_state(position, edition, box)
    check_asked(state, edition)
    return state


def build_state(position: Position, edition: Edition, box: Box) -> HolmesState:
    players, persons = position.players, position.persons
    state = HolmesState(box)
    state.turn = turn_of(position)
    state.opponent = OPPONENTS.index(position.opponent)
    state.phase = PHASES.index(position.phase)
    state.day = position.day
    state.placed = position.placed
    state.mover = position.mover
    state.face_up = person_set(persons, edition, True)
    state.face_down = person_set(persons, edition, False)
    state.unseen = (box.always | box.others) - state.face_up - state.face_down
    state.came = days_of(persons, edition)
    state.standing = marked(persons, edition, "standing")
    state.lying = marked(persons, edition, "lying")
    state.reserve = position.reserve
    state.glasses = vec[i64]([player.glasses for player in players])
    state.rows = vec[i64]([pack(player.rows) for player in players])
    state.jokers = vec[i64]([kind_mask(player.jokers) for player in players])
    state.loose = vec[i64]([player.loose for player in players])
    state.late = vec[i64]([player.late for player in players])
    state.down = vec[i64]([pack(player.down) for player in players])
    state.known = vec[i64]([pack(player.known) for player in players])
    state.display = pack(position.display)
    state.pile = pack(position.pile)
    state.gone = pack(position.gone)
    state.visited = number_of(position.visited, edition)
    state.step = flat_step(position.acting, edition, box)
    state.left = 0 if position.acting is None else position.acting.left
    state.resume = flat_resume(position.acting, position.visited, edition, box)
    state.sniffed = pack(position.sniffed)
    state.stolen = NONE if position.stolen is None else LETTERS.index(position.stolen)
    state.fresh = position.fresh
    return state


def kind_letters(mask: int) -> str:
    return "".join(LETTERS[kind] for kind in range(KINDS) if holds(mask, kind))


def kind_mask(letters: str) -> int:
    return sum(1 << LETTERS.index(letter) for letter in set(letters))


def acting(state: Truth, edition: Edition) -> Acting | None:
    if not COPYING <= state.phase <= RENEWING:
        return None
    begins = list(state.box.begins)
    person = max(number for number, begin in enumerate(begins) if begin <= state.step)
    resume = None if state.resume == NONE else state.resume - begins[state.visited] + 1
    step = state.step - begins[person] + 1
    return Acting(edition.persons[person].id, step, state.left, resume)


def number_of(person: str | None, edition: Edition) -> int:
    if person is None:
        return NONE
    return [one.id for one in edition.persons].index(person)


def person_set(views: list[PersonView], edition: Edition, face_up: bool) -> int:
    return sum(1 << number_of(one.id, edition) for one in views if one.face_up == face_up)


def marked(views: list[PersonView], edition: Edition, how: str) -> vec[i64]:
    return vec[i64](
        [
            sum(1 << number_of(one.id, edition) for one in views if one.markers[seat] == how)
            for seat in range(SEATS)
        ]
    )


def days_of(views: list[PersonView], edition: Edition) -> vec[i64]:
    since = {view.id: view.since for view in views}
    return vec[i64]([since.get(person.id, NONE) for person in edition.persons])


def flat_step(one: Acting | None, edition: Edition, box: Box) -> int:
    return 0 if one is None else box.begins[number_of(one.person, edition)] + one.step - 1


def flat_resume(one: Acting | None, visited: str | None, edition: Edition, box: Box) -> int:
    if one is None or one.resume is None:
        return NONE
    return box.begins[number_of(visited, edition)] + one.resume - 1
