"""Clauses say of each of their sentences where it comes from."""

from __future__ import annotations

import pytest

from spieltisch.core.texts import read_clause


def test_a_mark_holds_until_the_next_one() -> None:
    clause = read_clause("ZZ-02", "[E] Tickets. Cities. [S] Miami 8. [E] Dallas 10.")
    assert [one["mark"] for one in clause["passages"]] == ["E", "S", "E"]
    assert clause["passages"][0]["text"] == "Tickets. Cities."
    assert clause["text"] == "Tickets. Cities. Miami 8. Dallas 10."
    assert clause["mark"] == "SE"


def test_every_sentence_has_a_source() -> None:
    for text in ("Printed?", "Printed? [R] Decided.", "[X] Nobody knows."):
        with pytest.raises(ValueError, match="TT-01 does not begin"):
            read_clause("TT-01", text)
