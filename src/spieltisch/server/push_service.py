"""Web Push: notices that only the browser they are for can read, signed by this server.

Whoever asks for notices names the address they go to, and this server sends there. So addresses
are https at the usual port, and every one is looked up and must lie in the public internet; the
connection is made to the address that was checked, not to one looked up again.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import ipaddress
import logging
import socket
import ssl
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal
from urllib.parse import urlsplit

import msgspec

from spieltisch.server.errors import Refused

log = logging.getLogger("spieltisch.server")
Outcome = Literal["sent", "gone", "later"]
AUTH_BYTES = 16
LONGEST_ENDPOINT = 1000
SECONDS = 10.0
LASTS = 24 * 3600  # how long a push service keeps a notice for a device that is off
SIGNED_FOR = 12 * 3600
GONE = (404, 410)


class Subscription(msgspec.Struct, frozen=True):
    """Where a browser wants its notices, and the keys with which it reads them."""

    endpoint: str
    p256dh: str
    auth: str


class PushService:
    """`anywhere`: also to private addresses and without https, for tests on one machine."""

    def __init__(self, contact: str = "", anywhere: bool = False) -> None:
        self.contact = contact or "mailto:host@spieltisch.invalid"
        self.anywhere = anywhere
        self.secret = bytes(32)

    @property
    def available(self) -> bool:
        """Whether the libraries are installed (`pip install 'spieltisch[push]'`)."""
        return find_spec("pywebpush") is not None

    def encryption(self) -> Any:
        """Loaded when it is needed: it brings much along."""
        return import_module("spieltisch.server.push_encryption")

    def public_key(self) -> str:
        """As browsers want it; empty where nothing can be sent."""
        return str(self.encryption().public_key(self.secret)) if self.available else ""

    def checked(self, asked: Subscription) -> Subscription:
        """Refused if it cannot be one of a browser."""
        parts = urlsplit(asked.endpoint)
        fits = self.anywhere or (parts.scheme == "https" and port_of(asked.endpoint) == 443)
        if not fits or not parts.hostname or parts.username or parts.fragment:
            raise Refused("bad_subscription")
        if len(asked.endpoint) > LONGEST_ENDPOINT or not asked.endpoint.isascii():
            raise Refused("bad_subscription")
        if not self.encryption().is_key(decoded(asked.p256dh)):
            raise Refused("bad_subscription")
        if len(decoded(asked.auth)) != AUTH_BYTES:
            raise Refused("bad_subscription")
        return asked

    async def send(self, to: Subscription, notice: object, topic: str) -> Outcome:
        try:
            status = await asyncio.to_thread(self.post, to, msgspec.json.encode(notice), topic)
        except (OSError, HTTPException, ValueError, Refused) as error:
            log.warning("a notice was not taken: %s", type(error).__name__)
            return "later"
        if status in GONE:
            return "gone"
        return "sent" if 200 <= status < 300 else "later"

    def post(self, to: Subscription, notice: bytes, topic: str) -> int:
        body = self.encryption().encrypted(to.endpoint, to.p256dh, to.auth, notice)
        parts = urlsplit(to.endpoint)
        origin = f"{parts.scheme}://{parts.netloc}"
        until = int(time.time()) + SIGNED_FOR
        claims = {"sub": self.contact, "aud": origin, "exp": until}
        headers = {
            **self.encryption().signed(self.secret, claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LASTS),
            "Topic": topic,
        }
        connection = self.connection(to.endpoint)
        try:
            path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def connection(self, endpoint: str) -> HTTPConnection:
        """To an address that was checked; redirects are not followed."""
        parts, port = urlsplit(endpoint), port_of(endpoint)
        host = parts.hostname or ""
        address = self.checked_address(host, port)
        if parts.scheme == "http":
            return HTTPConnection(address, port, timeout=SECONDS)
        return Pinned(host, port, address)

    def checked_address(self, host: str, port: int) -> str:
        found = {str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
        if not self.anywhere and not all(is_public(address) for address in found):
            raise Refused("bad_subscription")
        return sorted(found)[0]


class Pinned(HTTPSConnection):
    """To one address, with the certificate of the name."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=SECONDS, context=ssl.create_default_context())
        self.address = address

    def connect(self) -> None:
        bare = socket.create_connection((self.address, self.port), SECONDS)
        context = ssl.create_default_context()
        self.sock = context.wrap_socket(bare, server_hostname=self.host)


def is_public(address: str) -> bool:
    known = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(known, "ipv4_mapped", None)
    return (mapped or known).is_global and not known.is_multicast


def port_of(endpoint: str) -> int:
    parts = urlsplit(endpoint)
    try:
        return parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise Refused("bad_subscription") from None


def decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Refused("bad_subscription") from None
