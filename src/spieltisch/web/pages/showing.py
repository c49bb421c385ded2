"""A Snapshot as HTML: the gathering, the table with its question, the end."""

from __future__ import annotations

import io
from bisect import bisect
from collections.abc import Sequence

import msgspec
import segno
from markupsafe import Markup

from spieltisch.core.rng import seeded
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.games import presenter_of, story_of
from spieltisch.web.pages.environment import render
from spieltisch.web.pages.guide import hints_json
from spieltisch.web.pages.rooms import book_of, game_of
from spieltisch.web.pages.scene import JOIN, Presenter, Scene, names_of, scene
from spieltisch.web.pages.sharing import sharing
from spieltisch.web.pages.speech import Facts, Speech

MARK = "<!--§"


class SheetLine(msgspec.Struct, frozen=True):
    amount: int
    text: Markup
    clause: str
    what: str
    facts: Facts


class Score(msgspec.Struct, frozen=True):
    seat: int
    rank: int
    total: int
    won: bool
    lines: Sequence[SheetLine]


class Ending(msgspec.Struct, frozen=True):
    title: str
    reason: Markup
    clause: str
    scores: Sequence[Score]
    own: str = ""  # what it means for the viewer


class Hint(msgspec.Struct, frozen=True):
    """One move as the page shows it: a row of moves, what to do, the chance in a hundred, and what
    sets it apart from another one."""

    row: str
    title: str
    share: int
    odds: str
    reason: str


def fragment(
    look: Snapshot,
    speech: Speech,
    address: str = "",
    by_hand: Sequence[tuple[str, Markup]] = (),
    advice: Sequence[Hint] = (),
    screen: bool = False,
) -> str:
    """What is sent again with every change; `by_hand` and `advice` only with a whole page."""
    game = game_of(look)
    title = speech.texts(game).title
    if look.stage == "gathering":
        return render(
            speech, "gathering.html", **gathering(look, speech, address, screen), title=title
        )
    presenter = presenter_of(look, speech)
    shown = unhurried(scene(look, presenter, speech, book_of(game, table=look.table)))
    return render(
        speech,
        "table.html",
        scene=shown,
        story=story_of(look, presenter),
        titles=speech.titles(game),
        sharing=sharing(look, shown.players),
        title=title,
        hints=hints_json(look, speech),
        by_hand=by_hand,
        advice=advice,
        chances={one.row.split(JOIN)[0]: one.share for one in reversed(advice)},
        ending=None if look.result is None else ending(look, shown, presenter, speech),
    )


def worded_moves(look: Snapshot, speech: Speech) -> list[tuple[str, Markup]]:
    """Every legal move and what the log would say of it, for pages without scripts. Whoever
    decides knows all of that: any state that agrees with the view tells it."""
    if look.view is None or not look.legal:
        return []
    game, presenter = game_of(look), presenter_of(look, speech)
    names = names_of(look, speech)
    believed = game.determinize(look.view, seeded("worded moves"))
    seen = [game.mask(believed, game.code(game.parse(text)), look.seat) for text in look.legal]
    return [
        (text, presenter.sentence(Entry(0, one), names) if one else Markup.escape(text))
        for text, one in zip(look.legal, seen, strict=True)
    ]


def unhurried(shown: Scene) -> Scene:
    """In a first game nothing plays itself while a hint is being read."""
    if not shown.look.house.guided:
        return shown
    question = msgspec.structs.replace(shown.question, alone=False)
    return msgspec.structs.replace(shown, question=question)


class Changes:
    """What of a fragment is new since the last one: its sections, each behind its mark. The page
    keeps the others, and of a changed one how it begins and ends, so that a move costs little."""

    def __init__(self) -> None:
        self.sent: dict[str, str] = {}

    def of(self, text: str) -> str:
        sections = dict(sections_of(text))
        fresh = [
            changed(name, self.sent.get(name), html)
            for name, html in sections.items()
            if self.sent.get(name) != html
        ]
        self.sent = sections
        return "".join(fresh)


def sections_of(text: str) -> list[tuple[str, str]]:
    """By name, in order. Split: a pattern that looks for the next mark takes 20 times as long."""
    parts = [part.partition("-->") for part in text.split(MARK)[1:]]
    return [(name, html) for name, _, html in parts]


def changed(name: str, old: str | None, new: str) -> str:
    """The mark tells how much of the old section's beginning and end stays."""
    if old is None:
        return f"{MARK}{name}-->{new}"
    shorter = min(len(old), len(new))
    begin = bisect(range(1, shorter + 1), False, key=lambda many: old[:many] != new[:many])
    rest = range(1, shorter - begin + 1)
    end = len(new) - bisect(rest, False, key=lambda many: old[-many:] != new[-many:])
    return f"{MARK}{name} {units(new[:begin])} {units(new[end:])}-->{new[begin:end]}"


def units(text: str) -> int:
    """The length as browsers count it."""
    return len(text.encode("utf-16-le")) // 2


def gathering(look: Snapshot, speech: Speech, address: str, screen: bool) -> dict[str, object]:
    """Who sits down at the big screen has the board there, and only a hand on the phone."""
    link = f"{address}/join/{look.invite}{'?hand' if screen else ''}" if look.invite else ""
    return {
        "look": look,
        "names": names_of(look, speech),
        "open": sum(seat.kind == "open" for seat in look.seats),
        "link": link,
        "qr": qr_code(link) if link else "",
    }


def qr_code(text: str) -> Markup:
    out = io.BytesIO()
    segno.make(text, micro=False).save(
        out, kind="svg", xmldecl=False, svgns=True, omitsize=True, border=2, dark="#14231f"
    )
    return Markup(out.getvalue().decode())


def ending(look: Snapshot, shown: Scene, presenter: Presenter, speech: Speech) -> Ending:
    result = look.result
    assert result is not None
    names = [player.name for player in shown.players]
    order = sorted(range(len(names)), key=lambda seat: (seat != look.seat, result.ranking[seat]))
    return Ending(
        title=winner_words(look, names, speech),
        reason=presenter.ending(result),
        clause=result.ending_clause,
        scores=[score(look, seat, presenter) for seat in order],
        own=own_place(look, names, presenter, speech),
    )


def score(look: Snapshot, seat: int, presenter: Presenter) -> Score:
    assert look.result is not None
    lines = [line for line in look.result.sheet if line.seat == seat]
    return Score(
        seat=seat,
        rank=look.result.ranking[seat],
        total=look.result.scores[seat],
        won=seat in look.result.winners,
        lines=[
            SheetLine(line.amount, presenter.sheet_line(line), line.clause, line.what, line.facts)
            for line in lines
        ],
    )


def own_place(look: Snapshot, names: Sequence[str], presenter: Presenter, speech: Speech) -> str:
    """By how much the viewer won or lost, and in which place."""
    result = look.result
    assert result is not None
    if look.seat is None:
        return ""
    scores, mine = result.scores, result.scores[look.seat]
    if look.seat in result.winners:
        ahead = mine - max(score for seat, score in enumerate(scores) if seat != look.seat)
        return presenter.ahead(ahead) if ahead > 0 else ""
    best = result.winners[0]
    behind = presenter.behind(scores[best] - mine, names[best]) if scores[best] > mine else ""
    if len(scores) == 2:
        return behind
    rank, seats = result.ranking[look.seat], len(scores)
    place = speech.say("You finish in place %(rank)s of %(seats)s.", rank=rank, seats=seats)
    return f"{behind} {place}".strip()


def winner_words(look: Snapshot, names: Sequence[str], speech: Speech) -> str:
    assert look.result is not None
    winners = look.result.winners
    if winners == [look.seat]:
        return speech.say("You win!")
    if len(winners) > 1:
        together = ", ".join(names[seat] for seat in winners)
        return speech.say("Shared victory: %(names)s", names=together)
    return speech.say("%(name)s wins", name=names[winners[0]])
