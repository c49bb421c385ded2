"""The story of a round: what the others did since one's own turn, against the moves played."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec
import pytest

from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE
from spieltisch.core.texts import LANGUAGES
from spieltisch.games import game
from spieltisch.server.fairness import UNDO
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games import PAGES, presenter_of, story_of
from spieltisch.web.pages.speech import speech
from spieltisch.web.pages.story import Story, decides
from tests.web.looks import Telling, redealt

GAMES = sorted(PAGES)
each_game = pytest.mark.parametrize("name", GAMES)
NEVER_TOLD_ALONE = frozenset({"pass", "take", "eliminate", "renew", "keep"})


class Recorded(Telling):
    """Keeps who decided what, as a record does."""

    def __init__(self, name: str, seats: int, seed: int, viewer: int | None) -> None:
        super().__init__(name, seats, seed, viewer)
        self.record: list[tuple[int, str]] = []

    def play(self, code: int) -> None:
        if self.state.turn != CHANCE:
            self.record.append((int(self.state.turn), self.game.texts_by_code[code]))
        super().play(code)

    def since_own(self) -> list[tuple[int, str]]:
        """What others decided before the viewer's present turn and after the one before."""
        theirs = itertools.takewhile(lambda one: one[0] != self.viewer, reversed(self.record))
        return list(theirs)[::-1]


def story(look: Snapshot, language: str = "en") -> Story:
    return story_of(look, presenter_of(look, speech(language)))


def own_turns(told: Recorded) -> Iterator[Snapshot]:
    """Each look with which a turn of the viewer begins."""
    for look in told.steps():
        if look.legal and (not told.record or told.record[-1][0] != told.viewer):
            yield look


def test_tt00_every_decision_of_four_others_is_told() -> None:
    told = Recorded("tatort_themse", 5, 3, 0)
    number = 0
    for look in own_turns(told):
        expected = [
            (seat, kind)
            for seat, text in told.since_own()
            for kind in ["pay" if text.startswith("pay") else "ask"]
            if text.split()[0] not in NEVER_TOLD_ALONE
        ]
        rows = story(look).turns
        assert [row.seat for row in rows] == list(range(1, 5)) or not expected
        parts = [(row.seat, part.kind) for row in rows for part in row.parts]
        assert [seat for seat, _ in parts] == [seat for seat, _ in expected]
        assert sum(kind == "ask" for _, kind in parts) == sum(k == "ask" for _, k in expected)
        number += len(parts)
    assert number > 100


def test_tt16_a_row_names_what_was_taken_and_how_it_was_paid() -> None:
    told = Recorded("tatort_themse", 5, 3, 0)
    words = []
    for look in own_turns(told):
        paid = [entry.seen for entry in look.log if entry.seen.what == "pay_clue"]
        for row in story(look).turns:
            for part in row.parts:
                if part.kind == "take":
                    words.append(f"{part.words} {part.cost}")
                    assert any(
                        seen.who == row.seat
                        and part.on == f".column:nth-child({seen.facts['column']})"
                        for seen in paid
                    )
    assert any("joker" in one for one in words) and all(" for " in one for one in words)


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_has_words_and_a_clause(name: str, language: str) -> None:
    told = Telling(name, game(name).most_seats, 2, 1)
    for look in itertools.islice(told.steps(), None, None, 3):
        clauses = speech(language).texts(game(name)).clauses()
        for row in story(look, language).turns:
            assert row.clause in clauses
            assert all(part.words and "{" not in part.words for part in row.parts)
            assert row.parts or row.effects


@each_game
def test_a_story_starts_empty_after_ones_turn_and_stays_through_the_next(name: str) -> None:
    told = Recorded(name, game(name).most_seats, 5, 0)
    before: Story | None = None
    began = 0
    for look in told.steps():
        now = story(look)
        own = bool(told.record) and told.record[-1][0] == 0
        if own and look.legal and before and before.turns:
            assert now.turns == before.turns and now.seen and not now.marks
            began += 1
        elif own and not look.legal:
            assert now.turns == []
        assert all(row.seat != 0 for row in now.turns)
        before = now if look.legal else None
    assert began


@each_game
def test_spectators_are_told_since_the_first_seats_turn(name: str) -> None:
    told = Telling(name, game(name).most_seats, 5, None)
    for look in itertools.islice(told.steps(), 40, None, 5):
        decided = [entry.seen.who for entry in look.log if decides(entry.seen)]
        seats = [row.seat for row in story(look).turns if row.seat is not None]
        assert seats.count(0) <= 1 and (not seats or 0 in seats[:1] or 0 not in decided[-20:])


@each_game
def test_a_story_is_the_same_whatever_its_viewer_cannot_know(name: str) -> None:
    for viewer in (0, game(name).most_seats - 1, None):
        told, rng = Telling(name, game(name).most_seats, 6, viewer), seeded("story", name)
        for look in itertools.islice(told.steps(), None, None, 4):
            other = redealt(told, look, rng)
            assert story(look) == story(other)


def test_tt20_a_blind_draw_is_a_back() -> None:
    blind = 0
    for look in Telling("tatort_themse", 4, 8, 0).steps():
        for row in story(look).turns:
            for part in row.parts:
                if part.words == "draws unseen":
                    assert "#back" in part.pictures and part.pictures.count("<svg") == 1
                    blind += 1
    assert blind


def test_tt22_a_mark_is_on_the_place_the_witness_came_from() -> None:
    """Checked against the display as everybody saw it before the question."""
    told = Recorded("tatort_themse", 3, 9, 0)
    displays: dict[int, list[str | None]] = {}
    checked = 0
    for look in told.steps():
        assert look.view is not None
        displays[len(look.log)] = list(look.view.display)  # type: ignore[attr-defined]
        for row in story(look).turns:
            for entry in look.log:
                at = entry.id
                if row.first <= at <= row.last and entry.seen.what == "open" and at in displays:
                    slot = displays[at].index(entry.seen.text[-1]) + 1
                    assert f"#w{slot}" in [part.on for part in row.parts]
                    checked += 1
    assert checked > 20


def test_zz16_a_wagon_thrown_out_of_ones_own_yard_is_never_folded() -> None:
    thrown = 0
    for seed in range(6):
        for look in Telling("zug_um_zug", 4, seed, 0).steps():
            for row in story(look).turns:
                robbed = [effect for effect in row.effects if effect.kind == "thrown"]
                assert not robbed or (row.weighty and "your yard" in robbed[0].words)
                thrown += len(robbed)
    assert thrown


def test_a_move_taken_back_is_not_told() -> None:
    told = Telling("tatort_themse", 2, 1, 0)
    look = next(look for look in told.steps() if story(look).turns)
    back = msgspec.structs.replace(
        look.log[-1], seen=msgspec.structs.replace(look.log[-1].seen, who=1, text=UNDO, what=UNDO)
    )
    undone = msgspec.structs.replace(look, log=[*look.log, back])
    assert [row.parts for row in story(undone).turns] == [row.parts for row in story(look).turns]
