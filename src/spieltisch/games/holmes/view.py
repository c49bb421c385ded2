"""What a seat may know of Holmes (HO-29), and states that agree with it."""

from __future__ import annotations

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.view import View
from spieltisch.games.holmes import recall
from spieltisch.games.holmes.cards import KINDS, LETTERS, pack, size, spelled
from spieltisch.games.holmes.edition import Edition
from spieltisch.games.holmes.rules import Holmes
from spieltisch.games.holmes.state import COPYING, NONE, RENEWING, SEATS, Box, Truth

OPPONENTS = ("mycroft", "moriarty")
PHASES = (
    "deal_persons",
    "deal_display",
    "morning",
    "place",
    "ask_use",
    "copying",
    "taking",
    "drawing",
    "sniffing",
    "keeping",
    "stealing",
    "placing_joker",
    "joining",
    "renewing",
    "refill",
    "end_jokers",
    "ending",
)


class PersonView(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person on the table since a day (0: always). A marker is "standing", "lying" or none."""

    id: str
    since: int
    face_up: bool
    markers: list[str | None]


class Acting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose ability is being carried out, at which of its steps (from 1), and how often that step
    is still to be done; `resume` is the step the copying ability goes on with."""

    person: str
    step: int
    left: int
    resume: int | None


class PlayerView(msgspec.Struct, frozen=True):
    """`jokers` are the kinds whose row holds one; `known` are face-down clues all have seen."""

    glasses: int
    rows: str
    jokers: str
    loose: int
    late: int
    face_down: int
    known: str


class HolmesView(View, frozen=True, kw_only=True):
    """Clues are letters (3 to 9, J, M). `unseen` are all clues the observer has not seen: the
    pile, and the others' face-down clues that did not come from the display."""

    opponent: str
    day: int
    placed: int
    mover: int
    persons: list[PersonView]
    reserve: int
    players: list[PlayerView]
    face_down: str | None
    display: str
    pile: int
    gone: str
    unseen: str
    visited: str | None
    acting: Acting | None
    sniffing: int
    sniffed: str | None
    stolen: str | None
    fresh: int


def build_view(state: Holmes, seat: int | None, edition: Edition) -> HolmesView:
    observer = SEATS if seat is None else seat
    return HolmesView(
        seat=seat,
        seats=SEATS,
        turn=state.turn,
        phase=PHASES[state.phase],
        opponent=OPPONENTS[state.opponent],
        day=state.day,
        placed=state.placed,
        mover=state.mover,
        persons=person_views(state, edition),
        reserve=state.reserve,
        players=[player_view(state, owner) for owner in range(SEATS)],
        face_down=None if seat is None else spelled(state.down[seat]),
        display=spelled(state.display),
        pile=size(state.pile),
        gone=spelled(state.gone),
        unseen=spelled(recall.pool(state, observer)),
        visited=None if state.visited == NONE else edition.persons[state.visited].id,
        acting=acting(state, edition),
        sniffing=size(state.sniffed),
        sniffed=spelled(state.sniffed) if observer == state.mover else None,
        stolen=None if state.stolen == NONE else LETTERS[state.stolen],
        fresh=state.fresh,
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


def player_view(state: Truth, seat: int) -> PlayerView:
    return PlayerView(
        glasses=state.glasses[seat],
        rows=spelled(state.rows[seat]),
        jokers=kind_letters(state.jokers[seat]),
        loose=state.loose[seat],
        late=state.late[seat],
        face_down=size(state.down[seat]),
        known=spelled(state.known[seat]),
    )


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


def from_view(view: HolmesView, edition: Edition, box: Box, rng: Rng) -> Holmes:
    """A state drawn uniformly among those that agree with the view."""
    observer = SEATS if view.seat is None else view.seat
    face_up = person_set(view.persons, edition, True)
    face_down = person_set(view.persons, edition, False)
    players = view.players
    state = Holmes(
        SEATS,
        view.turn,
        box,
        OPPONENTS.index(view.opponent),
        PHASES.index(view.phase),
        view.day,
        view.placed,
        view.mover,
        (1 << box.persons) - 1 - face_up - face_down,
        face_up,
        face_down,
        days_of(view.persons, edition),
        marked(view.persons, edition, "standing"),
        marked(view.persons, edition, "lying"),
        view.reserve,
        vec[i64]([player.glasses for player in players]),
        vec[i64]([pack(player.rows) for player in players]),
        vec[i64]([kind_mask(player.jokers) for player in players]),
        vec[i64]([player.loose for player in players]),
        vec[i64]([player.late for player in players]),
        vec[i64]([pack(player.known) for player in players]),
        vec[i64]([pack(player.known) for player in players]),
        pack(view.display),
        pack(view.unseen),
        pack(view.gone),
        number_of(view.visited, edition),
        flat_step(view.acting, edition, box),
        0 if view.acting is None else view.acting.left,
        flat_resume(view.acting, view.visited, edition, box),
        pack(view.sniffed or ""),
        NONE if view.stolen is None else LETTERS.index(view.stolen),
        view.fresh,
    )
    if view.face_down is not None:
        state.down[observer] = pack(view.face_down)
    hidden = [player.face_down - len(player.known) for player in players]
    recall.deal(state, observer, hidden[0], hidden[1], view.sniffing, rng)
    return state


assert len(PHASES) == 17
