"""Entries of the companion as they stand in an address: read, changed by a tap, written again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol
from urllib.parse import quote, urlencode

import msgspec

from spieltisch.core.companion import Companion, Entered
from spieltisch.core.game import Game

LONGEST_NAME = 24
LONGEST_NUMBER = 6
OTHERS = frozenset({"players", "at", "go", "tap", "box"})
NOT_A_NUMBER = "not_a_number"


class Readable(Protocol):
    """What reading needs to know of a game's form."""

    game: Game
    companion: Companion
    first_players: int


class Reading(msgspec.Struct, frozen=True):
    """`texts` are the entries as they were typed, without zeros; `wrong`: reasons by field;
    `unknown`: entries of things that are not in the box."""

    players: int
    at: int
    names: list[str]
    texts: dict[str, str]
    entered: Entered
    wrong: dict[str, str]
    unknown: list[str]

    @property
    def empty(self) -> bool:
        return not any(any(player.values()) for player in self.entered.players)


def field_name(seat: int, key: str) -> str:
    return f"{seat}-{key}"


def read(query: Mapping[str, str], form: Readable, box: str = "") -> Reading:
    """`box`: the packed card list the form is for, which every link then carries."""
    players = number_of_players(query.get("players", ""), form)
    fields = fields_of(form, players)
    texts = {
        name: text.strip()[:LONGEST_NUMBER]
        for name, text in query.items()
        if name in fields and text.strip() not in ("", "0")
    }
    names = [query.get(f"name-{seat}", "").strip()[:LONGEST_NAME] for seat in range(players)]
    numbers = {name: whole(text) for name, text in texts.items()}
    kept = {f"name-{seat}": name for seat, name in enumerate(names) if name}
    return Reading(
        players=players,
        at=seat_of(query.get("at", ""), players),
        names=names,
        texts={**({"box": box} if box else {}), "players": str(players), **kept, **texts},
        entered=entered(form, players, numbers),
        wrong={name: NOT_A_NUMBER for name, number in numbers.items() if number is None},
        unknown=unknown(query, fields),
    )


def fields_of(form: Readable, players: int) -> set[str]:
    own = {field_name(seat, item.key) for seat in range(players) for item in form.companion.items()}
    return own | {item.key for item in form.companion.table_items()}


def unknown(query: Mapping[str, str], fields: set[str]) -> list[str]:
    """Of seats that sit here no more nothing is said."""
    found = [name for name in query if name not in fields | OTHERS and not name.startswith("name-")]
    known = {name.partition("-")[2] for name in fields}
    return [name[:20] for name in found if name.partition("-")[2] not in known][:3]


def entered(form: Readable, players: int, numbers: Mapping[str, int | None]) -> Entered:
    keys = [item.key for item in form.companion.items()]
    own = [
        {key: numbers.get(field_name(seat, key)) or 0 for key in keys} for seat in range(players)
    ]
    table = {item.key: numbers.get(item.key) or 0 for item in form.companion.table_items()}
    return Entered(own, table)


def number_of_players(text: str, form: Readable) -> int:
    number = whole(text) or form.first_players
    return max(form.game.least_seats, min(form.game.most_seats, number))


def seat_of(text: str, players: int) -> int:
    seat = whole(text) or 0
    return seat if 0 <= seat < players else 0


def whole(text: str) -> int | None:
    """The number a text says, with our minus or the typewriter's; None if it says none."""
    try:
        return int(text.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return None


def tapped(reading: Reading, form: Readable, tap: str) -> tuple[dict[str, str], str]:
    """The entries after a plus or minus was tapped, and which field that was; within bounds."""
    name, sign = tap[:-1], tap[-1:]
    texts = dict(reading.texts)
    if reading.at:
        texts["at"] = str(reading.at)
    items = {item.key: item for item in form.companion.items()}
    item = items.get(name.partition("-")[2])
    if item is None or sign not in ("+", "-") or name not in fields_of(form, reading.players):
        return texts, ""
    number = (whole(texts.get(name, "0")) or 0) + (1 if sign == "+" else -1)
    texts[name] = str(max(item.least, min(item.most, number)))
    if texts[name] == "0":
        del texts[name]
    return texts, name


def address(path: str, texts: Mapping[str, str], field: str = "") -> str:
    place = f"#f-{quote(field)}" if field else ""
    return f"{path}?{urlencode(texts)}{place}"
