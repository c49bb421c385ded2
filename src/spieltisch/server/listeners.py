"""Those who wait for something new, and how they wait."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Listeners:
    """Each has a signal, set whenever there may be something new; a slow one misses what was old
    when it came."""

    def __init__(self) -> None:
        self.signals: set[asyncio.Event] = set()

    def __len__(self) -> int:
        return len(self.signals)

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        signal = asyncio.Event()
        with self.also(signal):
            yield signal

    @contextmanager
    def also(self, signal: asyncio.Event) -> Iterator[None]:
        """For somebody who waits elsewhere, too."""
        self.signals.add(signal)
        try:
            yield
        finally:
            self.signals.discard(signal)

    def tell(self) -> None:
        for signal in self.signals:
            signal.set()


class Quiet:
    """A span of silence. What a viewer may not know of wakes it but does not prolong it: else
    late signs of life would tell of secret choices."""

    def __init__(self, seconds: float) -> None:
        self.until = asyncio.get_running_loop().time() + seconds

    async def heard(self, signal: asyncio.Event) -> bool:
        """Wait for the signal; False when the span is over."""
        left = self.until - asyncio.get_running_loop().time()
        try:
            await asyncio.wait_for(signal.wait(), left)
        except TimeoutError:
            return False
        signal.clear()
        return True
