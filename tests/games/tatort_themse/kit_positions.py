"""Small positions of Tatort Themse whose re-deals are counted by hand."""

from __future__ import annotations

from spieltisch.core.game import Document
from tests.games.tatort_themse.positions import laid, play, position, told
from tests.kit.hooks import SmallDeal


def others(document: Document) -> str:
    return "/".join(document["hands"][1:])


def everything(document: Document) -> str:
    return "/".join([*document["hands"], document["pile"]])


def drawn_after_a_reshuffle() -> Document:
    """Seats 1 and 2 hold B and M of the first shuffle; of the second, U U U L, seat 0 and then
    seat 1 draw a card."""
    start = position(["", "B", "M"], discard="UUUL", rest="0", phase="question")
    state = laid(start)
    play(state, "blind", "witness U", "pass", "blind", "witness U")
    return told(state)


SMALL_DEALS = [
    SmallDeal(
        "one hand and the pile",
        position(["", "BM"], pile="BL", rest="0"),
        0,
        others,
        {"BB": 1, "BM": 2, "BL": 2, "ML": 1},
    ),
    SmallDeal(
        "a known card stays in its hand",
        position(["", "MU"], known=["", "U"], pile="BM", rest="0"),
        0,
        others,
        {"BU": 1, "MU": 2},
    ),
    SmallDeal(
        "a spectator knows no hand",
        position(["B", "M"], pile="M"),
        None,
        everything,
        {"B/M/M": 1, "M/B/M": 1, "M/M/B": 1},
    ),
    SmallDeal(
        "cards of two shuffles do not mix",
        position(
            ["", "BU", "M"],
            pile="MU",
            rest="0",
            memories={0: [("BM", (0, 1, 1)), ("MUU", (0, 1, 0))]},
        ),
        0,
        others,
        {"BM/M": 1, "BU/M": 2, "MM/B": 1, "MU/B": 2},
    ),
    SmallDeal(
        "drawn after a reshuffle",
        drawn_after_a_reshuffle(),
        0,
        others,
        {"BU/M": 2, "BL/M": 1, "MU/B": 2, "ML/B": 1},
    ),
]
