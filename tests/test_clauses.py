"""Every clause has a test and a text in each language, and whatever a room says is worded."""

from __future__ import annotations

import pytest

from spieltisch.core.texts import LANGUAGES, load_texts
from spieltisch.games import ROOMS, game
from tests.kit import rulebook, words
from tests.kit.rooms import LAYOUTS, Layout
from tests.kit.walks import sampled

every_room = pytest.mark.parametrize("name", ROOMS)
every_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=str)


@every_room
def test_every_clause_has_a_test(name: str) -> None:
    clauses = load_texts(name, "en").clauses()
    untested = [clause for clause in clauses if not rulebook.tests_of(clause)]
    assert not untested, f"no test carries the id of {untested}"


@every_room
def test_every_test_with_an_id_names_a_clause(name: str) -> None:
    clauses = {rulebook.token(clause) for clause in load_texts(name, "en").clauses()}
    prefix = next(iter(clauses))[:2]
    carried = {test.split("_")[1] for _, test in rulebook.test_names()}
    unknown = {part for part in carried if part[:2] == prefix and part[2:].isdigit()} - clauses
    assert not unknown, f"tests carry ids of no clause: {unknown}"


@every_room
def test_every_clause_has_a_text_in_each_language(name: str) -> None:
    for language in LANGUAGES:
        for clause in load_texts(name, language).clauses().values():
            assert clause.text.strip(), f"{clause.id} has no text in {language}"


@every_room
def test_languages_agree(name: str) -> None:
    words.check_languages_agree(game(name))


@every_room
def test_what_the_source_cites_is_worded(name: str) -> None:
    words.check_cited_in_source(game(name), name)


@every_layout
def test_what_games_say_is_worded(layout: Layout) -> None:
    states = sampled(layout, 1)
    words.check_named_words(layout.game, states)
    for state in states:
        words.check_refusal_words(layout.game, state)
        words.check_log_words(layout.game, state)
        words.check_sheet_words(layout.game, state)


@every_room
def test_the_rule_pages_are_fresh(name: str) -> None:
    """If this fails, run `python -m tests.kit.rulebook`."""
    file = rulebook.page_file(name)
    assert file.exists(), f"{file.name} is missing: run python -m tests.kit.rulebook"
    stale = file.read_text(encoding="utf-8") != rulebook.page(name)
    assert not stale, f"{file.name} is stale: run python -m tests.kit.rulebook"
