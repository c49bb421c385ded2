"""Every table can be drawn in plain text, for everyone, within 80 columns."""

from __future__ import annotations

import random
import re

import pytest

import spieltisch
from spieltisch import Match
from spieltisch.core.drawing import WIDTH
from spieltisch.core.texts import LANGUAGES
from spieltisch.games.holmes.view import HolmesView

every_game = pytest.mark.parametrize("name", spieltisch.games())
LONG_NAMES = [f"Maximilian-Alexander {letter}" for letter in "ABCDE"]


def played(name: str, moves: int) -> Match:
    game = spieltisch.load(name)
    match = game.match(seats=game.most_seats, seed=3)
    rng = random.Random(3)
    for _ in range(moves):
        if not match.over:
            match.push(rng.choice(match.legal))
    return match


@every_game
def test_every_view_of_a_game_is_drawn_within_80_columns(name: str) -> None:
    match = played(name, 10_000)
    for step in range(0, len(match.steps) + 1, 89):
        then = match.at(step)
        for seat in (None, *range(match.seats)):
            for language in LANGUAGES:
                drawn = then.text(seat, language, LONG_NAMES)
                assert max(map(len, drawn.splitlines())) <= WIDTH, drawn
                assert "{" not in drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_person_of_holmes_does_is_told_whole(language: str) -> None:
    match = played("holmes", 0)
    drawn = " ".join(match.text(0, language).split())
    words = match.game.texts(language).words
    view = match.view(0)
    assert isinstance(view, HolmesView)
    up = [person.id for person in view.persons if person.face_up]
    assert up
    assert all(words[f"ability_{person}"] in drawn for person in up)


@every_game
def test_print_draws_what_a_spectator_sees(name: str) -> None:
    match = played(name, 12)
    assert str(match) == match.text(None)
    assert match.game.texts("en").title in str(match)
    assert match._repr_html_().startswith("<pre>")


@every_game
def test_who_decides_is_marked(name: str) -> None:
    match = played(name, 12)
    marked = [line for line in match.text(match.turn).splitlines() if line.startswith("> ")]
    assert len(marked) == 1
    assert f"Seat {match.turn}" in marked[0]


@pytest.mark.parametrize("name", ["tatort_themse", "troika", "zug_um_zug"])
def test_a_hand_is_drawn_for_its_seat_and_unknown_for_the_others(name: str) -> None:
    match = played(name, 0)
    own, others = match.text(0), match.text(1)
    assert own != others
    assert "??" in others
    assert match.text(None).count("??") > own.count("??") or name == "zug_um_zug"


@pytest.mark.parametrize("name", spieltisch.games())
def test_the_log_says_cards_by_their_names(name: str) -> None:
    match = played(name, 200)
    for language in LANGUAGES:
        for line in match.log(0, language, list("abcde")):
            assert not re.search(r"\b[PSDGJ][2-6][BMUL]\b", line), line
            assert not re.search(r"[BMUL]{3}|[3-9JM]{3}|[PBOWGYKRL]{3}", line.replace("TROIKA", ""))


def test_a_clue_is_said_with_its_witness() -> None:
    match = spieltisch.load("tatort_themse").match(seats=3, seed=1)
    assert match.log(0, "de")[0] == "Spalte 1 bekommt eine Spur: Gold 6 (Musiker)."
