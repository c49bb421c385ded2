"""Idempotency keys: the same request sent again with the same key changes nothing."""

from __future__ import annotations

from spieltisch.server.errors import Refused

LONGEST_KEY = 64


def checked_key(key: str) -> str:
    if len(key) > LONGEST_KEY:
        raise Refused("key_too_long", facts={"longest": LONGEST_KEY})
    if not key.isprintable():
        raise Refused("key_unreadable")
    return key
