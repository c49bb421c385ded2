"""Positions of Troika for the tests, laid without playing up to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from spieltisch.core.game import Document
from spieltisch.core.state import CHANCE
from spieltisch.games.troika.room import Troika
from spieltisch.games.troika.rules import TroikaState
from tests.games.refused import refusal_of

GAME = Troika()
Tiles = Sequence[int]
NEVER_SEEN = {"face_up": False, "value": None, "hidden_by": None}


def face_up(value: int) -> Document:
    return {"face_up": True, "value": value, "hidden_by": None}


def hidden(value: int, seat: int) -> Document:
    """A tile the seat has put back face down."""
    return {"face_up": False, "value": value, "hidden_by": seat}


def position(
    hands: Sequence[Tiles],
    containers: Sequence[Tiles] | None = None,
    opened: Sequence[Document | None] = (),
    phase: str = "begin",
    mover: int = 0,
    calls: Tiles | None = None,
    behind: Sequence[Document] = (),
    known: Mapping[int, Mapping[str, Any]] | None = None,
    rounds: Sequence[Document] = (),
    fuel: str = "container",
) -> Document:
    """`opened` are the first places of the field; as many empty ones follow as tiles are out, then
    the never-seen tiles; `behind` are places made later. `known` gives observers more to remember
    than what they put back themselves."""
    seats = len(hands)
    containers = containers or [[] for _ in hands]
    in_game = 39 if seats == 2 else 49
    shown = [place for place in (*opened, *behind) if place is not None]
    out = sum(map(len, hands)) + sum(map(len, containers))
    never_seen = in_game - len(shown) - out
    emptied = in_game - seats - never_seen - len(opened)
    field = [*opened, *[None] * emptied, *[NEVER_SEEN] * never_seen, *behind]
    memories = [remembered(field, observer, seats, known or {}) for observer in range(seats + 1)]
    return {
        "seats": seats,
        "phase": phase,
        "mover": mover,
        "hands": [sorted(hand) for hand in hands],
        "containers": [sorted(container) for container in containers],
        "calls": list(calls or [0] * seats),
        "field": field,
        "memories": memories,
        "rounds": list(rounds),
        "fuel": fuel,
    }


def remembered(
    field: Sequence[Document | None], observer: int, seats: int, known: Mapping[int, Any]
) -> Document:
    own = [
        number
        for number, place in enumerate(field, 1)
        if place is not None and place["hidden_by"] == observer
    ]
    more = known.get(observer, {})
    places = sorted({*own, *more.get("places", [])})
    hands = more.get("hands", [[] for _ in range(seats)])
    return {"observer": observer, "places": places, "hands": hands}


def nearly_over(
    hands: Sequence[Tiles],
    containers: Sequence[Tiles],
    last: Document | None = None,
    **more: Any,
) -> Document:
    """A position in which the last face-down tile of the field is `last` (by default one that seat
    0 has put back) and every other tile that nobody owns lies face up."""
    seats = len(hands)
    last = last or hidden(1, 0)
    box = [value for value in range(1, 16) for _ in range(7 if value == 7 else 3)]
    for value in [tile for owned in (*hands, *containers) for tile in owned]:
        box.remove(value)
    box.remove(last["value"])
    if seats == 2:
        del box[-10:]
    field: list[Document | None] = [*map(face_up, box), last]
    least = 49 - seats - (10 if seats == 2 else 0)
    field += [None] * (least - len(field))
    document = position(hands, containers, **more)
    document["field"] = field
    document["memories"] = [remembered(field, one, seats, {}) for one in range(seats + 1)]
    return document


def ended(*rounds: Sequence[Tiles]) -> Document:
    """After three rounds, in which the seats ended with these tiles in their containers."""
    seats = len(rounds[0])
    finished = [
        {
            "hands": [[] for _ in tiles],
            "containers": [sorted(owned) for owned in tiles],
            "calls": [0] * seats,
        }
        for tiles in rounds
    ]
    field = [NEVER_SEEN] * (37 if seats == 2 else 49 - seats)
    document = position([[7]] * seats)
    memories = [remembered(field, observer, seats, {}) for observer in range(seats + 1)]
    hands: list[list[int]] = [[] for _ in range(seats)]
    changed = {"phase": "ended", "hands": hands, "field": field, "memories": memories}
    return {**document, **changed, "rounds": finished}


def laid(document: Document) -> TroikaState:
    return GAME.from_document(document)


def play(state: TroikaState, *texts: str, game: Troika = GAME) -> None:
    for text in texts:
        state.play(game.checked(state, text))


def play_a_turn(state: TroikaState) -> None:
    """Whatever is listed first, until another seat is asked."""
    seat = state.turn
    while state.turn in (seat, CHANCE):
        state.play(GAME.legal(state)[0])


def legal(state: TroikaState) -> list[str]:
    return GAME.legal_texts(state)


def refusal(state: TroikaState, text: str) -> tuple[str, str]:
    return refusal_of(GAME, state, text)


def told(state: TroikaState) -> Document:
    return GAME.to_document(state)


def masked(state: TroikaState, text: str, viewer: int | None) -> str:
    seen = GAME.mask(state, GAME.code_of(text), viewer)
    assert seen is not None
    return seen.text
