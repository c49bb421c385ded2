"""The pages of Zug um Zug."""

from __future__ import annotations

from spieltisch.web.games.zug_um_zug.card_list import card_list
from spieltisch.web.games.zug_um_zug.companion import ZugForm
from spieltisch.web.games.zug_um_zug.guide import wanted
from spieltisch.web.games.zug_um_zug.presenter import ZugPresenter
from spieltisch.web.games.zug_um_zug.story import ZugTeller
from spieltisch.web.pages.game_page import FirstDeal, GamePage

PAGE = GamePage(
    presenter=ZugPresenter,
    teller=ZugTeller,
    guide=wanted,
    first_deal=FirstDeal(seats=2, number=16),
    companion=ZugForm,
    card_list=card_list,
    goal=(("zug_um_zug", "i-ticket"), ("zug_um_zug", "i-loco"), ("zug_um_zug", "i-way")),
)
