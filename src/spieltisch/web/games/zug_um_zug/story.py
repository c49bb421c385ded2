"""How a turn of Zug um Zug is told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from markupsafe import Markup

from spieltisch.core.view import Seen
from spieltisch.games.zug_um_zug.view import ZugView
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.games.zug_um_zug.questions import this_view
from spieltisch.web.games.zug_um_zug.words import CSS, LETTER, LOCOMOTIVE, ZugWords, picture, runs
from spieltisch.web.pages.room_words import RoomWords
from spieltisch.web.pages.story import Effect, Part, Teller, Turn, gained, slots_left

NEWS = frozenset({"half_time", "last_turns", "idle_end", "scoring"})


class ZugTeller(Teller):
    def __init__(self, words: RoomWords, look: Snapshot) -> None:
        super().__init__(words, look)
        assert isinstance(words, ZugWords) and look.view is not None
        self.words = words
        self.view: ZugView = this_view(look.view)

    def part(self, entry: Entry, before: Sequence[Seen]) -> Part | None:
        seen = entry.seen
        match seen.what:
            case "draw_open":
                letter = LETTER[str(seen.facts["card"])]
                key = "draw_locomotive" if letter == LOCOMOTIVE else "draw"
                words = self.phrase(key, card=self.words.kind(letter))
                slot = self.slots.get(entry.id)
                on = "" if slot is None else f"#w{slot + 1}"
                return Part("draw", seen.clause, gained(small_wagon(letter)), words, on=on)
            case "draw_blind":
                back = Markup('<i class="wg mb">{}</i>').format(picture("back"))
                return Part(
                    "draw", seen.clause, gained(back), self.phrase("draw_blind"), on="#pile"
                )
            case "lay" | "lay_three" | "rob":
                return self.laid(seen)
            case "tickets":
                back = Markup('<i class="wg mb">{}</i>').format(picture("ticket-back"))
                return Part("tickets", seen.clause, gained(back), self.phrase("tickets"))
            case "chosen":
                words = self.phrase("kept", kept=seen.facts["kept"])
                return Part("kept", seen.clause, Markup(""), words)
            case "pass":
                return Part("pass", seen.clause, Markup(""), self.phrase("passes"))
        return None

    @cached_property
    def slots(self) -> dict[int, int]:
        return slots_left(self.look.log, "draw_open", "card", len(self.view.display), "half_time")

    def laid(self, seen: Seen) -> Part:
        cards = str(seen.facts["cards"])
        words = self.phrase("lay", cards=self.words.counted(cards))
        pictures = Markup("").join(small_wagon(kind, number) for kind, number in runs(cards))
        if seen.what == "rob":
            robbed, lost = int(seen.facts["robbed_seat"]), int(seen.facts["lost"])
            pictures += small_wagon(cards[0], lost, " gone")
            words = f"{words}, {self.phrase('throws', lost=lost, name=self.names[robbed])}"
        colours = dict.fromkeys(cards.replace(LOCOMOTIVE, "") or cards)
        on = ",".join(f".train.{CSS[colour]}" for colour in colours)
        return Part("lay", seen.clause, pictures, words, on=on)

    def effects(self, turn: Turn) -> list[Effect]:
        seen = [entry.seen for entry in turn.entries]
        thrown = [self.thrown(one) for one in seen if self.robs_me(one)]
        return thrown + [self.event("round", one) for one in seen if one.what in NEWS]

    def robs_me(self, seen: Seen) -> bool:
        return seen.what == "rob" and seen.facts["robbed_seat"] == self.look.seat

    def thrown(self, seen: Seen) -> Effect:
        words = self.phrase("thrown", name=self.names[seen.who], lost=seen.facts["lost"])
        return Effect("thrown", seen.clause, words)


def small_wagon(letter: str, number: int = 1, css: str = "") -> Markup:
    kind = CSS[letter]
    count = Markup("<b>{}</b>").format(number) if number > 1 else ""
    return Markup('<i class="wg {}{}">{}{}</i>').format(
        kind, css, picture("loco" if kind == "loco" else f"wagon-{kind}"), count
    )
