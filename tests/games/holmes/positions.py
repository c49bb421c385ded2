"""Positions for tests: a small document with what matters, the rest filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from spieltisch.core.edition import built_in
from spieltisch.core.game import Document
from spieltisch.games.holmes.room import Holmes
from spieltisch.games.holmes.rules import HolmesState
from tests.games.refused import refusal_of

ROOM = Holmes()
BOX = Counter({"3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "J": 5, "M": 5})
ALWAYS = ("hudson", "lestrade", "watson")
OTHERS = ("adler", "billy", "gregson", "hunter", "johnson", "pike", "toby", "von_kramm", "wiggins")
Markers = Mapping[str, tuple[str | None, str | None]]


def edition_with(**abilities: list[dict[str, Any]]) -> Holmes:
    """The default edition with other abilities for some persons."""
    table = built_in("holmes")
    for person in table["person"]:
        person["ability"] = abilities.get(person["id"], person["ability"])
    return Holmes(table)


def player(**given: Any) -> dict[str, Any]:
    empty = {"glasses": 5, "rows": "", "jokers": "", "loose": 0, "late": 0, "down": "", "known": ""}
    return {**empty, **given}


def position(
    mine: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    *,
    day: int = 2,
    placed: int = 0,
    display: str = "3456",
    pile: str | None = None,
    here: tuple[str, ...] = (),
    markers: Markers | None = None,
    face_down: tuple[str, ...] = (),
    **more: Any,
) -> Document:
    """The start of a turn of day 2 unless told otherwise. Cards that are nowhere else are in the
    pile, or, if a pile is given, have left the game; `here` are the first persons beside the three
    who are always there, of which day 1 brings two and each morning one."""
    players = [player(**(mine or {})), player(**(theirs or {}))]
    people = [*here, *(name for name in OTHERS if name not in here)][: day + 1]
    laid = markers if markers is not None else standing(day, placed, people)
    persons = [person(name, 0, laid, face_down) for name in ALWAYS]
    persons += [person(name, max(1, number), laid, face_down) for number, name in enumerate(people)]
    rest = unlaid(players, display + (pile or "") + more.get("sniffed", ""))
    return {
        "opponent": "mycroft",
        "phase": "place",
        "day": day,
        "placed": placed,
        "mover": placed % 2,
        "persons": sorted(persons, key=lambda one: (one["since"], one["id"])),
        "reserve": 24 - players[0]["glasses"] - players[1]["glasses"],
        "players": players,
        "display": "".join(sorted(display)),
        "pile": rest if pile is None else "".join(sorted(pile)),
        "gone": "" if pile is None else rest,
        "visited": None,
        "acting": None,
        "sniffed": "",
        "stolen": None,
        "fresh": 0,
        **more,
    }


def unlaid(players: list[dict[str, Any]], cards: str) -> str:
    left = BOX - Counter(cards)
    for one in players:
        left -= Counter(one["rows"] + one["down"])
        left["J"] -= one["loose"] + len(one["jokers"])
    return "".join(sorted(left.elements()))


def standing(day: int, placed: int, people: list[str]) -> Markers:
    """On day 1 nobody has a marker out yet; later all stand on the three persons always there, and
    those placed today lie there."""
    found: dict[str, tuple[str | None, str | None]] = {}
    for number, name in enumerate(ALWAYS):
        lying = ((placed + 1) // 2 > number, placed // 2 > number)
        other = None if day == 1 else "standing"
        found[name] = ("lying" if lying[0] else other, "lying" if lying[1] else other)
    return found


def person(
    name: str,
    since: int,
    markers: Markers,
    face_down: tuple[str, ...],
) -> dict[str, Any]:
    return {
        "id": name,
        "since": since,
        "face_up": name not in face_down,
        "markers": list(markers.get(name, (None, None))),
    }


def laid(document: Document, room: Holmes = ROOM) -> HolmesState:
    return room.from_document(document)


def play(state: HolmesState, *texts: str, room: Holmes = ROOM) -> HolmesState:
    for text in texts:
        state.play(room.checked(state, text))
    return state


def legal(state: HolmesState, room: Holmes = ROOM) -> list[str]:
    return room.legal_texts(state)


def told(state: HolmesState, room: Holmes = ROOM) -> Document:
    return room.to_document(state)


def shown(state: HolmesState, text: str, viewer: int | None, room: Holmes = ROOM) -> str:
    seen = room.mask(state, room.code_of(text), viewer)
    assert seen is not None
    return seen.text


def refused(state: HolmesState, text: str, room: Holmes = ROOM) -> tuple[str, str]:
    return refusal_of(room, state, text)
