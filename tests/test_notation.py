"""The grammar of docs/notation.md against every move of every game, and real logs."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from spieltisch.core.rng import seeded
from spieltisch.games import ROOMS, game

PAGE = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
TOKEN = re.compile(r'"[^"]*"|[a-z]+|\d*\*\d*|\d+|[()/\[\]]')
# What the page says in words: not every such text is a move.
WIDER = {"tatort_themse": ("clue", "pay"), "holmes": ("visit",), "zug_um_zug": ("lay",)}
Grammar = dict[str, str]


def grammar(name: str) -> Grammar:
    """The rules of a game by name, comments and continued lines taken out."""
    chapter = PAGE.partition(f"\n## {game(name).title.partition(':')[0]}\n")[2]
    block = chapter.partition("```abnf\n")[2].partition("```")[0]
    plain = re.sub(r" *;.*", "", block)
    joined = re.sub(r"\n +/", " /", plain)
    return dict(re.split(r" +=\s*", line, maxsplit=1) for line in joined.splitlines())


def pattern(rules: Grammar, rule: str) -> str:
    """A rule as a regular expression; no rule of ours calls itself."""
    out, repeat = "", ""
    for token in TOKEN.findall(rules[rule]):
        if re.fullmatch(r"\d*\*\d*", token):
            least, _, most = token.partition("*")
            repeat = f"{{{least or 0},{most}}}"
        elif token.isdigit():
            repeat = f"{{{token}}}"
        elif token in ("/", "(", ")", "[", "]"):
            out += {"/": "|", "(": "(?:", ")": ")", "[": "(?:", "]": ")?"}[token]
        else:
            quoted = token.startswith('"')
            out += re.escape(token[1:-1]) if quoted and not repeat else ""
            out += f"(?:{re.escape(token[1:-1])})" if quoted and repeat else ""
            out += "" if quoted else f"(?:{pattern(rules, token)})"
            out, repeat = out + repeat, ""
    return out


def language(expression: str) -> set[str]:
    """Every text of a small regular expression without repetition."""
    alternatives, level, part = [""], 0, []
    for sign in re.findall(r"\\.|\(\?:|\)\?|.", expression):
        level += (sign == "(?:") - (sign in (")", ")?"))
        if sign == "|" and level == 0:
            alternatives.append("")
        else:
            alternatives[-1] += sign
    if len(alternatives) > 1:
        return set().union(*map(language, alternatives))
    rest = expression
    while rest:
        if rest.startswith("(?:"):
            end = closing(rest)
            optional = rest[end + 1 : end + 2] == "?"
            part.append(language(rest[3:end]) | ({""} if optional else set()))
            rest = rest[end + 1 + optional :]
        else:
            sign = re.match(r"\\.|.", rest)
            assert sign is not None
            part.append({sign.group()[-1]})
            rest = rest[sign.end() :]
    return {"".join(pieces) for pieces in product(*part)}


def closing(text: str) -> int:
    level = 0
    for at, sign in enumerate(text):
        level += (sign == "(") - (sign == ")")
        if level == 0:
            return at
    raise AssertionError(text)


@pytest.mark.parametrize("name", ROOMS)
def test_the_grammar_has_every_move_and_no_other(name: str) -> None:
    rules, texts = grammar(name), set(game(name).texts_by_code)
    either = re.compile(f"{pattern(rules, 'decision')}|{pattern(rules, 'chance')}")
    for text in texts:
        assert either.fullmatch(text), text
    for kind in ("decision", "chance"):
        branches = re.split(r" */ *(?![^(\[]*[)\]])", rules[kind])
        for branch in branches:
            if branch.strip('" ').split()[0] in WIDER.get(name, ()):
                continue
            said = language(pattern({**rules, "branch": branch}, "branch"))
            assert said <= texts, said - texts


@pytest.mark.parametrize("name", ROOMS)
def test_what_others_see_is_in_the_grammar(name: str) -> None:
    room, rules = game(name), grammar(name)
    veiled = re.compile(pattern(rules, "veiled"))
    hidden = set()
    for seed in range(3):
        state, rng = room.start(room.least_seats), seeded("notation", seed)
        while legal := room.legal(state):
            code = legal[rng.below(len(legal))]
            for viewer in (*range(state.seats), None):
                step = room.mask(state, code, viewer)
                if step is not None and step.text != room.texts_by_code[code]:
                    hidden.add(step.text)
            state.play(code)
    assert hidden and all(veiled.fullmatch(text) for text in hidden)
