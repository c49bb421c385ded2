"""What Troika's page makes of a view: sets, calls, tiles that are alike, results of rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from spieltisch.core.game import Document
from spieltisch.games.troika.view import TroikaView
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games.troika import pieces
from spieltisch.web.games.troika.pieces import Board, Group
from spieltisch.web.games.troika.presenter import TroikaPresenter
from spieltisch.web.pages.showing import fragment
from spieltisch.web.pages.speech import speech
from tests.games.troika.positions import ended, face_up, position
from tests.web.looks import Telling

SEEDS = range(6)
NOTHING = [2, 5]
SIX_POINTS = [7, 7, 7, 4, 5, 6]
SIX_POINTS_TOO = [1, 1, 1, 4, 5, 6]
FOUR_POINTS = [8, 8, 8, 2, 3, 4]


def looks(seats: int, seed: int, viewer: int | None = 0) -> Iterator[Snapshot]:
    return Telling("troika", seats, seed, viewer).steps()


def board(look: Snapshot, seats: int = 3) -> Board:
    presenter = TroikaPresenter(Telling("troika", seats, 1, 0).game, speech("en"))
    assert look.view is not None
    return presenter.board(look, look.view, presenter.plans(look, look.view))


def view_of(look: Snapshot) -> TroikaView:
    assert isinstance(look.view, TroikaView)
    return look.view


def values(group: Group) -> list[int]:
    return [piece.value for piece in group.pieces]


def test_tr08_sets_reach_over_container_and_hand() -> None:
    container, held = [5, 6, 13, 13], [2, 7, 13]
    groups, hand = pieces.grouped(container, held, pieces.arranged([*container, *held]))
    assert [(group.kind, values(group)) for group in groups] == [
        ("fuel", [13, 13]),
        ("gem", [5, 6]),
    ]
    assert [(one.value, one.part_of) for one in hand] == [(2, ""), (7, "gem"), (13, "fuel")]


def test_tr08_a_tile_is_in_one_set_only() -> None:
    groups, hand = pieces.grouped([7, 7, 7, 8, 9], [], pieces.arranged([7, 7, 7, 8, 9]))
    assert sorted(value for group in groups for value in values(group)) == [7, 7, 7, 8, 9]
    assert hand == []


@pytest.mark.parametrize(
    ("own", "value", "kind"), [([4, 4], 4, "fuel"), ([4, 5], 6, "gem"), ([4, 5], 9, "")]
)
def test_tr08_a_tile_that_would_make_a_set_says_so(own: list[int], value: int, kind: str) -> None:
    assert pieces.completes(own, value) == kind


def test_tr14_every_unseen_tile_offers_the_same_move_and_says_which_it_is() -> None:
    look = next(look for look in looks(3, 1) if len(look.legal) == 1)
    unseen = sum(
        place is not None and not place.face_up and place.hidden_by is None
        for place in view_of(look).field
    )
    offered = re.findall(rf'value="{look.legal[0]}@(\d+)"', fragment(look, speech("en")))
    assert len(set(offered)) == len(offered) == unseen > 1


def test_tr17_a_tile_put_back_tells_who_put_it_there() -> None:
    """And what it is only to who knows."""
    found = 0
    for seed in SEEDS:
        for look in looks(3, seed):
            for place, shown in zip(view_of(look).field, board(look).places, strict=True):
                if place is not None and place.hidden_by is not None:
                    found += 1
                    assert (shown.hider, shown.value) == (place.hidden_by, place.value)
                    assert ("you put" in shown.label) == (place.hidden_by == 0)
    assert found


def test_tr13_two_players_have_no_call_button() -> None:
    assert all(board(look, 2).call is None for look in looks(2, 1))


def test_tr10_the_call_button_shows_which_conditions_hold() -> None:
    for look in looks(3, 2):
        call = board(look).call
        if call is None:
            continue
        lying, fuel, nothing_left = (one.holds for one in call.conditions)
        assert lying == (len(view_of(look).containers[0]) >= 5)
        assert call.right == (fuel and nothing_left)


def test_tr10_a_right_call_shows_even_if_another_arrangement_scores_more() -> None:
    """7-8-9 would score 9 and leave 7 7 10 over; three sevens and 8-9-10 leave nothing."""
    document = position([[1], [2], [5]], [[3, 3, 3, 7, 7, 7, 8, 9], [], []], [face_up(4)])
    document["hands"][0] = [10]
    look = look_at(document)
    call = board(look).call
    assert call is not None
    assert call.right
    assert [one.holds for one in call.conditions] == [True, True, True]
    laid_out = [(group.kind, values(group)) for group in board(look).containers[0]]
    assert laid_out == [("fuel", [3, 3, 3]), ("fuel", [7, 7, 7]), ("gem", [8, 9])]


def look_at(document: Document) -> Snapshot:
    telling = Telling("troika", document["seats"], 1, 0)
    telling.state = telling.game.from_document(document)
    return telling.look()


def test_tr25_a_tie_for_a_chip_is_explained_at_the_round() -> None:
    *_, result = board(look_at(ended(*[[SIX_POINTS, NOTHING, SIX_POINTS_TOO]] * 3))).ceremonies
    cited = [[note.clause for note in result.of(seat).notes] for seat in range(3)]
    assert cited == [["TR-25"], ["TR-21"], ["TR-25"]]


def test_tr27_the_end_says_which_round_decided() -> None:
    rounds = [[SIX_POINTS, SIX_POINTS_TOO], [FOUR_POINTS, SIX_POINTS], [NOTHING, NOTHING]]
    rounds[1].reverse()
    look = look_at(ended(*rounds))
    assert "Equal chips: the points of round 2 decide." in fragment(look, speech("en"))


def test_tr12_a_wrong_call_is_asked_about() -> None:
    asked = {True: 0, False: 0}
    for seed in SEEDS:
        for look in looks(3, seed):
            call = board(look).call
            if call is not None and call.tap.lead:
                asked[call.right] += 1
                assert ("wrong" in call.tap.say) != call.right
    assert all(asked.values())


def test_tr20_the_result_of_a_round_stays_when_the_next_has_begun() -> None:
    look = next(look for look in looks(3, 1) if len(view_of(look).rounds) == 1)
    finished = view_of(look).rounds[0]
    (result,) = board(look).ceremonies
    assert [result.of(seat).points for seat in range(3)] == finished.points
    assert [result.of(seat).chips for seat in range(3)] == finished.chips
    for seat in range(3):
        tiles = sorted(value for group in result.of(seat).groups for value in values(group))
        assert tiles == sorted(finished.hands[seat] + finished.containers[seat])


def test_tr26_the_end_shows_every_round_of_everyone() -> None:
    *_, last = looks(3, 1)
    text = fragment(last, speech("en"))
    assert text.count('class="rounds"') == 3
    assert len(board(last).ceremonies) == 3
