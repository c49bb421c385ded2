"""Troika as every other part of the house meets it."""

from __future__ import annotations

from typing import Any

import msgspec

from spieltisch.core.errors import BadEdition, Refusal
from spieltisch.core.game import Document, Game, Move, Options
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng
from spieltisch.core.state import State
from spieltisch.core.texts import Texts
from spieltisch.core.view import Seen, View
from spieltisch.games.troika import document, log, observation, refusals, sheet
from spieltisch.games.troika.heuristic import Casual
from spieltisch.games.troika.moves import Tile, all_moves
from spieltisch.games.troika.rules import CODES, Troika, start
from spieltisch.games.troika.state import (
    HAND_LIMIT,
    MOST_PLACES,
    PUT_BACK,
    REMOVED_FOR_TWO,
    ROUNDS,
    value_at,
)
from spieltisch.games.troika.tiles import TILES, VALUES, count, single, size
from spieltisch.games.troika.view import TroikaView, build_view, from_view


class TroikaGame(Game):
    name = "troika"
    title = "Troika"
    least_seats = 2
    most_seats = 5
    minutes = 30
    edition = "standard"
    reconstructed = False
    over_clause = "TR-26"
    # Hidden tiles come to light for all, or for the seat that draws one.
    reveals = frozenset({"put_back_shows", "all_face_up", "all_but_one_called", "look_at_put_back"})
    chance_clause = "TR-03"
    most_moves = VALUES + MOST_PLACES + VALUES + HAND_LIMIT

    def __init__(self, table: dict[str, Any] | None = None) -> None:
        if table is not None:
            raise BadEdition("edition: troika has no card list, its tiles are fixed (TR-01)")
        super().__init__(all_moves())
        assert self.codes == CODES
        self.casual = Casual()

    def begin(self, seats: int, options: Options) -> Troika:
        return start(seats)

    def view(self, state: State, seat: int | None) -> TroikaView:
        return build_view(this_room(state), seat)

    def view_from_json(self, text: bytes | str) -> TroikaView:
        return msgspec.json.decode(text, type=TroikaView)

    def determinize(self, view: View, rng: Rng) -> Troika:
        assert isinstance(view, TroikaView)
        return from_view(view, rng)

    def mask(self, state: State, code: int, viewer: int | None) -> Seen | None:
        truth = this_room(state)
        hidden = truth.observed(code, truth.seats if viewer is None else viewer) != code
        return log.describe(truth, self.moves[code], hidden, viewer)

    def explain(self, state: State, move: Move) -> Refusal:
        return refusals.explain(this_room(state), move)

    def chance_by(self, state: State) -> str:
        return refusals.CHANCE_BY[this_room(state).phase]

    def broken_by_chance(self, state: State, move: Move) -> str:
        return "TR-01" if isinstance(move, Tile) else self.chance_by(state)

    def aftermath(self, before: State, after: State) -> list[Seen]:
        return log.consequences(this_room(before), this_room(after))

    def card_name(self, what: str, card: str, texts: Texts) -> str:
        """Score lines are counted by round, moves by tile."""
        if what in texts.sheet and card.isdecimal():
            return texts.study["round"].format(number=card)
        return super().card_name(what, card, texts)

    def to_document(self, state: State) -> Document:
        return document.write_document(this_room(state))

    def from_document(self, position: Document) -> Troika:
        return self.playable(document.read_document(position))

    def result(self, state: State) -> Result:
        return sheet.build_result(this_room(state))

    def material(self, state: State) -> dict[str, int]:
        truth = this_room(state)
        tiles = truth.unseen + truth.face_up + sum(truth.hands) + sum(truth.containers)
        tiles += sum(single(value_at(cell)) for cell in truth.field if cell >= PUT_BACK)
        return {str(value): count(tiles, value) for value in range(1, VALUES + 1)}

    def unseen(self, state: State) -> int:
        truth = this_room(state)
        seen = size(truth.face_up) + truth.put_back
        return TILES - seen - sum(map(size, truth.hands)) - sum(map(size, truth.containers))

    def most_steps(self, seats: int) -> int:
        """TR-19: two decisions a turn, a chance step for each tile seen first, one call a seat."""
        tiles = TILES - (REMOVED_FOR_TWO if seats == 2 else 0)
        return ROUNDS * (2 * (tiles - 1) + tiles + seats)

    def observation_layout(self, seats: int) -> dict[str, tuple[int, int]]:
        return observation.layout(seats)


def this_room(state: State) -> Troika:
    assert isinstance(state, Troika)
    return state
