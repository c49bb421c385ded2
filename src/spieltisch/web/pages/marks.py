"""Marks on the board of a look back: what was played at a decision, and what was better.

A move is about what its player could tap: the thing that leads to it, and the cards it takes. So it
is found in the drawing of the seat that decided, where things still say what a tap does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec
from markupsafe import Markup, escape

from spieltisch.web.pages.scene import Parts

Kind = Literal["played", "better"]
PLAYED: Kind = "played"
BETTER: Kind = "better"
BUTTON = re.compile(r"<button\b(?P<attributes>[^>]*)>(?P<inside>.*?)</button>", re.DOTALL)
ATTRIBUTE = re.compile(r'\s([\w-]+)(?:="([^"]*)")?')
HAND = 'data-zone="hand"'


class Mark(msgspec.Struct, frozen=True):
    """A move at a decision, and how it is told, with those that would have followed at once."""

    kind: Kind
    label: str
    move: str
    told: Sequence[Markup]


class Thing(msgspec.Struct, frozen=True):
    """Something to tap: by its id, and whether it lies in the hand."""

    id: str
    in_hand: bool
    lead: str
    part: str


def no_marks(step: int) -> Sequence[Mark]:
    return ()


def things_of(drawn: str, marks: Sequence[Mark], plans: Sequence[Parts]) -> list[list[Thing]]:
    """What each mark is about; where two moves have something in common, only what differs."""
    things = things_in(drawn)
    found = [about(mark.move, things, plans) for mark in marks]
    common = [one for one in found[0] if all(one in other for other in found)]
    if len(found) == 1 or any(len(one) == len(common) for one in found):
        return found
    return [[thing for thing in one if thing not in common] for one in found]


def things_in(drawn: str) -> list[Thing]:
    hand = drawn.find(HAND) % (len(drawn) + 1)
    found = []
    for button in BUTTON.finditer(drawn):
        told = dict(ATTRIBUTE.findall(button["attributes"]))
        move = told.get("value", "") if told.get("name") == "move" else ""
        lead = told.get("data-lead") or move
        if lead or "data-part" in told:
            part = told.get("data-part", "")
            found.append(Thing(told.get("id", ""), button.start() > hand, lead, part))
    return found


def about(move: str, things: Sequence[Thing], plans: Sequence[Parts]) -> list[Thing]:
    """The thing that leads furthest into the move, and the cards it takes."""
    leading = [one for one in things if one.lead and f"{move} ".startswith(f"{one.lead} ")]
    found = [max(leading, key=lambda one: len(one.lead))] if leading else []
    taken = next((plan.parts for plan in plans if plan.moves[0] == move), ())
    for part in taken:
        cards = [one for one in things if one.part == part and one not in found]
        found += cards[:1]
    return found


def with_marks(
    text: str, marks: Sequence[Mark], things: Sequence[Sequence[Thing]], zone: str
) -> str:
    """The drawing of any viewer with the marks on it; `zone` is the hand of the seat that decided,
    or nothing for those who do not see it."""
    hand = text.rfind(f'data-zone="{zone}"')
    for mark, about_it in zip(marks, things, strict=True):
        for thing in about_it:
            start = hand if thing.in_hand else 0
            if start >= 0:
                text = text[:start] + put_on(text[start:], thing.id, mark)
    return text


def put_on(text: str, thing: str, mark: Mark) -> str:
    place = re.compile(
        rf'<button\b(?=[^>]*\sid="{re.escape(thing)}")[^>]*>.*?(?=</button>)', re.DOTALL
    )
    return place.sub(lambda found: labelled(found.group(), mark), text, count=1)


def labelled(button: str, mark: Mark) -> str:
    """In words, too, for whoever does not see the ring."""
    button = button.replace('class="', f'class="marked {mark.kind} ', 1)
    button = re.sub(r'(aria-label="[^"]*)"', rf'\1 – {escape(mark.label)}"', button, count=1)
    return f'{button}<b class="mark {mark.kind}" aria-hidden="true">{escape(mark.label)}</b>'
