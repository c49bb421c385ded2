"""Which of equal tiles somebody points at (TR-17): a matter of the table, not of the rules."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import NotThere
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, State
from spieltisch.core.view import Seen
from spieltisch.games import game
from spieltisch.games.troika.places import AS_WRITTEN

TROIKA: Game = game("troika")


def cells(state: State, seat: int | None, shown: tuple[int, ...]) -> dict[int, object]:
    """What a viewer sees on each place it is shown at."""
    field = TROIKA.view(state, seat).field  # type: ignore[attr-defined]
    numbers = shown or AS_WRITTEN
    return {numbers[at]: place for at, place in enumerate(field)}


def test_tr17_the_tile_that_was_pointed_at_is_the_one_that_turns() -> None:
    match = TROIKA.match(seats=3, seed=1)
    [turn] = match.legal
    shown = TROIKA.places_told(match.state, TROIKA.code_of(turn), (), 17)
    match.push(turn)
    field = cells(match.state, None, shown)
    assert field[17].face_up and field[17].value == 14  # type: ignore[attr-defined]
    assert not field[2].face_up and field[2].hidden_by is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(3))
def test_tr17_a_whole_game_of_pointing_moves_nothing_else(seed: int) -> None:
    """Only the place that a step is about looks different after it, for every viewer; what is put
    back goes to the lowest empty place that is seen; and a new round is laid out in order."""
    rng = seeded("pointing", seed)
    match = TROIKA.match(seats=3, seed=seed)
    shown: tuple[int, ...] = ()
    pointed_at = 0
    while match.turn != OVER:
        before, text = match.state.copy(), match.legal[rng.below(len(match.legal))]
        code = TROIKA.code_of(text)
        options = alike(before, code, shown) if match.turn != CHANCE else []
        pointed = options[rng.below(len(options))] if options else 0
        told = TROIKA.places_told(before, code, shown, pointed)
        pointed_at += bool(pointed)
        for viewer in (0, 1, 2, None):
            assert cells(before, viewer, told) == cells(before, viewer, shown)
        if text.startswith(("back", "hide")):
            empty = [at for at, place in cells(before, None, shown).items() if place is None]
            there = TROIKA.as_shown(seen_of(before, code), told).facts["place"]
            assert there == (min(empty) if empty else len(cells(before, None, ())) + 1)
        match.state.play(code)
        kept = TROIKA.places_kept(before, match.state, told)
        rounds = len(TROIKA.view(before, None).rounds)  # type: ignore[attr-defined]
        ended = rounds < len(TROIKA.view(match.state, None).rounds)  # type: ignore[attr-defined]
        assert kept == (() if ended else told)
        shown = kept
    assert pointed_at > 50


def alike(state: State, code: int, shown: tuple[int, ...]) -> list[int]:
    """The places one may point at with this move."""
    found = []
    for place in range(1, len(cells(state, None, ())) + 1):
        try:
            TROIKA.places_told(state, code, shown, place)
        except NotThere:
            continue
        found.append(place)
    return found


def seen_of(state: State, code: int) -> Seen:
    seen = TROIKA.mask(state, code, None)
    assert seen
    return seen


def test_tr17_who_points_elsewhere_is_told_so() -> None:
    match = TROIKA.match(seats=3, seed=1)
    turn = TROIKA.code_of(match.legal[0])
    for place in (1, 49, 99):
        with pytest.raises(NotThere):
            TROIKA.places_told(match.state, turn, (), place)
    with pytest.raises(NotThere):
        TROIKA.places_told(match.state, TROIKA.code_of("troika"), (), 3)
    with pytest.raises(NotThere):
        themse: Game = game("tatort_themse")
        themse.places_told(themse.match(seats=2, seed=1).state, themse.code_of("pass"), (), 3)
