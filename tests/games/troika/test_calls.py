"""When a call is right, and who gets the bonus (TR-10, TR-11): with the fuel in the container, with
the fuel anywhere, and as version 1 of the rules had it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from spieltisch.core.errors import BadDocument, BadOption
from spieltisch.core.game import Document
from spieltisch.core.rng import seeded
from spieltisch.core.state import new_buffer
from spieltisch.core.texts import LANGUAGES
from spieltisch.core.view import to_json
from spieltisch.games import game
from spieltisch.games.troika.room import Troika
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.version_1 import FirstTroika
from spieltisch.games.troika.view import RoundView
from tests.games.refused import refusal_of
from tests.games.troika.positions import nearly_over, play, position

Tiles = Sequence[int]
NOTHING: list[int] = []
READINGS = ("container", "anywhere", "version 1")
GAMES: dict[str, Troika] = {
    "container": Troika(),
    "anywhere": Troika(),
    "version 1": FirstTroika(),
}
READY = [2, 2, 2, 11, 12, 13]  # 3 points
WRONG = [4, 4, 4, 7, 8, 9, 1]
# Three 7s and three 8s lie there, but everything divides only with both in gems and 4-4-4 as fuel.
NEEDED_IN_GEMS = [4, 4, 6, 6, 7, 7, 7, 8, 8, 8, 9]

every_reading = pytest.mark.parametrize("reading", READINGS)


def read_as(document: Document, reading: str) -> Document:
    """The same position by another reading; version 1 did not write any down."""
    if reading != "version 1":
        return {**document, "fuel": reading}
    return {name: part for name, part in document.items() if name != "fuel"}


def calling(reading: str, hand: Tiles, container: Tiles) -> TroikaState:
    """Seat 0 may be about to call; only one tile is left to turn."""
    document = nearly_over([hand, [10], [3]], [container, NOTHING, NOTHING], hidden_15())
    return GAMES[reading].from_document(read_as(document, reading))


def hidden_15() -> Document:
    return {"face_up": False, "value": 15, "hidden_by": 0}


def points_after_call(reading: str, hand: Tiles, container: Tiles) -> int | None:
    """What the round is worth to the caller; None if the call is refused."""
    state = calling(reading, hand, container)
    room = GAMES[reading]
    if "troika" not in room.legal_texts(state):
        return None
    play(state, "troika", legal_after_call(reading, state), "take 1", game=room)
    return state.past[0].points[0]


def legal_after_call(reading: str, state: TroikaState) -> str:
    after = state.copy()
    play(after, "troika", game=GAMES[reading])
    return GAMES[reading].legal_texts(after)[-1]


@pytest.mark.parametrize(
    ("hand", "container", "points"),
    [
        # the fuel lies in the container, the hand completes a gem
        ([9], [4, 4, 4, 7, 8], {"container": 14, "anywhere": 14, "version 1": 14}),
        # the hand completes the fuel
        ([4], [4, 4, 7, 8, 9], {"container": None, "anywhere": 14, "version 1": 14}),
        # the whole fuel is in hand
        ([4, 4, 4], [6, 7, 8, 7, 8, 9], {"container": None, "anywhere": 22, "version 1": 22}),
        # a fuel lies there, and hand tiles complete another
        ([5], [4, 4, 4, 5, 5], {"container": 5, "anywhere": 5, "version 1": 5}),
        # three equal tiles lie there, but the arrangement needs them in gems
        ([4], NEEDED_IN_GEMS, {"container": 0, "anywhere": 30, "version 1": 30}),
        # a tile is left over
        ([1], [4, 4, 4, 7, 8, 9], {"container": 0, "anywhere": 0, "version 1": 0}),
        # too few in the container
        ([8, 9], [4, 4, 4, 7], {"container": None, "anywhere": None, "version 1": None}),
    ],
)
@every_reading
def test_tr10_a_call_is_right_or_wrong_or_refused(
    hand: list[int], container: list[int], points: dict[str, int | None], reading: str
) -> None:
    assert points_after_call(reading, hand, container) == points[reading]


def test_tr10_without_fuel_in_the_container_a_call_is_refused() -> None:
    state = calling("container", [4], [4, 4, 7, 8, 9])
    assert refusal_of(GAMES["container"], state, "troika") == ("TR-10", "no_fuel_in_container")


@every_reading
def test_tr10_too_few_tiles_are_said_first(reading: str) -> None:
    state = calling(reading, [4], [4, 4, 7, 8])
    assert refusal_of(GAMES[reading], state, "troika") == ("TR-10", "container_too_small")


@pytest.mark.parametrize("language", LANGUAGES)
def test_tr10_the_refusal_and_the_option_are_worded(language: str) -> None:
    room = GAMES["container"]
    state = calling("container", [4], [4, 4, 7, 8, 9])
    refused = room.why_illegal(state, room.parse("troika"))
    assert refused is not None
    texts = room.texts(language)
    assert texts.words["container"].lower() in room.refused(refused, language).lower()
    option = next(option for option in room.options if not option.study)
    assert option.clause == "TR-10"
    assert texts.words[f"{option.name}_{option.values[1]}"]
    assert all(texts.words[value] for value in option.values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_tr10_tr11_version_1_keeps_its_own_wording(language: str) -> None:
    now, first = GAMES["container"].texts(language), GAMES["version 1"].texts(language)
    differing = [
        clause for clause in now.clauses() if now.clauses()[clause] != first.clauses()[clause]
    ]
    assert differing == ["TR-10", "TR-11", "TR-23"]
    assert (now.log, now.sheet, now.refusals) == (first.log, first.sheet, first.refusals)


def two_calls(reading: str, first: Tiles, second: Tiles) -> RoundView:
    """Seat 0 calls, then seat 1: the round is over."""
    document = position([NOTHING, NOTHING, [15]], [first, second, NOTHING])
    room = GAMES[reading]
    state = room.from_document(read_as(document, reading))
    play(state, "troika", "troika", game=room)
    return room.view(state, None).rounds[0]


@every_reading
def test_tr11_the_first_call_gets_five_points_if_right(reading: str) -> None:
    assert two_calls(reading, READY, WRONG).points == [3 + 5, 0, 0]
    assert two_calls(reading, READY, [3, 3, 3, 12, 13, 14]).points == [3 + 5, 4, 0]


@pytest.mark.parametrize(
    ("reading", "second"), [("container", 3), ("anywhere", 3), ("version 1", 3 + 5)]
)
def test_tr11_after_a_wrong_call_the_bonus_does_not_pass_on(reading: str, second: int) -> None:
    finished = two_calls(reading, WRONG, READY)
    assert finished.right == [False, True, None]
    assert finished.points == [0, second, 0]


def test_tr11_the_view_says_who_has_the_bonus() -> None:
    for reading in ("container", "anywhere"):
        assert two_calls(reading, READY, WRONG).bonus == 0
        assert two_calls(reading, WRONG, READY).bonus is None


@pytest.mark.parametrize(
    ("reading", "told"),
    [("container", "call_right"), ("anywhere", "call_right"), ("version 1", "call_first")],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_tr11_log_and_sheet_say_who_has_the_bonus(reading: str, told: str, language: str) -> None:
    room = GAMES[reading]
    document = position([NOTHING, NOTHING, [15]], [WRONG, READY, NOTHING])
    state = room.from_document(read_as(document, reading))
    play(state, "troika", game=room)
    before = state.copy()
    play(state, "troika", game=room)
    events = [seen for seen in room.aftermath(before, state) if seen.what.startswith("call_")]
    assert [seen.what for seen in events] == ["call_wrong", told]
    assert all(room.told(seen, language, ["Ada", "Ben", "Cy"]) for seen in events)


def test_tr10_the_option_is_container_unless_chosen_and_version_1_had_none() -> None:
    room = game("troika")
    assert room.complete_options({}) == {"fuel": "container"}
    assert game("troika", None, 1).complete_options({}) == {}
    with pytest.raises(BadOption):
        game("troika", None, 1).complete_options({"fuel": "anywhere"})


@every_reading
def test_tr10_positions_and_views_carry_the_reading(reading: str) -> None:
    room = GAMES[reading]
    options = {} if reading == "version 1" else {"fuel": reading}
    state = room.start(3, options)
    assert room.to_document(state).get("fuel", "version 1") == reading
    again = room.from_document(room.to_document(state))
    view = room.view_from_json(to_json(room.view(again, 0)))
    assert room.determinize(view, seeded(reading)).reading == again.reading == state.reading


def test_tr10_a_position_of_version_1_goes_on_by_its_rules() -> None:
    """It names no fuel; read by the room of now it is still what it was."""
    old = GAMES["version 1"].to_document(calling("version 1", [4], [4, 4, 7, 8, 9]))
    state = GAMES["container"].from_document(old)
    assert "troika" in GAMES["container"].legal_texts(state)
    assert GAMES["container"].to_document(state) == old
    with pytest.raises(BadDocument, match="TR-10"):
        GAMES["version 1"].from_document({**old, "fuel": "container"})


def test_tr10_a_position_with_a_call_that_could_not_be_is_refused() -> None:
    callers = ([10], [4, 4, 7, 8, 9])
    document = position([callers[0], [1], [3]], [callers[1], NOTHING, NOTHING], calls=[1, 0, 0])
    document["mover"] = 1
    with pytest.raises(BadDocument, match="three equal tiles"):
        GAMES["container"].from_document(document)
    GAMES["anywhere"].from_document(read_as(document, "anywhere"))


@every_reading
def test_tr10_nobody_tries_a_call_that_their_own_tiles_show_to_be_wrong(reading: str) -> None:
    room = GAMES[reading]
    wrong = calling(reading, [1], [4, 4, 4, 7, 8, 9])
    right = calling(reading, [9], [4, 4, 4, 7, 8])
    assert room.legal_texts(wrong)[0] == room.legal_texts(right)[0] == "troika"
    assert "troika" not in sensible(room, wrong)
    assert sensible(room, right) == room.legal_texts(right)


def sensible(room: Troika, state: TroikaState) -> list[str]:
    buffer = new_buffer(room.most_moves)
    return [room.texts_by_code[buffer[at]] for at in range(state.sensible(buffer))]
