"""Hints for a first game of Troika."""

from __future__ import annotations

from spieltisch.core.view import View
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.troika.pieces import completes, own_tiles
from spieltisch.web.games.troika.presenter import this_view
from spieltisch.web.pages.guiding import Wanted, done, may


def wanted(look: Snapshot, view: View) -> Wanted:
    view = this_view(view)
    acting = view.phase == "act"
    own = own_tiles(view)
    takes = [int(text.split()[1]) for text in look.legal if text.startswith("take ")]
    lying = len(view.containers[view.seat or 0])
    return [
        (True, "welcome", ".field"),
        (True, "hand", ".hand"),
        (may(look, "turn"), "turn", ".tile.legal"),
        (acting, "act", ".field"),
        (any(completes(own, value) for value in takes), "completes", ".tile:has(.set)"),
        (lying > 0, "container", ".container"),
        (lying > 1 and not acting, "why", ".field"),
        (lying > 1, "call", ".call"),
        (bool(view.rounds), "chips", ".chips"),
        (bool(view.rounds) and done(look, "take") > 0, "done", "#act"),
    ]
