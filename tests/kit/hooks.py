"""What a room adds for its own checks, in tests/games/<room>/kit_positions.py: `SMALL_DEALS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from spieltisch.core.game import Document


@dataclass(frozen=True)
class SmallDeal:
    """A position in which the ways to re-deal what a viewer cannot know were counted by hand:
    `named` tells them apart in the re-dealt document, `ways` weighs each."""

    name: str
    document: Document
    viewer: int | None
    named: Callable[[Document], str]
    ways: Mapping[str, int]


def small_deals(room: str) -> list[SmallDeal]:
    module = import_module(f"tests.games.{room}.kit_positions")
    return cast("list[SmallDeal]", module.SMALL_DEALS)
