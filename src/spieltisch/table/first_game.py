"""A first game: one person against bots, with a deal that is always the same.

Chance is drawn as at every table, but from a secret and a contribution that everybody knows; so
the record can be verified, and it says that its deal was fixed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from spieltisch.table.look import House, SeatKind

CONTRIBUTION = "first game"
SEATS = {"tatort_themse": 2, "troika": 3, "holmes": 2, "zug_um_zug": 2}
DEALS = {"tatort_themse": 6, "troika": 1, "holmes": 25, "zug_um_zug": 16}


def secret(game: str) -> bytes:
    """Of the deals there could be, one that gives a beginner something to do at once."""
    return hashlib.sha256(f"spieltisch first game {game} {DEALS.get(game, 0)}".encode()).digest()


def agreed(house: House, seats: Sequence[SeatKind]) -> House:
    """Where others play too, chance stays secret. Nobody watches: links follow from the secret."""
    if not house.guided:
        return house
    if list(seats).count("person") != 1 or "open" in seats:
        return msgspec.structs.replace(house, guided=False)
    return msgspec.structs.replace(house, order="chosen", watch="nobody", listed=False)
