"""A card list may hold equal clues (TT-04): one move stands for all of them."""

from __future__ import annotations

import copy
from collections import Counter
from dataclasses import dataclass
from functools import cache

import pytest

from spieltisch.core.companion import Entered
from spieltisch.core.edition import built_in
from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Game
from spieltisch.core.match import Match
from spieltisch.core.record import dumps, loads
from spieltisch.core.rng import seeded
from spieltisch.games import game, game_of_record
from spieltisch.games.tatort_themse.companion import ThemseCompanion
from spieltisch.games.tatort_themse.room import TatortThemse
from tests.kit import moves, secrecy, truth
from tests.kit.rooms import Layout, viewers
from tests.kit.walks import policies, sampled


@cache
def twins() -> TatortThemse:
    """Three P3L and two G6M; there is neither a P2U nor a P6U nor a G2M."""
    table = copy.deepcopy(built_in("tatort_themse"))
    painting, gold = table["case"][0]["clues"], table["case"][3]["clues"]
    painting[0] = painting[4] = dict(painting[1])
    gold[0] = dict(gold[4])
    room = game("tatort_themse", table)
    assert isinstance(room, TatortThemse)
    return room


@dataclass(frozen=True)
class WithTwins(Layout):
    @property
    def game(self) -> Game:
        return twins()


LAYOUTS = [WithTwins("tatort_themse", 3, (("fair_tops", fair),)) for fair in ("no", "yes")]
both_ways_to_deal = pytest.mark.parametrize("layout", LAYOUTS, ids=str)


def test_tt04_equal_clues_are_one_outcome_of_chance_as_likely_as_they_are_many() -> None:
    state = twins().start(2)
    weights = {twins().texts_by_code[code]: w for code, w in twins().outcomes(state).items()}
    assert (weights["clue P3L"], weights["clue G6M"], weights["clue J2U"]) == (3, 2, 1)
    assert sum(weights.values()) == 25 and len(weights) == 22
    for left in (2, 1):
        state.play(twins().code_of("clue P3L"))
        assert twins().outcomes(state)[twins().code_of("clue P3L")] == left
    state.play(twins().code_of("clue P3L"))
    assert "clue P3L" not in twins().legal_texts(state)
    assert [column for column in twins().view(state, None).grid if column] == [["P3L"]] * 3
    laid_again = twins().why_illegal(state, twins().parse("clue P3L"))
    assert laid_again is not None
    assert twins().broken_by_chance(state, twins().parse("clue P3L")) == "TT-05"


def test_tt08_with_fair_tops_each_equal_clue_counts() -> None:
    state = twins().start(2, {"fair_tops": "yes"})
    weights = {twins().texts_by_code[code]: w for code, w in twins().outcomes(state).items()}
    by_case: Counter[str] = Counter()
    for text, weight in weights.items():
        by_case[text[5]] += weight
    assert len(set(by_case.values())) == 1, "each case is as likely to lie on top"


def test_tt04_moves_of_equal_clues_lead_to_the_first_code() -> None:
    texts = twins().texts_by_code
    for code, text in enumerate(texts):
        assert twins().code_of(text) == texts.index(text) <= code
    assert len(texts) == len(game("tatort_themse").texts_by_code)


@both_ways_to_deal
def test_tt04_the_kit_holds_with_equal_clues(layout: Layout) -> None:
    rng = seeded("twins", layout)
    for state in sampled(layout, 1):
        moves.check_legal(layout.game, state)
        moves.check_weights(layout.game, state)
        truth.check_copy(layout.game, state)
        truth.check_document(layout.game, state)
        secrecy.check_masks(layout.game, state)
        for viewer in viewers(state):
            secrecy.check_determinize(layout.game, state, viewer, rng)
            secrecy.check_non_interference(layout.game, state, viewer, rng)
    for policy in policies(layout.game):
        truth.check_game(layout, policy, ("twins", layout))


def test_tt04_records_of_equal_clues_replay() -> None:
    match = twins().match(seats=2, seed=4)
    laid = [text for who, text in match.steps if text.startswith("clue ")]
    assert laid.count("clue P3L") == 3
    record = loads(dumps(match.record()))
    assert Match.from_record(game_of_record(record), record) == match


def test_tt04_a_position_cannot_hold_more_of_a_clue_than_the_list() -> None:
    room: Game = twins()
    document = room.to_document(room.match(seats=2, seed=4).state)
    places = [(column, row) for column in range(5) for row in range(5)]
    column, row = next(at for at in places if document["grid"][at[0]][at[1]] == "J2U")
    document["grid"][column][row] = "P3L"
    with pytest.raises(BadDocument, match="P3L is there 4 times instead of 3"):
        twins().from_document(document)


def test_tt04_the_companion_counts_equal_clues() -> None:
    companion = ThemseCompanion(twins())
    most = {item.key: (item.most, item.exist) for item in companion.items()}
    assert most["P3L"] == (3, 3) and most["J2U"] == (1, 1) and "P2U" not in most
    entered = Entered([{"P3L": 2, "P4B": 1}, {"P3L": 1}], {"openG": 1})
    assert not companion.troubles(entered)
    result = companion.reckon(entered)
    assert result.scores == [3 + 3 + 4 + 2, 3]
    too_many = Entered([{"P3L": 2}, {"P3L": 2}], {"openG": 1})
    assert [one.reason for one in companion.troubles(too_many)] == ["more_than_exist"] * 2
