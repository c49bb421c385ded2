"""Gymnasium environments: one seat against our bots, alone or at many tables at once.

Importing this module registers `spieltisch/TatortThemse-v0` and the like; `gymnasium.make_vec` of
the same id gives the tables that are stepped together in the compiled core.
"""

from __future__ import annotations

import gymnasium

from spieltisch.games import ROOMS

VERSION = "v0"


def id_of(name: str) -> str:
    """The registered id of a room: tatort_themse is spieltisch/TatortThemse-v0."""
    return f"spieltisch/{name.title().replace('_', '')}-{VERSION}"


def register(name: str) -> None:
    gymnasium.register(
        id=id_of(name),
        entry_point="spieltisch.research.gymnasium.seat_env:seat_env",
        vector_entry_point="spieltisch.research.gymnasium.many_tables_env:many_tables_env",
        kwargs={"name": name},
        disable_env_checker=True,
    )


for room in ROOMS:
    register(room)
