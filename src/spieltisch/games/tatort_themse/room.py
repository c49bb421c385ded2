"""Tatort Themse as every other part of the house meets it."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from spieltisch.core.edition import built_in
from spieltisch.core.errors import Refusal, UnreadableMove
from spieltisch.core.game import Document, Game, Move, Option, Options
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng
from spieltisch.core.state import State
from spieltisch.core.texts import Texts
from spieltisch.core.view import Seen, View
from spieltisch.games.tatort_themse import document, log, observation, refusals, sheet
from spieltisch.games.tatort_themse.edition import load_edition
from spieltisch.games.tatort_themse.heuristic import Casual
from spieltisch.games.tatort_themse.listing import PAY
from spieltisch.games.tatort_themse.moves import Pay, all_moves
from spieltisch.games.tatort_themse.prices import KINDS, LETTERS, count, size
from spieltisch.games.tatort_themse.rules import Themse, start
from spieltisch.games.tatort_themse.state import (
    CLUES,
    COLUMNS,
    DEAL_CLUES,
    EACH_WITNESS,
    GAP,
    IN_GRID,
    STALLED_ENDING,
    WITNESSES,
)
from spieltisch.games.tatort_themse.view import ThemseView, build_view, from_view
from spieltisch.games.tatort_themse.wording import card_name, with_edition

MOST_TURNS = 1728
MOST_STEPS_IN_A_TURN = 12
PAYMENT = re.compile("pay (?=.)" + "".join(f"{kind}{{0,{EACH_WITNESS}}}" for kind in LETTERS))


class TatortThemse(Game):
    name = "tatort_themse"
    title = "Tatort Themse"
    least_seats = 2
    most_seats = 5
    minutes = 30
    options = (Option("fair_tops", ("no", "yes"), "TT-08"),)
    over_clause = "TT-26"
    chance_clause = "TT-05"

    def __init__(self, table: dict[str, Any] | None = None) -> None:
        self.cards = load_edition(built_in(self.name) if table is None else table)
        self.edition = self.cards.name if table is None else table
        self.reconstructed = self.cards.name == "reconstruction"
        self.box = self.cards.box()
        super().__init__(all_moves(self.cards, self.box.prices))
        self.most_moves = max(CLUES, self.box.prices.most, 5 * COLUMNS + 1)
        self.casual = Casual()
        assert self.texts_by_code[PAY].startswith("pay ")

    def begin(self, seats: int, options: Options) -> Themse:
        return start(seats, self.box, options["fair_tops"] == "yes")

    def view(self, state: State, seat: int | None) -> ThemseView:
        return build_view(this_room(state), seat, self.cards)

    def view_from_json(self, text: bytes | str) -> ThemseView:
        return msgspec.json.decode(text, type=ThemseView)

    def determinize(self, view: View, rng: Rng) -> Themse:
        assert isinstance(view, ThemseView)
        return from_view(view, self.cards, self.box, rng)

    def mask(self, state: State, code: int, viewer: int | None) -> Seen | None:
        truth = this_room(state)
        hidden = truth.observed(code, truth.seats if viewer is None else viewer) != code
        return log.describe(truth, self.moves[code], hidden, self.cards)

    def explain(self, state: State, move: Move) -> Refusal:
        return refusals.explain(this_room(state), move, self.cards)

    def parse(self, text: str) -> Move:
        """Any witnesses in notation order are a payment, though not of any price (TT-18)."""
        try:
            return super().parse(text)
        except UnreadableMove:
            if not PAYMENT.fullmatch(text):
                raise
            return Pay(text.removeprefix("pay "))

    def over_by(self, state: State) -> str:
        return "TT-29" if this_room(state).phase == STALLED_ENDING else self.over_clause

    def chance_by(self, state: State) -> str:
        return refusals.CHANCE_BY[this_room(state).phase]

    def broken_by_chance(self, state: State, move: Move) -> str:
        return refusals.broken_by_chance(this_room(state), move, self.cards)

    def aftermath(self, before: State, after: State) -> list[Seen]:
        return log.consequences(this_room(before), this_room(after), self.cards)

    def texts(self, language: str) -> Texts:
        return with_edition(super().texts(language), self.cards)

    def card_name(self, what: str, card: str, texts: Texts) -> str:
        if not card or card in texts.words:
            return super().card_name(what, card, texts)
        return card_name(card, self.cards, texts)

    def to_document(self, state: State) -> Document:
        return document.write_document(this_room(state), self.cards)

    def from_document(self, position: Document) -> Themse:
        return self.playable(document.read_document(position, self.cards, self.box))

    def result(self, state: State) -> Result:
        return sheet.build_result(this_room(state), self.cards)

    def material(self, state: State) -> dict[str, int]:
        truth = this_room(state)
        cards = truth.pile + truth.discard + sum(truth.hands)
        found = {LETTERS[kind]: count(cards, kind) for kind in range(KINDS)}
        for kind in truth.display:
            if kind != GAP:
                found[LETTERS[kind]] += 1
        out_of_grid = sum(owner != IN_GRID for owner in truth.owner)
        return {**found, "clues": sum(truth.height) + out_of_grid}

    def unseen(self, state: State) -> int | None:
        truth = this_room(state)
        if truth.phase == DEAL_CLUES:
            fair = truth.fair_tops and truth.dealt < COLUMNS
            return None if fair else CLUES - sum(truth.height)
        elsewhere = sum(size(hand) for hand in truth.hands) + size(truth.discard)
        return WITNESSES - elsewhere - sum(kind != GAP for kind in truth.display)

    def most_steps(self, seats: int) -> int:
        set_up = CLUES + WITNESSES
        return set_up + MOST_TURNS * MOST_STEPS_IN_A_TURN

    def observation_layout(self, seats: int) -> dict[str, tuple[int, int]]:
        return observation.layout(seats)


def this_room(state: State) -> Themse:
    assert isinstance(state, Themse)
    return state
