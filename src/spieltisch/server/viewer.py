"""What one viewer has been told so far, and the number that says so.

The number, the log and its ids are made only from what this viewer sees: a secret choice of
somebody else changes nothing here.
"""

from __future__ import annotations

import msgspec

from spieltisch.core.view import Seen, View, to_json
from spieltisch.server.fairness import UNDO


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A line of the viewer's log. Ids count what this viewer saw, so they tell nothing else."""

    id: int
    seen: Seen


class Viewer:
    """A seat, or None for all who only watch."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.number = 0
        self.since = 0.0  # when it last saw something, by the running time of the server
        self.asked = 0.0  # the same by the clock
        self.turns = 0  # how often it was asked to decide, having waited before
        self.view: View | None = None
        self.view_json = b""
        self.legal: list[str] = []
        self.log: list[Entry] = []
        self.last: list[Entry] = []
        self.step_of: dict[int, int] = {}  # the step each entry tells of; stays in the house
        self.fresh: list[Entry] = []
        self.struck = False
        self.entries = 0

    def note(self, step: int, seen: Seen | None) -> None:
        if seen is None:
            return
        self.entries += 1
        self.step_of[self.entries] = step
        self.fresh.append(Entry(self.entries, seen))

    def strike(self, step: int, seat: int) -> None:
        """Take a step out of the log; whoever saw it sees that it was taken back."""
        kept = [entry for entry in self.log if self.step_of[entry.id] != step]
        if len(kept) < len(self.log):
            self.log = kept
            self.note(0, Seen(seat, UNDO, "", UNDO))

    def settle(self, view: View, legal: list[str], ran: float, at: float) -> None:
        """Look again after a step; a new number if this viewer can tell any difference. `ran` and
        `at`: when the present question was asked."""
        view_json = to_json(view)
        if not self.fresh and view_json == self.view_json and legal == self.legal:
            return
        self.turns += bool(legal and not self.legal)
        self.view, self.view_json, self.legal = view, view_json, legal
        self.log += self.fresh
        self.last, self.fresh = self.fresh, []
        self.number += 1
        self.since, self.asked = ran, at
