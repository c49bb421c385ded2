"""Bots that do something wrong, by name; played by the tests of tournaments and studies."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from spieltisch.bots.simple import RandomBot
from spieltisch.core.rng import Rng
from spieltisch.core.view import View


class Crashing(RandomBot):
    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        raise ZeroDivisionError("division by zero")


class Cheating(RandomBot):
    """Plays well for a while."""

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        return "win" if rng.below(10) == 0 else super().choose(view, legal, rng)


class Leaving(RandomBot):
    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        sys.exit(1)


class Dreaming(RandomBot):
    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        time.sleep(60)
        return legal[0]


class Wordless:
    """Is no bot at all."""
