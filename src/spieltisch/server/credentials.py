"""Random texts by which devices are known. Only their hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets

ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
ID_LENGTH = 10


def new_credential() -> str:
    return secrets.token_urlsafe(16)


def hashed(credential: str | None) -> str:
    """The device's mark; empty for a stranger. The credential is random, so a plain hash does."""
    return hashlib.sha256(credential.encode()).hexdigest() if credential else ""


def same(given: str, expected: str) -> bool:
    """How long it takes tells nothing of where they differ."""
    return hmac.compare_digest(given.encode(), expected.encode())


def player_of(mark: str) -> str:
    """The name of the player whose first device this is. It follows from the mark, so that two
    requests of a new device at once make one player of it."""
    return hashed(f"player {mark}") if mark else ""


def new_id() -> str:
    """Names a table in addresses; opens nothing."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def is_id(text: str) -> bool:
    """Whether a table could have this name; anything else need not be asked for."""
    return len(text) == ID_LENGTH and set(text) <= set(ID_LETTERS)
