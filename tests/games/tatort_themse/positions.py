"""Positions of Tatort Themse in a few words: say what matters, the rest is laid out of the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from spieltisch.core.game import Document
from spieltisch.games import game
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.tatort_themse.rules import ThemseState
from tests.games.card_memory import Shuffles, card_memory
from tests.games.refused import refusal_of

CASES = "PSDGJ"
KINDS = "BMUL"
GRID = (
    ("P2U", "S2L", "D2B", "G2M", "J2U"),
    ("P3L", "S3B", "D3M", "G3U", "J3L"),
    ("P4B", "S4M", "D4U", "G4L", "J4B"),
    ("P5M", "S5U", "D5L", "G5B", "J5M"),
    ("P6U", "S6L", "D6B", "G6M", "J6U"),
)
ALL_CLUES = sorted(
    (clue for column in GRID for clue in column), key=lambda c: (CASES.index(c[0]), c[1])
)


@cache
def themse() -> TatortThemse:
    room = game("tatort_themse")
    assert isinstance(room, TatortThemse)
    return room


def in_order(cards: str) -> str:
    return "".join(sorted(cards, key=KINDS.index))


def position(
    hands: Sequence[str] = ("", ""),
    *,
    known: Sequence[str] | None = None,
    display: str = "BMUL",
    pile: str = "",
    discard: str | None = None,
    rest: str = "discard",
    grid: Sequence[Sequence[str]] = GRID,
    clues: Sequence[Sequence[str]] | None = None,
    memories: Mapping[int, Shuffles] | None = None,
    **more: Any,
) -> Document:
    """Witnesses not mentioned go to `rest`: "discard", "pile", or the number of a seat. Clues not
    mentioned were eliminated. A space in the display is a gap. Observers without given memories
    think that all hidden cards come from one shuffle."""
    seats = len(hands)
    piles = {"pile": pile, "discard": discard or ""} | {str(at): h for at, h in enumerate(hands)}
    used = Counter("".join(piles.values()) + display)
    piles[rest] += "".join(kind * (18 - used[kind]) for kind in KINDS)
    held = [in_order(piles[str(seat)]) for seat in range(seats)]
    taken = [list(row) for row in clues] if clues else [[] for _ in hands]
    document: Document = {
        "seats": seats,
        "fair_tops": False,
        "phase": "act",
        "mover": 0,
        "dealt": 4 * seats,
        "grid": [list(column) for column in grid],
        "clues": [sorted(row, key=ALL_CLUES.index) for row in taken],
        "eliminated": eliminated(grid, taken),
        "solved": solved(grid, taken),
        "hands": held,
        "known": [in_order(cards) for cards in known or [""] * seats],
        "display": [None if card == " " else card for card in display],
        "pile": in_order(piles["pile"]),
        "discard": in_order(piles["discard"]),
        "column": 1,
        "eliminating": 0,
        "skips": 0,
    }
    document["memories"] = [
        card_memory(document, observer, (memories or {}).get(observer), in_order)
        for observer in range(seats + 1)
    ]
    return document | more


def eliminated(grid: Sequence[Sequence[str]], clues: Sequence[Sequence[str]]) -> list[str]:
    mentioned = {clue for place in (*grid, *clues) for clue in place}
    return [clue for clue in ALL_CLUES if clue not in mentioned]


def solved(grid: Sequence[Sequence[str]], clues: Sequence[Sequence[str]]) -> list[int]:
    """Who won each case: -2 while a clue of it lies in the grid, -1 on a tie."""
    winners = []
    for case in CASES:
        sums = [sum(int(clue[1]) for clue in row if clue[0] == case) for row in clues]
        best = [seat for seat, total in enumerate(sums) if total == max(sums)]
        open_case = any(clue[0] == case for column in grid for clue in column)
        winners.append(-2 if open_case else best[0] if len(best) == 1 else -1)
    return winners


def below(*column: str) -> list[Sequence[str]]:
    """A grid whose first column is this one, from the top; the others hold what else is theirs."""
    others = [[clue for clue in row if clue not in column] for row in GRID[1:]]
    return [column, *others]


def laid(document: Document) -> ThemseState:
    return themse().from_document(document)


def play(state: ThemseState, *texts: str) -> None:
    for text in texts:
        state.play(themse().checked(state, text))


def legal(state: ThemseState) -> list[str]:
    return themse().legal_texts(state)


def refusal(state: ThemseState, text: str) -> tuple[str, str]:
    return refusal_of(themse(), state, text)


def outcomes(state: ThemseState) -> dict[str, int]:
    weights = themse().choices(state)
    assert isinstance(weights, dict), "chance does not decide"
    return weights


def told(state: ThemseState) -> Document:
    """The position again as a document, to look into it."""
    return themse().to_document(state)
