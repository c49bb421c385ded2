"""What is hidden, what is public, and what is remembered (TT-30, TT-31)."""

from __future__ import annotations

import pytest

from spieltisch.core.game import Document
from spieltisch.core.rng import seeded
from spieltisch.games.tatort_themse.rules import ThemseState
from tests.games.card_memory import Shuffles
from tests.games.tatort_themse.kit_positions import SMALL_DEALS
from tests.games.tatort_themse.positions import below, laid, play, position, themse
from tests.kit.deals import ENTRANCES, Entrance, check_uniform


def shuffles(state: ThemseState, viewer: int | None) -> list[tuple[str, list[int]]]:
    """What the viewer knows of hidden cards: the unseen ones, and how many each hand holds."""
    seen = themse().view(state, viewer).shuffles
    return [(shuffle.unseen, shuffle.in_hands) for shuffle in seen]


def test_tt30_a_seat_sees_its_hand_and_only_sizes_of_others() -> None:
    state = laid(position(["BBM", "UL"], pile="LLU"))
    view = themse().view(state, 0)
    assert view.hand == "BBM"
    assert [(hand.size, hand.known) for hand in view.hands] == [(3, ""), (2, "")]
    assert view.pile == 3
    assert themse().view(state, None).hand is None


def test_tt30_grid_display_discard_and_clues_are_public() -> None:
    state = laid(position(["", ""], discard="B", rest="1", clues=[["J2U"], []], grid=below("P2U")))
    for viewer in (0, 1, None):
        view = themse().view(state, viewer)
        assert view.grid[0] == ["P2U"]
        assert view.display == ["B", "M", "U", "L"]
        assert view.discard == "B"
        assert view.clues == [["J2U"], []]


def seen_text(state: ThemseState, text: str, viewer: int | None) -> str:
    seen = themse().mask(state, themse().code(themse().parse(text)), viewer)
    assert seen is not None
    return seen.text


def test_tt30_a_blind_draw_is_seen_by_the_seat_alone() -> None:
    state = laid(position(["", "", ""], pile="UL", phase="question", mover=1))
    play(state, "blind")
    texts = [seen_text(state, "witness U", viewer) for viewer in (0, 1, 2, None)]
    assert texts == ["witness ??", "witness U", "witness ??", "witness ??"]


def test_tt30_the_deal_is_seen_by_the_seat_alone_and_the_display_by_all() -> None:
    document = position(["", ""], display="    ", rest="pile", phase="deal_hands", dealt=0)
    state = laid(document)
    assert [seen_text(state, "witness L", viewer) for viewer in (0, 1, None)] == [
        "witness L",
        "witness ??",
        "witness ??",
    ]
    play(state, *["witness L"] * 8)
    assert {seen_text(state, "witness B", viewer) for viewer in (0, 1, None)} == {"witness B"}


def test_tt30_an_open_witness_and_a_payment_are_seen_by_all() -> None:
    state = laid(position(["BB", ""], grid=below("D2B")))
    play(state, "take 1")
    assert seen_text(state, "pay BB", 1) == "pay BB"
    play(state, "pay BB")
    assert seen_text(state, "open L", 1) == "open L"


def test_tt31_a_witness_taken_openly_is_known_until_it_is_paid() -> None:
    state = laid(position(["B", ""], pile="UUUU", grid=below("D2B")))
    play(state, "pass", "open B", "witness U")
    assert themse().view(state, 1).hands[0].known == "B"
    play(state, "pass", "blind", "witness U", "take 1", "pay BB")
    assert themse().view(state, 1).hands[0].known == ""


def test_tt31_the_seat_that_draws_knows_its_card_the_others_only_the_number() -> None:
    state = laid(position(["", "M"], pile="BUL", rest="0", phase="question"))
    play(state, "blind", "witness U")
    assert shuffles(state, 0) == [("BML", [0, 1])]
    assert [held for _, held in shuffles(state, 1)] == [[themse().view(state, 1).hands[0].size, 0]]


def test_tt31_a_pile_of_discards_is_a_shuffle_of_its_own() -> None:
    state = laid(position(["", "B", "M"], discard="UUUL", rest="0", phase="question"))
    assert shuffles(state, 0) == [("BM", [0, 1, 1])]
    play(state, "blind")
    assert shuffles(state, 0) == [("BM", [0, 1, 1]), ("UUUL", [0, 0, 0])]
    play(state, "witness U", "pass", "blind", "witness L")
    assert shuffles(state, 0) == [("BM", [0, 1, 1]), ("UUL", [0, 1, 0])]


def two_shuffles(hands: list[str], known: list[str], pile: str, seat_0: Shuffles) -> Document:
    return position(
        hands,
        known=known,
        pile=pile,
        rest="0",
        grid=below("D2B"),
        mover=1,
        memories={0: seat_0},
    )


def test_tt31_a_card_paid_counts_as_one_from_the_oldest_shuffle() -> None:
    """The second Bobby seat 1 pays could be of either shuffle: it counts to the first."""
    memory = [("BM", (0, 1, 1)), ("BU", (0, 1, 0))]
    state = laid(two_shuffles(["", "BBU", "M"], ["", "B", ""], "B", memory))
    play(state, "take 1", "pay BB")
    assert shuffles(state, 0) == [("M", [0, 0, 1]), ("BU", [0, 1, 0])]


def test_tt31_a_card_the_oldest_shuffle_cannot_hold_counts_to_the_next() -> None:
    memory = [("MM", (0, 1, 1)), ("BU", (0, 1, 0))]
    state = laid(two_shuffles(["", "BBM", "M"], ["", "B", ""], "U", memory))
    play(state, "take 1", "pay BB")
    assert shuffles(state, 0) == [("MM", [0, 1, 1]), ("U", [0, 0, 0])]


def test_tt31_a_wrong_count_that_comes_to_light_joins_the_shuffles() -> None:
    """Seat 1 pays a Bobby of the second shuffle, counted to the first. Then seat 2 pays the Bobby
    of the first shuffle, which has none left by that count: the two become one."""
    document = position(
        ["", "BBBBM", "BB"],
        known=["", "BBB", "B"],
        pile="UL",
        rest="0",
        grid=[["P4B"], ["D2B"], ["S2L"], ["G2M"], ["J2U"]],
        mover=1,
        memories={0: [("BM", (0, 1, 1)), ("BUL", (0, 1, 0))]},
    )
    state = laid(document)
    play(state, "take 1", "pay BBBB", "open M", "witness U")
    assert shuffles(state, 0) == [("M", [0, 0, 1]), ("BL", [0, 1, 0])]
    play(state, "take 2", "pay BB")
    assert shuffles(state, 0) == [("ML", [0, 1, 0])]


@pytest.mark.parametrize("entrance", ENTRANCES, ids=lambda entrance: entrance.__name__)
def test_tt31_redealing_is_uniform_after_a_reshuffle(entrance: Entrance) -> None:
    deal = next(deal for deal in SMALL_DEALS if deal.name == "drawn after a reshuffle")
    check_uniform(themse(), deal, entrance(themse(), deal, seeded("tt31")), 3000)


def test_tt31_redealing_leaves_known_cards_and_the_own_hand_alone() -> None:
    state = laid(position(["BM", "UUL"], known=["", "U"], pile="BMLL"))
    rng = seeded("known")
    for _ in range(50):
        state.resample(0, rng)
        hands = themse().to_document(state)["hands"]
        assert hands[0] == "BM"
        assert "U" in hands[1] and len(hands[1]) == 3
