"""What a new room or language needs everywhere in the house: what is missing is named here."""

from __future__ import annotations

from collections.abc import Container
from importlib import import_module, resources

import pytest

from spieltisch.bots import levels
from spieltisch.bots.tuning import PACES, TUNINGS
from spieltisch.core.texts import LANGUAGES
from spieltisch.games import ROOMS
from spieltisch.table import first_game
from spieltisch.web.pages import speech
from spieltisch.web.pages.guide import GUIDES
from spieltisch.web.pages.registry import PRESENTERS

STATIC = resources.files("spieltisch.web") / "static"
REPORTS = resources.files("spieltisch.arena")
BY_ROOM: dict[str, Container[str]] = {
    "bots/tuning.py PACES": PACES,
    "bots/tuning.py TUNINGS": TUNINGS,
    "table/first_game.py SEATS": first_game.SEATS,
    "table/first_game.py DEALS": first_game.DEALS,
    "web/pages/guide.py GUIDES": GUIDES,
    "web/pages/registry.py PRESENTERS": PRESENTERS,
}
BY_LANGUAGE: dict[str, Container[str]] = {
    "bots/levels.py NAMES": levels.NAMES,
    "web/pages/speech.py NAMES": speech.NAMES,
}


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_is_known_everywhere(name: str) -> None:
    assert [place for place, table in BY_ROOM.items() if name not in table] == []
    for drawing in (f"{name}.svg", f"poster-{name}.svg"):
        assert (STATIC / "art" / drawing).is_file(), f"web/static/art/{drawing}"
    assert f"[data-game={name}]" in (STATIC / "tokens.css").read_text()
    assert f"[data-game={name}]" in (REPORTS / "templates" / "frame.html").read_text()
    assert import_module(f"spieltisch.research.pettingzoo.{name}_v0").raw_env


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_spoken_everywhere(language: str) -> None:
    assert [place for place, table in BY_LANGUAGE.items() if language not in table] == []
    assert set(levels.NAMES[language]) == set(levels.BOTS)
    assert (REPORTS / "texts" / f"{language}.toml").is_file(), f"arena/texts/{language}.toml"
    assert (speech.locale_folder() / language / "LC_MESSAGES" / "spieltisch.mo").is_file()
