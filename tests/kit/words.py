"""Checks that whatever a room can say is worded in every language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path

from spieltisch.core.errors import Refusal
from spieltisch.core.game import Game
from spieltisch.core.result import Result
from spieltisch.core.state import OVER, State
from spieltisch.core.texts import LANGUAGES, Facts, Texts, placeholders, sentence
from spieltisch.core.view import Seen
from tests.kit.rooms import viewers

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed")
MARK_TWICE = re.compile(r"(.)\1")
CLAUSE = re.compile(r"\b[A-Z]{2}-[A-Z]?\d+\b")
WORDED_AT = {"Refusal": ("refusals", 1), "Seen": ("log", 3), "ScoreLine": ("sheet", 3)}
GENERAL_REFUSALS = ("game_over", "chance_decides", "impossible_outcome", "only_chance")


def all_texts(game: Game) -> list[Texts]:
    return [game.texts(language) for language in LANGUAGES]


def check_sentence(game: Game, part: str, key: str, clause: str, facts: Facts) -> None:
    for texts in all_texts(game):
        templates: Mapping[str, str] = getattr(texts, part)
        assert key in templates, f"{part}: no text for {key!r}"
        assert clause in texts.clauses(), f"{part} {key}: unknown clause {clause!r}"
        missing = placeholders(templates[key]) - set(facts)
        assert not missing, f"{part} {key}: {missing} are not among the facts {dict(facts)}"
        said = sentence(templates[key], facts, texts, NAMES)
        assert said and "{" not in said and "??" not in said, said


def check_refusal_words(game: Game, state: State) -> None:
    said: set[tuple[str, str, frozenset[str]]] = set()
    for move in game.moves:
        refusal = game.why_illegal(state, move)
        if refusal is not None and (key := shape(refusal)) not in said:
            said.add(key)
            check_sentence(game, "refusals", refusal.reason, refusal.clause, refusal.facts)


def shape(refusal: Refusal) -> tuple[str, str, frozenset[str]]:
    return refusal.reason, refusal.clause, frozenset(refusal.facts)


def check_log_words(game: Game, state: State) -> None:
    """Every legal step as every viewer sees it, and what would happen by itself."""
    for code in game.legal(state):
        after = state.copy()
        after.play(code)
        masked = [game.mask(state, code, viewer) for viewer in viewers(state)]
        for seen in {seen.what: seen for seen in masked if seen is not None}.values():
            check_seen(game, seen)
        for seen in game.aftermath(state, after):
            check_seen(game, seen)


def check_seen(game: Game, seen: Seen) -> None:
    check_sentence(game, "log", seen.what, seen.clause, {"who": seen.who, **seen.facts})


def check_sheet_words(game: Game, state: State) -> None:
    if state.turn != OVER:
        return
    result: Result = game.result(state)
    for line in result.sheet:
        check_sentence(game, "sheet", line.what, line.clause, line.facts)
    check_sentence(game, "sheet", result.ending, result.ending_clause, {})


def check_named_words(game: Game, states: tuple[State, ...]) -> None:
    """Phases, options and their values have words."""
    needed = {game.view(state, None).phase for state in states}
    for option in game.options:
        needed |= {option.name, *option.values}
        assert option.clause in game.texts("en").clauses()
    for texts in all_texts(game):
        assert needed <= set(texts.words), f"no word for {needed - set(texts.words)}"


def check_languages_agree(game: Game) -> None:
    """The same clauses with the same marks, the same keys, the same placeholders."""
    first, *others = all_texts(game)
    for texts in others:
        assert marks(texts) == marks(first), "clauses or marks differ"
        for part in ("refusals", "log", "sheet"):
            assert mentions(getattr(texts, part)) == mentions(getattr(first, part)), part
        assert set(texts.words) == set(first.words), "words differ"
    for clause, mark in marks(first):
        assert not MARK_TWICE.search(mark), f"{clause} has {mark!r}: one mark holds until the next"
    assert set(GENERAL_REFUSALS) <= set(first.refusals)


def marks(texts: Texts) -> list[tuple[str, str]]:
    listed = [
        (clause.id, "".join(one.mark for one in clause.passages))
        for part in texts.sections
        for clause in part.clauses
    ]
    assert len({clause for clause, _ in listed}) == len(listed), "a clause is there twice"
    return listed


def mentions(templates: Mapping[str, str]) -> dict[str, set[str]]:
    return {key: placeholders(template) for key, template in templates.items()}


def sources(room: str) -> list[Path]:
    folder = Path(str(resources.files("spieltisch.games"))) / room
    return sorted(folder.glob("*.py"))


def check_cited_in_source(game: Game, room: str) -> None:
    """Clauses and keys written in the room's source, also those no played game comes across."""
    known = set(game.texts("en").clauses())
    for path in sources(room):
        source = path.read_text(encoding="utf-8")
        cited = {found for found in CLAUSE.findall(source) if found[:2] == sorted(known)[0][:2]}
        assert cited <= known, f"{path.name} cites unknown {cited - known}"
        for part, key in worded_keys(ast.parse(source)):
            for texts in all_texts(game):
                assert key in getattr(texts, part), f"{path.name}: no text for {part} {key!r}"


def worded_keys(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """What is written out as the key of a refusal, a log line or a line of the sheet."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        part, place = WORDED_AT.get(node.func.id, ("", 0))
        if part and len(node.args) > place and isinstance(node.args[place], ast.Constant):
            yield part, str(ast.literal_eval(node.args[place]))
