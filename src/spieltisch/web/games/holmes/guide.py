"""Hints for a first game of Holmes."""

from __future__ import annotations

from spieltisch.core.view import View
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.holmes.words import this_view
from spieltisch.web.pages.guiding import TURNS_GUIDED, Wanted, done


def wanted(look: Snapshot, view: View) -> Wanted:
    view = this_view(view)
    placing = view.phase == "place"
    visits = done(look, "visit", "visit_from")
    rows = any(player.rows for player in view.players)
    return [
        (True, "welcome", ".diary"),
        (placing, "visit", ".person.legal"),
        (placing, "price", ".person.legal .price"),
        (placing, "use", ".display"),
        (placing and visits > 0, "taking", ".display"),
        (rows, "rows", ".duel"),
        (view.phase == "placing_joker", "joker", ".duel"),
        (bool(view.face_down), "hidden", ".hand"),
        (placing and visits > 0, "why", "#board"),
        (placing and view.day > 1, "morning", ".slot.today, .person.legal"),
        (view.day > 1 and visits > TURNS_GUIDED, "done", "#act"),
    ]
