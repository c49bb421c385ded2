"""What a game's guide is written with: hints and when they fit.

A hint depends on what the seat sees and may do, never on the number of a step, so that it fits
whatever a beginner plays. Its words are the room's; the page shows each one once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spieltisch.core.view import View
from spieltisch.server.snapshot import Snapshot

TURNS_GUIDED = 3
# whether it fits now, a key of the room's `guide`, and where it points: selectors, the first there
Wanted = Sequence[tuple[bool, str, str]]
Guide = Callable[[Snapshot, View], Wanted]


def may(look: Snapshot, *beginnings: str) -> bool:
    return any(text.startswith(beginnings) for text in look.legal)


def done(look: Snapshot, *acts: str) -> int:
    """How often the viewer has done one of these."""
    return sum(one.seen.who == look.seat and one.seen.what in acts for one in look.log)
