"""Web Push as its libraries do it: what only the browser can read, and who signs for it."""

from __future__ import annotations

import base64

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02
from pywebpush import WebPusher

KEY_BYTES = 65
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


def key_pair(secret: bytes) -> ec.EllipticCurvePrivateKey:
    number = int.from_bytes(secret, "big") % (ORDER - 1) + 1
    return ec.derive_private_key(number, ec.SECP256R1())


def public_key(secret: bytes) -> str:
    point = (
        key_pair(secret)
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def is_key(point: bytes) -> bool:
    """Of a browser: a point of the curve, written in full."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        return False
    return len(point) == KEY_BYTES


def encrypted(endpoint: str, p256dh: str, auth: str, notice: bytes) -> bytes:
    browser = {"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}}
    return bytes(WebPusher(browser).encode(notice)["body"])


def signed(secret: bytes, claims: dict[str, str | int]) -> dict[str, str]:
    """The header that tells a push service whose notice it is."""
    header: dict[str, str] = Vapid02(key_pair(secret)).sign(claims)
    return header
