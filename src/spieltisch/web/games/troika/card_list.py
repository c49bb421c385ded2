"""The cards in the box of Troika, with pictures and words: for the rule book."""

from __future__ import annotations

from spieltisch.core.game import Game
from spieltisch.web.games.troika.pieces import hue
from spieltisch.web.pages.card_lists import Card, Group, times
from spieltisch.web.pages.environment import use
from spieltisch.web.pages.speech import Speech

TILES_EACH, SEVENS = 3, 7


def card_list(game: Game, speech: Speech) -> list[Group]:
    tiles = [
        Card(
            use(f"t{value}", sheet=game.name),
            str(value),
            times(SEVENS if value == SEVENS else TILES_EACH),
            hue(value),
        )
        for value in range(1, 16)
    ]
    return [Group(speech.say("Crystals"), "", tiles)]
