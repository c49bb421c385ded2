"""What the pages know of one game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from spieltisch.core.view import View
from spieltisch.web.pages.box_forms import BoxForm
from spieltisch.web.pages.card_lists import CardList
from spieltisch.web.pages.companion_forms import Form
from spieltisch.web.pages.guiding import Guide
from spieltisch.web.pages.scene import PresenterClass
from spieltisch.web.pages.story import Teller


class FirstDeal(msgspec.Struct, frozen=True):
    """Players at a first game, and the number of a deal that gives a beginner something to do."""

    seats: int
    number: int


class Opening(msgspec.Struct, frozen=True):
    """Pictures of the rule book's first page. The table is that of a game for so many `seats`,
    before this `decision` of the reader; `places` are where on it, at 1280 by 800, the numbers of
    its parts stand. Each fact has a symbol, each step of the turn a row of pieces: css and symbol
    of a card, and what is written on it, or words between them."""

    seats: int
    decision: int
    places: Sequence[tuple[int, int]]
    facts: Sequence[tuple[str, str]]  # sheet and symbol
    turn: Sequence[Sequence[tuple[str, ...] | str]]


def never(_view: View) -> bool:
    return False


class GamePage(msgspec.Struct, frozen=True, kw_only=True):
    """Beside the Python files, the game's folder holds its templates `table.html` and
    `companion.html` (and `box.html`, if its box can be written down); in `static/`, which
    browsers may fetch, `table.css`, `art.svg` and `poster.svg`. `all_open` tells whether nobody
    has anything hidden just now: several people at one device then need no curtain. `module` names
    a script in `static/` that shows what is chosen in the game's own way."""

    presenter: PresenterClass
    teller: type[Teller]
    guide: Guide
    first_deal: FirstDeal
    companion: type[Form]
    card_list: CardList
    goal: Sequence[tuple[str, str]]  # a picture of each sentence of the goal: sheet and symbol
    opening: Opening
    box: type[BoxForm] | None = None
    all_open: Callable[[View], bool] = never
    module: str = ""
