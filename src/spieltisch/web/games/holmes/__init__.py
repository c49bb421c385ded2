"""The pages of Holmes."""

from __future__ import annotations

from spieltisch.web.games.holmes.box import HolmesBox
from spieltisch.web.games.holmes.card_list import card_list
from spieltisch.web.games.holmes.companion import HolmesForm
from spieltisch.web.games.holmes.guide import wanted
from spieltisch.web.games.holmes.presenter import HolmesPresenter
from spieltisch.web.games.holmes.story import HolmesTeller
from spieltisch.web.games.holmes.words import all_open
from spieltisch.web.pages.game_page import FirstDeal, GamePage

PAGE = GamePage(
    presenter=HolmesPresenter,
    teller=HolmesTeller,
    guide=wanted,
    first_deal=FirstDeal(seats=2, number=25),
    companion=HolmesForm,
    card_list=card_list,
    goal=(("holmes", "i-fingerprint"), ("holmes", "i-person"), ("holmes", "i-map")),
    box=HolmesBox,
    all_open=all_open,
)
