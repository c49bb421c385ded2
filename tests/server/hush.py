"""A game with secret choices, made of a room at the Game level: which clue somebody pays for is
seen by that seat alone until it is paid. It stands for tickets chosen in secret."""

from __future__ import annotations

import msgspec

from spieltisch.core.view import Seen
from spieltisch.games.tatort_themse.moves import Eliminate, Take
from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.games.tatort_themse.view import ThemseView

PAYING = ("pay_elimination", "pay_clue")


class Hush(TatortThemse):
    def view(self, state: ThemseState, seat: int | None) -> ThemseView:
        view = super().view(state, seat)
        if seat == view.mover or view.eliminated:
            return view
        phase = "act" if view.phase in PAYING else view.phase
        return msgspec.structs.replace(view, phase=phase, column=1, eliminating=0)

    def mask(self, state: ThemseState, code: int, viewer: int | None) -> Seen | None:
        if isinstance(self.moves[code], Take | Eliminate) and viewer != state.turn:
            return None
        return super().mask(state, code, viewer)
