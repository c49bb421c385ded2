"""Small positions of Zug um Zug whose re-deals are counted by hand."""

from __future__ import annotations

from math import comb

from spieltisch.core.game import Document
from tests.games.zug_um_zug.positions import laid, play, position, told
from tests.kit.hooks import SmallDeal

ALL = range(1, 47)


def other_hands(document: Document) -> str:
    return "/".join(document["hands"][1:])


def held_by_others(document: Document) -> str:
    return "/".join(str(row["held"]) for row in document["tickets"][1:])


def laid_aside(document: Document) -> str:
    row = document["tickets"][1]
    return f"{row['held']} {row['completed']}"


def under_and_unseen(document: Document) -> str:
    batches = [batch["tickets"] for batch in document["returned"]]
    return f"{batches} {document['unseen']}"


def first_choice(document: Document) -> str:
    """How many of the six tickets the other seat has kept so far."""
    return str(len(document["tickets"][1]["chosen"]))


def after_half_time() -> Document:
    """Seat 1 holds a white card of the first half; the second half's pile is a purple and four
    blue cards, of which every seat but seat 0 gets one it alone sees, and one is left."""
    start = position(
        ["", "W", "", ""],
        pile="",
        display="PBOWG",
        rest="0",
        on_the_way=("", "", "PBBB", "B"),
        phase="complete",
        chooser=3,
        mover=3,
        last_turns=0,
    )
    state = laid(start)
    play(state, "done", "card B", "card P", "card B", "card B")
    return told(state)


SMALL_DEALS = [
    SmallDeal(
        "one hand and the pile",
        position(["", "PB"], pile="PL", rest="0"),
        0,
        other_hands,
        {"PP": 1, "PB": 2, "PL": 2, "BL": 1},
    ),
    SmallDeal(
        "a card taken openly stays in its hand",
        position(["", "PR"], known=["", "R"], pile="BP", rest="0"),
        0,
        other_hands,
        {"BR": 1, "PR": 2},
    ),
    SmallDeal(
        "cards of two halves do not mix",
        after_half_time(),
        0,
        other_hands,
        {"PW/B/B": 1, "BW/P/B": 1, "BW/B/P": 1, "BW/B/B": 1},
    ),
    SmallDeal(
        "a ticket met before is not one of the first",
        position(
            ["", "", ""],
            rest="0",
            held=[[*ALL[4:]], [1], [2]],
            met=[[1, 3, 4], [], []],
            first_kept=(1, 0, 1),
        ),
        0,
        held_by_others,
        {"[1]/[2]": 1, "[3]/[2]": 1, "[4]/[2]": 1},
    ),
    SmallDeal(
        "which tickets another seat has completed",
        position(
            ["", ""],
            rest="0",
            held=[[*ALL[3:]], [1]],
            completed=[[], [2]],
            met=[[], []],
            first_kept=(1, 0),
        ),
        0,
        laid_aside,
        {f"[{a}] [{b}]": 1 for a in (1, 2, 3) for b in (1, 2, 3) if a != b},
    ),
    SmallDeal(
        "tickets put back lie in ascending number, one's own where they were",
        position(
            ["", ""],
            rest="0",
            held=[[*ALL[5:]], []],
            returned=[(1, [1, 3]), (0, [5])],
            first_kept=(1, 0),
        ),
        0,
        under_and_unseen,
        {
            f"[{[a, b]}, [5]] {[one for one in (1, 2, 3, 4) if one not in (a, b)]}": 1
            for a in (1, 2, 3, 4)
            for b in (1, 2, 3, 4)
            if a < b
        },
    ),
    SmallDeal(
        "a spectator knows no ticket",
        position(["", ""], rest="discard", held=[[*ALL[1:]], [1]], first_kept=(45, 1)),
        None,
        held_by_others,
        {f"[{number}]": 1 for number in ALL},
    ),
    SmallDeal(
        "a secret first choice that is being made",
        position(
            ["", ""],
            rest="0",
            offered=[[*ALL[:6]], [*ALL[6:12]]],
            chosen=[[1], []],
            phase="choose_first",
            chooser=1,
        ),
        0,
        first_choice,
        {str(number): comb(6, number) for number in range(7)},
    ),
    SmallDeal(
        "a secret choice to complete, and who is choosing",
        position(
            ["", "", ""],
            rest="2",
            on_the_way=("YB", "", ""),
            held=[[1], [*ALL[1:]], []],
            first_kept=(1, 1, 0),
            phase="complete",
            chooser=1,
        ),
        None,
        lambda document: str(document["chooser"]),
        {"0": 1, "1": 1, "2": 1},
    ),
]
