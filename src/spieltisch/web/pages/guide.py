"""Hints for a first game: what to say now, and beside which thing on the table.

A hint depends on what the seat sees and may do, never on the number of a step, so that it fits
whatever a beginner plays. Its words are the room's; the page shows each one once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from markupsafe import Markup

from spieltisch.core.view import View
from spieltisch.table.look import Look
from spieltisch.web.pages.holmes_words import this_view as holmes_view
from spieltisch.web.pages.rooms import game_of
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.tatort_themse_questions import this_view as themse_view
from spieltisch.web.pages.troika import this_view as troika_view
from spieltisch.web.pages.troika_pieces import completes, own_tiles
from spieltisch.web.pages.zug_um_zug_questions import this_view as zug_view

TURNS_GUIDED = 3
BETWEEN = "."  # between the ids of hints that were read


class Hint(msgspec.Struct, frozen=True):
    """A key of the room's `guide`, and where it points: selectors, the first that is there."""

    id: str
    at: str


Wanted = Sequence[tuple[bool, str, str]]


def hints(look: Look, speech: Speech) -> list[tuple[str, str, str]]:
    """Those that fit now, in their order: id, words, and where they point."""
    if not look.house.guided or look.view is None or not look.legal:
        return []
    words = speech.texts(game_of(look)).guide
    wanted = GUIDES[look.game](look, look.view)
    fitting = [Hint(name, at) for holds, name, at in wanted if holds]
    return [(hint.id, words[hint.id], hint.at) for hint in fitting]


def untold(look: Look, speech: Speech, told: str) -> list[tuple[str, str]]:
    """Ids and words of those that fit and were not read yet, for pages without scripts."""
    known = told.split(BETWEEN)
    return [(name, words) for name, words, _ in hints(look, speech) if name not in known]


def hints_json(look: Look, speech: Speech) -> Markup:
    return Markup(msgspec.json.encode(hints(look, speech)).decode().replace("<", "\\u003c"))


def may(look: Look, *beginnings: str) -> bool:
    return any(text.startswith(beginnings) for text in look.legal)


def done(look: Look, *acts: str) -> int:
    """How often the viewer has done one of these."""
    return sum(one.seen.who == look.seat and one.seen.what in acts for one in look.log)


def themse(look: Look, view: View) -> Wanted:
    view = themse_view(view)
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


def troika(look: Look, view: View) -> Wanted:
    view = troika_view(view)
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


def holmes(look: Look, view: View) -> Wanted:
    view = holmes_view(view)
    placing = view.phase == "place"
    visits = done(look, "visit", "visit_from")
    rows = any(player.rows for player in view.players)
    return [
        (True, "welcome", ".diary"),
        (placing, "visit", ".person.legal"),
        (placing, "price", ".person.legal .price"),
        (view.phase == "ask_use", "use", "#act"),
        (view.phase == "taking", "taking", ".display"),
        (rows, "rows", ".duel"),
        (view.phase == "placing_joker", "joker", ".duel"),
        (bool(view.face_down), "hidden", ".hand"),
        (placing and visits > 0, "why", "#board"),
        (placing and view.day > 1, "morning", ".slot.today, .person.legal"),
        (view.day > 1 and visits > TURNS_GUIDED, "done", "#act"),
    ]


def zug(look: Look, view: View) -> Wanted:
    view = zug_view(view)
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


GUIDES: dict[str, Callable[[Look, View], Wanted]] = {
    "holmes": holmes,
    "tatort_themse": themse,
    "troika": troika,
    "zug_um_zug": zug,
}
