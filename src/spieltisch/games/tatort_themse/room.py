"""Tatort Themse as every other part of the house meets it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from spieltisch.core.edition import built_in
from spieltisch.core.errors import Refusal, UnreadableMove
from spieltisch.core.game import Document, Game, Move, Option, Options
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng
from spieltisch.core.texts import Texts
from spieltisch.core.view import Seen
from spieltisch.games.tatort_themse import document, drawing, log, observation, refusals, sheet
from spieltisch.games.tatort_themse.edition import EditionFile, load_edition
from spieltisch.games.tatort_themse.heuristic import Casual
from spieltisch.games.tatort_themse.listing import PAY
from spieltisch.games.tatort_themse.moves import Eliminate, Pay, all_moves
from spieltisch.games.tatort_themse.position import Position
from spieltisch.games.tatort_themse.prices import KINDS, LETTERS, count, size
from spieltisch.games.tatort_themse.rules import ThemseState, start
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
from spieltisch.games.tatort_themse.weights import Weights
from spieltisch.games.tatort_themse.wording import card_name, plain_fact, with_edition

MOST_TURNS = 1728
MOST_STEPS_IN_A_TURN = 12
ELIMINATION = re.compile(f"eliminate ([1-{COLUMNS}]) ([1-9])")
PAYMENT = re.compile("pay (?=.)" + "".join(f"{kind}{{0,{EACH_WITNESS}}}" for kind in LETTERS))


class TatortThemse(Game[ThemseState, ThemseView]):
    name = "tatort_themse"
    title = "Tatort Themse"
    view_type = ThemseView
    position_type = Position
    edition_type = EditionFile
    least_seats = 2
    most_seats = 5
    minutes = 30
    options = (Option("fair_tops", ("no", "yes"), "TT-08"),)
    over_clause = "TT-26"
    chance_clause = "TT-05"
    not_a_card = ("column", "place")

    def __init__(self, table: dict[str, Any] | None = None) -> None:
        self.cards = load_edition(built_in(self.name) if table is None else table)
        self.edition = self.cards.name if table is None else table
        self.reconstructed = self.cards.name == "reconstruction"
        self.box = self.cards.box()
        super().__init__(all_moves(self.cards, self.box.prices))
        self.most_moves = max(CLUES, self.box.prices.most, 5 * COLUMNS + 1)
        self.casual = Casual(Weights())
        assert self.texts_by_code[PAY].startswith("pay ")

    def begin(self, seats: int, options: Options) -> ThemseState:
        return start(seats, self.box, options["fair_tops"] == "yes")

    def view(self, state: ThemseState, seat: int | None) -> ThemseView:
        return build_view(state, seat, self.cards)

    def determinize(self, view: ThemseView, rng: Rng) -> ThemseState:
        return from_view(view, self.cards, self.box, rng)

    def mask(self, state: ThemseState, code: int, viewer: int | None) -> Seen | None:
        hidden = state.observed(code, state.seats if viewer is None else viewer) != code
        return log.describe(state, self.moves[code], hidden, self.cards)

    def explain(self, state: ThemseState, move: Move) -> Refusal:
        return refusals.explain(state, move, self.cards)

    def parse(self, text: str) -> Move:
        """Any witnesses in notation order are a payment, though not of any price (TT-18); any
        number of clues can be asked for, though no column is that tall (TT-14)."""
        try:
            return super().parse(text)
        except UnreadableMove:
            if PAYMENT.fullmatch(text):
                return Pay(text.removeprefix("pay "))
            if asked := ELIMINATION.fullmatch(text):
                return Eliminate(int(asked[1]), int(asked[2]))
            raise

    def over_by(self, state: ThemseState) -> str:
        return "TT-29" if state.phase == STALLED_ENDING else self.over_clause

    def chance_by(self, state: ThemseState) -> str:
        return refusals.CHANCE_BY[state.phase]

    def broken_by_chance(self, state: ThemseState, move: Move) -> str:
        return refusals.broken_by_chance(state, move, self.cards)

    def aftermath(self, before: ThemseState, after: ThemseState) -> list[Seen]:
        return log.consequences(before, after, self.cards)

    def texts(self, language: str) -> Texts:
        return with_edition(super().texts(language), self.cards)

    def card_name(self, what: str, card: str, texts: Texts) -> str:
        if not card or card in texts.words:
            return super().card_name(what, card, texts)
        return card_name(card, self.cards, texts)

    def draw(self, view: ThemseView, language: str = "en", names: Sequence[str] = ()) -> str:
        called = self.seat_names(view.seats, language, names)
        return drawing.draw(view, self.cards, self.texts(language), called)

    def fact(self, key: str, value: str | int, texts: Texts, names: Sequence[str]) -> str:
        if isinstance(value, int):
            return super().fact(key, value, texts, names)
        return plain_fact(key, value, self.cards, texts)

    def to_document(self, state: ThemseState) -> Document:
        return document.write_document(state, self.cards)

    def from_document(self, position: Document) -> ThemseState:
        return self.playable(document.read_document(position, self.cards, self.box))

    def result(self, state: ThemseState) -> Result:
        return sheet.build_result(state, self.cards)

    def material(self, state: ThemseState) -> dict[str, int]:
        cards = state.pile + state.discard + sum(state.hands)
        found = {LETTERS[kind]: count(cards, kind) for kind in range(KINDS)}
        for kind in state.display:
            if kind != GAP:
                found[LETTERS[kind]] += 1
        out_of_grid = sum(owner != IN_GRID for owner in state.owner)
        return {**found, "clues": sum(state.height) + out_of_grid}

    def unseen(self, state: ThemseState) -> int | None:
        if state.phase == DEAL_CLUES:
            fair = state.fair_tops and state.dealt < COLUMNS
            return None if fair else CLUES - sum(state.height)
        elsewhere = sum(size(hand) for hand in state.hands) + size(state.discard)
        return WITNESSES - elsewhere - sum(kind != GAP for kind in state.display)

    def most_steps(self, seats: int) -> int:
        set_up = CLUES + WITNESSES
        return set_up + MOST_TURNS * MOST_STEPS_IN_A_TURN

    def observation_layout(self, seats: int) -> dict[str, tuple[int, int]]:
        return observation.layout(seats)
