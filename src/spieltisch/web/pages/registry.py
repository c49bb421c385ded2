"""Which presenter shows which game. A new game's table joins here."""

from __future__ import annotations

from spieltisch.table.look import Look
from spieltisch.web.pages.holmes import HolmesPresenter
from spieltisch.web.pages.rooms import game_of
from spieltisch.web.pages.scene import Presenter, PresenterClass
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.tatort_themse import ThemsePresenter
from spieltisch.web.pages.troika import TroikaPresenter
from spieltisch.web.pages.zug_um_zug import ZugPresenter

PRESENTERS: dict[str, PresenterClass] = {
    "holmes": HolmesPresenter,
    "tatort_themse": ThemsePresenter,
    "troika": TroikaPresenter,
    "zug_um_zug": ZugPresenter,
}


def presenter_of(look: Look, speech: Speech) -> Presenter:
    return PRESENTERS[look.game](game_of(look), speech)
