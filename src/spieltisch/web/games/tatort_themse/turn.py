"""The three parts of a turn of Tatort Themse, and the bill for what is taken."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property

import msgspec

from spieltisch.games.tatort_themse.view import ThemseView
from spieltisch.games.tatort_themse.wording import WITNESS_OF
from spieltisch.web.games.tatort_themse.words import ThemseWords

SEVERAL = {"bobby": "bobbies", "musician": "musicians", "urchin": "urchins", "lady": "ladies"}


class Action(msgspec.Struct, frozen=True):
    """A part of a turn: `eliminate`, `take` or `question`, and what is said of it. Where nothing
    of it is possible, `why` is a move to ask about."""

    kind: str
    name: str
    note: str
    done: bool = False
    why: str = ""


class Bill(msgspec.Struct, frozen=True):
    """Where only the payment is left to choose, what it is for."""

    price: str = ""
    gone: str = ""


class BillWords(msgspec.Struct, frozen=True, eq=False):
    """The sentences of bills, and what each witness is called, one and several of it."""

    words: dict[str, str]
    names: dict[str, tuple[str, str]]


class ThemseTurn(ThemseWords):
    def path(self, view: ThemseView, leads: Collection[str]) -> list[Action]:
        say = self.speech.say
        if view.phase not in ("act", "question"):
            return []
        names = {"eliminate": say("Eliminate"), "take": say("Take")}
        if view.phase == "act":
            chosen = [self.part(kind, name, view, leads) for kind, name in names.items()]
            return [*chosen, Action("question", say("Question"), say("at the end"))]
        over = [Action(kind, name, say("over"), done=True) for kind, name in names.items()]
        return [*over, Action("question", say("Question"), say("now"))]

    def part(self, kind: str, name: str, view: ThemseView, leads: Collection[str]) -> Action:
        say = self.speech.say
        number = sum(lead.startswith(kind) and "|" not in lead for lead in leads)
        if number:
            counted = self.speech.count("%(number)s possible", "%(number)s possible", number)
            return Action(kind, name, counted)
        return Action(kind, name, say("not possible"), why=impossible(kind, view))

    def bill(self, view: ThemseView) -> Bill:
        if not view.phase.startswith("pay_"):
            return Bill()
        column, over = view.grid[view.column - 1], view.eliminating
        return Bill(column[-1 - over][1:], self.listed(column[len(column) - over :]))

    @cached_property
    def bill_words(self) -> BillWords:
        say = self.speech.say
        words = {
            "gone": say("{cards} eliminate {clues}"),
            "all": say("{cards} pay the whole price"),
            "one": say("{cards} pays 1 of {price}"),
            "some": say("{cards} pay {number} of {price}"),
            "joker": say("{cards} as jokers for {others}"),
            "missing": say("Still missing: {cards}"),
            "falls": say("falls away"),
            "what": say("What shall this card pay for: {card}?"),
            "nothing": say("No clue can be had with this card: {card}."),
            "pays": say("pays"),
            "jokes": say("joker"),
            "clears": say("clears the way"),
        }
        names = {
            letter: (self.word(kind), self.word(SEVERAL[kind]))
            for letter, kind in WITNESS_OF.items()
        }
        return BillWords(words, names)

    def listed(self, clues: Sequence[str]) -> str:
        """Painting 2, Gold 3 and Gold 4"""
        names = [self.clue_name(clue) for clue in clues]
        if len(names) < 2:
            return "".join(names)
        first = ", ".join(names[:-1])
        return self.speech.say("%(first)s and %(last)s", first=first, last=names[-1])


def impossible(kind: str, view: ThemseView) -> str:
    """A move of this kind, which is not possible now, about the tallest column."""
    tallest = max(range(len(view.grid)), key=lambda at: len(view.grid[at])) + 1
    return f"eliminate {tallest} 1" if kind == "eliminate" else f"take {tallest}"
