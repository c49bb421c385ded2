"""What is hidden, what is public, and what a view remembers (ZZ-28, ZZ-29)."""

from __future__ import annotations

from spieltisch.core.view import to_json
from spieltisch.games.zug_um_zug.view import BatchView
from tests.games.zug_um_zug.positions import laid, play, position, room


def seen(text: str, state_of: object, viewer: int | None) -> str | None:
    state = laid(state_of)  # type: ignore[arg-type]
    told = room().mask(state, room().code(room().parse(text)), viewer)
    return None if told is None else told.text


def test_zz28_views_hide_hands_and_tickets() -> None:
    one = position(["RRG", "PBK"], held=[[1, 2], [3, 4]], first_kept=(2, 2), pile="W")
    other = position(["RRG", "PBW"], held=[[1, 2], [5, 6]], first_kept=(2, 2), pile="K")
    views = [to_json(room().view(laid(document), 0)) for document in (one, other)]
    assert views[0] == views[1]
    view = room().view(laid(one), 0)
    assert [view.hand, view.held] == ["GRR", [1, 2]]
    assert [counts.held for counts in view.tickets] == [2, 2]
    assert [hand.size for hand in view.hands] == [3, 3]


def test_zz28_a_spectator_sees_no_hand_and_no_ticket() -> None:
    view = room().view(laid(position(["RRG", "PBK"], held=[[1, 2], [3]], first_kept=(2, 1))), None)
    assert [view.hand, view.held, view.met] == [None, [], []]


def test_zz28_tickets_drawn_and_kept_are_seen_by_the_seat_alone() -> None:
    drawing = position(["", ""], phase="draw_tickets", rest="1")
    choosing = position(["", ""], phase="choose_tickets", offered=[[3, 4, 5, 6]], rest="1")
    assert [seen("ticket 9", drawing, viewer) for viewer in (0, 1, None)] == [
        "ticket 9",
        "ticket ??",
        "ticket ??",
    ]
    assert [seen("keep 4", choosing, viewer) for viewer in (0, 1)] == ["keep 4", "keep ??"]
    assert seen("done", choosing, 1) == "done"


def test_zz28_completing_gives_the_others_no_event() -> None:
    completing = position(
        ["", ""], phase="complete", held=[[1]], on_the_way=["Y"], first_kept=(1, 0), last_turns=0
    )
    assert [seen("complete 1", completing, viewer) for viewer in (0, 1, None)] == [
        "complete 1",
        None,
        None,
    ]
    assert seen("done", completing, 1) is None


def test_zz28_who_put_tickets_under_the_pile_knows_them() -> None:
    state = laid(position(["", ""], returned=[(0, [3, 9]), (1, [5])]))
    assert room().view(state, 0).returned == [BatchView(0, 2, [3, 9]), BatchView(1, 1, None)]
    assert room().view(state, 1).returned == [BatchView(0, 2, None), BatchView(1, 1, [5])]
    assert room().view(state, None).unseen == 43


def test_zz28_completed_tickets_show_only_at_the_end() -> None:
    held = {"completed": [[1], [2]], "first_kept": (1, 1)}
    before = room().view(laid(position(["", ""], **held)), 0)  # type: ignore[arg-type]
    assert [before.completed, before.ended] == [[1], None]
    assert [counts.completed for counts in before.tickets] == [1, 1]
    end = position(["", ""], phase="finished", last_turns=0, **held)  # type: ignore[arg-type]
    shown = room().view(laid(end), 0).ended
    assert shown is not None
    assert [tickets.completed for tickets in shown] == [[1], [2]]


def test_zz28_blind_cards_are_seen_by_the_seat_alone() -> None:
    drawing = position(["", ""], phase="first_blind", pile="K", rest="1")
    assert [seen("card K", drawing, viewer) for viewer in (0, 1, None)] == [
        "card K",
        "card ??",
        "card ??",
    ]


def test_zz28_who_took_an_open_card_was_seen() -> None:
    state = laid(position(["", ""], display="RBOWG", pile="KK", rest="1"))
    play(state, "draw R", "card K")
    assert room().view(state, 1).hands[0].known == "R"
    assert room().view(state, None).hands[0].known == "R"


def test_zz29_a_known_card_is_laid_first() -> None:
    state = laid(position(["RRR", ""], known=["R", ""], rest="1"))
    play(state, "lay RR")
    view = room().view(state, 1)
    assert [view.hands[0].size, view.hands[0].known] == [1, ""]
    assert view.shuffles[-1].in_hands[0] == 1


def test_zz29_half_time_is_a_shuffle() -> None:
    start = position(
        ["RR", "G", "", ""],
        rest="3",
        on_the_way=["", "YB", "", "W"],
        phase="complete",
        chooser=3,
        last_turns=0,
    )
    state = laid(start)
    play(state, "done")
    shuffles = room().view(state, 3).shuffles
    assert [shuffle.unseen for shuffle in shuffles] == ["GRR", "BWY"]
    assert [shuffle.in_hands for shuffle in shuffles] == [[2, 1, 0, 0], [0, 0, 0, 0]]
