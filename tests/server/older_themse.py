"""A room before and after a change of its rules, for the tests: once nobody could pass while they
could draw. Moves and codes are the same, what is legal differs, so records tell them apart."""

from __future__ import annotations

from spieltisch.games.tatort_themse.room import TatortThemse
from spieltisch.games.tatort_themse.rules import ThemseState

PASS = "pass"


class OlderThemse(TatortThemse):
    """As it was."""

    rules_version = 1


class NewerThemse(TatortThemse):
    """As it is now: nobody passes while there is anything else to do."""

    rules_version = 2

    def legal(self, state: ThemseState) -> list[int]:
        codes = super().legal(state)
        others = [code for code in codes if self.texts_by_code[code] != PASS]
        return others or codes
