"""The hints of a first game that fit now, worded."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games import PAGES
from spieltisch.web.pages.rooms import game_of
from spieltisch.web.pages.speech import Speech

BETWEEN = "."  # between the ids of hints that were read


def hints(look: Snapshot, speech: Speech) -> list[tuple[str, str, str]]:
    """Those that fit now, in their order: id, words, and where they point."""
    if not look.house.guided or look.view is None or not look.legal:
        return []
    words = speech.texts(game_of(look)).guide
    wanted = PAGES[look.game].guide(look, look.view)
    return [(name, words[name], at) for fits, name, at in wanted if fits]


def untold(look: Snapshot, speech: Speech, told: str) -> list[tuple[str, str]]:
    """Ids and words of those that fit and were not read yet, for pages without scripts."""
    known = told.split(BETWEEN)
    return [(name, words) for name, words, _ in hints(look, speech) if name not in known]


def hints_json(look: Snapshot, speech: Speech) -> Markup:
    return Markup(msgspec.json.encode(hints(look, speech)).decode().replace("<", "\\u003c"))
