"""Where people see the tiles lie.

The notation names the lowest of equal places (TR-17): of tiles nobody has seen, of equal tiles
face up, of empty places. At a table one points at any of the equal tiles, and that one is turned,
drawn or taken. So each place of the notation is shown under a number of its own: what was pointed
at changes numbers with the place the move names. Both are alike, so nothing else can be seen of
it, and it follows from what everybody sees. Without pointing, every place is shown as it is.
"""

from __future__ import annotations

import msgspec

from spieltisch.core.errors import NotThere
from spieltisch.core.game import Move, Places
from spieltisch.core.view import Seen
from spieltisch.games.troika.moves import Back, Draw, Hide, Take, TurnUp
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.state import MOST_PLACES, PUT_BACK
from spieltisch.games.troika.turns import lowest_free_place

AS_WRITTEN: Places = tuple(range(1, MOST_PLACES + 1))


def told(state: TroikaState, move: Move, places: Places, pointed: int) -> Places:
    """The places once the move is made: without pointing, the lowest one shown of those alike is
    meant. Where a tile is put back, nobody chooses."""
    found = place_of(state, move)
    if found is None:
        if pointed:
            raise NotThere("this move is about no place")
        return places
    numbers = list(places or AS_WRITTEN)
    shown = [numbers[place] for place in alike(state, found)]
    if pointed and (pointed not in shown or isinstance(move, Back | Hide)):
        raise NotThere(f"what lies on place {pointed} is not what the move is about")
    there = numbers.index(pointed or min(shown))
    numbers[found], numbers[there] = numbers[there], numbers[found]
    return () if tuple(numbers) == AS_WRITTEN else tuple(numbers)


def place_of(state: TroikaState, move: Move) -> int | None:
    """Counted from 0, as in the state."""
    match move:
        case TurnUp(place) | Draw(place):
            return place - 1
        case Take(value):
            return list(state.field).index(value)
        case Back() | Hide():
            return lowest_free_place(state)
    return None


def alike(state: TroikaState, place: int) -> list[int]:
    """The places that hold the same, itself among them. Tiles that were put back face down are
    each their own."""
    cell = state.field[place]
    if cell >= PUT_BACK or place >= state.places:
        return [place]
    return [at for at in range(state.places) if state.field[at] == cell]


def kept(before: TroikaState, after: TroikaState, places: Places) -> Places:
    """A new round is laid out in order."""
    return places if len(before.past) == len(after.past) else ()


def as_shown(seen: Seen, places: Places) -> Seen:
    """The same event with the place where people see it."""
    if not places or "place" not in seen.facts:
        return seen
    facts = {**seen.facts, "place": places[int(seen.facts["place"]) - 1]}
    return msgspec.structs.replace(seen, facts=facts)
