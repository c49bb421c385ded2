"""docs/rules/<room>.md: every clause, its mark and the tests that carry its id.

`python -m tests.kit.rulebook` writes the pages anew; a test fails while they are stale.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from spieltisch.core.texts import SOURCES, Clause, load_texts
from spieltisch.games import ROOMS

TESTS = Path(__file__).parent.parent
PAGES = TESTS.parent / "docs" / "rules"
INTRODUCTION = """\
# {title}

Every clause, marked sentence by sentence ({marks}), and the tests that carry its id. Written by
`python -m tests.kit.rulebook` from the room's texts; do not edit.
"""


@cache
def test_names() -> list[tuple[str, str]]:
    """File and name of every test."""
    found = []
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.append((path.name, node.name))
    return [(file, name) for file, name in found if name.startswith("test_")]


def token(clause: str) -> str:
    """TT-17 as test names carry it: tt17."""
    return clause.replace("-", "").lower()


def tests_of(clause: str) -> list[str]:
    return [f"{file}: {name}" for file, name in test_names() if name.split("_")[1] == token(clause)]


def page(room: str) -> str:
    texts = load_texts(room, "en")
    marks = ", ".join(f"{mark} {meaning}" for mark, meaning in SOURCES.items())
    lines = [INTRODUCTION.format(title=texts.title, marks=marks)]
    for section in texts.sections:
        lines.append(f"## {section.title}\n")
        lines += [told(clause) for clause in section.clauses]
    lines += [f"## {variant.title}\n\n[R] {variant.text}\n" for variant in texts.variants]
    return "\n".join(lines)


def told(clause: Clause) -> str:
    tests = "".join(f"- `{test}`\n" for test in tests_of(clause.id))
    return f"**{clause.id}** {clause.with_marks()}\n\n{tests}"


def page_file(room: str) -> Path:
    return PAGES / f"{room}.md"


def main() -> None:
    PAGES.mkdir(parents=True, exist_ok=True)
    for room in ROOMS:
        page_file(room).write_text(page(room), encoding="utf-8")
        print(f"wrote {page_file(room).relative_to(TESTS.parent)}")


if __name__ == "__main__":
    main()
