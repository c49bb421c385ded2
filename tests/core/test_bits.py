"""Bits past the thirty-second, which a compiled literal would lose."""

from spieltisch.core.bits import bit, shifted


def test_bits_reach_past_32_places() -> None:
    assert [bit(place) for place in (0, 31, 32, 36, 62)] == [1, 2**31, 2**32, 2**36, 2**62]
    assert shifted(5, 40) == 5 * 2**40
