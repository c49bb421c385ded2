"""The pages of Tatort Themse."""

from __future__ import annotations

from spieltisch.web.games.tatort_themse.box import ThemseBox
from spieltisch.web.games.tatort_themse.card_list import card_list
from spieltisch.web.games.tatort_themse.companion import ThemseForm
from spieltisch.web.games.tatort_themse.guide import wanted
from spieltisch.web.games.tatort_themse.presenter import ThemsePresenter
from spieltisch.web.games.tatort_themse.story import ThemseTeller
from spieltisch.web.pages.game_page import FirstDeal, GamePage, Opening

PAGE = GamePage(
    presenter=ThemsePresenter,
    teller=ThemseTeller,
    guide=wanted,
    first_deal=FirstDeal(seats=2, number=6),
    companion=ThemseForm,
    card_list=card_list,
    goal=(("tatort_themse", "i-jewels"), ("tatort_themse", "i-bobby"), ("common", "i-hourglass")),
    opening=Opening(
        seats=3,
        decision=19,
        places=((640, 250), (640, 490), (1140, 200), (126, 200), (640, 700)),
        facts=(("common", "i-people"), ("tatort_themse", "i-jewels"), ("tatort_themse", "i-bobby")),
        turn=(
            (
                ("musician", "musician"),
                ("musician", "musician"),
                "→",
                ("painting gone", "painting"),
            ),
            (
                "3 \N{MULTIPLICATION SIGN}",
                ("lady", "lady"),
                "+ 2 \N{MULTIPLICATION SIGN}",
                ("bobby", "bobby"),
            ),
            (("gold", "gold"), "+4"),
            (("", "back"), ("urchin", "urchin")),
        ),
    ),
    box=ThemseBox,
    module="paying",
)
