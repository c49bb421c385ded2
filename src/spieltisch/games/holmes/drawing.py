"""The table of Holmes in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.drawing import aligned, at_seat, clipped, folded, headline, labelled
from spieltisch.core.texts import Texts
from spieltisch.core.view import UNKNOWN
from spieltisch.games.holmes.cards import JOKER, LETTERS
from spieltisch.games.holmes.edition import Edition
from spieltisch.games.holmes.position import PersonView
from spieltisch.games.holmes.view import HolmesView, PlayerView
from spieltisch.games.holmes.wording import clue_name, clue_names

MARKER = {"standing": "X", "lying": "x", None: "."}
PERSON = 19
GAP = 2
WITH_JOKER = "+J"


def draw(view: HolmesView, edition: Edition, texts: Texts, names: Sequence[str]) -> str:
    roles = [texts.words["sherlock"], texts.words[view.opponent]]
    day = f"{texts.words['day']} {view.day}" if view.day else ""
    lines = headline(texts.title, day, texts.words[view.phase])
    lines += ["", *persons(view, texts, roles), texts.words["legend"], ""]
    lines += labelled(texts.words["display"], display(view, edition, texts))
    if view.gone:
        lines += labelled(texts.words["gone"], clue_names(view.gone, edition, texts))
    if view.sniffed:
        lines += labelled(texts.words["keeping"], clue_names(view.sniffed, edition, texts))
    lines += ["", *rows(view, edition, texts, roles)]
    for seat, player in enumerate(view.players):
        called = names[seat] if names[seat] == roles[seat] else f"{names[seat]} ({roles[seat]})"
        lines += at_seat(called, seat == view.turn, beside(view, seat, player, edition, texts))
    return "\n".join(lines)


def persons(view: HolmesView, texts: Texts, roles: Sequence[str]) -> list[str]:
    """Who can be visited, what that brings, and where the markers are."""
    table = [[roles[0][:2], roles[1][:2], ""]]
    table += [
        [*(MARKER[one] for one in person.markers), name_of(person, texts)]
        for person in view.persons
    ]
    head, *lines = aligned(table)
    width = max(map(len, lines), default=0) + GAP
    return [head] + [
        line
        for start, person in zip(lines, view.persons, strict=True)
        for line in folded(start.ljust(width) + ability(person, texts), " " * width)
    ]


def name_of(person: PersonView, texts: Texts) -> str:
    return clipped(texts.words[person.id], PERSON)


def ability(person: PersonView, texts: Texts) -> str:
    if not person.face_up:
        return f"({texts.words['face_down']})"
    return texts.words[f"ability_{person.id}"]


def display(view: HolmesView, edition: Edition, texts: Texts) -> str:
    pile = f"{texts.words['pile']} {view.pile}, {texts.words['reserve']} {view.reserve}"
    return f"{clue_names(view.display, edition, texts) or '–'}; {pile}"


def rows(view: HolmesView, edition: Edition, texts: Texts, roles: Sequence[str]) -> list[str]:
    """The open clues of both, kind by kind, facing each other."""
    table = [["", *roles]]
    for letter in LETTERS:
        counts = [in_row(player, letter) for player in view.players]
        if letter != LETTERS[JOKER] and any(counts):
            value = f" ({letter})" if letter.isdecimal() else ""
            table.append([clue_name(letter, edition, texts) + value, *counts])
    return [*aligned(table, 2), ""] if len(table) > 1 else []


def in_row(player: PlayerView, letter: str) -> str:
    number = player.rows.count(letter)
    joker = WITH_JOKER if letter in player.jokers else ""
    return f"{number}{joker}" if number or joker else ""


def beside(
    view: HolmesView, seat: int, player: PlayerView, edition: Edition, texts: Texts
) -> list[str]:
    parts = [f"{texts.words['glasses']} {player.glasses}"]
    if player.loose:
        parts.append(f"{texts.words['joker']} ({texts.words['loose']}) {player.loose}")
    if player.face_down:
        seen = view.face_down if seat == view.seat and view.face_down else player.known
        unknown = player.face_down - len(seen)
        cards = [clue_names(seen, edition, texts), f"{unknown} × {UNKNOWN}" if unknown else ""]
        said = ", ".join(card for card in cards if card)
        parts.append(f"{texts.words['face_down']} {said}")
    return parts
