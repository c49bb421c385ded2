"""Games are built once and shared by all who ask for the same."""

from __future__ import annotations

from copy import deepcopy

import pytest

from spieltisch.core.edition import built_in
from spieltisch.core.errors import BadEdition
from spieltisch.games import ROOMS, game, game_of
from tests.positions import decisions


@pytest.mark.parametrize("name", ROOMS)
def test_a_game_is_built_once(name: str) -> None:
    room = game(name)
    assert game(name) is room
    assert game_of(name, room.edition, room.rules_version) is room


def test_card_lists_are_told_apart_by_what_they_hold() -> None:
    table = {**built_in("holmes"), "name": "mine"}
    mine = game("holmes", table)
    assert game("holmes", deepcopy(table)) is mine
    assert mine is not game("holmes")
    table["name"] = "another"
    assert game("holmes", table) is not mine
    assert isinstance(mine.edition, dict) and mine.edition["name"] == "mine"


def test_a_card_list_that_json_cannot_say_is_no_card_list() -> None:
    with pytest.raises(BadEdition):
        game("holmes", {"name": object()})


COUNTED_AHEAD = {"tatort_themse": "asks", "troika": "put_back", "zug_um_zug": "in_yards"}


@pytest.mark.parametrize("name", COUNTED_AHEAD)
def test_what_a_game_counts_ahead_is_what_its_position_says(name: str) -> None:
    """A state keeps it from move to move; one that was read works it out from what lies there."""
    room = game(name)
    for state in decisions(room, room.least_seats, "counted ahead"):
        read = room.from_document(room.to_document(state))
        assert getattr(read, COUNTED_AHEAD[name]) == getattr(state, COUNTED_AHEAD[name])
