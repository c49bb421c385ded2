"""The levels and the searching bot's reports."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor

import pytest

from spieltisch.bots.levels import (
    BOTS,
    LEVELS,
    Limits,
    UnknownLevel,
    advising_iterations_of,
    bot,
    iterations_of,
    name_of,
    thinker,
    told_of,
)
from spieltisch.bots.report import MoveReport
from spieltisch.bots.searching import CHUNK, Budget, SearchBot, Tally, merge, shares, think
from spieltisch.bots.tuning import EARLY, tuning_of
from spieltisch.core.rng import seeded
from spieltisch.core.texts import LANGUAGES
from spieltisch.games import ROOMS, game
from spieltisch.search.tuning import Tuning
from tests.positions import seat_counts, some_decisions


def analysed(player: SearchBot, name: str, seats: int, number: int = 1) -> list[list[MoveReport]]:
    room = game(name)
    found = []
    for state in some_decisions(room, seats, number, "levels"):
        player.sit(room, state.turn)
        view = room.view(state, state.turn)
        found.append(player.analyse(view, room.legal_texts(state), seeded("levels")))
    return found


@pytest.mark.parametrize("name", ROOMS)
def test_reports_tell_of_every_move_the_most_tried_first(name: str) -> None:
    room = game(name)
    for seats in seat_counts(room):
        found = analysed(SearchBot(50), name, seats, 4)
        states = some_decisions(room, seats, 4, "levels")
        for reports, state in zip(found, states, strict=True):
            visits = [report.visits for report in reports]
            assert visits == sorted(visits, reverse=True)
            assert sum(visits) == 50
            assert {report.move for report in reports} == set(room.legal_texts(state))
            assert all(0.0 <= report.value <= 1.0 for report in reports)
            assert all(0.0 < report.error <= 0.5 for report in reports)


def test_more_visits_make_surer() -> None:
    few = Tally("pass", 4, 2.0, 2.0).report()
    many = Tally("pass", 400, 200.0, 200.0).report()
    assert few.value == many.value == 0.5
    assert many.error == pytest.approx(0.025, rel=0.01)
    assert few.error > 8 * many.error


def test_a_single_legal_move_is_answered_at_once() -> None:
    room = game("tatort_themse")
    player = SearchBot(10**9)
    player.sit(room, 0)
    view = room.view(some_decisions(room, 2, 1)[0], 0)
    assert player.choose(view, ["pass"], seeded(1)) == "pass"
    assert player.analyse(view, ["pass"], seeded(1))[0].move == "pass"


def test_a_bot_that_moves_spends_less_where_there_is_little_to_choose() -> None:
    moving, explaining = Budget(800, settle=True), Budget(800)
    assert [moving.iterations_for(moves, False) for moves in (2, 4, 8, 30)] == [200, 400, 800, 800]
    assert moving.iterations_for(2, for_good=True) == 800
    assert explaining.iterations_for(2, False) == 800
    assert Budget(12, settle=True).iterations_for(2, False) == 12


def test_a_time_limit_ends_the_search_before_its_iterations() -> None:
    room = game("tatort_themse")
    state = some_decisions(room, 2, 1)[0]
    ticks = iter(range(100))
    view = room.view(state, state.turn)
    tallies = think(room, view, seeded(1), Budget(10**6, 3.0), Tuning(), lambda: next(ticks))
    assert sum(tally.visits for tally in tallies) == 3 * CHUNK


@pytest.mark.parametrize("name", ROOMS)
def test_a_settled_search_stops_early_with_the_same_answer(name: str) -> None:
    room = game(name)
    budget = Budget(200, settle=True)
    saved = 0
    for state in some_decisions(room, 2, 12, "settling"):
        view, legal = room.view(state, state.turn), room.legal_texts(state)
        enough = budget.iterations_for(len(legal), state.for_good())
        mover, adviser = SearchBot(200), SearchBot(enough)
        for player in (mover, adviser):
            player.sit(room, state.turn)
        settled = think(room, view, seeded(1), budget, tuning_of(name))
        saved += adviser.iterations - sum(tally.visits for tally in settled)
        best = adviser.analyse(view, legal, seeded(1))[0].move
        assert mover.choose(view, legal, seeded(1)) == best
    assert saved > 0


def test_searches_of_several_processes_are_added() -> None:
    with ProcessPoolExecutor(2) as executor:
        together = analysed(SearchBot(61, None, executor, 2), "tatort_themse", 3)[0]
        again = analysed(SearchBot(61, None, executor, 2), "tatort_themse", 3)[0]
        blind = SearchBot(61, None, executor, 2, Tuning(bias=0.0, heuristic_percent=0))
        otherwise = analysed(blind, "tatort_themse", 3)[0]
    assert sum(report.visits for report in together) == 61
    assert together == again
    assert together != otherwise


def test_merging_adds_what_each_search_found() -> None:
    parts = [[Tally("a", 3, 1.5, 1.0), Tally("b", 1, 0.0, 0.0)], [Tally("a", 2, 1.0, 1.0)] * 2]
    parts[1][1] = Tally("b", 4, 2.0, 2.0)
    assert merge(parts) == [Tally("a", 5, 2.5, 2.0), Tally("b", 5, 2.0, 2.0)]
    assert shares(10, 3) == [3, 3, 4]


@pytest.mark.parametrize("name", ROOMS)
def test_master_thinks_longer_than_strong(name: str) -> None:
    assert iterations_of("master", name) > iterations_of("strong", name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_sentence_of_its_own(language: str) -> None:
    assert len({told_of(level, language) for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("name", ROOMS)
def test_nobody_advises_with_less_thought_than_it_plays_with(name: str) -> None:
    for level in ("strong", "master"):
        assert advising_iterations_of(level, name) >= iterations_of(level, name)
    room = game(name)
    state = some_decisions(room, 2, 1, "levels")[0]
    adviser = thinker("strong")
    adviser.sit(room, state.turn)
    view, legal = room.view(state, state.turn), room.legal_texts(state)
    tried = sum(report.visits for report in adviser.analyse(view, legal, seeded(1)))
    assert tried == advising_iterations_of("strong", name)


def test_every_level_sits_down_and_plays() -> None:
    room = game("tatort_themse")
    state = some_decisions(room, 2, 1)[0]
    view, legal = room.view(state, state.turn), room.legal_texts(state)
    for level in BOTS:
        player = bot(level, Limits(seconds=0.01))
        player.sit(room, state.turn)
        assert player.choose(view, legal, seeded(level)) in legal


def test_hints_come_from_levels_that_search() -> None:
    room = game("tatort_themse")
    state = some_decisions(room, 2, 1)[0]
    hinting = thinker("strong", Limits(seconds=0.01))
    hinting.sit(room, state.turn)
    reports = hinting.analyse(room.view(state, state.turn), room.legal_texts(state), seeded(1))
    assert reports[0].visits > 0
    with pytest.raises(UnknownLevel, match="strong or master"):
        thinker("casual")


def test_levels_have_names_in_every_language() -> None:
    names = {name_of(level, language) for level in LEVELS for language in LANGUAGES}
    assert len(names) == len(LEVELS) * len(LANGUAGES)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(UnknownLevel, match="there are random, beginner, casual, strong, master"):
        bot("genius")


@pytest.mark.parametrize("name", ROOMS)
def test_only_a_strong_bot_ends_its_playouts_early_and_only_when_it_plays(name: str) -> None:
    strong, master = thinker("strong"), thinker("master")
    for player in (strong, master):
        player.sit(game(name), 0)
    assert strong.player.tuning is not None
    assert strong.player.tuning.early == EARLY.get(name, 0)
    assert [bot.tuning for bot in (strong.adviser, master.player, master.adviser)] == [None] * 3
