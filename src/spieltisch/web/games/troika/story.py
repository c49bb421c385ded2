"""How a turn of Troika is told."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from spieltisch.core.view import Seen
from spieltisch.server.viewer import Entry
from spieltisch.web.games.troika.pieces import SHOWN, hue
from spieltisch.web.games.troika.words import ROOM
from spieltisch.web.pages.environment import use
from spieltisch.web.pages.story import CALL, Effect, Part, Teller, Turn, gained

ROUND_ENDS = frozenset({"all_face_up", "all_but_one_called"})


class TroikaTeller(Teller):
    def part(self, entry: Entry, before: Sequence[Seen]) -> Part | None:
        seen = entry.seen
        if seen.what in SHOWN and any(one.what == "turn" for one in before):
            pictures = Markup('{}<span class="to"></span>{}').format(small_back(), small_tile(seen))
            return self.worded("turned", seen, pictures)
        match seen.what:
            case "take":
                return self.worded("take", seen, gained(small_tile(seen)))
            case "draw":
                return self.worded("draw", seen, gained(small_back()))
            case "draw_put_back":
                return self.worded("draw_put_back", seen, gained(small_back()))
            case "back":
                return self.worded("back", seen, small_tile(seen))
            case "hide" | "hide_unseen":
                return self.worded("hide", seen, small_back())
            case "call":
                leaves = Markup('<i class="ms">{}</i>').format(use("i-leave", sheet=ROOM))
                return self.worded(CALL, seen, leaves)
        return None

    def worded(self, kind: str, seen: Seen, pictures: Markup) -> Part:
        facts = dict(seen.facts)
        if "hidden_by" in facts:
            facts["name"] = self.names[int(facts["hidden_by"])]
        on = f".field>:nth-child({facts['place']})" if "place" in facts else ""
        return Part(kind, seen.clause, pictures, self.phrase(kind, **facts), on=on)

    def effects(self, turn: Turn) -> list[Effect]:
        seen = [entry.seen for entry in turn.entries]
        return [self.event("round", one) for one in seen if one.what in ROUND_ENDS]


def small_tile(seen: Seen) -> Markup:
    value = int(seen.facts["value"])
    return Markup('<i class="mt {}">{}<b>{}</b></i>').format(
        hue(value), use(f"t{value}", sheet=ROOM), value
    )


def small_back() -> Markup:
    return Markup('<i class="mt mb">{}</i>').format(use("back", sheet=ROOM))
