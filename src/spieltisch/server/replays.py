"""Finished games and loaded records, step by step, as any viewer saw them or all open."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Literal

import msgspec

from spieltisch.core.errors import BadRecord, NotThere
from spieltisch.core.game import Game, Places
from spieltisch.core.record import Record, check_result, loads, positions, start_of
from spieltisch.core.state import OVER, State
from spieltisch.core.view import UNKNOWN, Seen, View
from spieltisch.games import game_of_record
from spieltisch.server.credentials import is_id, new_id
from spieltisch.server.errors import Refused
from spieltisch.server.names import clean_name
from spieltisch.server.snapshot import SHOWN, Clock, Fair, SeatInfo, Snapshot
from spieltisch.server.store import queries
from spieltisch.server.store.engine import Store
from spieltisch.server.stored_table import House
from spieltisch.server.viewer import Entry

OPEN: Literal["open"] = "open"
Viewer = int | Literal["open"] | None  # a seat, all open, or a spectator
MOST_IN_MEMORY = 24
MOST_KEPT = 1000
KEEP_SECONDS = 30 * 24 * 3600


class Told(msgspec.Struct, frozen=True):
    """What a viewer saw of one step."""

    step: int
    entry: Entry


class Replay:
    """A record played through once, its positions kept; BadRecord at the first wrong step. `name`
    is that of its table or, if it was loaded, its own."""

    def __init__(self, record: Record, name: str = "", loaded: bool = False) -> None:
        self.record = record
        self.name = name
        self.loaded = loaded
        self.game = game_of_record(record)
        state = start_of(self.game, record)
        self.codes: list[int] = []
        self.states: list[State] = []
        for _, code in positions(self.game, record, state):
            self.codes.append(code)
            self.states.append(state.copy())
        self.states.append(state)
        check_result(self.game, record, state)
        self.told_places: list[Places] = []  # as each step tells them
        self.shown: list[Places] = [()]  # as they lie after so many steps
        self.show_places(pointed_in(record))
        self.told: dict[Viewer, list[Told]] = {}

    def show_places(self, pointed: Mapping[int, int]) -> None:
        for step, code in enumerate(self.codes, 1):
            before, after = self.states[step - 1], self.states[step]
            try:
                told = self.game.places_told(before, code, self.shown[-1], pointed.get(step, 0))
            except NotThere as error:
                raise BadRecord(f"shown, step {step}: {error}", "bad_shown", step=step) from None
            self.told_places.append(told)
            self.shown.append(self.game.places_kept(before, after, told))

    @property
    def last(self) -> int:
        return len(self.codes)

    @property
    def over(self) -> bool:
        """Whether the record reaches the end of its game."""
        return self.states[-1].turn == OVER

    def turn_at(self, step: int) -> int:
        return self.states[step].turn

    def first_decision(self) -> int:
        """The step before which nothing but chance happened."""
        return next(
            (step for step, state in enumerate(self.states) if state.turn >= 0), len(self.codes)
        )

    def telling(self, viewer: Viewer) -> list[Told]:
        if viewer not in self.told:
            self.told[viewer] = [
                Told(step, Entry(step, seen))
                for step in range(1, self.last + 1)
                for seen in self.seen(step, viewer)
            ]
        return self.told[viewer]

    def seen(self, step: int, viewer: Viewer) -> list[Seen]:
        before, after, code = self.states[step - 1], self.states[step], self.codes[step - 1]
        if viewer == OPEN:
            masked = best_seen(self.game, before, code)
        else:
            masked = self.game.mask(before, code, viewer)
        seen = [*([masked] if masked else []), *self.game.aftermath(before, after)]
        return [self.game.as_shown(one, self.told_places[step - 1]) for one in seen]

    def view(self, step: int, viewer: int | None) -> View:
        return self.game.view(self.states[step], viewer)

    def snapshot(self, step: int, viewer: Viewer, names: list[str]) -> Snapshot:
        """The table after so many steps. All open begins as a spectator's; whoever draws it
        adds what the seats know."""
        state = self.states[step]
        seat = viewer if isinstance(viewer, int) else None
        log = [told.entry for told in self.telling(viewer) if told.step <= step]
        return Snapshot(
            table="",
            game=self.game.name,
            edition=self.game.edition,
            rules_version=self.game.rules_version,
            options=self.record.options,
            house=House(memory_aid=viewer == OPEN),
            stage="over" if state.turn == OVER else "playing",
            seats=[SeatInfo(name, "person", online=True) for name in names],
            seat=seat,
            owned=[],
            host=False,
            number=step,
            changes=0,
            view=self.view(step, seat),
            shown=self.shown[step],
            legal=self.game.legal_texts(state) if state.turn == seat else [],
            log=log,
            last=[entry for entry in log if entry.id == step],
            can_undo=False,
            clock=Clock(0.0, 0.0, None),
            result=self.game.result(state) if state.turn == OVER else None,
            fairness=Fair(""),
            invite=None,
            watch_link=None,
            next_table=None,
        )


def best_seen(game: Game, before: State, code: int) -> Seen | None:
    """A step as the seat that sees most of it tells it."""
    masks = [game.mask(before, code, viewer) for viewer in [*range(before.seats), None]]
    seen = [mask for mask in masks if mask is not None]
    return min(seen, key=hidden_facts, default=None)


def hidden_facts(seen: Seen) -> int:
    texts = [seen.text, seen.what, *(str(value) for value in seen.facts.values())]
    return sum(UNKNOWN in text or "unseen" in text or "hidden" in text for text in texts)


def checked_record(text: bytes) -> Record:
    """The record as it is kept: names that can be shown, nothing that replaying does not need."""
    record = loads(text)
    record.names = [shown_name(name) for name in record.names[: record.seats]]
    Replay(record)
    record.choices = msgspec.UNSET
    record.more = {SHOWN: record.more[SHOWN]} if SHOWN in record.more else {}
    return record


def pointed_in(record: Record) -> dict[int, int]:
    """At which steps somebody pointed, and where; BadRecord if that is not what it says."""
    try:
        pairs = msgspec.convert(record.more.get(SHOWN, []), list[tuple[int, int]])
    except msgspec.ValidationError as error:
        raise BadRecord(f"shown: {error}", "bad_shown", step=0) from None
    steps = dict(pairs)
    for step, place in pairs:
        if not 1 <= step <= len(record.steps) or place < 1 or len(steps) < len(pairs):
            raise BadRecord(f"shown: step {step}, place {place}", "bad_shown", step=step)
    return steps


def shown_name(name: str) -> str:
    try:
        return clean_name(name)
    except Refused:
        return ""


class Replays:
    """Loaded records on disk for a month, those looked at in memory."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ready: OrderedDict[str, Replay] = OrderedDict()

    async def keep(self, text: bytes, now: float, origin: str = "") -> str:
        """Under which name the record can be replayed; BadRecord and the like if it cannot."""
        record = await asyncio.to_thread(checked_record, text)
        name, network = new_id(), origin.partition(" ")[0]
        row = (name, msgspec.json.encode(record), now + KEEP_SECONDS, network)
        await self.store.write(lambda c: queries.add_record(c, *row, MOST_KEPT))
        return name

    async def loaded(self, name: str, now: float) -> Replay | None:
        if not is_id(name):
            return None
        text = await self.store.read(lambda c: queries.record_text(c, name, now))
        return None if text is None else await self.of(name, loads(text), loaded=True)

    async def of(self, name: str, record: Record, loaded: bool = False) -> Replay:
        ready = self.ready.get(name)
        if ready is None or ready.record.names != record.names:  # somebody may be forgotten since
            self.ready[name] = await asyncio.to_thread(Replay, record, name, loaded)
            while len(self.ready) > MOST_IN_MEMORY:
                self.ready.popitem(last=False)
        self.ready.move_to_end(name)
        return self.ready[name]
