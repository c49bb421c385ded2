"""The table of Zug um Zug in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.drawing import at_seat, capital, folded, headline, labelled
from spieltisch.core.texts import Texts, counted
from spieltisch.core.view import UNKNOWN
from spieltisch.games.zug_um_zug.edition import Edition
from spieltisch.games.zug_um_zug.position import YardView
from spieltisch.games.zug_um_zug.view import ZugView
from spieltisch.games.zug_um_zug.wording import KIND_OF

LOCOMOTIVE = "L"
NOTHING = "–"
CHOSEN = "* "
LETTER = {kind: letter for letter, kind in KIND_OF.items()}


def draw(view: ZugView, edition: Edition, texts: Texts, names: Sequence[str]) -> str:
    lines = headline(texts.title, *happening(view, texts))
    lines += ["", *labelled(texts.words["display"], display(view, texts))]
    piles = f"{texts.words['pile']} {view.pile}, {texts.words['discard']} {len(view.discard)}"
    under = sum(batch.size for batch in view.returned)
    lines += labelled(texts.words["card"], piles)
    lines += [*labelled(texts.words["tickets"], str(view.unseen + under)), ""]
    for seat in range(view.seats):
        lines += at_seat(names[seat], seat == view.turn, at_players(view, seat, texts))
    if view.hand is not None:
        lines += ["", *labelled(texts.words["hand"], counted(view.hand, KIND_OF, texts) or NOTHING)]
        lines += own_tickets(view, edition, texts)
    return "\n".join(lines)


def happening(view: ZugView, texts: Texts) -> list[str]:
    said = [texts.words[view.phase]]
    if view.half == 2:
        said.append(texts.words["half_time"])
    if view.last_turns is not None:
        said.append(f"{texts.words['last_turns']} {view.last_turns}")
    return said


def display(view: ZugView, texts: Texts) -> str:
    return ", ".join(texts.words[KIND_OF[one]] if one else NOTHING for one in view.display)


def at_players(view: ZugView, seat: int, texts: Texts) -> list[str]:
    """What everyone sees; of the cards on the way people see the number alone (ZZ-08)."""
    tickets = view.tickets[seat]
    yard = ", ".join(standing(one, texts) for one in view.yards[seat])
    return [
        f"{texts.words['yard']} {yard or NOTHING}",
        f"{texts.words['on_the_way']} {len(view.on_the_way[seat])}",
        "" if seat == view.seat else f"{texts.words['hand']} {hand(view, seat, texts)}",
        f"{texts.words['tickets']} {tickets.held + tickets.offered}"
        f", {texts.words['completed']} {tickets.completed}",
        *shown_at_the_end(view, seat, texts),
    ]


def shown_at_the_end(view: ZugView, seat: int, texts: Texts) -> list[str]:
    if view.ended is None:
        return []
    tickets = view.ended[seat]
    parts = (("completed", tickets.completed), ("failed", tickets.failed))
    return [
        f"{texts.words[key]} {' '.join(map(str, numbers))}" for key, numbers in parts if numbers
    ]


def standing(one: YardView, texts: Texts) -> str:
    with_locomotives = f"+{one.locomotives}{LOCOMOTIVE}" if one.locomotives else ""
    return f"{one.cards}{with_locomotives} × {texts.words[KIND_OF[one.colour]]}"


def hand(view: ZugView, seat: int, texts: Texts) -> str:
    held = view.hands[seat]
    unknown = held.size - len(held.known)
    parts = [counted(held.known, KIND_OF, texts), f"{unknown} × {UNKNOWN}" if unknown else ""]
    return ", ".join(part for part in parts if part) or NOTHING


def own_tickets(view: ZugView, edition: Edition, texts: Texts) -> list[str]:
    """Number, cities, points and the cards a ticket asks for."""
    lines = []
    for key, numbers in (
        ("ticket", view.offered),
        ("held", view.held),
        ("completed", view.completed),
    ):
        if numbers:
            lines.append(capital(texts.words[key]))
        for number in numbers:
            mark = CHOSEN if number in view.chosen else "  "
            lines += folded(mark + ticket(number, edition, texts), "      ")
    return lines


def ticket(number: int, edition: Edition, texts: Texts) -> str:
    asked = edition.tickets[number - 1]
    letters = "".join(LETTER[kind] for kind in asked.cards)
    cities = " – ".join(asked.cities)
    return f"{number:>2} {cities} ({asked.points})  {counted(letters, KIND_OF, texts)}"
