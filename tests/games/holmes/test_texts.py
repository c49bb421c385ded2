"""Every clause, refusal, log event and sheet line is worded in three languages."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from string import Formatter

import pytest

from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, RandomPolicy, new_buffer
from spieltisch.core.texts import LANGUAGES
from spieltisch.core.view import Seen
from spieltisch.games.holmes.edition import COUNTED, PLAIN
from spieltisch.games.holmes.moves import Visit
from spieltisch.games.holmes.room import Holmes

ROOM = Holmes()
CLAUSES = [f"HO-{number:02}" for number in range(30)] + [f"HO-A{number}" for number in range(1, 11)]
SOURCE = Path(str(resources.files("spieltisch.games.holmes")))
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_every_clause_is_worded_once(language: str) -> None:
    sections = ROOM.texts(language).sections
    ids = [clause.id for section in sections for clause in section.clauses]
    assert sorted(ids) == sorted(CLAUSES)


def test_every_clause_has_a_test_with_its_id() -> None:
    tests = "\n".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    named = set(re.findall(r"def test_(ho[a]?\d+)_", tests))
    assert {clause.replace("-", "").lower() for clause in CLAUSES} <= named


@every_language
def test_languages_have_the_same_keys_and_facts(language: str) -> None:
    texts, english = ROOM.texts(language), ROOM.texts("en")
    for part in ("refusals", "log", "sheet", "words"):
        here, there = getattr(texts, part), getattr(english, part)
        assert set(here) == set(there)
        for key in here:
            assert facts_in(here[key]) == facts_in(there[key]), f"{part}, {key}"


def facts_in(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@every_language
def test_every_refusal_is_worded(language: str) -> None:
    source = (SOURCE / "refusals.py").read_text()
    reasons = set(re.findall(r'Refusal\("HO-\w+", "(\w+)"', source))
    reasons |= {"game_over", "chance_decides", "impossible_outcome"}
    assert reasons == set(ROOM.texts(language).refusals)


@every_language
def test_every_event_of_many_games_is_worded(language: str) -> None:
    texts = ROOM.texts(language)
    rng, buffer = seeded("worded"), new_buffer(ROOM.most_moves)
    for number in range(6):
        state = ROOM.start(2)
        policy = ROOM.casual if number % 2 else RandomPolicy()
        while state.turn != OVER:
            chance = state.turn == CHANCE
            code = state.draw(rng, buffer) if chance else policy.choose(state, rng, buffer)
            told = [ROOM.mask(state, code, viewer) for viewer in (0, 1, None)]
            before = state.copy()
            state.play(code)
            for seen in [*told, *ROOM.aftermath(before, state)]:
                assert seen is not None
                assert_worded(texts.log[seen.what], seen)
        for line in ROOM.result(state).sheet:
            assert facts_in(texts.sheet[line.what]) <= set(line.facts)


def assert_worded(sentence: str, seen: Seen) -> None:
    assert facts_in(sentence) <= {*seen.facts, "who"}, seen
    assert seen.who >= 0 or "who" not in facts_in(sentence), seen


@every_language
def test_every_step_of_the_vocabulary_has_a_sentence(language: str) -> None:
    words = ROOM.texts(language).words
    for step in (*COUNTED, *PLAIN):
        assert f"step_{step}" in words
    assert all(f"ability_{person.id}" in words for person in ROOM.cards.persons)


def test_visits_are_spelled_with_their_origin() -> None:
    assert Visit("hudson", "toby").text() == "visit hudson from toby"


def test_ho06_seats_play_their_parts_and_the_opponent_is_called_as_agreed() -> None:
    for opponent in ("mycroft", "moriarty"):
        roles = [ROOM.role(seat, {"opponent": opponent}) for seat in range(2)]
        assert roles == ["sherlock", opponent]
        assert all(role in ROOM.texts("fr").words for role in roles)
