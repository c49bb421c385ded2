"""What the log and the sheet say, in every language."""

from __future__ import annotations

import re

import pytest

from spieltisch.core.texts import LANGUAGES, placeholders
from spieltisch.games import game

GAME = game("zug_um_zug")
COUNT_AND_NOUN = re.compile(
    r"\{(kept|back|lost|number)\} "
    r"(?:Karten|Zielkarten|erfüllte|Großstadt|cards|tickets|completed|big|cartes|destinations|bonus)"
)
AT_LEAST_TWO = {("lay", "number"), ("rob", "number")}  # so many cards of one colour (ZZ-13)


@pytest.mark.parametrize("language", LANGUAGES)
def test_zz05_zz23_whoever_has_chosen_tickets_is_named(language: str) -> None:
    """All open, a replay tells it of every player."""
    log = GAME.texts(language).log
    assert "who" in placeholders(log["chosen_first"]) & placeholders(log["chosen_completed"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_zz16_zz17_one_card_or_ticket_is_not_said_in_the_plural(language: str) -> None:
    texts = GAME.texts(language)
    said = [*texts.log.items(), *texts.sheet.items()]
    plural = {(key, fact) for key, line in said for fact in COUNT_AND_NOUN.findall(line)}
    assert plural == AT_LEAST_TWO
