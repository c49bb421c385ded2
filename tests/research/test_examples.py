"""The examples of docs/examples run as they are; smaller, where they take a number."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch.games import ROOMS

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def output_of(example: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / example), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", ROOMS)
def test_random_agents_play_through_every_door(name: str) -> None:
    doors = [
        line.split(":", maxsplit=1)[0] for line in output_of("random_agents.py", name).splitlines()
    ]
    assert doors == ["PettingZoo", "Gymnasium, against a casual bot", "OpenSpiel"]


def test_the_learner_improves() -> None:
    shares = [int(found) for found in re.findall(r"(\d+)%", output_of("learner.py", "holmes", "8"))]
    assert shares[0] < 65
    assert sum(shares[-3:]) / 3 > 80


def test_a_guest_from_openspiel_plays_a_game() -> None:
    told = output_of("ismcts_guest.py", "holmes", "2")
    assert re.search(r"IS-MCTS, 2 simulations a move: .* points", told)
    assert "our strong bot" in told
