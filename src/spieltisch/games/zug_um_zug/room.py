"""Zug um Zug as every other part of the house meets it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from spieltisch.core.bits import number_of
from spieltisch.core.edition import built_in
from spieltisch.core.errors import Refusal, UnreadableMove
from spieltisch.core.game import Document, Game, Move, Options
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, UNSEEN
from spieltisch.core.texts import Texts
from spieltisch.core.view import Seen
from spieltisch.games.zug_um_zug import document, drawing, log, observation, refusals, sheet
from spieltisch.games.zug_um_zug.cards import (
    KINDS,
    LETTERS,
    TRAIN_CARDS,
    count,
    single,
    size,
)
from spieltisch.games.zug_um_zug.codes import SETS, TRIPLES
from spieltisch.games.zug_um_zug.edition import EditionFile, load_edition
from spieltisch.games.zug_um_zug.heuristic import Casual
from spieltisch.games.zug_um_zug.moves import Lay, all_moves
from spieltisch.games.zug_um_zug.position import Position
from spieltisch.games.zug_um_zug.recall import is_secret
from spieltisch.games.zug_um_zug.rules import ZugState, start
from spieltisch.games.zug_um_zug.state import (
    DEAL_TICKETS,
    DISPLAY,
    DRAW_TICKETS,
    FIRST_TICKETS,
    GAP,
    IDLE_ROUNDS,
    SEATS_WITH_HALF_TIME,
)
from spieltisch.games.zug_um_zug.view import ZugView, build_view, from_view, proposal
from spieltisch.games.zug_um_zug.weights import Weights
from spieltisch.games.zug_um_zug.wording import card_name, plain_fact

MOST_STEPS_IN_A_TURN = 10
MOST_ASKED = 30  # cards of one text, enough for any hand somebody really lays
CARDS_TO_LAY = re.compile(f"lay ([{LETTERS}]{{1,{MOST_ASKED}}})")


class ZugUmZug(Game[ZugState, ZugView]):
    name = "zug_um_zug"
    title = "Zug um Zug"
    view_type = ZugView
    position_type = Position
    edition_type = EditionFile
    least_seats = 2
    most_seats = 4
    minutes = 30
    over_clause = "ZZ-20"
    reveals = frozenset({"kept_first", "completed", "from_under"})
    chance_clause = "ZZ-03"
    not_a_card = ("robbed_seat",)

    def __init__(self, table: dict[str, Any] | None = None) -> None:
        self.cards = load_edition(built_in(self.name) if table is None else table)
        self.edition = self.cards.name if table is None else table
        self.reconstructed = False
        self.box = self.cards.box()
        super().__init__(all_moves(self.box.codes))
        actions = DISPLAY + 1 + SETS + TRIPLES + 1
        self.most_moves = max(actions, self.box.tickets + 1)
        self.casual = Casual(Weights())
        seats = range(self.least_seats, self.most_seats + 1)
        self.starts = {number: start(number, self.box) for number in seats}
        assert self.texts_by_code[self.box.codes.done] == "done"

    def begin(self, seats: int, options: Options) -> ZugState:
        """A copy of the first state is much quicker than another one from nothing."""
        return self.starts[seats].copy()

    def view(self, state: ZugState, seat: int | None) -> ZugView:
        return build_view(state, seat)

    def choosers(self, state: ZugState) -> range:
        return range(state.turn, state.seats) if is_secret(state.phase) else range(0)

    def as_chooser(self, state: ZugState, seat: int) -> ZugState:
        position = state.copy()
        position.turn = seat
        return position

    def having_chosen(self, view: ZugView) -> ZugView:
        return msgspec.structs.replace(view, turn=CHANCE, has_chosen=True)

    def determinize(self, view: ZugView, rng: Rng) -> ZugState:
        return from_view(view, self.box, rng)

    def proposal(self, view: ZugView) -> list[int]:
        """The best tickets the seat could complete now, for dialogs to begin with (ZZ-23)."""
        return proposal(view, self.box)

    def mask(self, state: ZugState, code: int, viewer: int | None) -> Seen | None:
        seen = state.observed(code, state.seats if viewer is None else viewer)
        if seen == UNSEEN:
            return None
        return log.describe(state, self.moves[code], seen != code, self.cards)

    def parse(self, text: str) -> Move:
        """Any cards of the box can be asked to be laid, also those that never go together."""
        try:
            return super().parse(text)
        except UnreadableMove:
            asked = CARDS_TO_LAY.fullmatch(text)
            if asked is None or not refusals.never_laid(asked[1]):
                raise
            return Lay(asked[1])

    def explain(self, state: ZugState, move: Move) -> Refusal:
        return refusals.explain(state, move, self.cards)

    def aftermath(self, before: ZugState, after: ZugState) -> list[Seen]:
        return log.consequences(before, after)

    def card_name(self, what: str, card: str, texts: Texts) -> str:
        return card_name(what, card, self.cards, texts)

    def draw(self, view: ZugView, language: str = "en", names: Sequence[str] = ()) -> str:
        called = self.seat_names(view.seats, language, names)
        return drawing.draw(view, self.cards, self.texts(language), called)

    def fact(self, key: str, value: str | int, texts: Texts, names: Sequence[str]) -> str:
        if isinstance(value, int):
            return super().fact(key, value, texts, names)
        return plain_fact(key, value, texts)

    def to_document(self, state: ZugState) -> Document:
        return document.write_document(state)

    def from_document(self, position: Document) -> ZugState:
        return self.playable(document.read_document(position, self.box))

    def result(self, state: ZugState) -> Result:
        return sheet.build_result(state, self.cards)

    def material(self, state: ZugState) -> dict[str, int]:
        cards = state.pile + state.discard + sum(state.hands) + sum(state.on_the_way)
        cards += sum(single(kind) for kind in state.display if kind != GAP)
        cards += sum(single(colour) * number for colour, number in enumerate(state.yard_cards))
        cards += single(KINDS - 1) * sum(state.yard_locomotives)
        tickets = [state.unseen, *state.offered, *state.held, *state.completed]
        found = {LETTERS[kind]: count(cards, kind) for kind in range(KINDS)}
        lying = sum(number_of(members) for members in tickets) + len(state.under)
        return {**found, "tickets": lying}

    def unseen(self, state: ZugState) -> int | None:
        if state.phase in (DEAL_TICKETS, DRAW_TICKETS):
            seats = [*state.offered, *state.held, *state.completed]
            return self.box.tickets - sum(map(number_of, seats)) - len(state.under)
        elsewhere = sum(map(size, [*state.hands, *state.on_the_way, state.discard]))
        elsewhere += sum(state.yard_cards) + sum(state.yard_locomotives)
        return TRAIN_CARDS - elsewhere - sum(kind != GAP for kind in state.display)

    def most_steps(self, seats: int) -> int:
        """In a half every card is drawn, laid and departs once at most, and every ticket is kept
        once; between two such turns lie fewer than three rounds of idle ones (ZZ-27)."""
        busy = 3 * TRAIN_CARDS + self.box.tickets
        turns = (busy + 1) * IDLE_ROUNDS * seats + seats + 1
        scoring = seats * (self.box.tickets + 1)
        halves = 2 if seats == SEATS_WITH_HALF_TIME else 1
        set_up = TRAIN_CARDS + seats * (2 * FIRST_TICKETS + 1)
        return set_up + halves * (TRAIN_CARDS + turns * MOST_STEPS_IN_A_TURN + scoring)

    def observation_layout(self, seats: int) -> dict[str, tuple[int, int]]:
        return observation.layout(seats, self.box.tickets)
