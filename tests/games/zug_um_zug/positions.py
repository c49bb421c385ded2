"""Positions of Zug um Zug in a few words: say what matters, the rest is laid out of the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from spieltisch.core.game import Document
from spieltisch.games import game
from spieltisch.games.zug_um_zug.room import ZugUmZug
from spieltisch.games.zug_um_zug.rules import ZugState
from tests.games.card_memory import Shuffles, card_memory
from tests.games.refused import refusal_of

KINDS = "PBOWGYKRL"
TICKETS = range(1, 47)
Yard = Mapping[str, tuple[int, int]]


@cache
def room() -> ZugUmZug:
    built = game("zug_um_zug")
    assert isinstance(built, ZugUmZug)
    return built


def in_order(cards: str) -> str:
    return "".join(sorted(cards, key=KINDS.index))


def position(
    hands: Sequence[str] = ("", ""),
    *,
    known: Sequence[str] | None = None,
    display: str = "PBOWG",
    pile: str = "",
    discard: str = "",
    rest: str = "discard",
    yards: Sequence[Yard] = (),
    on_the_way: Sequence[str] = (),
    held: Sequence[Sequence[int]] = (),
    completed: Sequence[Sequence[int]] = (),
    offered: Sequence[Sequence[int]] = (),
    chosen: Sequence[Sequence[int]] = (),
    met: Sequence[Sequence[int]] = (),
    first_kept: Sequence[int] = (),
    returned: Sequence[tuple[int, Sequence[int]]] = (),
    memories: Mapping[int, Shuffles] | None = None,
    **more: Any,
) -> Document:
    """Cards not mentioned go to `rest`: "discard", "pile", "away" (the last seat's on-the-way
    pile) or the number of a seat. A yard is {"R": (cards, locomotives)}. Tickets not mentioned are
    unseen. Observers without given memories think all hidden cards come from one shuffle."""
    seats = len(hands)
    away = [*on_the_way, *[""] * (seats - len(on_the_way))]
    lying = [*yards, *[{}] * (seats - len(yards))]
    piles = {"pile": pile, "discard": discard, "away": away[-1]}
    piles |= {str(at): hand for at, hand in enumerate(hands)}
    used = Counter("".join(piles.values()) + "".join(away[:-1]) + display + spelled_yards(lying))
    piles[rest] += "".join(kind * ((16 if kind == "L" else 10) - used[kind]) for kind in KINDS)
    document: Document = {
        "seats": seats,
        "phase": "act",
        "mover": 0,
        "chooser": 0,
        "dealt": 0,
        "half": 0,
        "last_turns": None,
        "idle": 0,
        "active": False,
        "hands": [in_order(piles[str(seat)]) for seat in range(seats)],
        "known": [in_order(cards) for cards in known or [""] * seats],
        "display": [None if card == " " else card for card in display],
        "pile": in_order(piles["pile"]),
        "discard": in_order(piles["discard"]),
        "yards": [yard_rows(yard) for yard in lying],
        "on_the_way": [in_order(cards) for cards in [*away[:-1], piles["away"]]],
        "returned": [{"seat": seat, "tickets": list(batch)} for seat, batch in returned],
    }
    rows = [
        ticket_sets(seat, held, completed, offered, chosen, met, first_kept)
        for seat in range(seats)
    ]
    document["tickets"] = rows
    document["unseen"] = unseen(rows, returned)
    document["memories"] = [
        card_memory(document, observer, (memories or {}).get(observer), in_order)
        for observer in range(seats + 1)
    ]
    return document | more


def spelled_yards(yards: Sequence[Yard]) -> str:
    return "".join(
        colour * cards + "L" * locomotives
        for yard in yards
        for colour, (cards, locomotives) in yard.items()
    )


def yard_rows(yard: Yard) -> list[Document]:
    return [
        {"colour": colour, "cards": yard[colour][0], "locomotives": yard[colour][1]}
        for colour in KINDS
        if colour in yard
    ]


def ticket_sets(seat: int, *given: Any) -> Document:
    held, completed, offered, chosen, met = (
        sorted(rows[seat]) if seat < len(rows) else [] for rows in given[:5]
    )
    first = given[5][seat] if seat < len(given[5]) else 0
    return {
        "held": held,
        "completed": completed,
        "offered": offered,
        "chosen": chosen,
        "met": sorted({*held, *completed, *offered, *met}),
        "first_kept": first,
    }


def unseen(rows: list[Document], returned: Sequence[tuple[int, Sequence[int]]]) -> list[int]:
    used = {number for _, batch in returned for number in batch}
    for row in rows:
        used |= {*row["held"], *row["completed"], *row["offered"]}
    return [number for number in TICKETS if number not in used]


def laid(document: Document) -> ZugState:
    return room().from_document(document)


def play(state: ZugState, *texts: str) -> None:
    for text in texts:
        state.play(room().checked(state, text))


def legal(state: ZugState) -> list[str]:
    return room().legal_texts(state)


def refusal(state: ZugState, text: str) -> tuple[str, str]:
    return refusal_of(room(), state, text)


def outcomes(state: ZugState) -> dict[str, int]:
    weights = room().choices(state)
    assert isinstance(weights, dict), "chance does not decide"
    return weights


def told(state: ZugState) -> Document:
    """The position again as a document, to look into it."""
    return room().to_document(state)
