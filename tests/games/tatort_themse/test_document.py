"""Positions that are none are refused with one clear line."""

from __future__ import annotations

from typing import Any

import pytest

from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document
from tests.games.tatort_themse.positions import below, laid, legal, play, position, themse

NO_CARDS: dict[str, Any] = {"display": "    ", "rest": "1"}

WRONG = [
    (position(phase="ask_renew"), "TT-10"),
    (position(display="LLL ", phase="ask_renew"), "TT-10"),
    (position(phase="refill", rest="pile"), "no gap"),
    (position(phase="renewing", rest="pile"), "no gap"),
    (position(phase="deal_display", dealt=0, rest="pile"), "dealt"),
    (position(display="BMU ", phase="refill"), "no card to turn up"),
    (position(phase="draw_blind"), "no card to turn up"),
    (position(phase="question", **NO_CARDS), "nothing is possible"),
    (position(phase="pay_clue"), "nothing is possible"),
    (position(phase="pay_elimination", eliminating=1), "nothing is possible"),
    (position(skips=1), "TT-29"),
    (position(["BMUL", "BMUL"], discard="B", rest="pile", phase="deal_display"), "discard"),
    (position(["BMUL", "BMUL"], display="    ", rest="pile", dealt=8, phase="deal_clues"), "dealt"),
    (position(["", "BMUL"], display="    ", rest="pile", dealt=4, phase="deal_hands"), "TT-07"),
    (position(["BMUL", ""], rest="pile", dealt=4, phase="deal_hands"), "TT-07"),
    (position(["BMUL", "B"], grid=below("P2U"), dealt=5, phase="deal_hands"), "clues"),
]


@pytest.mark.parametrize(("document", "names"), WRONG, ids=range(len(WRONG)))
def test_a_wrong_position_is_refused(document: Document, names: str) -> None:
    with pytest.raises(BadDocument, match=names):
        laid(document)


def test_tt15_a_position_whose_elimination_would_end_the_game_is_refused() -> None:
    last_two = (("P2U", "P3L", "S2L"), (), (), (), ())
    paying: dict[str, Any] = {"phase": "pay_elimination", "eliminating": 1}
    with pytest.raises(BadDocument, match="TT-15"):
        laid(position(["B" * 17, ""], grid=last_two, **paying))
    assert legal(laid(position(["BBUU", ""], grid=below("P2U", "S2L"), **paying))) == ["pay BB"]


def test_tt29_after_a_skip_somebody_may_still_pay() -> None:
    """What is paid for eliminating lies on the discard pile while the clue is not yet paid."""
    document = position(["", "UUULL"], display="    ", rest="0", grid=below("S2L", "J2U"))
    state = laid(document)
    play(state, "pass", "eliminate 1 1", "pay UU")
    assert legal(laid(themse().to_document(state))) == ["pay LL"]


def test_tt05_tt07_every_position_of_the_set_up_is_read() -> None:
    state = themse().start(3)
    while state.turn < 0:
        assert legal(laid(themse().to_document(state))) == legal(state)
        state.play(themse().legal(state)[0])
