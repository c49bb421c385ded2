"""What a game's card list is written with: cards with pictures and words, for the rule book."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from markupsafe import Markup

from spieltisch.core.game import Game
from spieltisch.web.pages.speech import Speech


class Card(msgspec.Struct, frozen=True):
    """`css` colours it as at the table; a `proper` name is the same in every language."""

    picture: Markup
    name: str
    text: str | Markup
    css: str = ""
    proper: bool = False


class Group(msgspec.Struct, frozen=True):
    title: str
    note: str
    cards: Sequence[Card]


CardList = Callable[[Game, Speech], list[Group]]


def times(number: int) -> str:
    return f"{number} ×"
