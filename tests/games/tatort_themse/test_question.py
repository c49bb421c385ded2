"""Questioning a witness (TT-20 to TT-23)."""

from __future__ import annotations

from spieltisch.games.tatort_themse.rules import ThemseState
from tests.games.tatort_themse.positions import (
    below,
    laid,
    legal,
    outcomes,
    play,
    position,
    refusal,
    themse,
    told,
)


def test_tt20_an_open_witness_goes_to_the_hand_and_the_gap_is_filled() -> None:
    state = laid(position(pile="UL", phase="question"))
    assert legal(state) == ["open B", "open M", "open U", "open L", "blind"]
    play(state, "open M")
    assert told(state)["hands"][0] == "M"
    play(state, "witness L")
    assert told(state)["display"] == ["B", "L", "U", "L"]
    assert state.turn == 1


def test_tt20_the_top_card_of_the_pile_goes_to_the_hand() -> None:
    state = laid(position(pile="UL", phase="question"))
    play(state, "blind", "witness U")
    assert told(state)["hands"][0] == "U"
    assert state.turn == 1


def test_tt20_equal_witnesses_are_one_choice() -> None:
    state = laid(position(display="BBUU", pile="L", phase="question"))
    assert legal(state) == ["open B", "open U", "blind"]
    assert refusal(state, "open L") == ("TT-20", "not_in_display")


def test_tt20_questioning_is_a_must() -> None:
    state = laid(position(phase="question"))
    assert refusal(state, "pass") == ("TT-20", "must_question")
    assert refusal(state, "keep") == ("TT-20", "question_now")


def test_tt21_an_empty_pile_is_made_of_the_discards() -> None:
    state = laid(position(discard="BBL", rest="1", phase="question"))
    play(state, "blind")
    assert outcomes(state) == {"witness B": 2, "witness L": 1}
    assert told(state)["discard"] == ""


def test_tt21_nothing_is_shuffled_before_a_card_is_needed() -> None:
    """The last card of the pile is drawn; the discards stay until the next one is needed, so what
    is paid meanwhile is shuffled in."""
    state = laid(position(["", "BB"], pile="L", discard="UU", grid=below("D2B"), rest="0"))
    play(state, "pass", "blind", "witness L")
    assert (told(state)["pile"], told(state)["discard"]) == ("", "UU")
    play(state, "take 1", "pay BB", "open M")
    assert outcomes(state) == {"witness B": 2, "witness U": 2}


def news(state: ThemseState, text: str) -> list[str]:
    """What happens by itself in the step."""
    before = state.copy()
    play(state, text)
    return [event.what for event in themse().aftermath(before, state)]


def test_tt21_the_log_tells_when_a_draw_needs_a_new_pile() -> None:
    state = laid(position(discard="BBL", rest="1", phase="question"))
    assert news(state, "blind") == ["reshuffled"]
    assert news(state, "witness B") == []


def test_tt21_the_log_tells_when_the_display_needs_a_new_pile() -> None:
    """The last card of the pile fills the first gap, a new pile the second, in one step."""
    state = laid(position(display="BM  ", pile="L", discard="UU", rest="1", phase="question"))
    play(state, "blind")
    assert news(state, "witness L") == ["reshuffled"]


def test_tt21_the_log_tells_when_a_renewal_is_its_own_pile() -> None:
    state = laid(position(display="LLLL", rest="1", phase="ask_renew"))
    assert news(state, "renew") == ["reshuffled"]


def test_tt22_the_card_drawn_comes_first_then_the_gaps() -> None:
    state = laid(position(display="BM  ", pile="ULL", rest="1", phase="question"))
    play(state, "blind")
    assert told(state)["display"] == ["B", "M", None, None]
    play(state, "witness U", "witness L", "witness L")
    assert told(state)["hands"][0] == "U"
    assert told(state)["display"] == ["B", "M", "L", "L"]


def test_tt22_gaps_are_filled_while_there_are_cards() -> None:
    state = laid(position(display="BM  ", pile="L", rest="1", phase="question"))
    play(state, "open B", "witness L")
    assert told(state)["display"] == ["L", "M", None, None]
    assert state.turn == 1


def test_tt22_gaps_wait_until_after_questioning() -> None:
    state = laid(position(["BB", ""], display="BM  ", grid=below("D2B"), rest="1"))
    play(state, "take 1", "pay BB")
    assert told(state)["display"] == ["B", "M", None, None]
    assert told(state)["discard"] == "BB"


def test_tt22_without_any_card_questioning_is_skipped() -> None:
    state = laid(position(display="    ", rest="1"))
    play(state, "pass")
    assert state.turn == 1
    assert "pass" in legal(state)


def test_tt22_nothing_to_draw_is_refused() -> None:
    state = laid(position(display="B   ", rest="1", phase="question"))
    assert refusal(state, "blind") == ("TT-22", "nothing_to_draw")


def test_tt23_there_is_no_hand_limit() -> None:
    state = laid(position(display="B   ", rest="0", phase="question"))
    play(state, "open B")
    assert len(told(state)["hands"][0]) == 72
