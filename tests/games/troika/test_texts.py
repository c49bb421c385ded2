"""Every clause, refusal, event and line of the sheet is worded in every language."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, RandomPolicy, new_buffer
from spieltisch.core.texts import LANGUAGES, Texts
from spieltisch.core.view import Seen
from spieltisch.games.troika.position import PHASES
from spieltisch.games.troika.rules import TroikaState
from tests.games.troika.positions import GAME

MARKS = ("S", "R", "SR", "SE")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_worded(language: str) -> None:
    clauses = GAME.texts(language).clauses()
    assert list(clauses) == [f"TR-{number:02}" for number in range(30)]
    assert all(clause.text and clause.mark in MARKS for clause in clauses.values())


def test_the_languages_word_the_same_things_with_the_same_facts() -> None:
    texts = [GAME.texts(language) for language in LANGUAGES]
    for part in ("refusals", "log", "sheet", "words"):
        facts = [{key: names(text) for key, text in getattr(one, part).items()} for one in texts]
        assert facts[0] == facts[1] == facts[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tr20_one_point_is_not_said_in_the_plural(language: str) -> None:
    """9-10-11 scores 1."""
    texts = GAME.texts(language)
    counted = [*texts.sheet.values(), texts.log["scored"]]
    plural = f"{{points}} {texts.words['points']}"
    allowed = texts.sheet["first_call"]  # always 5
    assert [said for said in counted if plural in said] == [allowed]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tr17_says_that_tiles_nobody_has_seen_are_alike(language: str) -> None:
    """What choosing another of them is refused with."""
    seen = {"de": "die noch niemand gesehen hat", "fr": "que personne", "en": "nobody has seen"}
    assert seen[language] in GAME.texts(language).clauses()["TR-17"].text


@pytest.mark.parametrize(("language", "word"), [("de", "S[äa]tz"), ("fr", "groupe")])
def test_tr08_a_set_has_one_name(language: str, word: str) -> None:
    texts = GAME.texts(language)
    said = [clause.text for clause in texts.clauses().values()]
    for part in (texts.refusals, texts.log, texts.sheet, texts.words, texts.guide, texts.study):
        said += part.values()
    assert not [text for text in said if re.search(word, text)]


def names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("casual", [True, False])
def test_what_happens_in_games_is_worded(seats: int, casual: bool) -> None:
    texts = GAME.texts("en")
    policy = GAME.casual if casual else RandomPolicy()
    rng, buffer = seeded("words", seats), new_buffer(GAME.most_moves)
    state = GAME.start(seats)
    while state.turn != OVER:
        check_refusals(texts, state)
        chance = state.turn == CHANCE
        play_and_read(
            texts, state, state.draw(rng, buffer) if chance else policy.choose(state, rng, buffer)
        )
    result = GAME.result(state)
    assert result.ending in texts.sheet
    for line in result.sheet:
        assert texts.sheet[line.what].format_map(dict(line.facts))
        assert line.clause in texts.clauses()


def check_refusals(texts: Texts, state: TroikaState) -> None:
    for move in GAME.moves:
        refusal = GAME.why_illegal(state, move)
        if refusal is not None:
            assert texts.refusals[refusal.reason].format_map(dict(refusal.facts))
            assert refusal.clause in texts.clauses()


def play_and_read(texts: Texts, state: TroikaState, code: int) -> None:
    events = [GAME.mask(state, code, viewer) for viewer in (0, 1, None)]
    before = state.copy()
    state.play(code)
    for event in [*events, *GAME.aftermath(before, state)]:
        assert event is not None
        check_event(texts, event)
    assert texts.words[PHASES[state.phase]]


def check_event(texts: Texts, event: Seen) -> None:
    assert texts.log[event.what].format_map({"who": "Ada", **event.facts})
    assert event.clause in texts.clauses()
