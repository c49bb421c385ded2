"""A first game: one person against bots, with a deal that is always the same.

Chance is drawn as at every table, but from a secret and a contribution that everybody knows; so
the record can be verified, and it says that its deal was fixed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from spieltisch.server.stored_table import House, SeatKind


def agreed(house: House, seats: Sequence[SeatKind]) -> House:
    """Where others play too, chance stays secret. Nobody watches: links follow from the secret."""
    if not house.guided:
        return house
    if list(seats).count("person") != 1 or "open" in seats:
        return msgspec.structs.replace(house, guided=False)
    return msgspec.structs.replace(house, order="chosen", watch="nobody", listed=False)
