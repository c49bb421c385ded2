"""A push service on this machine, and the browser that reads what arrives there."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from spieltisch.server.push_service import Subscription


def spelled(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


class PushBrowser:
    """`status`: what its push service answers from now on."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen bytes ok"
        self.read: list[Any] = []
        self.headers: list[dict[str, str]] = []
        self.status = 201
        self.asked = 0  # how often anything came, whether it was taken or not
        self.address = ""

    def subscription(self) -> Subscription:
        point = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return Subscription(f"{self.address}/push/mine", spelled(point), spelled(self.auth))

    def take(self, body: bytes, headers: dict[str, str]) -> int:
        assert b"turn" not in body and headers["content-encoding"] == "aes128gcm"
        assert Vapid02.verify(headers["authorization"])
        self.asked += 1
        if self.status < 300:
            plain = http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth)
            self.read.append(json.loads(plain))
            self.headers.append(headers)
        return self.status


@contextmanager
def push_browser() -> Iterator[PushBrowser]:
    browser = PushBrowser()

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(browser.take(body, headers))
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    browser.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield browser
    finally:
        server.shutdown()
        server.server_close()
