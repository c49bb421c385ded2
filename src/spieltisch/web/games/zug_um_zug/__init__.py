"""The pages of Zug um Zug."""

from __future__ import annotations

from spieltisch.web.games.zug_um_zug.card_list import card_list
from spieltisch.web.games.zug_um_zug.companion import ZugForm
from spieltisch.web.games.zug_um_zug.guide import wanted
from spieltisch.web.games.zug_um_zug.presenter import ZugPresenter
from spieltisch.web.games.zug_um_zug.story import ZugTeller
from spieltisch.web.pages.game_page import FirstDeal, GamePage, Opening

PAGE = GamePage(
    presenter=ZugPresenter,
    teller=ZugTeller,
    guide=wanted,
    first_deal=FirstDeal(seats=2, number=16),
    companion=ZugForm,
    card_list=card_list,
    goal=(("zug_um_zug", "i-ticket"), ("zug_um_zug", "i-loco"), ("zug_um_zug", "i-way")),
    opening=Opening(
        seats=2,
        decision=9,
        places=((640, 110), (430, 345), (900, 425), (1140, 190), (116, 290)),
        facts=(("common", "i-people"), ("common", "i-hourglass"), ("zug_um_zug", "i-ticket")),
        turn=(
            (("", "wagon-blue"), "→", ("", "back")),
            ("3 \N{MULTIPLICATION SIGN}", ("", "wagon-red"), "+", ("", "loco")),
            ("4 > 3", ("gone", "wagon-red")),
            (("", "back"), "→", ("", "i-ticket")),
        ),
    ),
    module="planning",
)
