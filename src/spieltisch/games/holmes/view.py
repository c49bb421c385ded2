"""What a seat may know of Holmes (HO-29), and states that agree with it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from spieltisch.core.rng import Rng
from spieltisch.core.view import Mover, View, observer_of
from spieltisch.games.holmes import recall
from spieltisch.games.holmes.cards import JOKER, LETTERS, size, spelled
from spieltisch.games.holmes.document import (
    acting,
    box_of,
    build_state,
    kind_letters,
    person_views,
    size_of,
)
from spieltisch.games.holmes.edition import Edition
from spieltisch.games.holmes.position import (
    OPPONENTS,
    PHASES,
    Acting,
    PersonView,
    Player,
    Pocket,
    Position,
)
from spieltisch.games.holmes.rules import HolmesState
from spieltisch.games.holmes.state import NONE, SEATS, Box, Truth


class PlayerView(msgspec.Struct, frozen=True):
    """`jokers` are the kinds whose row holds one; `known` are face-down clues all have seen."""

    glasses: Annotated[int, Meta(description="magnifying glasses")]
    rows: Annotated[str, Meta(description="open clues, without jokers")]
    jokers: str
    loose: Annotated[int, Meta(description="jokers in no row")]
    late: Annotated[int, Meta(description="jokers laid into rows only at the end")]
    face_down: Annotated[int, Meta(description="how many face-down clues")]
    known: str


class HolmesView(View, frozen=True, kw_only=True):
    """Clues are letters (3 to 9, J, M). `unseen` are all clues the observer has not seen: the
    pile, and the others' face-down clues that did not come from the display. `size` is there in
    the pocket game only."""

    opponent: Annotated[
        str, Meta(description='who seat 1 is, "mycroft" or "moriarty"; seat 0 is Sherlock')
    ]
    day: int
    placed: Annotated[int, Meta(description="action markers placed today by both together")]
    mover: Mover
    persons: Annotated[list[PersonView], Meta(description="all that have come to the table")]
    reserve: Annotated[int, Meta(description="magnifying glasses that nobody has")]
    players: list[PlayerView]
    face_down: Annotated[
        str | None, Meta(description="the observer's own face-down clues; null for a spectator")
    ]
    display: str
    pile: Annotated[int, Meta(description="how many clues")]
    gone: Annotated[str, Meta(description="clues that left the game")]
    unseen: str
    visited: Annotated[str | None, Meta(description="who is visited in this turn")]
    acting: Acting | None
    sniffing: Annotated[
        int, Meta(description="how many clues are being looked at by the seat that acts")
    ]
    sniffed: Annotated[str | None, Meta(description="these clues, for that seat; else null")]
    stolen: Annotated[
        str | None, Meta(description="the clue just stolen, while it is asked where it goes")
    ]
    fresh: Annotated[
        int, Meta(description="of the mover's loose jokers: those that came in this turn")
    ]
    size: Pocket | msgspec.UnsetType = msgspec.UNSET


def build_view(state: HolmesState, seat: int | None, edition: Edition) -> HolmesView:
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
        size=size_of(state.box),
    )


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


def from_view(view: HolmesView, edition: Edition, boxes: dict[str, Box], rng: Rng) -> HolmesState:
    """A state drawn uniformly among those that agree with the view."""
    state = build_state(written_down(view), edition, box_of(view.size, boxes))
    state.resample(observer_of(view), rng)
    return state


def written_down(view: HolmesView) -> Position:
    """All that the view tells, as a position in which hidden clues are any of those unseen, to be
    dealt anew."""
    unseen = Unseen(view.unseen)
    players = [written_player(view, seat, unseen) for seat in range(SEATS)]
    looked_at = unseen.take(view.sniffing) if view.sniffed is None else view.sniffed
    return Position(
        opponent=view.opponent,
        phase=view.phase,
        day=view.day,
        placed=view.placed,
        mover=view.mover,
        persons=view.persons,
        reserve=view.reserve,
        players=players,
        display=view.display,
        pile=unseen.left,
        gone=view.gone,
        visited=view.visited,
        acting=view.acting,
        sniffed=looked_at,
        stolen=view.stolen,
        fresh=view.fresh,
        size=view.size,
    )


def written_player(view: HolmesView, seat: int, unseen: Unseen) -> Player:
    shown = view.players[seat]
    down = view.face_down if seat == view.seat else None
    if down is None:
        down = shown.known + unseen.take(shown.face_down - len(shown.known))
    return Player(
        shown.glasses, shown.rows, shown.jokers, shown.loose, shown.late, down, shown.known
    )


class Unseen:
    """The unseen clues, some of which lie face down: jokers never do (HO-11)."""

    def __init__(self, clues: str) -> None:
        self.left = "".join(sorted(clues, key=LETTERS[JOKER].__eq__))

    def take(self, number: int) -> str:
        taken, self.left = self.left[:number], self.left[number:]
        return taken
