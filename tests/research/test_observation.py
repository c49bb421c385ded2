"""A seat's view as numbers: laid out without gaps, within bounds, different when the view is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from spieltisch.core.observing import part
from spieltisch.core.state import State
from spieltisch.core.view import to_json
from spieltisch.games import ROOMS, game
from spieltisch.research.arrays import Numbers
from spieltisch.research.layouts import page
from spieltisch.research.seating import Seating
from spieltisch.research.stepping import OneTable
from tests.kit.rooms import LAYOUTS, Layout
from tests.kit.walks import sampled
from tests.positions import decisions

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"


def numbers(seating: Seating, state: State, seat: int) -> Numbers:
    return seen_at(seating.table(), state, seat)


def seen_at(table: OneTable, state: State, seat: int) -> Numbers:
    table.state = state
    seen: Numbers = table.look(seat)["observation"]
    return seen


def seating_of(layout: Layout) -> Seating:
    return Seating(layout.game, layout.seats, dict(layout.options))


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_slices_follow_each_other_and_fill_the_vector(layout: Layout) -> None:
    seating = seating_of(layout)
    at = 0
    for begin, length in seating.layout.values():
        assert (begin, length > 0) == (at, True)
        at += length
    assert at == seating.numbers


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_every_number_is_within_the_space(layout: Layout) -> None:
    seating = seating_of(layout)
    for state in sampled(layout, 1):
        for seat in range(state.seats):
            seen = numbers(seating, state, seat)
            assert np.abs(seen).max() <= 1.0, seating.layout


@pytest.mark.parametrize("whole", [4, 127, 500])
def test_what_goes_beyond_the_whole_is_written_as_one(whole: int) -> None:
    counts = [-whole - 1, -whole, -1, 0, 1, whole, whole + 1, 4 * whole]
    written = np.array([part(count, whole) for count in counts], np.int32).view(np.float32)
    assert written.tolist() == pytest.approx(np.clip(np.array(counts) / whole, -1, 1).tolist())


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_nothing_is_left_of_what_was_in_the_vector_before(layout: Layout) -> None:
    seating = seating_of(layout)
    table = seating.table()
    for state in sampled(layout, 1):
        assert np.array_equal(seen_at(table, state, 0), numbers(seating, state, 0))


@pytest.mark.parametrize("name", ROOMS)
def test_another_view_gives_other_numbers(name: str) -> None:
    """Of all positions of a game in which a seat has a choice, hardly two look alike in numbers
    that do not look alike to a person (small sums of a sheet are left out of the numbers)."""
    room = game(name)
    seating = Seating(room, room.least_seats, {})
    views, vectors = set(), set()
    for state in decisions(room, room.least_seats, "views"):
        views.add(to_json(room.view(state, state.turn)))
        vectors.add(numbers(seating, state, state.turn).tobytes())
    assert len(vectors) >= 0.95 * len(views)


@pytest.mark.parametrize("name", ROOMS)
def test_the_own_seat_comes_first(name: str) -> None:
    """Two seats looking at the same position see different numbers: each counts from itself."""
    room = game(name)
    seating = Seating(room, room.least_seats, {})
    state = next(decisions(room, room.least_seats, "own"))
    assert not np.array_equal(numbers(seating, state, 0), numbers(seating, state, 1))


def test_the_page_about_the_slices_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), (
        "run: python -m spieltisch.research.layouts docs/observations.md"
    )
