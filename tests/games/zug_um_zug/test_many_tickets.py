"""Tickets that ask for more of a colour than there is: editions of one's own (ZZ-22, ZZ-23)."""

from __future__ import annotations

from functools import cache

import pytest

from spieltisch.core.companion import Entered
from spieltisch.core.errors import BadDocument
from spieltisch.core.game import Document
from spieltisch.games import game
from spieltisch.games.zug_um_zug.cards import pack, plus, spelled
from spieltisch.games.zug_um_zug.companion import ZugCompanion
from spieltisch.games.zug_um_zug.document import members_of, numbers
from spieltisch.games.zug_um_zug.listing import need_of
from spieltisch.games.zug_um_zug.room import ZugUmZug
from spieltisch.games.zug_um_zug.tickets import best_set
from tests.games.zug_um_zug.positions import position

TEN_PURPLE_AND_TWO_OF_EACH = "PPPPPPPPPPBBLL"


@cache
def all_purple() -> ZugUmZug:
    """Sixty tickets, each of which asks for all ten purple cards."""
    tickets = [
        {"cities": [f"City {number}", "Chicago"], "points": 5, "cards": ["purple"] * 10}
        for number in range(60)
    ]
    built = game("zug_um_zug", {"name": "purple", "big_cities": {}, "ticket": tickets})
    assert isinstance(built, ZugUmZug)
    return built


def holding(held: range, chosen: list[int], phase: str) -> Document:
    document = position(
        ["", ""],
        display="BOWGY",
        on_the_way=[TEN_PURPLE_AND_TWO_OF_EACH],
        held=[list(held)],
        chosen=[chosen],
        first_kept=(len(held), 0),
        phase=phase,
    )
    return document | {"unseen": [one for one in range(1, 61) if one not in held]}


@pytest.mark.parametrize("held", [12, 13, 14, 26, 60])
def test_zz23_what_is_proposed_can_be_paid_however_many_are_held(held: int) -> None:
    box = all_purple().box
    proposed = best_set(box, members_of([*range(1, held + 1)]), pack(TEN_PURPLE_AND_TWO_OF_EACH))
    assert numbers(proposed) == [1]


def test_zz23_the_companion_counts_only_what_the_pile_pays_for() -> None:
    tickets = {f"t{number}": 1 for number in range(1, 14)}
    entered = Entered([{"P": 10, "B": 2, "L": 2} | tickets, {}])
    result = ZugCompanion(all_purple()).reckon(entered)
    assert result.more["completed"] == [[1], []]


def test_zz22_a_position_in_which_more_is_completed_than_paid_for_is_refused() -> None:
    with pytest.raises(BadDocument, match="the pile cannot pay"):
        all_purple().from_document(holding(range(1, 14), [*range(1, 14)], "complete"))


def test_zz22_what_many_tickets_ask_for_stays_with_its_colour() -> None:
    state = all_purple().from_document(holding(range(1, 61), [], "act"))
    assert set(spelled(need_of(state, state.held[0]))) == {"P"}


def test_zz22_counts_up_to_sixty_three_are_exact() -> None:
    assert spelled(plus(pack("P" * 31 + "R" * 40), pack("P" * 32 + "B"))) == "P" * 63 + "B" + (
        "R" * 40
    )
