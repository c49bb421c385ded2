"""Card lists that do not make a box of this game: one clear line each (ZZ-02, ZZ-25)."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from spieltisch.core.edition import built_in
from spieltisch.core.errors import BadEdition
from spieltisch.core.state import OVER, new_buffer
from spieltisch.games import game


def changed(path: list[str | int], value: object) -> dict[str, Any]:
    table: dict[str, Any] = deepcopy(built_in("zug_um_zug"))
    place: Any = table
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return table


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        (["ticket", 3, "cards"], ["pink"], "ticket 4, cards: 'pink' is not one of purple"),
        (["ticket", 3, "cards"], ["locomotive"], "ticket 4, cards: 'locomotive' is not one of"),
        (["ticket", 0, "cards"], [], "ticket 1, cards: a ticket needs 1 to 10 cards, not 0"),
        (["ticket", 0, "cards"], ["red"] * 11, "ticket 1, cards: a ticket needs 1 to 10 cards"),
        (["ticket", 0, "points"], 0, "ticket 1, points: expected a whole number from 1"),
        (["ticket", 0, "cities"], ["Chicago"], "ticket 1, cities: a ticket names two different"),
        (["ticket", 1, "cards"], ["yellow"], "ticket 2: New York - Chicago for the same cards is"),
        (["big_cities", "Bonn"], 9, "big_cities, Bonn: no ticket names it (ZZ-25)"),
        (["big_cities"], ["Chicago"], "big_cities: expected a table"),
        (["ticket"], [], "ticket: expected 24 to 60 tickets, found 0"),
        (["colour"], "red", "edition: unknown key 'colour'"),
    ],
)
def test_zz02_a_wrong_card_list_is_refused(path: list[str | int], value: object, line: str) -> None:
    with pytest.raises(BadEdition) as caught:
        game("zug_um_zug", changed(path, value))
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_zz02_a_card_list_of_ones_own_can_be_played() -> None:
    table = changed(["name"], "short")
    table["ticket"] = table["ticket"][:24] + table["ticket"][-6:]
    short = game("zug_um_zug", table)
    state = short.start(4)
    buffer = new_buffer(short.most_moves)
    while state.turn != OVER:
        state.play(buffer[state.legal(buffer) - 1])
    assert short.edition == table
    assert len(short.result(state).scores) == 4
