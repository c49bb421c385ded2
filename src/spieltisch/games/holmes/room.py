"""Holmes: Sherlock & Mycroft as every other part of the house meets it."""

from __future__ import annotations

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
from spieltisch.games.holmes import document, log, observation, refusals, sheet
from spieltisch.games.holmes.cards import (
    DAYS,
    FACES,
    JOKER,
    KINDS,
    LETTERS,
    MARKERS,
    count,
    members,
    size,
)
from spieltisch.games.holmes.edition import Edition, load_edition
from spieltisch.games.holmes.heuristic import Casual
from spieltisch.games.holmes.moves import all_moves
from spieltisch.games.holmes.rules import Holmes, start
from spieltisch.games.holmes.state import DEAL_PERSONS, MORNING, SEATS, TURNS_A_DAY
from spieltisch.games.holmes.view import OPPONENTS, HolmesView, build_view, from_view
from spieltisch.games.holmes.wording import with_edition


class HolmesGame(Game):
    name = "holmes"
    title = "Holmes: Sherlock & Mycroft"
    least_seats = SEATS
    most_seats = SEATS
    minutes = 30
    options = (Option("opponent", OPPONENTS, "HO-06"),)
    over_clause = "HO-20"
    reveals = frozenset({"not_kept", "turned_up_at_end"})
    chance_clause = "HO-05"

    def __init__(self, table: dict[str, Any] | None = None) -> None:
        self.cards = load_edition(built_in(self.name) if table is None else table)
        self.edition = self.cards.name if table is None else table
        self.reconstructed = self.cards.name == "reconstruction"
        self.box = self.cards.box()
        super().__init__(all_moves(self.cards))
        self.most_moves = KINDS + MARKERS * self.box.persons
        self.casual = Casual()
        assert self.codes == self.box.codes

    def begin(self, seats: int, options: Options) -> Holmes:
        return start(self.box, OPPONENTS.index(options["opponent"]))

    def view(self, state: State, seat: int | None) -> HolmesView:
        return build_view(this_room(state), seat, self.cards)

    def view_from_json(self, text: bytes | str) -> HolmesView:
        return msgspec.json.decode(text, type=HolmesView)

    def determinize(self, view: View, rng: Rng) -> Holmes:
        assert isinstance(view, HolmesView)
        return from_view(view, self.cards, self.box, rng)

    def mask(self, state: State, code: int, viewer: int | None) -> Seen | None:
        truth = this_room(state)
        hidden = truth.observed(code, SEATS if viewer is None else viewer) != code
        return log.describe(truth, self.moves[code], hidden, self.cards)

    def parse(self, text: str) -> Move:
        """What can never be played is refused with the clause it breaks."""
        try:
            return super().parse(text)
        except UnreadableMove:
            clause = refusals.never_played(text, self.cards)
            if not clause:
                raise
            raise UnreadableMove(f"{text!r} can never be played ({clause})") from None

    def explain(self, state: State, move: Move) -> Refusal:
        return refusals.explain(this_room(state), move, self.cards)

    def aftermath(self, before: State, after: State) -> list[Seen]:
        return log.consequences(this_room(before), this_room(after), self.cards)

    def role(self, seat: int, options: Options) -> str:
        return "sherlock" if seat == 0 else options["opponent"]

    def texts(self, language: str) -> Texts:
        return with_edition(super().texts(language), self.cards)

    def to_document(self, state: State) -> Document:
        return document.write_document(this_room(state), self.cards)

    def from_document(self, position: Document) -> Holmes:
        return self.playable(document.read_document(position, self.cards, self.box))

    def result(self, state: State) -> Result:
        return sheet.build_result(this_room(state), self.cards)

    def material(self, state: State) -> dict[str, int]:
        truth = this_room(state)
        cards = truth.pile + truth.display + truth.gone + truth.sniffed
        cards += sum(truth.rows) + sum(truth.down)
        found = {LETTERS[face]: count(cards, face) for face in range(FACES)}
        found[LETTERS[JOKER]] += sum(truth.loose) + sum(members(mask) for mask in truth.jokers)
        persons = members(truth.unseen) + members(truth.face_up) + members(truth.face_down)
        return {**found, "glasses": truth.reserve + sum(truth.glasses), "persons": persons}

    def unseen(self, state: State) -> int | None:
        truth = this_room(state)
        if truth.phase in (DEAL_PERSONS, MORNING):
            return self.box.persons - members(truth.face_up) - members(truth.face_down)
        laid = truth.display + truth.gone + truth.sniffed + sum(truth.rows) + sum(truth.down)
        jokers = sum(truth.loose) + sum(members(mask) for mask in truth.jokers)
        return size(self.box.clues) - size(laid) - jokers

    def most_steps(self, seats: int) -> int:
        """42 turns, each with the longest ability there is (HO-27). Clues are turned up once, and
        laid or placed after that at most once as jokers or onto them."""
        turns = DAYS * TURNS_A_DAY * (2 + longest_ability(self.cards))
        return self.box.persons + turns + 3 * size(self.box.clues)

    def observation_layout(self, seats: int) -> dict[str, tuple[int, int]]:
        return observation.layout(self.box.persons)


def longest_ability(edition: Edition) -> int:
    """Answers one visit can ask for: each clue taken or stolen, then its joker; a card to keep;
    and for every copying step the choice and all of another ability."""
    clue_steps = ("take_open", "draw_hidden", "sniff", "steal_clue")
    asked = [
        sum(2 * step.number for step in person.ability if step.word in clue_steps)
        for person in edition.persons
    ]
    copies = max(sum(step.word == "copy" for step in one.ability) for one in edition.persons)
    return (1 + copies) * (1 + max(asked))


def this_room(state: State) -> Holmes:
    assert isinstance(state, Holmes)
    return state
