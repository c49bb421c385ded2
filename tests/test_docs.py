"""Every code block of the docs runs here, or says why not, or is a command the program knows."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest
import typer

from spieltisch.cli import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(
    r"^(?:<!-- not run: (?P<reason>.+) -->\n)?```(?P<language>\w*)\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
TARGET = re.compile(r"^(\w[\w-]*):", re.MULTILINE)
SHOWN_ONLY = {"text", "json", "toml", "abnf"}  # shown, and held by tests of their own


class Block(NamedTuple):
    page: str
    language: str
    code: str
    reason: str | None


def blocks(language: str) -> list[Block]:
    return [block for block in ALL if block.language == language and block.reason is None]


def read_blocks(page: Path) -> list[Block]:
    name = str(page.relative_to(ROOT))
    return [
        Block(name, found["language"], found["code"], found["reason"])
        for found in BLOCK.finditer(page.read_text(encoding="utf-8"))
    ]


ALL = [block for page in PAGES for block in read_blocks(page)]


def test_every_block_says_what_it_is() -> None:
    known = {"python", "sh"} | SHOWN_ONLY
    unmarked = [
        f"{block.page}: {block.code[:40]!r}" for block in ALL if block.language not in known
    ]
    assert not unmarked
    assert len(ALL) > 20


@pytest.mark.parametrize("page", sorted({block.page for block in blocks("python")}))
def test_examples_run_as_they_are_printed(page: str) -> None:
    code = "\n".join(block.code for block in blocks("python") if block.page == page)
    names: dict[str, object] = {"__name__": page}
    if ">>>" not in code:
        exec(compile(code, page, "exec"), names)
        return
    example = doctest.DocTestParser().get_doctest(code, names, page, str(ROOT / page), 0)
    said: list[str] = []
    ran = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=said.append)
    assert ran.attempted > 0
    assert ran.failed == 0, "".join(said)


def command_lines() -> list[str]:
    lines = [line.strip() for block in blocks("sh") for line in block.code.splitlines()]
    return sorted({line for line in lines if line and not line.startswith("#")})


@pytest.mark.parametrize("line", command_lines())
def test_a_command_of_the_docs_is_one_the_program_knows(line: str) -> None:
    program, *words = shlex.split(line, comments=True)
    match program.rpartition("/")[2]:
        case "spieltisch":
            parse(words)
        case "make":
            assert set(words) <= set(TARGET.findall((ROOT / "Makefile").read_text()))
        case "python":
            assert (ROOT / words[0]).is_file()
        case _:
            pytest.fail(f"{line}: say above it why it is not run")


def parse(words: list[str]) -> None:
    """Read a command line as the program does, without doing it; a wrong option is an error."""
    whole = typer.main.get_command(app)
    assert isinstance(whole, typer.core.TyperGroup)
    told = whole.make_context("spieltisch", list(words))
    if words and not words[0].startswith("-"):
        name, *rest = words
        whole.commands[name].make_context(name, rest, parent=told)
