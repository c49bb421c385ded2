"""Troika as every other part of the house meets it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spieltisch.core.bits import number_of
from spieltisch.core.errors import BadEdition, BadSeats, Refusal
from spieltisch.core.game import Document, Game, Move, Option, Options, Places
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng
from spieltisch.core.texts import Texts
from spieltisch.core.view import Seen
from spieltisch.games.troika import document, drawing, log, observation, places, refusals, sheet
from spieltisch.games.troika.heuristic import Casual
from spieltisch.games.troika.listing import CODES
from spieltisch.games.troika.moves import Tile, all_moves
from spieltisch.games.troika.position import BOXES, FULL_BOX, READINGS, Position
from spieltisch.games.troika.rules import TroikaState, start
from spieltisch.games.troika.state import (
    MOST_IN_HAND,
    MOST_PLACES,
    PUT_BACK,
    value_at,
)
from spieltisch.games.troika.tiles import VALUES, count, single, size
from spieltisch.games.troika.view import TroikaView, build_view, from_view
from spieltisch.games.troika.weights import Weights


class Troika(Game[TroikaState, TroikaView]):
    name = "troika"
    title = "Troika"
    view_type = TroikaView
    position_type = Position
    least_seats = 2
    most_seats = 5
    minutes = 30
    options: tuple[Option, ...] = (
        Option("fuel", ("container", "anywhere"), "TR-10"),
        Option("size", tuple(BOXES), "TR-01", study=True),
    )
    rules_version = 2
    edition = "standard"
    reconstructed = False
    over_clause = "TR-26"
    # Hidden tiles come to light for all, or for the seat that draws one.
    reveals = frozenset({"put_back_shows", "all_face_up", "all_but_one_called", "look_at_put_back"})
    chance_clause = "TR-03"
    not_a_card = ("place", "hidden_by")
    most_moves = VALUES + MOST_PLACES + VALUES + MOST_IN_HAND

    def __init__(self, table: dict[str, Any] | None = None) -> None:
        if table is not None:
            raise BadEdition("edition: troika has no card list, its tiles are fixed (TR-01)")
        super().__init__(all_moves())
        assert self.codes == CODES
        self.casual = Casual(Weights())

    def begin(self, seats: int, options: Options) -> TroikaState:
        box = BOXES[options.get("size", "full")]
        if seats > 2 and box is not FULL_BOX:
            raise BadSeats(f"the pocket game of troika is for 2 players, not {seats}")
        return start(box, seats, READINGS[options["fuel"]])

    def view(self, state: TroikaState, seat: int | None) -> TroikaView:
        return build_view(state, seat)

    def determinize(self, view: TroikaView, rng: Rng) -> TroikaState:
        return from_view(view, rng)

    def mask(self, state: TroikaState, code: int, viewer: int | None) -> Seen | None:
        hidden = state.observed(code, state.seats if viewer is None else viewer) != code
        return log.describe(state, self.moves[code], hidden, viewer)

    def explain(self, state: TroikaState, move: Move) -> Refusal:
        return refusals.explain(state, move)

    def chance_by(self, state: TroikaState) -> str:
        return refusals.CHANCE_BY[state.phase]

    def broken_by_chance(self, state: TroikaState, move: Move) -> str:
        return "TR-01" if isinstance(move, Tile) else self.chance_by(state)

    def aftermath(self, before: TroikaState, after: TroikaState) -> list[Seen]:
        return log.consequences(before, after)

    def places_told(self, before: TroikaState, code: int, shown: Places, pointed: int) -> Places:
        return places.told(before, self.moves[code], shown, pointed)

    def places_kept(self, before: TroikaState, after: TroikaState, shown: Places) -> Places:
        return places.kept(before, after, shown)

    def as_shown(self, seen: Seen, shown: Places) -> Seen:
        return places.as_shown(seen, shown)

    def card_name(self, what: str, card: str, texts: Texts) -> str:
        """Score lines are counted by round, moves by tile."""
        if what in texts.sheet and card.isdecimal():
            return texts.study["round"].format(number=card)
        return super().card_name(what, card, texts)

    def draw(self, view: TroikaView, language: str = "en", names: Sequence[str] = ()) -> str:
        called = self.seat_names(view.seats, language, names)
        return drawing.draw(view, self.texts(language), called)

    def to_document(self, state: TroikaState) -> Document:
        return document.write_document(state)

    def from_document(self, position: Document) -> TroikaState:
        return self.playable(document.read_document(position))

    def result(self, state: TroikaState) -> Result:
        return sheet.build_result(state)

    def material(self, state: TroikaState) -> dict[str, int]:
        tiles = state.unseen + state.face_up + sum(state.hands) + sum(state.containers)
        tiles += sum(single(value_at(cell)) for cell in state.field if cell >= PUT_BACK)
        return {str(value): count(tiles, value) for value in range(1, VALUES + 1)}

    def unseen(self, state: TroikaState) -> int:
        held = sum(map(size, state.hands)) + sum(map(size, state.containers))
        return size(state.box.tiles) - size(state.face_up) - number_of(state.put_back) - held

    def most_steps(self, seats: int) -> int:
        """TR-19: two decisions a turn, a chance step for each tile seen first, one call a seat."""
        tiles = seats + FULL_BOX.places(seats)
        return FULL_BOX.rounds * (2 * (tiles - 1) + tiles + seats)

    def observation_layout(self, seats: int) -> dict[str, tuple[int, int]]:
        return observation.layout(seats)
