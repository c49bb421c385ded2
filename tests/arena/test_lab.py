"""The lab counts what happened; the reports say it in three languages."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from statistics import fmean
from string import Formatter
from xml.etree import ElementTree

import msgspec
import pytest

from spieltisch.arena.findings import Setting, Study, add_up, holm
from spieltisch.arena.naming import Naming
from spieltisch.arena.report import analysis_page, laboratory_page, words
from spieltisch.arena.study import study
from spieltisch.arena.tally import Spoilt, Tally, Trial, Worth, play_trial
from spieltisch.bots.analysis import Analysis
from spieltisch.core.edition import built_in
from spieltisch.core.errors import SpieltischError
from spieltisch.core.record import Record
from spieltisch.core.texts import LANGUAGES
from spieltisch.games import ROOMS, game
from tests.commands import spieltisch

SETTING = Setting("tatort_themse", ("casual", "random"), 7, {"fair_tops": "yes"}, None)


def tally(deal: int, scores: list[float], lines: list[Worth]) -> Tally:
    best = max(scores)
    payoffs = [float(score == best) for score in scores]
    clauses = {"TT-16": 2}
    return Tally(deal, payoffs, scores, 10, 6, "over", "TT-26", clauses, [], lines)


def tallied(trial: Trial) -> Tally:
    found = play_trial(trial)
    assert isinstance(found, Tally)
    return found


def test_a_study_adds_up() -> None:
    bonus = Worth(0, "bonus", "gold", 1, 4)
    tallies = [tally(0, [10, 5], [bonus]), tally(1, [3, 8], []), tally(2, [9, 8], [])]
    found = add_up("box", SETTING, tallies)
    assert [row.share.value for row in found.seats] == pytest.approx([2 / 3, 1 / 3])
    assert found.margins == [5, 5, 1]
    assert found.clauses == {"TT-16": 2}
    (row,) = found.lines
    assert row.games == pytest.approx(1 / 3)
    assert (row.points, row.edge) == (4, 0.5)


def test_the_mirror_of_a_row_is_folded_into_it() -> None:
    most, least = Worth(0, "majority", "gun", 1, 6), Worth(1, "minority", "gun", 1, 0)
    tallies = [tally(deal, [6, 0], [most, least]) for deal in range(9)]
    (row,) = add_up("box", SETTING, tallies).lines
    assert (row.what, row.mirror, row.edge) == ("majority", ("minority", "gun"), 0.5)
    assert row.clear


def test_what_nearly_every_seat_does_has_no_edge() -> None:
    both = [Worth(seat, "chips", "1", 1, 2) for seat in (0, 1)]
    tallies = [tally(deal, [6, 0], both) for deal in range(9)]
    found = add_up("box", SETTING, tallies)
    assert [(row.edge, row.by_chance) for row in found.lines] == [(None, None)]
    assert found.tested == 0


def test_games_in_which_every_seat_did_it_say_nothing_of_its_edge() -> None:
    mine, theirs = (Worth(seat, "bonus", "gold", 1, 4) for seat in (0, 1))
    tallies = [tally(0, [6, 0], [mine]), tally(1, [6, 0], [mine]), tally(2, [0, 6], [mine, theirs])]
    (row,) = add_up("box", SETTING, tallies).lines
    assert row.edge == 0.5


def test_holm_counts_the_least_likely_as_often_as_there_are_rows() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []


def luck_only(rng: random.Random, cards: int, games: int) -> Study:
    """Games whose winner has nothing to do with who does what."""
    tallies = []
    for deal in range(games):
        deeds = [
            Worth(seat, "do", str(card), 1, 0)
            for card in range(cards)
            for seat in (0, 1)
            if rng.random() < 0.4
        ]
        won = rng.randrange(2)
        noted = tally(deal, [1 - won, won], [])
        tallies.append(msgspec.structs.replace(noted, deeds=deeds))
    return add_up("box", SETTING, tallies)


@pytest.mark.parametrize(("runs", "most"), [(40, 6), pytest.param(120, 12, marks=pytest.mark.long)])
def test_sixty_edges_of_chance_alone_seldom_hold_a_clear_one(runs: int, most: int) -> None:
    """5 % of them would; more than `most` would be one run in two hundred."""
    rng = random.Random(1)
    studies = [luck_only(rng, 60, 80) for _ in range(runs)]
    wrong = sum(any(row.clear for row in one.deeds) for one in studies)
    uncorrected = fmean(
        sum(abs(row.edge or 0.0) > row.edge_error for row in one.deeds) for one in studies
    )
    assert uncorrected > 2, "without a correction three in sixty look clear"
    assert wrong <= most


def test_a_study_is_a_function_that_leaves_out_what_bots_spoil() -> None:
    seen: list[tuple[int, int]] = []
    found = study("holmes", games=3, progress=lambda done, every: seen.append((done, every)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    assert (found.games, found.faults) == (3, [])
    spoilt = play_trial(Trial("holmes", ("tests.arena.bad_bots:Crashing",) * 2, 1, 2, {}, None))
    assert isinstance(spoilt, Spoilt) and "ZeroDivisionError" in spoilt.fault
    with pytest.raises(SpieltischError, match="ZeroDivisionError"):
        study("holmes", "tests.arena.bad_bots:Crashing", games=2)


@pytest.mark.parametrize("room", ROOMS)
def test_score_lines_of_a_trial_add_up_to_the_scores(room: str) -> None:
    found = tallied(Trial(room, ("casual", "casual"), 1, 2, {}, None))
    assert found.decisions < found.steps
    assert sum(found.clauses.values()) >= found.decisions
    assert {worth.seat for worth in found.deeds} == {0, 1}


def test_lines_are_the_scores_of_tatort_themse() -> None:
    found = tallied(Trial("tatort_themse", ("casual",) * 3, 1, 2, {}, None))
    sums = [sum(line.points for line in found.lines if line.seat == seat) for seat in range(3)]
    assert sums == found.scores


def test_report_texts_exist_in_every_language_with_the_same_blanks() -> None:
    def blanks(text: str) -> set[str | None]:
        return {field for _, field, _, _ in Formatter().parse(text)}

    english = words("en")
    for language in LANGUAGES:
        assert list(words(language)) == list(english)
        assert all(blanks(words(language)[key]) == blanks(english[key]) for key in english)


@pytest.mark.parametrize("room", ROOMS)
def test_all_that_is_counted_has_a_name_in_every_language(room: str) -> None:
    seats = game(room).least_seats
    played = [tallied(Trial(room, ("beginner",) * seats, deal, 2, {}, None)) for deal in (1, 2)]
    counted = {(one.what, one.card) for trial in played for one in [*trial.deeds, *trial.lines]}
    for language in LANGUAGES:
        naming = Naming(game(room), language)
        assert {what for what, _ in counted} <= naming.texts.study.keys()
        assert not any("_" in naming.card(*one) for one in counted)
    short_names = [list(game(room).texts(language).study) for language in LANGUAGES]
    assert short_names == short_names[:1] * len(LANGUAGES)


def test_clues_and_tickets_are_called_as_people_call_them() -> None:
    themse = Naming(game("tatort_themse"), "de")
    assert themse.card("clue", "J2U") == "Kronjuwelen 2, Straßenjunge"
    assert themse.card("pay_clue", "BBL") == "2 × Bobby, 1 × Lady"
    assert Naming(game("troika"), "de").card("fuel", "2") == "Runde 2"
    zug = Naming(game("zug_um_zug"), "en")
    assert " – " in zug.card("completed", "1")
    assert zug.card("lay", "RR") == "2 × red"


def test_ties_below_zero_are_close() -> None:
    ties = [tally(deal, [-3, -3], []) for deal in range(8)]
    found = add_up("box", SETTING, [*ties, tally(8, [-4, 9], []), tally(9, [-5, 8], [])])
    assert found.close == pytest.approx(0.8)
    assert found.close_gap >= 1


def test_a_laboratory_says_who_played_with_which_seed_and_options() -> None:
    studies = [add_up("box", SETTING, [tally(0, [1, 2], [])])]
    page = laboratory_page([game("tatort_themse")], 2, studies, "spieltisch lab", "de")
    assert "Gespielt von: Hobbyspieler, Zufall; Startwert 7; Gerechte Spitzen" in page


def test_two_editions_stand_side_by_side() -> None:
    names = ("first box", "second <box>")
    rooms = [game("tatort_themse", {**built_in("tatort_themse"), "name": name}) for name in names]
    studies = [add_up(name, SETTING, [tally(0, [1, 2], [])]) for name in names]
    page = laboratory_page(rooms, 2, studies, "spieltisch lab", "de")
    assert "first box" in page
    assert "second &lt;box&gt;" in page
    own = laboratory_page([game("tatort_themse")], 2, studies[:1], "spieltisch lab", "de")
    assert "unsere eigene Rekonstruktion" in own and "Rekonstruktion" not in page


def test_cards_are_called_as_their_own_edition_calls_them() -> None:
    box = built_in("zug_um_zug")
    other = {**box, "name": "second box", "ticket": box["ticket"][::-1]}
    rooms = [game("zug_um_zug"), game("zug_um_zug", other)]
    lines = [Worth(0, "completed", "1", 1, 5), Worth(0, "completed", "2", 1, 5)]
    boxes = ("2008", "second box")
    studies = [add_up(name, SETTING, [tally(0, [1, 2], lines)]) for name in boxes]
    first, second = laboratory_page(rooms, 2, studies, "", "en").split("second box")[:2]
    for part, room in ((first, rooms[0]), (second, rooms[1])):
        assert Naming(room, "en").card("completed", "1") in part
    assert Naming(rooms[1], "en").card("completed", "1") not in first


def test_an_analysis_calls_the_nameless_by_their_seats() -> None:
    analysis = Analysis("holmes", "strong", 2, [])
    for names, expected in (
        ([], ["Platz 1", "Platz 2"]),
        (["Ada"], ["Ada", "Platz 2"]),
        (["", "Bo"], ["Platz 1", "Bo"]),
    ):
        record = Record(
            game="holmes", seats=2, options={}, edition="standard", steps=[], names=names
        )
        page = analysis_page(game("holmes"), record, analysis, "de")
        assert all(name in page for name in expected)


@pytest.mark.parametrize("room", ROOMS)
def test_lab_and_analysis_write_reports(tmp_path: Path, room: str) -> None:
    lab = ("lab", room, "--games", 4, "--workers", 1, "--lang", "fr", "--out", tmp_path / "lab")
    assert spieltisch(*lab).returncode == 0
    assert "Laboratoire" in (tmp_path / "lab" / "report.html").read_text()
    (found,) = json.loads((tmp_path / "lab" / "study.json").read_text())
    assert found["games"] == 4
    assert found["setting"]["bots"] == ["casual", "casual"]
    assert (found["setting"]["game"], found["setting"]["seed"]) == (room, 0)
    with (tmp_path / "lab" / "games.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 4 * 2
    with (tmp_path / "lab" / "cards.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(found["lines"]) + len(found["deeds"])
    for name in ("seats", "scores", "lengths", "margins"):
        figure = ElementTree.parse(tmp_path / "lab" / "figures" / f"{name}.svg").getroot()
        assert figure.tag == "{http://www.w3.org/2000/svg}svg"
