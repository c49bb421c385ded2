"""What a viewer sees of a step, and what happened by itself: for logs and histories."""

from __future__ import annotations

from spieltisch.core.state import CHANCE, OVER
from spieltisch.core.view import UNKNOWN, Seen
from spieltisch.games.troika.moves import Back, Call, Draw, Hide, Take, Tile, TurnUp
from spieltisch.games.troika.refusals import CHANCE_BY
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.scoring import (
    BEST_CHIP,
    SECOND_CHIP,
    bonus_seat,
    is_right_call,
    rank,
)
from spieltisch.games.troika.sheet import deciding_round, most_chips
from spieltisch.games.troika.state import (
    DEAL,
    DRAW,
    NEVER_SEEN,
    PUT_BACK,
    Round,
    hider_of,
    value_at,
)
from spieltisch.games.troika.tiles import listed
from spieltisch.games.troika.turns import lowest_free_place

Facts = dict[str, str | int]


def describe(state: TroikaState, move: object, hidden: bool, viewer: int | None) -> Seen:
    match move:
        case Tile(value):
            return describe_tile(state, value, hidden)
        case Call():
            return Seen(state.turn, "troika", "TR-09", "call")
        case TurnUp(place):
            return Seen(state.turn, f"turn {place}", "TR-14", "turn", {"place": place})
        case Take(value):
            facts: Facts = {"value": value, "place": lowest_place_of(state, value)}
            return Seen(state.turn, f"take {value}", "TR-15", "take", facts)
        case Draw(place):
            return describe_draw(state, place, viewer)
        case Back(value):
            facts = {"value": value, "place": lowest_free_place(state) + 1}
            return Seen(state.turn, f"back {value}", "TR-15", "back", facts)
        case Hide(value):
            return describe_hide(state, value, hidden)
    raise ValueError(f"not a move of this room: {move!r}")


def describe_tile(state: TroikaState, value: int, hidden: bool) -> Seen:
    text, clause = f"tile {UNKNOWN if hidden else value}", CHANCE_BY[state.phase]
    if state.phase in (DEAL, DRAW):
        what = "dealt" if state.phase == DEAL else "drawn"
        facts: Facts = {"seat": state.mover}
        if hidden:
            return Seen(CHANCE, text, clause, f"{what}_unseen", facts)
        return Seen(CHANCE, text, clause, what, {**facts, "value": value})
    place = state.lowest_unseen + 1
    return Seen(CHANCE, text, clause, "turned_up", {"value": value, "place": place})


def describe_draw(state: TroikaState, place: int, viewer: int | None) -> Seen:
    """Who draws a tile that was put back sees it at once; a never-seen one is a step of chance."""
    facts: Facts = {"place": place}
    text = f"draw {place}"
    cell = state.field[place - 1]
    if cell < PUT_BACK:
        return Seen(state.turn, text, "TR-15", "draw", facts)
    facts["hidden_by"] = hider_of(cell)
    if viewer != state.turn:
        return Seen(state.turn, text, "TR-15", "draw_put_back", facts)
    return Seen(state.turn, text, "TR-15", "look_at_put_back", {**facts, "value": value_at(cell)})


def describe_hide(state: TroikaState, value: int, hidden: bool) -> Seen:
    place = lowest_free_place(state) + 1
    if hidden:
        text = f"hide {UNKNOWN} at {place}"
        return Seen(state.turn, text, "TR-15", "hide_unseen", {"place": place})
    facts: Facts = {"value": value, "place": place}
    return Seen(state.turn, f"hide {value}", "TR-15", "hide", facts)


def lowest_place_of(state: TroikaState, value: int) -> int:
    return list(state.field).index(value) + 1


def consequences(before: TroikaState, after: TroikaState) -> list[Seen]:
    """A put-back tile that lies open now, and the end of a round with all that shows then."""
    if len(after.past) > len(before.past):
        return [*round_end(before, after.past[-1], len(after.past)), *game_end(after)]
    return [
        Seen(
            CHANCE, "", "TR-14", "put_back_shows", {"value": after.field[place], "place": place + 1}
        )
        for place in range(before.places)
        if before.field[place] >= PUT_BACK and 0 < after.field[place] < NEVER_SEEN
    ]


def round_end(before: TroikaState, finished: Round, number: int) -> list[Seen]:
    called = sum(call > 0 for call in finished.calls)
    what = "all_but_one_called" if called == before.seats - 1 else "all_face_up"
    events = [Seen(CHANCE, "", "TR-18", what, {"round": number})]
    for seat in range(before.seats):
        events += seat_end(finished, seat, number)
    return [*events, *ties(finished)]


def ties(finished: Round) -> list[Seen]:
    """Who got a chip ahead of others with as many points, the better chip first."""
    seats = range(len(finished.points))
    return [
        Seen(CHANCE, "", "TR-25", "tie", {"seat": seat, "chip": chip})
        for chip in (BEST_CHIP, SECOND_CHIP)
        for seat in seats
        if finished.chips[seat] == chip
        and any(
            finished.points[other] == finished.points[seat] and finished.chips[other] < chip
            for other in seats
        )
    ]


def game_end(state: TroikaState) -> list[Seen]:
    if state.turn != OVER:
        return []
    events = [Seen(CHANCE, "", "TR-26", "game_over")]
    if len(most_chips(state)) == 1:
        return events
    winner = next(seat for seat in range(state.seats) if rank(state, seat) == 1)
    decisive = deciding_round(state, winner)
    if decisive == 0:
        return [*events, Seen(CHANCE, "", "TR-27", "all_tied")]
    facts: Facts = {"round": decisive, "seat": winner}
    return [*events, Seen(CHANCE, "", "TR-27", "chips_tied", facts)]


def seat_end(finished: Round, seat: int, number: int) -> list[Seen]:
    hand = " ".join(str(value) for value in listed(finished.hands[seat]))
    what = "hand_shown" if hand else "no_hand_shown"
    events = [Seen(CHANCE, "", "TR-20", what, {"seat": seat, "tiles": hand})]
    if finished.calls[seat] > 0:
        events.append(call_judged(finished, seat))
    facts: Facts = {"seat": seat, "round": number, "points": finished.points[seat]}
    facts["chips"] = finished.chips[seat]
    return [*events, Seen(CHANCE, "", "TR-24", "scored", facts)]


def call_judged(finished: Round, seat: int) -> Seen:
    if not is_right_call(finished.hands[seat], finished.containers[seat], finished.reading):
        return Seen(CHANCE, "", "TR-12", "call_wrong", {"seat": seat})
    if seat == bonus_seat(finished.hands, finished.containers, finished.calls, finished.reading):
        return Seen(CHANCE, "", "TR-11", "call_first", {"seat": seat})
    return Seen(CHANCE, "", "TR-10", "call_right", {"seat": seat})
