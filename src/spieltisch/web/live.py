"""Live updates: one connection a viewer, each change as it happens, a sign of life when quiet."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from litestar.response import Stream

from spieltisch.server.snapshot import Snapshot

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
LONGEST_VERSION = 40


def server_sent(
    changes: AsyncIterator[Snapshot | None], render: Callable[[Snapshot], str], event: str = "look"
) -> Stream:
    """Server-sent events; each id is the look's version, which a browser sends back when it
    reconnects (Last-Event-ID) and `Tables.watch` takes as `last`."""
    return Stream(
        sse_lines(changes, render, event), media_type="text/event-stream", headers=HEADERS
    )


async def sse_lines(
    changes: AsyncIterator[Snapshot | None], render: Callable[[Snapshot], str], event: str
) -> AsyncIterator[bytes]:
    yield b": here\n\n"
    async for look in changes:
        yield b": here\n\n" if look is None else sse_event(look.version, event, render(look))


def sse_event(version: str, event: str, text: str) -> bytes:
    lines = "".join(f"data: {line}\n" for line in text.replace("\r", " ").split("\n"))
    return f"id: {version}\nevent: {event}\n{lines}\n".encode()


def ndjson(lines: AsyncIterator[bytes | None]) -> Stream:
    """One JSON text a line; an empty line is a sign of life."""
    return Stream(with_newlines(lines), media_type="application/x-ndjson", headers=HEADERS)


async def with_newlines(lines: AsyncIterator[bytes | None]) -> AsyncIterator[bytes]:
    yield b"\n"  # answers at once, whenever the first line comes
    async for line in lines:
        yield (line or b"") + b"\n"
