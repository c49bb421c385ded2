"""Looks at real games, as a table would give them, for rendering without a server."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from spieltisch.core.game import Game
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer
from spieltisch.core.view import Seen
from spieltisch.games import game
from spieltisch.server.snapshot import Clock, Fair, SeatInfo, Snapshot
from spieltisch.server.stored_table import House
from spieltisch.server.viewer import Entry
from tests.steady import steady

NAMES = ("Mila", "Anna", "Bo", "Cem", "Dunja")


class Telling:
    """One game played by a heuristic, told to one viewer."""

    def __init__(self, name: str, seats: int, seed: int, viewer: int | None) -> None:
        self.game: Game = game(name)
        self.viewer = viewer
        self.state: State = self.game.start(seats)
        self.seen: list[Seen] = []
        self.rng: Rng = seeded(name, seats, seed)

    def steps(self) -> Iterator[Snapshot]:
        """A look before every decision, and one at the end."""
        buffer, policy = new_buffer(self.game.most_moves), steady(self.game)
        while self.state.turn != OVER:
            if self.state.turn == CHANCE:
                self.play(self.state.draw(self.rng, buffer))
                continue
            yield self.look()
            self.play(policy.choose(self.state, self.rng, buffer))
        yield self.look()

    def play(self, code: int) -> None:
        seen = self.game.mask(self.state, code, self.viewer)
        before = self.state.copy()
        self.state.play(code)
        self.seen += [seen] if seen else []
        self.seen += self.game.aftermath(before, self.state)

    def look(self) -> Snapshot:
        over = self.state.turn == OVER
        entries = [Entry(at, seen) for at, seen in enumerate(self.seen)]
        asked = self.state.turn == self.viewer
        return Snapshot(
            table="table",
            game=self.game.name,
            edition=self.game.edition,
            options=self.game.complete_options({}),
            house=House(hints=True),
            stage="over" if over else "playing",
            seats=[SeatInfo(NAMES[seat], "person", "", True) for seat in range(self.state.seats)],
            seat=self.viewer,
            owned=[] if self.viewer is None else [self.viewer],
            host=False,
            number=len(self.seen),
            changes=0,
            view=self.game.view(self.state, self.viewer),
            legal=[self.game.texts_by_code[code] for code in self.game.legal(self.state)]
            if asked
            else [],
            log=entries,
            last=entries[-1:],
            can_undo=False,
            clock=Clock(0.0, 0.0, None),
            result=self.game.result(self.state) if over else None,
            fairness=Fair("commitment"),
            invite=None,
            watch_link=None,
            next_table=None,
        )


def redealt(told: Telling, look: Snapshot, rng: Rng) -> Snapshot:
    """The same look at a table where all the viewer cannot know lies otherwise."""
    state = told.state.copy()
    viewer = told.viewer
    state.resample(state.seats if viewer is None else viewer, rng)
    return msgspec.structs.replace(look, view=told.game.view(state, viewer))
