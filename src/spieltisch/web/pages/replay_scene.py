"""One step of a replay as HTML: the table as its viewer saw it, without anything to tap."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from spieltisch.core.state import CHANCE, OVER
from spieltisch.server.replays import OPEN, Replay, Told, Viewer
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games import presenter_of
from spieltisch.web.pages.environment import render
from spieltisch.web.pages.marks import Mark, things_of, with_marks
from spieltisch.web.pages.rooms import book_of
from spieltisch.web.pages.scene import LogLine, Player, Presenter, Scene, line, scene
from spieltisch.web.pages.showing import ending
from spieltisch.web.pages.speech import Speech

BUTTON = re.compile(r"<button\b([^>]*)>(.*?)</button>", re.DOTALL)
OF_CONTROLS = re.compile(
    r" (?:id|name|value|type|tabindex|aria-pressed|data-(?:lead|act|say|part|pack|proposed|need"
    r"|worth|name|removes|step|warns|once|twice))(?:=\"[^\"]*\"|(?=[ >]|$))| disabled"
)
STAYS = "popovertarget"  # shows something, decides nothing


class StepLine(msgspec.Struct, frozen=True):
    """A sentence of the log and the step it tells of."""

    step: int
    line: LogLine
    chance: bool


class Rewound:
    """A replay for one viewer; `name` is that of its record."""

    def __init__(self, replay: Replay, viewer: Viewer, speech: Speech, name: str = "") -> None:
        self.replay = replay
        self.book = book_of(replay.game, record=name)
        self.viewer = viewer
        self.speech = speech
        self.names = names_in(replay, speech)

    def look(self, step: int, viewer: Viewer) -> Snapshot:
        return self.replay.snapshot(step, viewer, self.names)

    def scene(self, step: int, viewer: Viewer) -> Scene:
        look = self.look(step, viewer)
        presenter = presenter_of(look, self.speech)
        shown = self.numbered(scene(look, presenter, self.speech, self.book))
        return self.opened(shown, presenter, step) if viewer == OPEN else shown

    def numbered(self, shown: Scene) -> Scene:
        """Players whose names the record does not tell have their number on the token."""
        named = self.replay.record.names
        players = tuple(
            one if one.me or any(named) else msgspec.structs.replace(one, letter=str(one.seat + 1))
            for one in shown.players
        )
        return msgspec.structs.replace(shown, players=players)

    def opened(self, shown: Scene, presenter: Presenter, step: int) -> Scene:
        viewers = [*range(self.replay.record.seats), None]
        view = presenter.opened([self.replay.view(step, viewer) for viewer in viewers])
        board = presenter.board(msgspec.structs.replace(shown.look, view=view), view, [])
        return msgspec.structs.replace(shown, board=board)

    def fragment(self, step: int, marks: Sequence[Mark] = ()) -> str:
        return still(self.marked(self.drawn(step, self.viewer, marks), step, marks))

    def drawn(self, step: int, viewer: Viewer, marks: Sequence[Mark] = ()) -> str:
        """With what its seat could tap then."""
        shown = self.scene(step, viewer)
        presenter = presenter_of(shown.look, self.speech)
        seats = range(self.replay.record.seats) if viewer == OPEN else ()
        return render(
            self.speech,
            "replay.html",
            scene=shown,
            hands=[self.scene(step, seat) for seat in seats],
            step=step,
            last=self.replay.last,
            told=[self.told(one, presenter) for one in self.telling() if one.step == step],
            next=self.next_words(step),
            deciding=self.deciding(step),
            marks=marks,
        )

    def marked(self, text: str, step: int, marks: Sequence[Mark]) -> str:
        """The moves of the marks are about what the seat that decides could tap."""
        if not marks:
            return text
        seat = self.replay.turn_at(step)
        plans = self.scene(step, seat).plans
        tapped = text if seat == self.viewer else self.drawn(step, seat)
        zone = {seat: "hand", OPEN: f"seat{seat}"}.get(self.viewer, "")
        return with_marks(text, marks, things_of(tapped, marks, plans), zone)

    def deciding(self, step: int) -> str:
        """Whose decision comes next, if it can be tried again."""
        turn = self.replay.turn_at(step)
        return self.names[turn] if turn >= 0 else ""

    def next_words(self, step: int) -> str:
        turn = self.replay.turn_at(step)
        say = self.speech.say
        if turn == OVER:
            return say("The game is over")
        if step == self.replay.last:
            return say("The record ends here.")
        if turn == CHANCE:
            return say("Next: chance")
        return say("Next: %(name)s", name=self.names[turn])

    # --- the log ---

    def telling(self) -> Sequence[Told]:
        return self.replay.telling(self.viewer)

    def told(self, told: Told, presenter: Presenter) -> LogLine:
        return line(told.entry, presenter, self.names, self.speech)

    def lines(self) -> list[StepLine]:
        presenter = presenter_of(self.look(0, None), self.speech)
        return [
            StepLine(told.step, self.told(told, presenter), told.entry.seen.who < 0)
            for told in self.telling()
        ]

    def players(self) -> Sequence[Player]:
        return self.scene(0, self.viewer).players

    def ending(self) -> str:
        """The score sheet, if the record reaches the end."""
        last = self.replay.last
        if self.replay.turn_at(last) != OVER:
            return ""
        shown = self.scene(last, self.viewer)
        presenter = presenter_of(shown.look, self.speech)
        return still(
            render(
                self.speech,
                "replay_ending.html",
                scene=shown,
                ending=ending(shown.look, shown, presenter, self.speech),
            )
        )


def names_in(replay: Replay, speech: Speech) -> list[str]:
    """As the record has them; whoever has none goes by the part they play or is numbered."""
    record = replay.record
    given = [*record.names, *[""] * record.seats][: record.seats]
    return [name or nameless(replay, seat, speech) for seat, name in enumerate(given)]


def nameless(replay: Replay, seat: int, speech: Speech) -> str:
    role = replay.game.role(seat, replay.record.options)
    if role:
        return speech.word(replay.game, role)
    return speech.say("Player %(number)s", number=seat + 1)


def still(text: str) -> Markup:
    """The same drawing with pictures where there were buttons: nothing here can be decided."""
    return Markup(BUTTON.sub(as_picture, text))


def as_picture(found: re.Match[str]) -> str:
    attributes, inside = found.groups()
    if STAYS in attributes:
        return found.group()
    kept = OF_CONTROLS.sub("", attributes)
    role = ' role="img"' if "aria-label" in kept else ""
    return f"<span{role}{kept}>{inside}</span>"
