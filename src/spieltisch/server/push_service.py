"""Web Push: notices that only the browser they are for can read, signed by this server.

Whoever asks for notices names the address they go to, and this server sends there. So addresses
are https at the usual port, and every one is looked up and must lie in the public internet; the
connection is made to the address that was checked, not to one looked up again.

They may also answer slowly, or never. So each has few seconds for all of it, nobody waits for
another's, and names are looked up in threads of their own: the others read the database.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import ipaddress
import logging
import re
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
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
MOST_AT_ONCE = 200
MOST_LOOKED_UP = 16  # names at once: some take longer than that
LASTS = 24 * 3600  # how long a push service keeps a notice for a device that is off
SIGNED_FOR = 12 * 3600
GONE = (404, 410)
PRINTABLE = re.compile("[!-~]+")


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
        self.places = asyncio.Semaphore(MOST_AT_ONCE)
        self.looking_up = ThreadPoolExecutor(MOST_LOOKED_UP, "push")

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
        if len(asked.endpoint) > LONGEST_ENDPOINT or not PRINTABLE.fullmatch(asked.endpoint):
            raise Refused("bad_subscription")
        port = port_of(asked.endpoint)
        parts = urlsplit(asked.endpoint)
        fits = self.anywhere or (parts.scheme == "https" and port == 443)
        if not fits or not parts.hostname or parts.username or parts.fragment:
            raise Refused("bad_subscription")
        if not self.encryption().is_key(decoded(asked.p256dh)):
            raise Refused("bad_subscription")
        if len(decoded(asked.auth)) != AUTH_BYTES:
            raise Refused("bad_subscription")
        return asked

    async def send(self, to: Subscription, notice: object, topic: str) -> Outcome:
        try:
            async with self.places, asyncio.timeout(SECONDS):
                status = await self.post(to, msgspec.json.encode(notice), topic)
        except (OSError, EOFError, ValueError, Refused) as error:
            log.warning("a notice was not taken: %s", type(error).__name__)
            return "later"
        if status in GONE:
            return "gone"
        return "sent" if 200 <= status < 300 else "later"

    async def post(self, to: Subscription, notice: bytes, topic: str) -> int:
        """What the first line of the answer says; the rest, and redirects, are of no interest."""
        request = await asyncio.to_thread(self.request, to, notice, topic)
        reader, writer = await self.connection(to.endpoint)
        try:
            writer.write(request)
            await writer.drain()
            return int((await reader.readline()).split()[1])
        except IndexError:
            raise EOFError from None
        finally:
            writer.transport.abort()

    def request(self, to: Subscription, notice: bytes, topic: str) -> bytes:
        body: bytes = self.encryption().encrypted(to.endpoint, to.p256dh, to.auth, notice)
        parts = urlsplit(to.endpoint)
        origin = f"{parts.scheme}://{parts.netloc}"
        until = int(time.time()) + SIGNED_FOR
        claims = {"sub": self.contact, "aud": origin, "exp": until}
        headers = {
            "Host": parts.netloc,
            **self.encryption().signed(self.secret, claims),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Content-Length": str(len(body)),
            "Connection": "close",
            "TTL": str(LASTS),
            "Topic": topic,
        }
        path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
        lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return "\r\n".join([*lines, "\r\n"]).encode() + body

    async def connection(self, endpoint: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """To an address that was checked, with the certificate of the name."""
        parts, port = urlsplit(endpoint), port_of(endpoint)
        host = parts.hostname or ""
        looked_up = asyncio.get_running_loop().run_in_executor(
            self.looking_up, self.checked_address, host, port
        )
        address = await looked_up
        if parts.scheme == "http":
            return await asyncio.open_connection(address, port)
        context = ssl.create_default_context()
        return await asyncio.open_connection(address, port, ssl=context, server_hostname=host)

    def checked_address(self, host: str, port: int) -> str:
        found = {str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
        if not self.anywhere and not all(is_public(address) for address in found):
            raise Refused("bad_subscription")
        return sorted(found)[0]


def is_public(address: str) -> bool:
    known = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(known, "ipv4_mapped", None)
    return (mapped or known).is_global and not known.is_multicast


def port_of(endpoint: str) -> int:
    try:
        parts = urlsplit(endpoint)
        return parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise Refused("bad_subscription") from None


def decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Refused("bad_subscription") from None
