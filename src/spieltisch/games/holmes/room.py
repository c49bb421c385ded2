"""Holmes: Sherlock & Mycroft as every other part of the house meets it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spieltisch.core.edition import built_in
from spieltisch.core.errors import BadOption, Refusal, UnreadableMove
from spieltisch.core.game import Document, Game, Move, Option, Options
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng
from spieltisch.core.texts import Texts
from spieltisch.core.view import Seen
from spieltisch.games.holmes import document, drawing, log, observation, refusals, sheet
from spieltisch.games.holmes.cards import (
    FACES,
    JOKER,
    KINDS,
    LETTERS,
    MARKERS,
    count,
    members,
    size,
)
from spieltisch.games.holmes.edition import Edition, EditionFile, load_edition
from spieltisch.games.holmes.heuristic import Casual
from spieltisch.games.holmes.moves import all_moves
from spieltisch.games.holmes.position import OPPONENTS, SIZES, Position
from spieltisch.games.holmes.rules import HolmesState, start
from spieltisch.games.holmes.state import DEAL_PERSONS, MORNING, SEATS
from spieltisch.games.holmes.view import HolmesView, build_view, from_view
from spieltisch.games.holmes.weights import Weights
from spieltisch.games.holmes.wording import plain_fact, with_edition


class Holmes(Game[HolmesState, HolmesView]):
    name = "holmes"
    title = "Holmes: Sherlock & Mycroft"
    view_type = HolmesView
    position_type = Position
    edition_type = EditionFile
    least_seats = SEATS
    most_seats = SEATS
    minutes = 30
    options = (
        Option("opponent", OPPONENTS, "HO-06"),
        Option("size", SIZES, "HO-00", study=True),
    )
    over_clause = "HO-20"
    reveals = frozenset({"not_kept", "turned_up_at_end"})
    chance_clause = "HO-05"
    not_a_card = ("place", "glasses")

    def __init__(self, table: dict[str, Any] | None = None) -> None:
        self.cards = load_edition(built_in(self.name) if table is None else table)
        self.edition = self.cards.name if table is None else table
        self.reconstructed = self.cards.name == "reconstruction"
        self.box = self.cards.box()
        self.boxes = {"full": self.box}
        if table is None:
            self.boxes["pocket"] = self.cards.pocket_box()
        super().__init__(all_moves(self.cards))
        self.most_moves = KINDS + MARKERS * self.box.persons
        self.casual = Casual(Weights())
        assert self.codes == self.box.codes

    def begin(self, seats: int, options: Options) -> HolmesState:
        size = options.get("size", "full")
        if size not in self.boxes:
            raise BadOption("the pocket game of holmes has no card list of its own")
        return start(self.boxes[size], OPPONENTS.index(options["opponent"]))

    def view(self, state: HolmesState, seat: int | None) -> HolmesView:
        return build_view(state, seat, self.cards)

    def determinize(self, view: HolmesView, rng: Rng) -> HolmesState:
        return from_view(view, self.cards, self.boxes, rng)

    def mask(self, state: HolmesState, code: int, viewer: int | None) -> Seen | None:
        hidden = state.observed(code, SEATS if viewer is None else viewer) != code
        return log.describe(state, self.moves[code], hidden, self.cards)

    def parse(self, text: str) -> Move:
        """What can never be played is refused with the clause it breaks."""
        try:
            return super().parse(text)
        except UnreadableMove:
            clause = refusals.never_played(text, self.cards)
            if not clause:
                raise
            raise UnreadableMove(f"{text!r} can never be played ({clause})") from None

    def explain(self, state: HolmesState, move: Move) -> Refusal:
        return refusals.explain(state, move, self.cards)

    def aftermath(self, before: HolmesState, after: HolmesState) -> list[Seen]:
        return log.consequences(before, after, self.cards)

    def role(self, seat: int, options: Options) -> str:
        return "sherlock" if seat == 0 else options["opponent"]

    def texts(self, language: str) -> Texts:
        return with_edition(super().texts(language), self.cards)

    def draw(self, view: HolmesView, language: str = "en", names: Sequence[str] = ()) -> str:
        called = self.seat_names(view.seats, language, names)
        return drawing.draw(view, self.cards, self.texts(language), called)

    def fact(self, key: str, value: str | int, texts: Texts, names: Sequence[str]) -> str:
        if isinstance(value, int):
            return super().fact(key, value, texts, names)
        return plain_fact(key, value, self.cards, texts)

    def to_document(self, state: HolmesState) -> Document:
        return document.write_document(state, self.cards)

    def from_document(self, position: Document) -> HolmesState:
        return self.playable(document.read_document(position, self.cards, self.boxes))

    def result(self, state: HolmesState) -> Result:
        return sheet.build_result(state, self.cards)

    def material(self, state: HolmesState) -> dict[str, int]:
        cards = state.pile + state.display + state.gone + state.sniffed
        cards += sum(state.rows) + sum(state.down)
        found = {LETTERS[face]: count(cards, face) for face in range(FACES)}
        found[LETTERS[JOKER]] += sum(state.loose) + sum(members(mask) for mask in state.jokers)
        persons = members(state.unseen) + members(state.face_up) + members(state.face_down)
        return {**found, "glasses": state.reserve + sum(state.glasses), "persons": persons}

    def unseen(self, state: HolmesState) -> int | None:
        if state.phase in (DEAL_PERSONS, MORNING):
            there = members(state.box.always | state.box.others)
            return there - members(state.face_up) - members(state.face_down)
        laid = state.display + state.gone + state.sniffed + sum(state.rows) + sum(state.down)
        jokers = sum(state.loose) + sum(members(mask) for mask in state.jokers)
        return size(state.box.clues) - size(laid) - jokers

    def most_steps(self, seats: int) -> int:
        """42 turns, each with the longest ability there is (HO-27). Clues are turned up once, and
        laid or placed after that at most once as jokers or onto them."""
        turns = self.box.days * self.box.turns_a_day * (2 + longest_ability(self.cards))
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
