"""Any position as plain JSON: every card, person, marker and glass, and what is being asked.

The turn follows from the phase, the pile of persons from those on the table.
"""

from __future__ import annotations

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document
from spieltisch.games.holmes.cards import LETTERS, pack, spelled
from spieltisch.games.holmes.edition import Edition
from spieltisch.games.holmes.position import (
    Player,
    Position,
    check_asked,
    check_position,
    turn_of,
)
from spieltisch.games.holmes.rules import Holmes
from spieltisch.games.holmes.state import NONE, SEATS, Box
from spieltisch.games.holmes.view import (
    OPPONENTS,
    PHASES,
    acting,
    days_of,
    flat_resume,
    flat_step,
    kind_letters,
    kind_mask,
    marked,
    number_of,
    person_set,
    person_views,
)


def write_document(state: Holmes, edition: Edition) -> Document:
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
    )
    built: Document = msgspec.to_builtins(position)
    return built


def write_player(state: Holmes, seat: int) -> Player:
    return Player(
        state.glasses[seat],
        spelled(state.rows[seat]),
        kind_letters(state.jokers[seat]),
        state.loose[seat],
        state.late[seat],
        spelled(state.down[seat]),
        spelled(state.known[seat]),
    )


def read_document(document: Document, edition: Edition, box: Box) -> Holmes:
    try:
        position = msgspec.convert(document, Position)
    except msgspec.ValidationError as error:
        raise BadDocument(f"position: {error}") from None
    check_position(position, edition)
    state = build_state(position, edition, box)
    check_asked(state, edition)
    return state


def build_state(position: Position, edition: Edition, box: Box) -> Holmes:
    players = position.players
    face_up = person_set(position.persons, edition, True)
    face_down = person_set(position.persons, edition, False)
    return Holmes(
        SEATS,
        turn_of(position),
        box,
        OPPONENTS.index(position.opponent),
        PHASES.index(position.phase),
        position.day,
        position.placed,
        position.mover,
        (1 << box.persons) - 1 - face_up - face_down,
        face_up,
        face_down,
        days_of(position.persons, edition),
        marked(position.persons, edition, "standing"),
        marked(position.persons, edition, "lying"),
        position.reserve,
        vec[i64]([player.glasses for player in players]),
        vec[i64]([pack(player.rows) for player in players]),
        vec[i64]([kind_mask(player.jokers) for player in players]),
        vec[i64]([player.loose for player in players]),
        vec[i64]([player.late for player in players]),
        vec[i64]([pack(player.down) for player in players]),
        vec[i64]([pack(player.known) for player in players]),
        pack(position.display),
        pack(position.pile),
        pack(position.gone),
        number_of(position.visited, edition),
        flat_step(position.acting, edition, box),
        0 if position.acting is None else position.acting.left,
        flat_resume(position.acting, position.visited, edition, box),
        pack(position.sniffed),
        NONE if position.stolen is None else LETTERS.index(position.stolen),
        position.fresh,
    )
