"""Bits past the thirty-second, which a compiled literal would lose."""

from spieltisch.core.bits import bit, lowest, nth_of, number_of, shifted


def test_bits_reach_past_32_places() -> None:
    assert [bit(place) for place in (0, 31, 32, 36, 62)] == [1, 2**31, 2**32, 2**36, 2**62]
    assert shifted(5, 40) == 5 * 2**40


def test_the_places_of_a_set_are_found_from_the_lowest_up() -> None:
    places = [0, 1, 30, 31, 32, 48, 61]
    members = sum(map(bit, places))
    assert number_of(members) == len(places)
    assert lowest(members) == 0
    assert [nth_of(members, nth) for nth in range(len(places))] == places
