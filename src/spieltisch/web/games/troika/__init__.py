"""The pages of Troika."""

from __future__ import annotations

from spieltisch.web.games.troika.card_list import card_list
from spieltisch.web.games.troika.companion import TroikaForm
from spieltisch.web.games.troika.guide import wanted
from spieltisch.web.games.troika.presenter import TroikaPresenter
from spieltisch.web.games.troika.story import TroikaTeller
from spieltisch.web.pages.game_page import FirstDeal, GamePage, Opening

PAGE = GamePage(
    presenter=TroikaPresenter,
    teller=TroikaTeller,
    guide=wanted,
    first_deal=FirstDeal(seats=3, number=1),
    companion=TroikaForm,
    card_list=card_list,
    goal=(("troika", "i-gem"), ("troika", "i-fuel"), ("troika", "i-leave")),
    opening=Opening(
        seats=3,
        decision=12,
        places=((640, 300), (126, 200), (500, 700), (1140, 150), (1090, 650)),
        facts=(("common", "i-people"), ("troika", "i-gem"), ("troika", "i-container")),
        turn=(
            (("", "back"), "→", ("", "t7", "7")),
            (("", "t7", "7"), "→", ("", "i-container")),
            (("", "t7", "7"), ("", "t7", "7"), ("", "t7", "7"), ("", "i-fuel")),
            (("", "t8", "8"), ("", "t9", "9"), ("", "t10", "10"), ("", "i-gem")),
        ),
    ),
)
