"""Secrets offered before there is a table: whoever lays one knows the commitment to its secret
before contributing to chance (docs/fairness.md).

Nothing is kept of an offer until it is used: its secret follows from a key of this installation
and the offer's name. A used one is remembered for as long as it could be used again. Both are
counted in running time: a clock set forth and back must not bring a used offer to life.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

import msgspec
from sqlalchemy import Connection, delete, insert
from sqlalchemy.exc import IntegrityError

from spieltisch.server.errors import Refused
from spieltisch.server.fairness import offered
from spieltisch.server.store import schema
from spieltisch.server.store.engine import Store
from spieltisch.server.store.keys import installation_key

KEY = "offers"
GOOD_FOR = 24 * 3600.0
NAME = re.compile(r"([0-9]{1,12})\.[0-9a-f]{32}")


class Offer(msgspec.Struct, frozen=True):
    """`commitment` is to be answered by whoever lays the table."""

    offer: str
    commitment: str


class Offers:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.key = secrets.token_bytes(32)  # until that of the installation is read

    def read_key(self) -> None:
        self.key = installation_key(self.store, KEY)

    def new(self, running: float) -> Offer:
        name = f"{int(running)}.{secrets.token_hex(16)}"
        return Offer(name, offered(self.secret(name)))

    def for_rematch(self, table_id: str, former: str | None) -> Offer:
        """The same for everybody who was at the table; `former` is a rematch that is gone."""
        name = f"again.{table_id}.{former or ''}"
        return Offer(name, offered(self.secret(name)))

    def secret(self, name: str) -> bytes:
        return hmac.digest(self.key, f"offer {name}".encode(), hashlib.sha256)

    def accepted(self, name: str, running: float) -> bytes:
        """The secret of an offer made here within a day."""
        made = NAME.fullmatch(name)
        if made is None or abs(running - int(made[1])) >= GOOD_FOR:
            raise Refused("offer_too_old")
        return self.secret(name)


def spend(connection: Connection, name: str, running: float) -> None:
    """In the transaction that lays the table; refused if it was used before."""
    spent = schema.spent_offers
    connection.execute(delete(spent).where(spent.c.expires < running))
    try:
        with connection.begin_nested():
            connection.execute(insert(spent), {"offer": name, "expires": running + 2 * GOOD_FOR})
    except IntegrityError:
        raise Refused("offer_used") from None
