"""Positions that are none are refused with one clear line."""

from __future__ import annotations

from typing import Any

import pytest

from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document
from tests.games.troika.positions import GAME, ended, face_up, hidden, nearly_over, position

FIVE = [5, 5, 5, 6, 8]


def good() -> Document:
    return position([[1], [2], [3]], [FIVE, [], []], opened=[face_up(9), hidden(4, 1)])


def changed(**fields: Any) -> Document:
    return {**good(), **fields}


WRONG = [
    (changed(seats=6), "seats"),
    (changed(phase="lunch"), "phase"),
    (changed(mover=3), "mover"),
    (changed(mover="0"), "mover"),
    (changed(extra=1), "extra"),
    (changed(hands=[[1], [2]]), "2 hands"),
    (changed(hands=[[1], [2], [99]]), "no tile 99"),
    (changed(hands=[[9], [9], [9]]), "4 tiles 9"),
    (changed(hands=[[1, 1, 4, 4], [2], [3]]), "TR-15"),
    (changed(hands=[[1, 4], [2], [3]]), "without a value"),
    (changed(calls=[0, 1, 0]), "5 tiles in the container"),
    (changed(fuel="hand"), "fuel"),
    (changed(fuel=None), "fuel"),
    (changed(calls=[2, 0, 0]), "numbered"),
    (changed(calls=[1, 0, 0]), "TR-09"),
    (changed(field=good()["field"][:-1]), "places"),
    (changed(field=[*good()["field"][1:], face_up(9)]), "last places"),
    (changed(memories=[{"observer": 9, "places": [], "hands": []}]), "observer"),
    (changed(memories=[{"observer": 1, "places": [], "hands": [[], [], []]}]), "TR-17"),
    (changed(memories=[{"observer": 0, "places": [1], "hands": [[], [], []]}]), "place 1"),
    (changed(memories=[{"observer": 0, "places": [], "hands": [[], [5], []]}]), "no such tile"),
    (changed(memories=[{"observer": 0, "places": [], "hands": [[1], [], []]}]), "own hand"),
    (changed(phase="ended"), "deal|value"),
    (changed(phase="deal"), "value|deal"),
    (changed(memories=[{"observer": 0, "places": [], "hands": [[], [], []]}] * 2), "has two"),
    (position([[1], [2], [3]], phase="act"), "TR-16"),
    (position([[], [2], [3]], [[], FIVE, [4, 4, 4, 10, 11]], calls=[0, 1, 2]), "TR-18"),
    ({**ended(*[[[], []]] * 3), "rounds": []}, "0 of 3"),
    ({**nearly_over([[1], [2], [3]], [[], [], []]), "phase": "turn"}, "never-seen"),
]


@pytest.mark.parametrize(("document", "names"), WRONG, ids=[names for _, names in WRONG])
def test_a_wrong_position_is_refused(document: Document, names: str) -> None:
    with pytest.raises(BadDocument, match=names):
        GAME.from_document(document)


def test_the_position_they_differ_from_is_read() -> None:
    assert GAME.to_document(GAME.from_document(good())) == good()
