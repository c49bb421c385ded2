"""The pages of Tatort Themse."""

from __future__ import annotations

from spieltisch.web.games.tatort_themse.box import ThemseBox
from spieltisch.web.games.tatort_themse.card_list import card_list
from spieltisch.web.games.tatort_themse.companion import ThemseForm
from spieltisch.web.games.tatort_themse.guide import wanted
from spieltisch.web.games.tatort_themse.presenter import ThemsePresenter
from spieltisch.web.games.tatort_themse.story import ThemseTeller
from spieltisch.web.pages.game_page import FirstDeal, GamePage

PAGE = GamePage(
    presenter=ThemsePresenter,
    teller=ThemseTeller,
    guide=wanted,
    first_deal=FirstDeal(seats=2, number=6),
    companion=ThemseForm,
    card_list=card_list,
    goal=(("tatort_themse", "i-jewels"), ("tatort_themse", "i-bobby"), ("common", "i-hourglass")),
    box=ThemseBox,
    module="paying",
)
