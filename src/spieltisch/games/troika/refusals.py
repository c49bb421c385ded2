"""Why a move is not allowed, with its clause. Nothing here looks past the deciding seat's view."""

from __future__ import annotations

from spieltisch.core.errors import Refusal
from spieltisch.core.game import Move
from spieltisch.games.troika.moves import Back, Call, Draw, Hide, Take, Tile, TurnUp
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.state import (
    ACT,
    BEGIN,
    DEAL,
    DRAW,
    EMPTY,
    LEAST_TO_CALL,
    NEVER_SEEN,
    REVEAL,
    TURN,
    face_down,
)
from spieltisch.games.troika.tiles import size

CHANCE_BY = {DEAL: "TR-03", REVEAL: "TR-04", TURN: "TR-14", DRAW: "TR-15"}


def explain(state: TroikaState, move: Move) -> Refusal:
    match move:
        case Tile():
            return Refusal("TR-03", "only_chance")
        case Call():
            return explain_call(state)
        case TurnUp() if state.phase == ACT:
            return Refusal("TR-15", "already_turned")
        case TurnUp(place):
            return explain_place(state, place)
        case _ if state.phase == BEGIN:
            return Refusal("TR-14", "turn_first")
        case Take(value):
            return Refusal("TR-15", "not_face_up", {"value": value})
        case Draw(place):
            return explain_draw(state, place)
        case Back(value):
            return explain_back(state, value)
        case Hide(value):
            return explain_hide(state, value)
    raise ValueError(f"not a move of this room: {move!r}")


def explain_call(state: TroikaState) -> Refusal:
    if state.seats == 2:
        return Refusal("TR-13", "two_cannot_call")
    if state.phase == ACT:
        return Refusal("TR-09", "too_late_to_call")
    tiles = size(state.containers[state.mover])
    if tiles < LEAST_TO_CALL:
        return Refusal("TR-10", "container_too_small", {"tiles": tiles, "needed": LEAST_TO_CALL})
    return Refusal("TR-10", "no_fuel_in_container")


def explain_place(state: TroikaState, place: int) -> Refusal:
    """Why that place holds no tile to turn or draw."""
    facts: dict[str, str | int] = {"place": place}
    if place > state.places:
        return Refusal("TR-17", "no_such_place", facts)
    cell = state.field[place - 1]
    if cell == EMPTY:
        return Refusal("TR-17", "place_empty", facts)
    if cell < NEVER_SEEN:
        return Refusal("TR-14" if state.phase == BEGIN else "TR-15", "face_up_already", facts)
    return Refusal("TR-17", "all_unseen_alike", {**facts, "lowest": state.lowest_unseen + 1})


def explain_draw(state: TroikaState, place: int) -> Refusal:
    limit = state.box.hand_limit
    if size(state.hands[state.mover]) >= limit:
        return Refusal("TR-16", "hand_full", {"limit": limit})
    if face_down(state) == 0:
        return Refusal("TR-16", "nothing_face_down")
    return explain_place(state, place)


def explain_back(state: TroikaState, value: int) -> Refusal:
    if state.containers[state.mover] == 0:
        return Refusal("TR-16", "container_empty")
    return Refusal("TR-15", "not_in_container", {"value": value})


def explain_hide(state: TroikaState, value: int) -> Refusal:
    if state.hands[state.mover] == 0:
        return Refusal("TR-16", "hand_empty")
    return Refusal("TR-15", "not_in_hand", {"value": value})
