"""What a host decides when starting the server."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import msgspec

from spieltisch.core.errors import SpieltischError

EVERYWHERE = ("0.0.0.0", "::")


class NoPlace(SpieltischError):
    """The tables cannot be kept where they should be."""


class Limits(msgspec.Struct, frozen=True):
    """Requests a minute. Whoever owns a seat is counted by credential, strangers by address;
    laying tables and sitting down are counted by address for everyone. The seats of one address
    may make twenty times what one may. As many live updates as a third of a seat's requests, or
    as a stranger's, may be open at once. `connections`: of one address, to each process."""

    seated: int = 600
    stranger: int = 300
    sitting_down: int = 60
    connections: int = 600
    body_bytes: int = 200_000


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """`trusted_proxy`: take the client's address and https from its forwarded headers. `proxies`:
    the addresses and networks of those to be believed; if none are named, whoever connects is.
    `allow_origins`: other sites whose pages may use the API from a browser; `*` is all.
    `keep_…`: days after which finished and idle tables are forgotten. `metrics_port`: where each
    worker answers on this machine alone, the first there, the second one higher, …; 0: nowhere.
    `push_contact`: whom push services may write to, as mailto: or https:. `push_anywhere`: notices
    may go to private addresses and without https, for tests.
    `own_bots`: what visitors call them, and the names of what runs (docs/bots.md)."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    lan: bool = False
    trusted_proxy: bool = False
    proxies: str = ""
    secure_cookies: bool = False
    allow_origins: tuple[str, ...] = ()
    workers: int = 1
    bot_workers: int = 1
    own_bots: dict[str, str] = {}
    metrics_port: int = 0
    keep_finished: int = 90
    keep_idle: int = 30
    push_contact: str = ""
    push_anywhere: bool = False
    log: str = "text"
    limits: Limits = Limits()

    def address(self) -> str:
        """Where other devices find this server: the home network's address if it is open to it."""
        host = lan_address() if self.lan or self.host in EVERYWHERE else self.host
        return f"http://{bracketed(host)}:{self.port}"

    def home(self) -> str:
        """Where this machine finds it."""
        loopback = self.host if self.host == "::1" else "127.0.0.1"
        return f"http://{bracketed(loopback)}:{self.port}/"


def bracketed(host: str) -> str:
    """As addresses are spelled in links."""
    return f"[{host}]" if ":" in host else host


def default_database() -> str:
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "spieltisch"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        told = f"cannot make {folder}: {error.strerror}; name another place with --database"
        raise NoPlace(told) from None
    return f"sqlite:///{folder / 'tables.sqlite3'}"


def lan_address() -> str:
    """This machine's address in the local network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for examples
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address
