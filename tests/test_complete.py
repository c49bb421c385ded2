"""What a new room or language needs everywhere in the house: what is missing is named here."""

from __future__ import annotations

from collections.abc import Container
from importlib import import_module, resources

import pytest

from spieltisch.bots import levels
from spieltisch.bots.tuning import PACES, TUNINGS
from spieltisch.core.texts import LANGUAGES
from spieltisch.games import ROOMS
from spieltisch.web.games import PAGES
from spieltisch.web.pages import speech

WEB = resources.files("spieltisch.web")
PAGE_FILES = [
    "table.html",
    "companion.html",
    "static/table.css",
    "static/art.svg",
    "static/poster.svg",
]
REPORTS = resources.files("spieltisch.arena")
BY_ROOM: dict[str, Container[str]] = {
    "bots/tuning.py PACES": PACES,
    "bots/tuning.py TUNINGS": TUNINGS,
    "web/games/__init__.py PAGES": PAGES,
}
BY_LANGUAGE: dict[str, Container[str]] = {
    "bots/levels.py NAMES": levels.NAMES,
    "web/pages/speech.py NAMES": speech.NAMES,
}


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_is_known_everywhere(name: str) -> None:
    assert [place for place, table in BY_ROOM.items() if name not in table] == []
    wanted = [*PAGE_FILES, *(["box.html"] if PAGES[name].box else [])]
    assert [file for file in wanted if not (WEB / "games" / name / file).is_file()] == []
    assert f"[data-game={name}]" in (WEB / "static" / "tokens.css").read_text()
    assert f"[data-game={name}]" in (REPORTS / "templates" / "frame.html").read_text()
    assert import_module(f"spieltisch.research.pettingzoo.{name}_v0").raw_env


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_spoken_everywhere(language: str) -> None:
    assert [place for place, table in BY_LANGUAGE.items() if language not in table] == []
    assert set(levels.NAMES[language]) == set(levels.BOTS)
    assert (REPORTS / "texts" / f"{language}.toml").is_file(), f"arena/texts/{language}.toml"
    assert (speech.locale_folder() / language / "LC_MESSAGES" / "spieltisch.mo").is_file()
