"""The words and small pictures of Troika."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from spieltisch.core.result import Result
from spieltisch.web.games.troika.pieces import hue
from spieltisch.web.pages.environment import use
from spieltisch.web.pages.room_words import RoomWords, Written

ROOM = "troika"


class TroikaWords(RoomWords):
    def ending(self, result: Result) -> Markup:
        """With equally many chips also what decides then (TR-27)."""
        ended = super().ending(result)
        told = [line for line in result.sheet if line.clause == "TR-27"]
        decided = next((line for line in told if line.seat in result.winners), None)
        return ended if decided is None else ended + " " + self.sheet_line(decided) + "."

    def more(self, points: str, other: str) -> str:
        return self.speech.say(
            "+%(points)s chips more than “%(other)s”.", points=points, other=other
        )

    def less(self, points: str, other: str) -> str:
        return self.speech.say(
            "%(points)s chips less than “%(other)s”.", points=points, other=other
        )

    def ahead(self, number: int) -> str:
        return self.speech.count(
            "You are %(number)s chip ahead.", "You are %(number)s chips ahead.", number
        )

    def behind(self, number: int, name: str) -> str:
        return self.speech.count(
            "%(name)s is %(number)s chip ahead of you.",
            "%(name)s is %(number)s chips ahead of you.",
            number,
            name=name,
        )

    def fact(self, key: str, value: str | int, names: Sequence[str]) -> Written:
        match key, value:
            case (("value" | "tile"), int(one)):
                return small_tile(one)
            case "tiles", str(tiles):
                values = tiles.replace("-", " ").split()
                return Markup(" ").join(small_tile(int(one)) for one in values)
            case (("seat" | "hidden_by"), int(seat)):
                return names[seat]
        return value


def small_tile(value: int) -> Markup:
    return Markup('<b class="mini {}">{}{}</b>').format(
        hue(value), use(f"t{value}", sheet=ROOM), value
    )
