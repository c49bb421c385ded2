"""Taking clues and paying for them (TT-16 to TT-19)."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import pytest

from spieltisch.core.errors import UnreadableMove
from spieltisch.core.rng import seeded
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.research.seating import Seating
from tests.games.card_memory import without
from tests.games.tatort_themse.positions import (
    GRID,
    KINDS,
    below,
    in_order,
    laid,
    legal,
    play,
    position,
    refusal,
    themse,
    told,
)


def test_tt16_the_bottom_clue_for_as_many_witnesses_of_its_kind_as_its_value() -> None:
    state = laid(position(["BBBBU", ""], grid=below("J2U", "P4B")))
    play(state, "take 1")
    assert legal(state) == ["pay BBBB"]
    play(state, "pay BBBB")
    assert told(state)["clues"] == [["P4B"], []]
    assert told(state)["grid"][0] == ["J2U"]
    assert told(state)["hands"][0] == "U"


def test_tt16_too_few_witnesses_are_refused() -> None:
    state = laid(position(["BBB", ""], grid=below("P4B")))
    assert refusal(state, "take 1") == ("TT-16", "cannot_pay_clue")
    assert refusal(state, "pay BBB") == ("TT-00", "choose_action_first")


def test_tt16_an_empty_column_is_refused() -> None:
    state = laid(position(["B" * 9, ""], grid=below()))
    assert refusal(state, "take 1") == ("TT-16", "column_empty")


def test_tt16_clues_leave_only_when_they_are_paid() -> None:
    state = laid(position(["BBLL", ""], grid=below("S2L", "J2U")))
    play(state, "eliminate 1 1")
    assert told(state)["grid"][0] == ["S2L", "J2U"]
    play(state, "pay BB")
    assert told(state)["grid"][0] == ["S2L"]
    play(state, "pay LL")
    assert told(state)["grid"][0] == []


def test_tt16_a_column_is_observed_only_while_it_is_paid_for() -> None:
    state = laid(position(["UULLL", ""], grid=[*GRID[1:], GRID[0]]))
    assert observed_columns(state) == []
    play(state, "take 5")
    assert observed_columns(state) == [5]
    play(state, "pay UU")
    assert observed_columns(state) == []


def observed_columns(state: ThemseState) -> list[int]:
    begin, length = themse().observation_layout(2)["paying"]
    table = Seating(themse(), 2, {}).table()
    table.state = state
    paying = table.look(0)["observation"][begin + 1 : begin + length]
    return [column for column, number in enumerate(paying, 1) if number]


def test_tt16_only_cards_of_the_hand_pay() -> None:
    state = laid(position(["BBBB", ""], grid=below("P4B")))
    play(state, "take 1")
    assert refusal(state, "pay BBBMM") == ("TT-16", "not_in_hand")


def test_tt17_the_seeds_example_two_clues_and_a_lady_of_four() -> None:
    """Eliminate two clues with 3 Bobbies and 2 Urchins, then take a Lady of 4 with 3 Ladies and
    2 Musicians."""
    grid = below("S2L", "G4L", "P2U", "J5M")
    state = laid(position(["BBBUULLLMM", ""], grid=grid))
    play(state, "eliminate 1 2", "pay BBBUU", "pay MMLLL")
    assert told(state)["grid"][0] == ["S2L"]
    assert told(state)["clues"][0] == ["G4L"]
    assert told(state)["hands"][0] == ""


def test_tt17_a_pair_stands_for_one_witness() -> None:
    state = laid(position(["BMMUULL", ""], grid=below("P4B")))
    play(state, "take 1")
    assert legal(state) == ["pay BMMUULL"]


def test_tt17_jokers_alone_may_pay() -> None:
    state = laid(position(["MMMMUULL", ""], grid=below("P4B")))
    play(state, "take 1")
    assert legal(state) == ["pay MMMMUULL"]


def test_tt17_a_joker_is_two_equal_cards_of_another_kind() -> None:
    state = laid(position(["BBBMU", ""], grid=below("P4B")))
    assert refusal(state, "take 1") == ("TT-16", "cannot_pay_clue")


def test_tt18_dearer_payments_are_the_players_choice() -> None:
    state = laid(position(["BBMMUU", ""], grid=below("D2B")))
    play(state, "take 1")
    assert legal(state) == ["pay BB", "pay BMM", "pay BUU", "pay MMUU"]


def test_tt18_two_pairs_never_eliminate_one_clue() -> None:
    state = laid(position(["MMUULL", ""], grid=below("S2L", "J2U")))
    play(state, "eliminate 1 1")
    assert legal(state) == ["pay MM", "pay UU", "pay LL"]
    assert refusal(state, "pay MMUU") == ("TT-18", "not_the_elimination_price")


def test_tt12_less_than_two_equal_witnesses_a_clue_is_refused() -> None:
    state = laid(position(["MMMULL", ""], grid=below("S2L", "J2U")))
    play(state, "eliminate 1 1")
    assert refusal(state, "pay MU") == ("TT-12", "too_little_to_eliminate")
    assert refusal(state, "pay MMM") == ("TT-18", "not_the_elimination_price")


@pytest.mark.parametrize("cards", ["BBB", "BBBBBBB"])
def test_tt18_more_than_the_price_is_refused(cards: str) -> None:
    state = laid(position(["BBBBBBB", ""], grid=below("D2B")))
    play(state, "take 1")
    assert refusal(state, f"pay {cards}") == ("TT-18", "not_the_price")


@pytest.mark.parametrize("cards", ["B", "BM", "BMUL", "MM"])
def test_tt16_less_than_the_price_is_refused(cards: str) -> None:
    state = laid(position(["BBBBBBBMMUL", ""], grid=below("D2B")))
    assert refusal(state, f"pay {cards}") == ("TT-00", "choose_action_first")
    play(state, "take 1")
    assert refusal(state, f"pay {cards}") == ("TT-16", "too_little")
    assert refusal(state, f"pay {cards}LL") == ("TT-16", "not_in_hand")


@pytest.mark.parametrize("text", ["pay ", "pay UUBB", "pay X", "pay " + "B" * 19, "pay BB "])
def test_tt18_what_is_no_set_of_witnesses_stays_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove):
        themse().parse(text)


def pays(cards: str, kind: str, price: int) -> bool:
    """Every card is a witness of the kind or half of a pair that stands for one."""
    if not cards:
        return price == 0
    card, others = cards[0], cards[1:]
    if card == kind:
        return pays(others, kind, price - 1)
    return card in others and pays(others.replace(card, "", 1), kind, price - 1)


def eliminates(cards: str, price: int) -> bool:
    return any(pays(cards, kind, price) for kind in KINDS)


@cache
def sets_up_to(most: int) -> list[str]:
    return [
        "".join(cards)
        for number in range(most + 1)
        for cards in combinations_with_replacement(KINDS, number)
    ]


def fits(cards: str, hand: str) -> bool:
    return len(without(hand, cards)) == len(hand) - len(cards)


@cache
def prices_of_a_clue(kind: str, price: int) -> list[str]:
    return [cards for cards in sets_up_to(2 * price) if pays(cards, kind, price)]


@cache
def prices_of_eliminating(clues: int) -> list[str]:
    every = [cards for cards in sets_up_to(4 * clues) if eliminates(cards, 2 * clues)]
    return [
        cards for cards in every if not any(part != cards and fits(part, cards) for part in every)
    ]


def dictionary(payments: list[str]) -> list[str]:
    ordered = sorted(payments, key=lambda cards: [KINDS.index(card) for card in cards])
    return [f"pay {cards}" for cards in ordered]


def random_hands(number: int) -> list[str]:
    rng = seeded("hands")
    return [
        in_order("".join(KINDS[rng.below(4)] for _ in range(rng.below(14)))) for _ in range(number)
    ]


HANDS = [*random_hands(25), "".join(kind * 12 for kind in KINDS)]
ONE_OF_EACH = ["D2B", "G3U", "G4L", "P5M", "S6L", "D6B"]


@pytest.mark.parametrize("clue", ONE_OF_EACH)
def test_tt18_every_payment_of_a_clue_is_offered_and_no_other(clue: str) -> None:
    """Compared with trying every set of cards."""
    for hand in HANDS:
        state = laid(position([hand, ""], grid=below(clue), display="    "))
        every = prices_of_a_clue(clue[2], int(clue[1]))
        wanted = [cards for cards in every if fits(cards, hand)]
        assert ("take 1" in legal(state)) == bool(wanted), hand
        if wanted:
            play(state, "take 1")
            assert legal(state) == dictionary(wanted), hand


@pytest.mark.parametrize("clues", [1, 2, 3, 4])
def test_tt18_every_payment_of_eliminating_is_offered_and_no_other(clues: int) -> None:
    column = ("J2U", "S3B", "G2M", "D2B", "P2U")
    grid = below(*column)
    taken = column[4 - clues]
    for hand in HANDS:
        state = laid(position([hand, ""], grid=grid, display="    "))
        wanted = [
            cards
            for cards in prices_of_eliminating(clues)
            if fits(cards, hand) and can_take(without(hand, cards), taken)
        ]
        assert (f"eliminate 1 {clues}" in legal(state)) == bool(wanted), hand
        if wanted:
            play(state, f"eliminate 1 {clues}")
            assert legal(state) == dictionary(wanted), hand


def can_take(hand: str, clue: str) -> bool:
    return any(fits(cards, hand) for cards in prices_of_a_clue(clue[2], int(clue[1])))


def test_tt19_witnesses_paid_lie_face_up_on_the_discard_pile() -> None:
    state = laid(position(["BB", ""], rest="1", grid=below("D2B")))
    play(state, "take 1", "pay BB")
    for viewer in (0, 1, None):
        assert themse().view(state, viewer).discard == "BB"
