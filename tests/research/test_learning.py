"""The example that learns, and sb3-contrib's own look at the masks (`make test-long`)."""

from __future__ import annotations

import csv
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import gymnasium
import pytest

from spieltisch.games import ROOMS
from spieltisch.research.gymnasium import id_of

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "ladder_ppo.py"


needs_the_library = pytest.mark.skipif(
    find_spec("sb3_contrib") is None, reason="needs requirements/learn.lock"
)


@pytest.mark.long
@needs_the_library
@pytest.mark.parametrize("name", ROOMS)
def test_sb3_contrib_finds_the_masks_by_its_own_check(name: str) -> None:
    from sb3_contrib.common.maskable.utils import (  # noqa: PLC0415 (only where it is installed)
        get_action_masks,
        is_masking_supported,
    )

    env = gymnasium.make(id_of(name))
    env.reset(seed=1)
    assert is_masking_supported(env)
    assert get_action_masks(env).any()


@pytest.mark.long
@needs_the_library
def test_maskable_ppo_learns_against_the_ladder(tmp_path: Path) -> None:
    out = tmp_path / "curve.csv"
    command = [sys.executable, str(EXAMPLE), "--minutes", "0.01", "--games", "4", "--out", str(out)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=1800)
    assert run.returncode == 0, run.stderr
    rows = list(csv.DictReader(out.open()))
    assert rows and rows[0]["rung"] in ("random", "beginner", "casual")
    assert 0 <= float(rows[0]["against_casual"]) <= 1
