"""Which presenter shows which game. A new game's table joins here."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from spieltisch.core.game import Game
from spieltisch.games import game
from spieltisch.table.look import Look
from spieltisch.web.pages.scene import Presenter, PresenterClass
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.tatort_themse import ThemsePresenter

PRESENTERS: dict[str, PresenterClass] = {
    "tatort_themse": ThemsePresenter,
}


@lru_cache(maxsize=32)
def built(name: str, edition: bytes) -> Game:
    table = msgspec.json.decode(edition)
    return game(name, None if isinstance(table, str) else table)


def standard(name: str) -> Game:
    """With the card list of its own."""
    return built(name, b'""')


def game_of(look: Look) -> Game:
    return built(look.game, msgspec.json.encode(look.edition))


def presenter_of(look: Look, speech: Speech) -> Presenter:
    return PRESENTERS[look.game](game_of(look), speech)
