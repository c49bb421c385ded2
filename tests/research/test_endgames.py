"""Ends of games written out as trees, and solved by OpenSpiel."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pyspiel
import pytest

from spieltisch.bots.levels import bot
from spieltisch.core.errors import BadDocument
from spieltisch.core.state import State
from spieltisch.files import read_position
from spieltisch.games import game
from spieltisch.research.openspiel.extensive_form import (
    TooLarge,
    share_against,
    solved,
    written,
)

FOLDER = Path(__file__).parents[2] / "docs" / "examples" / "endgames"
HOLMES = game("holmes")


def endgame(name: str = "holmes_1") -> State:
    return HOLMES.from_document(read_position(FOLDER / f"{name}.json").position)


@pytest.mark.parametrize("name", sorted(file.stem for file in FOLDER.glob("*.json")))
def test_an_endgame_is_solved_to_a_hundredth(name: str) -> None:
    tree = written(HOLMES, endgame(name))
    assert 1_000 < tree.number() < 20_000
    found = solved(tree)
    assert found.exploitability < 0.01 and 0 < found.value < 1
    for seat, known in enumerate(tree.information_sets):
        assert found.policies[seat].keys() <= known.keys()
        for chances in found.policies[seat].values():
            assert sum(chances.values()) == pytest.approx(1)


def test_the_tree_is_the_game() -> None:
    """Whatever is played in it is legal in the room, and pays the same."""
    loaded = pyspiel.load_efg_game(written(HOLMES, endgame()).text)
    assert loaded.utility_sum() == 1.0
    for choice in range(30):
        state, ours = loaded.new_initial_state(), endgame()
        while not state.is_terminal():
            actions = state.legal_actions()
            texts = [state.action_to_string(action) for action in actions]
            assert texts == HOLMES.legal_texts(ours)
            at = (choice * 7 + len(state.history())) % len(actions)
            ours.play(HOLMES.code_of(texts[at]))
            state.apply_action(actions[at])
        assert state.returns() == ours.payoffs()


def test_nobody_gains_against_the_equilibrium() -> None:
    state = endgame("holmes_2")
    found = solved(written(HOLMES, state))
    for seat, worth in enumerate((found.value, 1 - found.value)):
        payoffs = share_against(HOLMES, state, found, bot("random"), seat, 100)
        assert sum(payoffs) / 100 < worth + 0.15


def hidden_clue() -> dict[str, Any]:
    """The endgame as it was before all face-down clues were shown."""
    position = deepcopy(read_position(FOLDER / "holmes_2.json").position)
    player = next(one for one in position["players"] if set(one["down"]) - set(position["pile"]))
    player["known"] = ""
    return position


def test_a_position_that_hides_something_is_refused() -> None:
    state = HOLMES.from_document(hidden_clue())
    with pytest.raises(BadDocument, match="does not know"):
        written(HOLMES, state)
    with pytest.raises(TooLarge, match="more than 100 nodes"):
        written(HOLMES, endgame(), 100)
