"""Plays games of every room and prints, as JSON, which build played them, what they came to, and
the file each module was loaded from. The compiled and the uncompiled build must print the same
games; `tests/test_builds.py` runs this once for each, and says how many."""

from __future__ import annotations

import hashlib
import json
import sys

from spieltisch.core.build import description
from spieltisch.core.rng import seeded
from spieltisch.core.state import State
from tests.kit.rooms import LAYOUTS, Layout
from tests.kit.secrecy import observation
from tests.kit.truth import fingerprint
from tests.kit.walks import policies, walk

HALFWAY = 150  # steps after which the state is also re-dealt and observed


def played(layout: Layout, games: int) -> str:
    """One number for the steps, scores, positions, re-deals and observations of some games."""
    digest = hashlib.sha256()
    for number in range(games):
        for policy in policies(layout.game):
            state = layout.start()
            rng = seeded("builds", layout, number)
            for step, code in enumerate(walk(layout.game, state, policy, rng)):
                digest.update(f"{state.turn}:{code} ".encode())
                if step == HALFWAY:
                    digest.update(looked_at(layout, state))
            digest.update(repr(state.scores()).encode() + fingerprint(layout.game, state))
    return digest.hexdigest()


def looked_at(layout: Layout, state: State) -> bytes:
    seen = b""
    for seat in range(layout.seats):
        twin = state.copy()
        twin.resample(seat, seeded("re-deal", seat))
        seen += fingerprint(layout.game, twin)
        seen += repr(observation(layout.game, state, seat)).encode()
    return seen


def loaded_files() -> dict[str, str]:
    return {
        name: str(getattr(module, "__file__", ""))
        for name, module in sys.modules.items()
        if name.startswith("spieltisch.")
    }


if __name__ == "__main__":
    games = {str(layout): played(layout, int(sys.argv[1])) for layout in LAYOUTS}
    print(json.dumps({"build": description(), "games": games, "files": loaded_files()}))
