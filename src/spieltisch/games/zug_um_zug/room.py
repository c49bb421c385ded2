"""Zug um Zug as every other part of the house meets it."""

from __future__ import annotations

from typing import Any

import msgspec

from spieltisch.core.edition import built_in
from spieltisch.core.errors import Refusal, UnreadableMove
from spieltisch.core.game import Document, Game, Move, Options
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng
from spieltisch.core.state import UNSEEN, State
from spieltisch.core.texts import Texts
from spieltisch.core.view import Seen, View
from spieltisch.games.zug_um_zug import document, log, observation, refusals, sheet
from spieltisch.games.zug_um_zug.cards import (
    KINDS,
    LETTERS,
    TRAIN_CARDS,
    count,
    number_of,
    single,
    size,
)
from spieltisch.games.zug_um_zug.codes import SETS, TRIPLES
from spieltisch.games.zug_um_zug.edition import load_edition
from spieltisch.games.zug_um_zug.heuristic import Casual
from spieltisch.games.zug_um_zug.moves import all_moves
from spieltisch.games.zug_um_zug.rules import Zug, start
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
from spieltisch.games.zug_um_zug.wording import card_name

MOST_STEPS_IN_A_TURN = 10


class ZugUmZug(Game):
    name = "zug_um_zug"
    title = "Zug um Zug"
    least_seats = 2
    most_seats = 4
    minutes = 30
    over_clause = "ZZ-20"
    reveals = frozenset({"kept_first", "completed", "from_under"})
    chance_clause = "ZZ-03"

    def __init__(self, table: dict[str, Any] | None = None) -> None:
        self.cards = load_edition(built_in(self.name) if table is None else table)
        self.edition = self.cards.name if table is None else table
        self.reconstructed = False
        self.box = self.cards.box()
        super().__init__(all_moves(self.box.codes))
        actions = DISPLAY + 1 + SETS + TRIPLES + 1
        self.most_moves = max(actions, self.box.tickets + 1)
        self.casual = Casual()
        seats = range(self.least_seats, self.most_seats + 1)
        self.starts = {number: start(number, self.box) for number in seats}
        assert self.texts_by_code[self.box.codes.done] == "done"

    def begin(self, seats: int, options: Options) -> Zug:
        """A copy of the first state is much quicker than another one from nothing."""
        return self.starts[seats].copy()

    def view(self, state: State, seat: int | None) -> ZugView:
        return build_view(this_room(state), seat)

    def view_from_json(self, text: bytes | str) -> ZugView:
        return msgspec.json.decode(text, type=ZugView)

    def determinize(self, view: View, rng: Rng) -> Zug:
        assert isinstance(view, ZugView)
        return from_view(view, self.box, rng)

    def proposal(self, view: View) -> list[int]:
        """The best tickets the seat could complete now, for dialogs to begin with (ZZ-23)."""
        assert isinstance(view, ZugView)
        return proposal(view, self.box)

    def mask(self, state: State, code: int, viewer: int | None) -> Seen | None:
        truth = this_room(state)
        seen = truth.observed(code, truth.seats if viewer is None else viewer)
        if seen == UNSEEN:
            return None
        return log.describe(truth, self.moves[code], seen != code, self.cards)

    def parse(self, text: str) -> Move:
        """Cards that can never be laid together are refused with the clause they break."""
        try:
            return super().parse(text)
        except UnreadableMove:
            clause = refusals.never_laid(text)
            if not clause:
                raise
            raise UnreadableMove(f"{text[:60]!r} can never be laid ({clause})") from None

    def explain(self, state: State, move: Move) -> Refusal:
        return refusals.explain(this_room(state), move, self.cards)

    def aftermath(self, before: State, after: State) -> list[Seen]:
        return log.consequences(this_room(before), this_room(after))

    def card_name(self, what: str, card: str, texts: Texts) -> str:
        return card_name(what, card, self.cards, texts)

    def to_document(self, state: State) -> Document:
        return document.write_document(this_room(state))

    def from_document(self, position: Document) -> Zug:
        return self.playable(document.read_document(position, self.box))

    def result(self, state: State) -> Result:
        return sheet.build_result(this_room(state), self.cards)

    def material(self, state: State) -> dict[str, int]:
        truth = this_room(state)
        cards = truth.pile + truth.discard + sum(truth.hands) + sum(truth.on_the_way)
        cards += sum(single(kind) for kind in truth.display if kind != GAP)
        cards += sum(single(colour) * number for colour, number in enumerate(truth.yard_cards))
        cards += single(KINDS - 1) * sum(truth.yard_locomotives)
        tickets = [truth.unseen, *truth.offered, *truth.held, *truth.completed]
        found = {LETTERS[kind]: count(cards, kind) for kind in range(KINDS)}
        lying = sum(number_of(members) for members in tickets) + len(truth.under)
        return {**found, "tickets": lying}

    def unseen(self, state: State) -> int | None:
        truth = this_room(state)
        if truth.phase in (DEAL_TICKETS, DRAW_TICKETS):
            seats = [*truth.offered, *truth.held, *truth.completed]
            return self.box.tickets - sum(map(number_of, seats)) - len(truth.under)
        elsewhere = sum(map(size, [*truth.hands, *truth.on_the_way, truth.discard]))
        elsewhere += sum(truth.yard_cards) + sum(truth.yard_locomotives)
        return TRAIN_CARDS - elsewhere - sum(kind != GAP for kind in truth.display)

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


def this_room(state: State) -> Zug:
    assert isinstance(state, Zug)
    return state
