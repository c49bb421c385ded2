"""Long lines of templates, written on several: an indented line continues the one before.

Spaces between things in a line of text are seen, and every byte is sent with every move; so line
breaks are sent only where a line begins at the margin. In a tag, a continued line is one space.
"""

from __future__ import annotations

import re

from jinja2.ext import Extension

OF_JINJA = r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}"
PIECE = re.compile(rf"({OF_JINJA})|(</?[a-zA-Z](?:{OF_JINJA}|[^>])*>)|\n[ \t]+", re.DOTALL)
BREAK_IN_TAG = re.compile(rf"({OF_JINJA})|\n[ \t]+", re.DOTALL)
NOTHING = "{#\n#}"  # a comment as long as a line, so that errors name the right one


class ContinuedLines(Extension):
    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return PIECE.sub(joined, source)


def joined(found: re.Match[str]) -> str:
    of_jinja, tag = found.groups()
    if tag:
        return BREAK_IN_TAG.sub(lambda one: one[1] or f" {NOTHING}", tag)
    return of_jinja or NOTHING
