"""Two tables that differ only in what a viewer cannot know tell it the same bytes."""

from __future__ import annotations

import copy
from collections.abc import Callable

import msgspec
import pytest

from spieltisch.core.errors import Refusal
from spieltisch.core.game import Game, Move
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import State
from spieltisch.core.view import Seen, View
from spieltisch.games import ROOMS, game
from spieltisch.server.errors import TableError
from spieltisch.server.fairness import Dice
from spieltisch.server.live_table import LiveTable
from spieltisch.server.replays import hidden_facts
from spieltisch.server.snapshot import Clock, snapshot
from spieltisch.server.stored_table import House, Place, Row, StoredTable
from spieltisch.server.table import Table
from spieltisch.web.live import sse_event
from spieltisch.web.wire import GameFull, game_state
from tests.server.house import AT, pointed_at

TEXTS_TRIED = 12
WORLDS_TRIED = 4  # until one is found in which the step can be played
LEAST_SHARE = 0.85
GAMES_TRIED = 6
Sent = Callable[[LiveTable, int, list[str]], list[bytes]]
Lay = Callable[[str, int, int], LiveTable]


def live_table(name: str, seats: int, seed: int) -> LiveTable:
    room = game(name)
    stored = StoredTable(
        id="table",
        created=AT,
        game=name,
        edition=None,
        options=room.complete_options({}),
        rules_version=room.rules_version,
        house=House(watch="public", pace=5),
        secret=bytes(32),
        stage="gathering",
        seating=[],
        host="owner 0",
        next_table=None,
        places=[
            Place("person", f"name {seat}", owner=f"owner {seat}", contribution=str(seed))
            for seat in range(seats)
        ],
    )
    laid = LiveTable(stored, room, [], set())
    laid.table = laid.lay()
    laid.table.apply(laid.table.propose_opening(AT).rows)
    stored.stage, stored.seating = "playing", list(range(seats))
    return laid


def forked(original: LiveTable, viewer: int, rng: Rng) -> LiveTable:
    """The same table with everything re-dealt that the viewer cannot know."""
    table = original.playing()
    fork = LiveTable(copy.copy(original.stored), original.game, [], set())
    fork.table = Table(table.game, table.seats, table.match.options, Dice(bytes(32), ["fork"]))
    fork.table.rows, fork.table.standing = list(table.rows), list(table.standing)
    fork.table.match.steps = list(table.match.steps)
    fork.table.viewers = [copy.copy(other) for other in table.viewers]
    for other in fork.table.viewers:
        other.log, other.fresh = list(other.log), []
        other.step_of = dict(other.step_of)
    fork.table.match.state = redealt(table.match.state, viewer, rng)
    fork.table.trail = [redealt(before, viewer, rng) for before in table.trail]
    fork.table.asked, fork.table.sealed = table.asked, copy.deepcopy(table.sealed)
    fork.table.shown, fork.table.shown_before = table.shown, list(table.shown_before)
    return fork


def redealt(state: State, viewer: int, rng: Rng) -> State:
    other = state.copy()
    other.resample(viewer, rng)
    return other


def same_step(
    table: Table, fork: Table, viewer: int, rows: list[Row], rng: Rng
) -> list[Row] | None:
    """The rows as they look alike to the viewer in the fork's world; None if they cannot be."""
    true, other = table.match.state.copy(), fork.match.state.copy()
    answer = []
    for row in rows:
        code = table.game.code(table.game.parse(row.text))
        twins = looking_alike(table.game, true, other, code, viewer)
        if not twins:
            return None
        twin = twins[rng.below(len(twins))]
        text = fork.game.texts_by_code[twin]
        answer.append(Row(row.number, row.who, text, row.at, ran=row.ran, pointed=row.pointed))
        told = [played(table.game, *step, viewer) for step in ((true, code), (other, twin))]
        if any(may_differ(table.game, events) for events in told):
            views = [table.game.view(state, seat_or_none(viewer, state)) for state in (true, other)]
            if told[0] != told[1] or views[0] != views[1]:
                return None
    return answer


def looking_alike(game: Game, true: State, other: State, code: int, viewer: int) -> list[int]:
    """What the other world can play that the viewer cannot tell from the code: something else, if
    the code is hidden from it, or else the code itself. After a step nobody tells the viewer of,
    the same seat has to choose: whose turn it is then is a secret, too, until it is its own."""
    seen = true.observed(code, viewer)
    twins = [twin for twin in game.legal(other) if other.observed(twin, viewer) == seen]
    assert code in twins or true.turn != viewer, "a seat's moves follow from what it knows"
    if game.mask(true, code, seat_or_none(viewer, true)) is None:
        turn = turn_after(true, code)
        twins = [twin for twin in twins if turn_after(other, twin) == turn]
    return [twin for twin in twins if twin != code] or twins


def turn_after(state: State, code: int) -> int:
    after = state.copy()
    after.play(code)
    return after.turn


def seat_or_none(viewer: int, state: State) -> int | None:
    return None if viewer == state.seats else viewer


def played(game: Game, state: State, code: int, viewer: int) -> list[Seen | None]:
    """Play the step; what the viewer is told of it."""
    before = state.copy()
    state.play(code)
    told = game.mask(before, code, seat_or_none(viewer, state))
    return [told, *game.aftermath(before, state)]


def may_differ(game: Game, events: list[Seen | None]) -> bool:
    """Whether hidden things are turned up for the viewer, by the room's own list of what does:
    the worlds look alike from then on only if those are the same in both. The conformance kit
    checks that no other step shows any."""
    return any(seen is not None and seen.what in game.reveals for seen in events)


def since_now(clock: Clock) -> Clock:
    """What it says, whenever it was looked at."""
    deadline = None if clock.deadline is None else round(clock.deadline - clock.now, 2)
    return Clock(0.0, round(clock.since - clock.now, 2), deadline)


def everything_sent(table: LiveTable, viewer: int, texts: list[str]) -> list[bytes]:
    """All bytes of all channels to one viewer: look, event, stream lines, refusals."""
    owner = f"owner {viewer}" if viewer < table.playing().seats else ""
    look = snapshot(table, owner)
    look = msgspec.structs.replace(look, clock=since_now(look.clock))
    spelled = msgspec.json.encode(look)
    stream = [msgspec.json.encode(line) for line in (GameFull(look), game_state(look))]
    event = sse_event(look.version, "look", spelled.decode())
    return [spelled, event, *stream, *[refusal(table.playing(), viewer, text) for text in texts]]


def refusal(table: Table, viewer: int, text: str) -> bytes:
    try:
        table.propose(viewer, text, AT)
    except TableError as error:
        return msgspec.json.encode([error.reason, error.clause, error.facts, str(error)])
    return b"legal"


class Compared(msgspec.Struct):
    """How many steps were to be compared, and how many could be: the others nobody could play
    alike in any of the other worlds."""

    steps: int = 0
    compared: int = 0

    @property
    def share(self) -> float:
        return self.compared / self.steps


def compare_whole_game(
    name: str,
    seats: int,
    seed: int,
    every: int,
    sent: Sent = everything_sent,
    lay: Lay = live_table,
) -> Compared:
    """Fork at every so-many-th decision for every seat and for spectators (the last viewer)."""
    true, rng = lay(name, seats, seed), seeded("secrets", name, seats, seed)
    table, done, decision = true.playing(), Compared(), 0
    while not table.over:
        legal = table.viewer(table.turn).legal
        text = legal[rng.below(len(legal))]
        pointed = pointed_at(table, text, rng)
        rows = table.propose(table.turn, text, AT, pointed=pointed).rows
        viewers = range(seats + 1) if decision % every == seed % every else ()
        forks = {viewer: fork_with_step(true, viewer, rows, rng) for viewer in viewers}
        table.apply(rows)
        texts = [table.game.texts_by_code[rng.below(table.game.codes)] for _ in range(TEXTS_TRIED)]
        for viewer, fork in forks.items():
            done.steps += 1
            if fork is not None:
                assert sent(fork, viewer, texts) == sent(true, viewer, texts)
                done.compared += 1
        decision += 1
    return done


def fork_with_step(true: LiveTable, viewer: int, rows: list[Row], rng: Rng) -> LiveTable | None:
    """A fork in which the same has happened, as far as the viewer can tell."""
    for _ in range(WORLDS_TRIED):
        fork = forked(true, viewer, rng)
        steps = same_step(true.playing(), fork.playing(), viewer, rows, rng)
        if steps is not None:
            fork.playing().apply(steps)
            return fork
    return None


@pytest.mark.parametrize("room", ROOMS)
def test_forks_by_what_a_seat_cannot_know_send_it_the_same_bytes(room: str) -> None:
    least = game(room).least_seats
    done = compare_whole_game(room, least, seed=1, every=9)
    assert done.compared > 10 and done.share > LEAST_SHARE


def with_a_log_that_tells_too_much(kind: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    mask = kind.mask

    def best(game: Game, state: State, code: int, _: int | None) -> Seen | None:
        """As it is seen by whoever sees most of it."""
        masks = [mask(game, state, code, viewer) for viewer in [*range(state.seats), None]]
        return min([seen for seen in masks if seen], key=hidden_facts, default=None)

    monkeypatch.setattr(kind, "mask", best)


def with_a_glance_at_a_neighbour(kind: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    view = kind.view

    def neighbours(game: Game, state: State, seat: int | None) -> View:
        other = 0 if seat is None else (seat + 1) % state.seats
        return msgspec.structs.replace(view(game, state, other), seat=seat)

    monkeypatch.setattr(kind, "view", neighbours)


def with_a_refusal_that_explains_too_much(
    kind: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    explain = kind.explain

    def frank(game: Game, state: State, move: Move) -> Refusal:
        refusal = explain(game, state, move)
        truth = msgspec.json.encode(game.to_document(state)).decode()
        return Refusal(refusal.clause, refusal.reason, {**refusal.facts, "truth": truth})

    monkeypatch.setattr(kind, "explain", frank)


PLANTED = (
    with_a_log_that_tells_too_much,
    with_a_glance_at_a_neighbour,
    with_a_refusal_that_explains_too_much,
)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("plant", PLANTED)
def test_a_planted_leak_is_found(
    room: str,
    plant: Callable[[type[Game], pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In one of a few games: there are games of Holmes in which nobody hides anything."""
    plant(type(game(room)), monkeypatch)
    with pytest.raises(AssertionError):
        for seed in range(GAMES_TRIED):
            compare_whole_game(room, game(room).least_seats, seed, every=1)


@pytest.mark.long
@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("seed", range(10))
def test_forks_at_every_step_of_whole_games(room: str, seed: int) -> None:
    for seats in range(game(room).least_seats, game(room).most_seats + 1):
        done = compare_whole_game(room, seats, seed, every=1)
        assert done.compared > 100 and done.share > LEAST_SHARE
