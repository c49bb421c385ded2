"""Small positions of Troika whose re-deals are counted by hand. In each almost every tile lies face
up, so that few are left to re-deal."""

from __future__ import annotations

from itertools import permutations

from spieltisch.core.game import Document
from tests.games.troika.positions import laid, nearly_over, play, told
from tests.kit.hooks import SmallDeal


def other_hands(document: Document) -> str:
    return "/".join(",".join(map(str, hand)) for hand in document["hands"][1:])


def put_back(document: Document) -> str:
    """The tiles that were put back, by place."""
    places = [place for place in document["field"] if place is not None]
    return ",".join(str(place["value"]) for place in places if place["hidden_by"] is not None)


def others_and_put_back(document: Document) -> str:
    return f"{other_hands(document)}|{put_back(document)}"


def everything_hidden(document: Document) -> str:
    own = ",".join(map(str, document["hands"][0]))
    return f"{own}/{other_hands(document)}|{put_back(document)}"


def hidden_by_another() -> Document:
    """Seat 1 turns up the last tile and puts back one of its own two: seat 0 cannot tell which."""
    state = laid(nearly_over([[15], [3, 4], [5]], [[], [], []], mover=1))
    play(state, "turn 45", "hide 3")
    return told(state)


def one_tile_known() -> Document:
    """Seat 0 knows that seat 1 holds the 15."""
    document = nearly_over([[2], [4, 15], [3]], [[], [], []])
    document["memories"][0]["hands"][1] = [15]
    return document


def no_two_alike(tiles: str) -> dict[str, int]:
    """Every order of the tiles over two hands and a place."""
    return {"{}/{}|{}".format(*order): 1 for order in permutations(tiles)}


SMALL_DEALS = [
    SmallDeal(
        "two hands of which nothing is known",
        nearly_over([[15], [3, 4], [3]], [[], [], []]),
        0,
        other_hands,
        {"3,3/4": 1, "3,4/3": 2},
    ),
    SmallDeal(
        "a known tile stays in its hand",
        one_tile_known(),
        0,
        other_hands,
        {
            "4,15/3": 1,
            "3,15/4": 1,
        },
    ),
    SmallDeal(
        "a tile another player put back",
        hidden_by_another(),
        0,
        others_and_put_back,
        no_two_alike("345"),
    ),
    SmallDeal(
        "the ten removed tiles may be anywhere",
        nearly_over([[7], [3]], [[], []]),
        0,
        other_hands,
        {"3": 1, "12": 1, "13": 3, "14": 3, "15": 3},
    ),
    SmallDeal(
        "a spectator knows no hand and no face-down tile",
        nearly_over([[5], [3], [3]], [[], [], []]),
        None,
        everything_hidden,
        {"{}/{}/{}|{}".format(*order): 1 for order in permutations("1335")},
    ),
]
