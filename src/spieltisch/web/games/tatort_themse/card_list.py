"""The cards in the box of Tatort Themse, with pictures and words: for the rule book."""

from __future__ import annotations

from collections import Counter

from markupsafe import Markup

from spieltisch.core.game import Game
from spieltisch.games.tatort_themse.edition import WITNESSES
from spieltisch.web.games.tatort_themse.presenter import ThemsePresenter
from spieltisch.web.pages.card_lists import Card, Group, times
from spieltisch.web.pages.environment import use
from spieltisch.web.pages.speech import Speech

WITNESSES_EACH = 18


def card_list(game: Game, speech: Speech) -> list[Group]:
    words = ThemsePresenter(game, speech)
    say = speech.say
    cards = words.game.cards
    cases = []
    for number, case in enumerate(cards.cases):
        kinds = Counter(one for one in cards.clues if one.case == number)
        shown = [
            clue(words, case.id, one.value, WITNESSES[one.witness], copies)
            for one, copies in kinds.items()
        ]
        note = say("bonus %(bonus)s", bonus=case.bonus)
        cases.append(Group(words.word(case.id), note, shown))
    witnesses = [
        Card(use(kind, sheet=words.game.name), words.word(kind), times(WITNESSES_EACH), kind)
        for kind in WITNESSES
    ]
    return [*cases, Group(say("Witnesses"), "", witnesses)]


def clue(words: ThemsePresenter, case: str, value: int, witness: str, copies: int) -> Card:
    room = words.game.name
    name, art = f"{words.word(case)} {value}", words.art[case]
    paid = Markup("{} × {} {}").format(value, use(f"i-{witness}", sheet=room), words.word(witness))
    if copies > 1:
        paid = Markup("{}; {}").format(paid, times(copies))
    return Card(use(art, sheet=room), name, paid, art)
