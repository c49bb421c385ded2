"""Hints for a first game of Tatort Themse."""

from __future__ import annotations

from spieltisch.core.view import View
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.tatort_themse.questions import this_view
from spieltisch.web.pages.guiding import TURNS_GUIDED, Wanted, done, may


def wanted(look: Snapshot, view: View) -> Wanted:
    view = this_view(view)
    acting = view.phase == "act"
    questioned = done(look, "open", "blind")
    near = any(case.solved or case.left == 1 for case in view.cases)
    return [
        (True, "welcome", ".columns"),
        (True, "cases", ".cases"),
        (True, "hand", ".hand"),
        (view.phase == "ask_renew", "renew", ".display"),
        (acting and may(look, "take"), "take", ".clue.legal:not(.under)"),
        (acting and not may(look, "take"), "poor", ".display"),
        (view.phase.startswith("pay"), "pay", ".hand"),
        (view.phase == "question", "question", ".display"),
        (acting and questioned > 0, "why", "#board"),
        (acting and may(look, "eliminate") and questioned > 0, "eliminate", ".clue.under.legal"),
        (near, "solved", ".cases"),
        (questioned >= TURNS_GUIDED, "done", "#act"),
    ]
