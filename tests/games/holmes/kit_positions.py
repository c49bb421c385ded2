"""Small positions of Holmes whose re-deals are counted by hand."""

from __future__ import annotations

from spieltisch.core.game import Document
from tests.games.holmes.positions import position
from tests.kit.hooks import SmallDeal


def second_seat(document: Document) -> str:
    return str(document["players"][1]["down"])


def both_seats(document: Document) -> str:
    return "/".join(one["down"] for one in document["players"])


def looked_at(document: Document) -> str:
    return f"{document['players'][0]['down']}/{document['sniffed']}"


def sniffing() -> Document:
    """Sherlock looks at three cards with Toby; a joker among them lies in the display already."""
    return position(
        {"down": "5"},
        placed=1,
        here=("toby",),
        display="3344J",
        pile="6",
        markers={
            "toby": ("lying", None),
            "hudson": (None, "standing"),
            "lestrade": ("standing", "standing"),
            "watson": ("standing", "standing"),
        },
        phase="keeping",
        mover=0,
        visited="toby",
        acting={"person": "toby", "step": 2, "left": 0, "resume": None},
        sniffed="66",
    )


SMALL_DEALS = [
    SmallDeal(
        "one face-down clue and the pile",
        position(theirs={"down": "7"}, pile="779M"),
        0,
        second_seat,
        {"7": 3, "9": 1, "M": 1},
    ),
    SmallDeal(
        "a joker is never face down",
        position(theirs={"down": "78"}, pile="8JJ"),
        0,
        second_seat,
        {"78": 2, "88": 1},
    ),
    SmallDeal(
        "what was laid face down openly stays",
        position(theirs={"down": "79", "known": "9"}, pile="9J"),
        0,
        second_seat,
        {"79": 1, "99": 1},
    ),
    SmallDeal(
        "a spectator knows neither seat's clues",
        position({"down": "5"}, {"down": "66"}, pile="5"),
        None,
        both_seats,
        {"5/56": 4, "5/66": 2, "6/55": 2, "6/56": 4},
    ),
    SmallDeal(
        "cards another seat looks at",
        sniffing(),
        1,
        looked_at,
        {"5/66": 3, "6/56": 6, "6/66": 3},
    ),
]
