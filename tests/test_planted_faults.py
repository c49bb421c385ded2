"""The kit itself is tested: each planted fault must make its check fail.

The same checks pass on the sound room in test_conformance. Faults are planted in the Game,
for a compiled State cannot be subclassed by plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from spieltisch.core.errors import Refusal
from spieltisch.core.game import Document, Move
from spieltisch.core.result import Result
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import OVER, RandomPolicy, State
from spieltisch.core.view import Seen
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.games.tatort_themse.view import ThemseView
from tests.games.tatort_themse.kit_positions import SMALL_DEALS
from tests.kit import deals, golden, moves, secrecy, truth, words
from tests.kit.hooks import SmallDeal
from tests.kit.rooms import Layout, viewers
from tests.kit.walks import sampled

LAYOUT = Layout("tatort_themse", 3, (("fair_tops", "no"),))
Check = Callable[[TatortThemse, State], None]


def each_viewer(check: Callable[[TatortThemse, State, int | None, Rng], None]) -> Check:
    def check_all(game: TatortThemse, state: State) -> None:
        rng = seeded("fault")
        for viewer in viewers(state):
            check(game, state, viewer, rng)

    return check_all


def other_hand(state: ThemseState, seat: int | None) -> str:
    """What no viewer of that number may be told."""
    return str(state.hands[(0 if seat is None else seat + 1) % state.seats])


class LeakingView(TatortThemse):
    def view(self, state: ThemseState, seat: int | None) -> ThemseView:
        view = super().view(state, seat)
        return msgspec.structs.replace(view, discard=view.discard + other_hand(state, seat))


class ViewLeakingByOrder(TatortThemse):
    """Nothing is in the view that must not be, but how it is sorted depends on a hidden hand."""

    def view(self, state: ThemseState, seat: int | None) -> ThemseView:
        view = super().view(state, seat)
        parity = int(other_hand(state, seat)) % 2
        return msgspec.structs.replace(view, discard=view.discard[:: -1 if parity else 1])


class ViewThatForgetsJson(TatortThemse):
    def view_from_json(self, text: bytes | str) -> ThemseView:
        return msgspec.structs.replace(super().view_from_json(text), skips=7)


class MaskShowingBlindDraws(TatortThemse):
    def mask(self, state: ThemseState, code: int, viewer: int | None) -> Seen | None:
        seen = super().mask(state, code, viewer)
        if seen is not None and seen.what == "drawn":
            return super().mask(state, code, state.mover)
        return seen


class MaskNamingBlindDrawsInFacts(TatortThemse):
    """The text is veiled, what a sentence would be made of is not."""

    def mask(self, state: ThemseState, code: int, viewer: int | None) -> Seen | None:
        seen = super().mask(state, code, viewer)
        if seen is not None and seen.what in ("drawn", "dealt"):
            return msgspec.structs.replace(seen, facts={**seen.facts, "code": code})
        return seen


class SilentPass(TatortThemse):
    """Everyone sees the pass, but nobody is told of it."""

    def mask(self, state: ThemseState, code: int, viewer: int | None) -> Seen | None:
        silent = self.texts_by_code[code] == "pass" and viewer != state.turn
        return None if silent else super().mask(state, code, viewer)


class VeiledMaskWithoutMarks(TatortThemse):
    def mask(self, state: ThemseState, code: int, viewer: int | None) -> Seen | None:
        seen = super().mask(state, code, viewer)
        if seen is None:
            return None
        return msgspec.structs.replace(seen, text=seen.text.replace("??", "B"))


class LeakingRefusals(TatortThemse):
    def explain(self, state: ThemseState, move: Move) -> Refusal:
        refusal = super().explain(state, move)
        facts = {**refusal.facts, "hint": other_hand(state, state.turn)}
        return Refusal(refusal.clause, refusal.reason, facts)


class LeakingLog(TatortThemse):
    def aftermath(self, before: ThemseState, after: ThemseState) -> list[Seen]:
        said = super().aftermath(before, after)
        return [*said, Seen(0, other_hand(after, None), "TT-21", "reshuffled")]


class SharedText(TatortThemse):
    def text(self, move: Move) -> str:
        return super().text(move).replace("open L", "open U").replace("take 2", "take 1")


class DescendingList(TatortThemse):
    def legal(self, state: ThemseState) -> list[int]:
        return super().legal(state)[::-1]


class ListedTwice(TatortThemse):
    def legal(self, state: ThemseState) -> list[int]:
        codes = super().legal(state)
        return sorted(codes + codes[-1:])


class ForgottenRefusal(TatortThemse):
    def why_illegal(self, state: ThemseState, move: Move) -> Refusal | None:
        return None if move.text() == "blind" else super().why_illegal(state, move)


class RefusedLegalMove(TatortThemse):
    def why_illegal(self, state: ThemseState, move: Move) -> Refusal | None:
        if move.text() == "pass":
            return Refusal("TT-00", "choose_action_first")
        return super().why_illegal(state, move)


class MiscountedPile(TatortThemse):
    def unseen(self, state: ThemseState) -> int | None:
        unseen = super().unseen(state)
        return None if unseen is None else unseen + 1


class DocumentLosingACard(TatortThemse):
    def to_document(self, state: ThemseState) -> Document:
        document = super().to_document(state)
        return document | {"pile": document["pile"][1:]}


class DocumentForgettingWhatIsKnown(TatortThemse):
    """A legal position, but not this one: seat 0's open witness is taken for an unknown one."""

    def from_document(self, position: Document) -> ThemseState:
        state = super().from_document(position)
        state.known[0] = 0
        return state


class SheetWithoutBonuses(TatortThemse):
    def result(self, state: ThemseState) -> Result:
        result = super().result(state)
        sheet = [line for line in result.sheet if line.what != "bonus"]
        return msgspec.structs.replace(result, sheet=sheet)


class EveryoneWins(TatortThemse):
    def result(self, state: ThemseState) -> Result:
        result = super().result(state)
        return msgspec.structs.replace(result, winners=list(range(len(result.scores))))


class DeterminizeLosingAHand(TatortThemse):
    def determinize(self, view: ThemseView, rng: Rng) -> ThemseState:
        state = super().determinize(view, rng)
        state.hands[state.seats - 1] = state.known[state.seats - 1]
        return state


class DeterminizeWithAFixedHand(TatortThemse):
    """Agrees with the view every time, but one hand is always dealt the same."""

    def determinize(self, view: ThemseView, rng: Rng) -> ThemseState:
        return super().determinize(view, seeded("always the same"))


class RefusalsWithoutFacts(TatortThemse):
    def explain(self, state: ThemseState, move: Move) -> Refusal:
        refusal = super().explain(state, move)
        return Refusal(refusal.clause, refusal.reason)


class UnknownClause(TatortThemse):
    def explain(self, state: ThemseState, move: Move) -> Refusal:
        return msgspec.structs.replace(super().explain(state, move), clause="TT-99")


class UnwordedLog(TatortThemse):
    def mask(self, state: ThemseState, code: int, viewer: int | None) -> Seen | None:
        seen = super().mask(state, code, viewer)
        return None if seen is None else msgspec.structs.replace(seen, what="mystery")


class UnwordedSheet(TatortThemse):
    def result(self, state: ThemseState) -> Result:
        return msgspec.structs.replace(super().result(state), ending="mystery")


FAULTS: Sequence[tuple[type[TatortThemse], Check]] = [
    (LeakingView, each_viewer(secrecy.check_non_interference)),
    (ViewLeakingByOrder, each_viewer(secrecy.check_non_interference)),
    (LeakingRefusals, each_viewer(secrecy.check_non_interference)),
    (LeakingLog, each_viewer(secrecy.check_non_interference)),
    (LeakingView, each_viewer(secrecy.check_determinize)),
    (ViewThatForgetsJson, each_viewer(secrecy.check_determinize)),
    (DeterminizeLosingAHand, each_viewer(secrecy.check_determinize)),
    (MaskShowingBlindDraws, secrecy.check_masks),
    (MaskNamingBlindDrawsInFacts, secrecy.check_masks),
    (SilentPass, secrecy.check_masks),
    (VeiledMaskWithoutMarks, secrecy.check_mask_texts),
    (LeakingView, secrecy.check_hidden_steps),
    (SharedText, moves.check_legal),
    (DescendingList, moves.check_legal),
    (ListedTwice, moves.check_legal),
    (ForgottenRefusal, moves.check_refusals),
    (RefusedLegalMove, moves.check_refusals),
    (MiscountedPile, moves.check_weights),
    (DocumentLosingACard, truth.check_document),
    (DocumentForgettingWhatIsKnown, truth.check_document),
    (RefusalsWithoutFacts, words.check_refusal_words),
    (UnknownClause, words.check_refusal_words),
    (UnwordedLog, words.check_log_words),
    (UnwordedSheet, words.check_sheet_words),
]


def check_everywhere(game: TatortThemse, check: Check) -> None:
    for state in sampled(LAYOUT, 1):
        check(game, state)


@pytest.mark.parametrize(("fault", "check"), FAULTS)
def test_the_kit_notices(fault: type[TatortThemse], check: Check) -> None:
    with pytest.raises(AssertionError):
        check_everywhere(fault(), check)


def test_the_kit_notices_a_shared_text_in_the_notation() -> None:
    with pytest.raises(AssertionError):
        moves.check_notation(SharedText())


@pytest.mark.parametrize("fault", [SheetWithoutBonuses, EveryoneWins])
def test_the_kit_notices_a_wrong_result(fault: type[TatortThemse]) -> None:
    over = [state for state in sampled(LAYOUT, 1) if state.turn == OVER]
    with pytest.raises(AssertionError):
        for state in over:
            truth.check_result(fault(), state)


@pytest.mark.parametrize("deal", SMALL_DEALS, ids=lambda deal: deal.name)
def test_the_kit_notices_a_determinize_that_does_not_deal(deal: SmallDeal) -> None:
    game = DeterminizeWithAFixedHand()
    with pytest.raises(AssertionError):
        deals.check_uniform(game, deal, deals.determinized(game, deal, seeded(1)), 500)


def keeping_a_hand(game: TatortThemse, deal: SmallDeal, rng: Rng) -> Iterator[State]:
    """As a resample would deal that forgot the last hand."""
    real = game.from_document(deal.document)
    for twin in deals.resampled(game, deal, rng):
        assert isinstance(twin, ThemseState)
        if twin.hands[real.seats - 1] == real.hands[real.seats - 1]:
            yield twin


def test_the_kit_notices_a_hand_that_is_not_dealt_anew() -> None:
    deal = SMALL_DEALS[0]
    with pytest.raises(AssertionError):
        deals.check_uniform(
            TatortThemse(), deal, keeping_a_hand(TatortThemse(), deal, seeded(2)), 500
        )


@pytest.mark.parametrize("found", [{"a": 700, "b": 300}, {"a": 1000}])
def test_the_kit_notices_loaded_dice(found: Mapping[str, int]) -> None:
    deals.check_fair({"a": 510, "b": 490}, {"a": 1, "b": 1})
    with pytest.raises(AssertionError):
        deals.check_fair(found, {"a": 1, "b": 1})


class HandsOnly(TatortThemse):
    def material(self, state: ThemseState) -> dict[str, int]:
        return {"cards": sum(state.hands)}


class TooShortABound(TatortThemse):
    def most_steps(self, seats: int) -> int:
        return 100


class FaultyLayout(Layout):
    """A layout of a faulty game."""

    fault: TatortThemse

    @property
    def game(self) -> TatortThemse:
        return self.fault


@pytest.mark.parametrize("planted", [HandsOnly, TooShortABound, SheetWithoutBonuses])
def test_the_kit_notices_in_whole_games(planted: type[TatortThemse]) -> None:
    class Planted(FaultyLayout):
        fault = planted()

    with pytest.raises(AssertionError):
        truth.check_game(Planted(*LAYOUT.__dict__.values()), RandomPolicy(), "fault")


def test_a_room_without_golden_files_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    with pytest.raises(AssertionError):
        golden.check_playthrough(LAYOUT, write=False)
    with pytest.raises(AssertionError):
        golden.check_perft(LAYOUT.game, write=False)


def test_an_edited_golden_file_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    golden.check_playthrough(LAYOUT, write=True)
    file = golden.playthrough_file(LAYOUT)
    file.write_text(file.read_text().replace('phase="refill"', 'phase="act"', 1))
    with pytest.raises(AssertionError, match="line"):
        golden.check_playthrough(LAYOUT, write=False)
