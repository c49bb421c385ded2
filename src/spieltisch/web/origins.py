"""Where guests come from, told so that nobody can say where that is."""

from __future__ import annotations

import hashlib
import hmac

from spieltisch.web.addresses import house_of, network_of
from spieltisch.web.auth import Asking

MARK_LETTERS = 16


class Origins:
    """Marks follow from a key of this installation: the same guest has the same ones after a
    restart, and no list of addresses finds out whose they are."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def of(self, address: str) -> str:
        """Of the network and of the address."""
        return f"{self.mark(network_of(address))} {self.mark(house_of(address))}"

    def mark(self, place: str) -> str:
        return hmac.digest(self.key, place.encode(), hashlib.sha256).hex()[:MARK_LETTERS]


def origin_of(connection: Asking) -> str:
    origins: Origins = connection.app.state.origins
    return origins.of(connection.client.host if connection.client else "")
