"""Examples in docstrings as code blocks: Markdown would read `>>>` as a quotation."""

from __future__ import annotations

import griffe


class DoctestFences(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The text with every paragraph that is an example in a fence."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(in_a_fence(one) if ">>> " in one else one for one in paragraphs)


def in_a_fence(paragraph: str) -> str:
    words, prompt, example = paragraph.partition(">>> ")
    return f"{words}\n```pycon\n{prompt}{example}\n```"
