"""The pages of Troika."""

from __future__ import annotations

from spieltisch.web.games.troika.card_list import card_list
from spieltisch.web.games.troika.companion import TroikaForm
from spieltisch.web.games.troika.guide import wanted
from spieltisch.web.games.troika.presenter import TroikaPresenter
from spieltisch.web.games.troika.story import TroikaTeller
from spieltisch.web.pages.game_page import FirstDeal, GamePage

PAGE = GamePage(
    presenter=TroikaPresenter,
    teller=TroikaTeller,
    guide=wanted,
    first_deal=FirstDeal(seats=3, number=1),
    companion=TroikaForm,
    card_list=card_list,
    goal=(("troika", "i-gem"), ("troika", "i-fuel"), ("troika", "i-leave")),
)
