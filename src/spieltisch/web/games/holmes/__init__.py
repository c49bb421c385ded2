"""The pages of Holmes."""

from __future__ import annotations

from spieltisch.web.games.holmes.box import HolmesBox
from spieltisch.web.games.holmes.card_list import card_list
from spieltisch.web.games.holmes.companion import HolmesForm
from spieltisch.web.games.holmes.guide import wanted
from spieltisch.web.games.holmes.presenter import HolmesPresenter
from spieltisch.web.games.holmes.story import HolmesTeller
from spieltisch.web.games.holmes.words import all_open
from spieltisch.web.pages.game_page import FirstDeal, GamePage, Opening

PAGE = GamePage(
    presenter=HolmesPresenter,
    teller=HolmesTeller,
    guide=wanted,
    first_deal=FirstDeal(seats=2, number=25),
    companion=HolmesForm,
    card_list=card_list,
    goal=(("holmes", "i-fingerprint"), ("holmes", "i-person"), ("holmes", "i-map")),
    opening=Opening(
        seats=2,
        decision=30,
        places=((290, 220), (290, 620), (930, 380), (930, 560), (930, 690)),
        facts=(("common", "i-people"), ("common", "i-hourglass"), ("holmes", "i-glass")),
        turn=(
            (("g-hunter", "hunter"), "→", ("g-watson", "watson")),
            (("", "glass"), "\N{MINUS SIGN}1"),
            (("k4", "explosive"), ("k7", "button"), ("k9", "fingerprint")),
            (("k7", "button"), "2 : 2", ("k7", "button")),
        ),
    ),
    box=HolmesBox,
    all_open=all_open,
)
