"""Toy as every other part of the house meets it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.errors import BadDocument, BadEdition, Refusal
from spieltisch.core.game import Document, Game, Move, Options
from spieltisch.core.observing import sections
from spieltisch.core.position import refuse
from spieltisch.core.result import Result, ScoreLine
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, RandomPolicy
from spieltisch.core.view import UNKNOWN, Seen, View, observer_of
from tests.toy.rules import CODES, ToyState, start
from tests.toy.state import CARDS, NO_CARD, SHOWN

PHASES = ("deal", "speak", "shown")


class Card(Move, frozen=True):
    number: int

    def text(self) -> str:
        return f"card {self.number}"


class Hold(Move, frozen=True):
    def text(self) -> str:
        return "hold"


class Raise(Move, frozen=True):
    def text(self) -> str:
        return "raise"


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cards are numbered from 1; 0 is none."""

    seats: int
    phase: str
    mover: int
    raises: int
    hands: list[int]


class ToyView(View, frozen=True, kw_only=True):
    """`hands` holds the cards the viewer knows, None for the others."""

    mover: int
    raises: int
    hands: list[int | None]


class Toy(Game[ToyState, ToyView]):
    name = "toy"
    title = "Toy"
    view_type = ToyView
    position_type = Position
    least_seats = 2
    most_seats = 3
    minutes = 1
    edition = "standard"
    reconstructed = False
    over_clause = "TO-4"
    chance_clause = "TO-1"
    reveals = frozenset({"shown"})
    most_moves = CARDS

    def __init__(self, table: dict[str, Any] | None = None) -> None:
        if table is not None:
            raise BadEdition("edition: toy has no card list (TO-1)")
        super().__init__([*(Card(number + 1) for number in range(CARDS)), Hold(), Raise()])
        assert self.codes == CODES
        self.casual = RandomPolicy()

    def begin(self, seats: int, options: Options) -> ToyState:
        return start(seats)

    def view(self, state: ToyState, seat: int | None) -> ToyView:
        return ToyView(
            seat=seat,
            seats=state.seats,
            turn=state.turn,
            phase=PHASES[state.phase],
            mover=state.mover,
            raises=state.raises,
            hands=[
                card + 1 if state.phase == SHOWN or other == seat else None
                for other, card in enumerate(state.hands)
            ],
        )

    def determinize(self, view: ToyView, rng: Rng) -> ToyState:
        hands = [card or 0 for card in view.hands]
        state = build_state(Position(view.seats, view.phase, view.mover, view.raises, hands))
        state.resample(observer_of(view), rng)
        return state

    def mask(self, state: ToyState, code: int, viewer: int | None) -> Seen | None:
        hidden = state.observed(code, state.seats if viewer is None else viewer) != code
        move = self.moves[code]
        if isinstance(move, Card):
            return Seen(CHANCE, f"card {UNKNOWN if hidden else move.number}", "TO-1", "dealt")
        return Seen(state.turn, move.text(), "TO-2", "spoken")

    def explain(self, state: ToyState, move: Move) -> Refusal:
        return Refusal("TO-1", "only_chance")

    def aftermath(self, before: ToyState, after: ToyState) -> list[Seen]:
        shown = " ".join(str(card + 1) for card in after.hands)
        over = after.phase == SHOWN
        return [Seen(CHANCE, "", "TO-4", "shown", {"cards": shown})] if over else []

    def to_document(self, state: ToyState) -> Document:
        hands = [card + 1 for card in state.hands]
        phase = PHASES[state.phase]
        position = Position(state.seats, phase, state.mover, state.raises, hands)
        built: Document = msgspec.to_builtins(position)
        return built

    def from_document(self, document: Document) -> ToyState:
        try:
            position = msgspec.convert(document, Position)
        except msgspec.ValidationError as error:
            raise BadDocument(f"position: {error}") from None
        check_position(position)
        return self.playable(build_state(position))

    def draw(self, view: ToyView, language: str = "en", names: Sequence[str] = ()) -> str:
        cards = " ".join(UNKNOWN if card is None else str(card) for card in view.hands)
        return f"Cards: {cards}   Raises: {view.raises}"

    def result(self, state: ToyState) -> Result:
        scores = [int(score) for score in state.scores()]
        best = int(state.winner())
        return Result(
            scores=scores,
            winners=[best],
            ranking=[1 if seat == best else 2 for seat in range(state.seats)],
            ending="shown",
            ending_clause="TO-4",
            sheet=[ScoreLine(best, scores[best], "TO-3", "won")],
        )

    def material(self, state: ToyState) -> dict[str, int]:
        dealt = sum(card != NO_CARD for card in state.hands)
        return {"cards": dealt + len(set(range(CARDS)) - set(state.hands))}

    def unseen(self, state: ToyState) -> int:
        return CARDS - state.mover

    def most_steps(self, seats: int) -> int:
        """Everyone is dealt one card and speaks once."""
        return 2 * seats

    def observation_layout(self, seats: int) -> dict[str, tuple[int, int]]:
        return sections({"card": 1, "raises": 1, "done": 1, "phase": 1})


def build_state(position: Position) -> ToyState:
    state = ToyState(position.seats)
    state.phase = PHASES.index(position.phase)
    state.mover = position.mover
    state.turn = {"deal": CHANCE, "speak": position.mover, "shown": OVER}[position.phase]
    state.raises = position.raises
    state.hands = vec[i64]([card - 1 for card in position.hands])
    return state


def check_position(position: Position) -> None:
    refuse(not 2 <= position.seats <= 3, f"seats: 2 or 3, not {position.seats}")
    refuse(position.phase not in PHASES, f"phase: unknown {position.phase!r}")
    refuse(not 0 <= position.mover < position.seats, f"mover: no seat {position.mover}")
    refuse(position.phase == "shown" and position.mover != 0, "mover: seat 0 after the end")
    refuse(len(position.hands) != position.seats, f"hands: {position.seats} of them")
    dealt = position.mover if position.phase == "deal" else position.seats
    cards = position.hands[:dealt]
    refuse(any(position.hands[dealt:]), "hands: dealt in seat order (TO-1)")
    refuse(not set(cards) <= set(range(1, CARDS + 1)), f"hands: cards are 1 to {CARDS}")
    refuse(len(set(cards)) < dealt, "hands: a card is there twice (TO-1)")
    spoken = {"deal": 0, "speak": position.mover, "shown": position.seats}[position.phase]
    refuse(not 0 <= position.raises <= spoken, "raises: more than have spoken (TO-2)")
