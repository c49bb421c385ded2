"""What Zug um Zug's page shows: trains, packs, tickets, and what to bear in mind."""

from __future__ import annotations

import re

import msgspec
import pytest

from spieltisch.games import game
from spieltisch.games.zug_um_zug.room import ZugUmZug
from spieltisch.games.zug_um_zug.view import ZugView
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.stored_table import House
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


def looks(seats: int, seed: int, viewer: int | None = 0) -> list[Snapshot]:
    return list(Telling("zug_um_zug", seats, seed, viewer).steps())


def with_memory_aid(look: Snapshot) -> Snapshot:
    return msgspec.structs.replace(look, house=House(memory_aid=True))


def board_of(look: Snapshot, language: str = "en") -> Board:
    presenter = presenter_of(look, speech(language))
    assert look.view is not None
    found = presenter.board(look, look.view, presenter.plans(look, look.view))
    assert isinstance(found, Board)
    return found


def view_of(look: Snapshot) -> ZugView:
    assert isinstance(look.view, ZugView)
    return look.view


def test_zz16_a_train_says_its_colour_its_count_and_what_ousts_it() -> None:
    told = 0
    for look in looks(3, 1):
        for lane in board_of(look, "de").lanes:
            for train in lane.trains:
                number = len(train.cards)
                assert re.match(rf"\w+: {number} Karten?\b", train.label)
                engines = train.cards.count("L")
                assert (f"davon {engines} Lok" in train.label) == (engines > 0)
                assert train.cards.endswith("L" * engines), "locomotives leave first (ZZ-07)"
                rival = lane.seat != look.seat
                assert (f"ab {number + 1} zu verdrängen" in train.label) == rival
                asked = bool(look.legal) and view_of(look).phase == "act"
                assert train.ousted == (number + 1 if rival and asked else 0)
                told += engines > 0 and rival
    assert told


def test_zz13_the_hand_lies_in_packs_by_colour() -> None:
    for look in looks(2, 1):
        packs = board_of(look).hand
        assert packs is not None
        assert "".join(pack.letter * len(pack.cards) for pack in packs) == view_of(look).hand


def test_zz08_marks_and_sums_of_what_is_on_the_way_need_the_memory_aid() -> None:
    """Without it a page does not depend on what lies in the own pile, only on how much."""
    differed = False
    for look in looks(2, 3):
        view = view_of(look)
        if view.phase not in ("act", "second_card"):
            continue
        other = view.on_the_way[0][::-1].translate(str.maketrans("PBOWGYKR", "BOWGYKRP"))
        piles = [other, *view.on_the_way[1:]]
        twin = msgspec.structs.replace(look, view=msgspec.structs.replace(view, on_the_way=piles))
        assert board_of(look) == board_of(twin)
        aided = board_of(with_memory_aid(look)), board_of(with_memory_aid(twin))
        differed |= aided[0].tickets != aided[1].tickets and aided[0].sums != aided[1].sums
        unaided = [need.mark for card in board_of(look).tickets for need in card.needs]
        assert "came" not in unaided and not any(card.sure for card in board_of(look).tickets)
    assert differed


def test_zz23_a_card_marks_one_need_only_and_sure_tickets_come_last() -> None:
    sure = 0
    for look in looks(2, 3):
        view = view_of(look)
        if view.phase == "complete" or view.hand is None:
            continue
        board = board_of(with_memory_aid(look))
        needs = [need for card in board.tickets for need in card.needs]
        yard = "".join(train.colour * train.cards for train in view.yards[0])
        for place, lying in (("came", view.on_the_way[0]), ("rolls", yard), ("held", view.hand)):
            marked = [need.letter for need in needs if need.mark == place]
            engines = lying.count("L") if place == "came" else 0
            beyond = [max(0, marked.count(kind) - lying.count(kind)) for kind in set(marked)]
            assert sum(beyond) <= engines
        order = [card.sure for card in board.tickets]
        assert order == sorted(order)
        paid = [card for card in board.tickets if card.sure]
        assert {card.number for card in paid} == set(proposal(view)), "ZZ-23"
        assert all(need.mark == "came" for card in paid for need in card.needs)
        assert board.sums.sure == sum(card.points for card in paid)
        sure += len(paid)
    assert sure


def proposal(view: ZugView) -> list[int]:
    room = game("zug_um_zug")
    assert isinstance(room, ZugUmZug)
    return room.proposal(view)


def test_zz28_nobody_is_told_who_still_has_to_choose() -> None:
    """The pages of the last choice are the same whoever is asked just then."""
    waiting = {
        fragment(msgspec.structs.replace(look, log=[], last=[], number=0), speech("en"))
        for look in looks(3, 1, viewer=0)
        if view_of(look).phase == "complete" and not look.legal
    }
    assert len(waiting) == 1


def test_zz21_at_half_time_open_tickets_cost_nothing_yet() -> None:
    choices = [look for look in looks(4, 1) if view_of(look).phase == "complete" and look.legal]
    first, last = choices[0], choices[-1]
    assert (view_of(first).half, view_of(last).half) == (0, 1)
    assert not board_of(first).last_choice and board_of(last).last_choice
    assert 'data-total="open"' not in fragment(first, speech("en"))
    assert 'data-total="open"' in fragment(last, speech("en"))
