"""The games' own pages, one folder each. A new game's page joins here."""

from __future__ import annotations

from functools import lru_cache

from spieltisch.core.game import Game
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games import holmes, tatort_themse, troika, zug_um_zug
from spieltisch.web.pages.game_page import GamePage
from spieltisch.web.pages.room_words import RoomWords
from spieltisch.web.pages.rooms import game_of
from spieltisch.web.pages.scene import Presenter
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.story import Story

PAGES: dict[str, GamePage] = {
    "tatort_themse": tatort_themse.PAGE,
    "troika": troika.PAGE,
    "holmes": holmes.PAGE,
    "zug_um_zug": zug_um_zug.PAGE,
}


def presenter_of(look: Snapshot, speech: Speech) -> Presenter:
    return made(look.game, game_of(look), speech)


@lru_cache(maxsize=96)
def made(name: str, game: Game, speech: Speech) -> Presenter:
    """It holds nothing of any table."""
    return PAGES[name].presenter(game, speech)


def story_of(look: Snapshot, presenter: Presenter) -> Story:
    assert isinstance(presenter, RoomWords)
    return PAGES[look.game].teller(presenter, look).story()
