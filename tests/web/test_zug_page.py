"""What Zug um Zug's page tells everyone to bear in mind."""

from __future__ import annotations

import msgspec
import pytest

from spieltisch.games.zug_um_zug.view import ZugView
from spieltisch.web.games import presenter_of
from spieltisch.web.games.zug_um_zug.presenter import Board
from spieltisch.web.pages.showing import fragment
from spieltisch.web.pages.speech import speech
from tests.web.looks import Telling


def board(**changed: object) -> tuple[Board, str]:
    """The board of a first turn in which some things are as said, and the page."""
    look = next(look for look in Telling("zug_um_zug", 2, 1, 0).steps() if is_turn(look.view))
    assert look.view is not None
    look = msgspec.structs.replace(look, view=msgspec.structs.replace(look.view, **changed))
    assert look.view is not None
    presenter = presenter_of(look, speech("en"))
    found = presenter.board(look, look.view, presenter.plans(look, look.view))
    assert isinstance(found, Board)
    return found, fragment(look, speech("en"))


def is_turn(view: object) -> bool:
    return isinstance(view, ZugView) and view.phase == "act"


@pytest.mark.parametrize(
    ("idle", "words"), [(4, "if 2 more turns are idle"), (5, "if this turn is idle too")]
)
def test_zz27_the_page_warns_when_one_round_is_left(idle: int, words: str) -> None:
    warned, page = board(idle=idle, active=False)
    assert words in warned.news
    assert warned.news_clause == "ZZ-27"
    assert words in page


@pytest.mark.parametrize(
    "changed",
    [{"idle": 3}, {"idle": 5, "active": True}, {"idle": 6, "active": False, "last_turns": 2}],
)
def test_zz27_it_does_not_warn_before_nor_in_a_turn_that_is_not_idle(
    changed: dict[str, object],
) -> None:
    assert board(**changed)[0].news_clause != "ZZ-27"
