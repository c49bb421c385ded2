"""The table of Troika in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.drawing import at_seat, headline, labelled
from spieltisch.core.texts import Texts
from spieltisch.core.view import UNKNOWN
from spieltisch.games.troika.position import PlaceView
from spieltisch.games.troika.view import TroikaView

PLACES_IN_A_LINE = 10
CELL = 7
EMPTY = "–"


def draw(view: TroikaView, texts: Texts, names: Sequence[str]) -> str:
    lines = headline(texts.title, f"{texts.words['round']} {view.round}", texts.words[view.phase])
    lines += ["", *field(view), texts.words["legend"]]
    hidden = hidden_tiles(view, names)
    if hidden:
        lines += labelled(texts.words["hidden"], hidden)
    lines.append("")
    for seat in range(view.seats):
        parts = [hand(view, seat, texts), container(view, seat, texts), chips(view, seat, texts)]
        if view.calls[seat] > 0:
            parts.append(texts.words["departed"])
        lines += at_seat(names[seat], seat == view.turn, parts)
    return "\n".join(lines)


def field(view: TroikaView) -> list[str]:
    """Every place with its number and what lies there."""
    cells = [f"{number:>2}:{lying(place)}".ljust(CELL) for number, place in places(view)]
    lines = range(0, len(cells), PLACES_IN_A_LINE)
    return [" ".join(cells[begin : begin + PLACES_IN_A_LINE]).rstrip() for begin in lines]


def places(view: TroikaView) -> list[tuple[int, PlaceView | None]]:
    return list(enumerate(view.field, 1))


def lying(place: PlaceView | None) -> str:
    if place is None:
        return EMPTY
    if place.value is None:
        return UNKNOWN
    return str(place.value) if place.face_up else f"({place.value})"


def hidden_tiles(view: TroikaView, names: Sequence[str]) -> str:
    """Who put which tile back face down: everyone saw that (TR-17)."""
    return ", ".join(
        f"{number}:{lying(place)} {names[place.hidden_by]}"
        for number, place in places(view)
        if place is not None and place.hidden_by is not None
    )


def hand(view: TroikaView, seat: int, texts: Texts) -> str:
    held = view.hands[seat]
    tiles = [*map(str, held.known), *[UNKNOWN] * (held.size - len(held.known))]
    return f"{texts.words['hand']} {' '.join(tiles) or EMPTY}"


def container(view: TroikaView, seat: int, texts: Texts) -> str:
    tiles = " ".join(map(str, view.containers[seat]))
    return f"{texts.words['container']} {tiles or EMPTY}"


def chips(view: TroikaView, seat: int, texts: Texts) -> str:
    """Of the rounds that are over."""
    won = [finished.chips[seat] for finished in view.rounds]
    if not won:
        return ""
    return f"{texts.words['chips']} {sum(won):+d} ({' '.join(f'{one:+d}' for one in won)})"
