"""Hints for a first game of Zug um Zug."""

from __future__ import annotations

from spieltisch.core.view import View
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.zug_um_zug.questions import this_view
from spieltisch.web.pages.guiding import TURNS_GUIDED, Wanted, done, may


def wanted(look: Snapshot, view: View) -> Wanted:
    view = this_view(view)
    mine = view.seat or 0
    first = view.phase == "act"
    turns = done(look, "draw_open", "draw_blind", "lay", "lay_three", "rob")
    others = any(yard for seat, yard in enumerate(view.yards) if seat != mine)
    return [
        (view.phase == "choose_first", "tickets", ".offer"),
        (first, "welcome", ".display"),
        (first, "hand", ".hand"),
        (may(look, "lay"), "lay", ".hand"),
        (view.phase == "second_card", "second", ".display"),
        (first and bool(view.yards[mine]), "yard", ".lane.own"),
        (first and bool(view.on_the_way[mine]), "way", ".lane.own .way"),
        (first and others, "rob", ".lane:not(.own)"),
        (first and turns > 1, "why", "#board"),
        (first and turns > 2 * TURNS_GUIDED, "done", "#act"),
    ]
