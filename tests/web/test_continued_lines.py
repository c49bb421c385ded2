"""Templates on short lines send the same bytes as on long ones."""

from __future__ import annotations

import pytest
from jinja2 import Environment, TemplateSyntaxError

from spieltisch.web.pages.constants import Constants
from spieltisch.web.pages.continued_lines import ContinuedLines


def rendered(source: str, **context: object) -> str:
    read = Environment(
        trim_blocks=True, lstrip_blocks=True, autoescape=True, extensions=[ContinuedLines]
    )
    return read.from_string(source).render(**context)


@pytest.mark.parametrize(
    ("source", "sent"),
    [
        ("<p>\n  one\n  <b>two</b>\n</p>", "<p>one<b>two</b>\n</p>"),
        ("<ul>\n<li>", "<ul>\n<li>"),
        ('<a class="x"\n    href="/">', '<a class="x" href="/">'),
        ('<a class="{{ x }}"\n  {% if y %}hidden{% endif %}>', '<a class="1" hidden>'),
        ("<b>{{ x }}</b>\n  {% if y %}\n    <i>yes</i>\n  {% endif %}", "<b>1</b><i>yes</i>"),
        ("{{ x if\n   y }}", "1"),
        ("{# one\n   two #}three", "three"),
        ('<b title="{{ x > 0 }}"\n  id="i">', '<b title="True" id="i">'),
    ],
)
def test_an_indented_line_continues_the_one_before(source: str, sent: str) -> None:
    assert rendered(source, x=1, y=True) == sent


def test_an_error_names_the_line_it_is_in() -> None:
    with pytest.raises(TemplateSyntaxError) as raised:
        rendered('<p>\n  one\n  <a\n    href="/">\n  {% oops %}\n</p>')
    assert raised.value.lineno == 5


def test_constant_words_and_pictures_are_part_of_the_compiled_template() -> None:
    read = Environment(extensions=[Constants, ContinuedLines])
    read.globals.update(_=str.upper, use=lambda symbol, css="": f"<svg>{symbol}{css}</svg>")
    source = "{{ _('log') }}{{ use('i-log') }}\n  {{ use('i-log', css) }}{{ _('a' ~ css) }}"
    compiled = read.compile(source, raw=True)
    assert "LOG<svg>i-log</svg>" in compiled
    assert read.from_string(source).render(css="c") == "LOG<svg>i-log</svg><svg>i-logc</svg>AC"
