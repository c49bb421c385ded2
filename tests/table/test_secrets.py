"""Two tables that differ only in what a viewer cannot know tell it the same bytes."""

from __future__ import annotations

import copy
from collections.abc import Callable

import msgspec
import pytest

from spieltisch.core.game import Game
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, State
from spieltisch.games import ROOMS, game
from spieltisch.table.errors import TableError
from spieltisch.table.fairness import Dice
from spieltisch.table.kept import Kept, Place
from spieltisch.table.living import Living
from spieltisch.table.look import House
from spieltisch.table.table import Row, Table
from spieltisch.web.live import sse_event
from spieltisch.web.wire import GameFull, game_state
from tests.table.house import AT

TEXTS_TRIED = 12
Sent = Callable[[Living, int, list[str]], list[bytes]]
Lay = Callable[[str, int, int], Living]


def living(name: str, seats: int, seed: int) -> Living:
    room = game(name)
    kept = Kept(
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
    laid = Living(kept, room, [], set())
    laid.table = laid.lay()
    laid.table.apply(laid.table.propose_opening(AT).rows)
    kept.stage, kept.seating = "playing", list(range(seats))
    return laid


def forked(original: Living, viewer: int, rng: Rng) -> Living:
    """The same table with everything re-dealt that the viewer cannot know."""
    table = original.playing()
    fork = Living(copy.copy(original.kept), original.game, [], set())
    fork.table = Table(table.game, table.seats, table.options, Dice(bytes(32), ["fork"]))
    fork.table.rows, fork.table.steps = list(table.rows), list(table.steps)
    fork.table.sights = [copy.copy(sight) for sight in table.sights]
    for sight in fork.table.sights:
        sight.log, sight.fresh = list(sight.log), []
        sight.step_of = dict(sight.step_of)
    fork.table.state = table.state.copy()
    fork.table.state.resample(viewer, rng)
    fork.table.trail = [redealt(before, viewer, rng) for before in table.trail]
    return fork


def redealt(state: State, viewer: int, rng: Rng) -> State:
    other = state.copy()
    other.resample(viewer, rng)
    return other


def same_step(table: Table, fork: Table, viewer: int, rows: list[Row]) -> list[Row] | None:
    """The rows as they look alike to the viewer in the fork's world; None if they cannot be."""
    true, other = table.state.copy(), fork.state.copy()
    answer = []
    for row in rows:
        code = table.game.code(table.game.parse(row.text))
        seen = true.observed(code, viewer)
        twins = [twin for twin in fork.game.legal(other) if other.observed(twin, viewer) == seen]
        twin = code if code in twins else (twins[0] if twins and row.who == CHANCE else None)
        if twin is None or other.turn != true.turn:
            return None
        answer.append(Row(row.number, row.who, fork.game.texts_by_code[twin], row.at))
        before = true.copy()
        true.play(code)
        other.play(twin)
        if revealed(table.game, before, code, true, viewer):
            return None  # hidden things were turned up for it: the worlds may differ now
    return answer if true.turn == other.turn else None


def revealed(game: Game, before: State, code: int, after: State, viewer: int) -> bool:
    """For all, or for the viewer that drew a tile which somebody else had put back."""
    told = game.mask(before, code, None if viewer == before.seats else viewer)
    events = [*game.aftermath(before, after), *([told] if told else [])]
    return any(seen.what in game.reveals for seen in events)


def everything_sent(table: Living, viewer: int, texts: list[str]) -> list[bytes]:
    """All bytes of all channels to one viewer: look, event, stream lines, refusals."""
    owner = f"owner {viewer}" if viewer < table.playing().seats else ""
    look = table.look(owner)
    look = msgspec.structs.replace(look, clock=msgspec.structs.replace(look.clock, now=0))
    spelled = msgspec.json.encode(look)
    stream = [msgspec.json.encode(line) for line in (GameFull(look), game_state(look))]
    event = sse_event(look.version, "look", spelled.decode())
    return [spelled, event, *stream, *[refusal(table.playing(), viewer, text) for text in texts]]


def refusal(table: Table, viewer: int, text: str) -> bytes:
    try:
        table.checked(viewer, text)
    except TableError as error:
        return msgspec.json.encode([error.reason, error.clause, error.facts, str(error)])
    return b"legal"


def compare_whole_game(
    name: str, seats: int, seed: int, every: int, sent: Sent = everything_sent, lay: Lay = living
) -> int:
    """Fork at every so-many-th decision for every seat and for spectators (the last viewer); how
    many forks were compared."""
    true, rng = lay(name, seats, seed), seeded("secrets", name, seats, seed)
    table, compared, decision = true.playing(), 0, 0
    while not table.over:
        legal = table.sight(table.turn).legal
        rows = table.propose(table.turn, legal[rng.below(len(legal))], AT).rows
        viewers = range(seats + 1) if decision % every == seed % every else ()
        forks = [(viewer, forked(true, viewer, rng)) for viewer in viewers]
        step_of = {viewer: same_step(table, fork.playing(), viewer, rows) for viewer, fork in forks}
        table.apply(rows)
        texts = [table.game.texts_by_code[rng.below(table.game.codes)] for _ in range(TEXTS_TRIED)]
        for viewer, fork in forks:
            steps = step_of[viewer]
            if steps is None or fork.playing().over != table.over:
                continue
            fork.playing().apply(steps)
            assert sent(fork, viewer, texts) == sent(true, viewer, texts)
            compared += 1
        decision += 1
    return compared


@pytest.mark.parametrize("room", ROOMS)
def test_forks_by_what_a_seat_cannot_know_send_it_the_same_bytes(room: str) -> None:
    least = game(room).least_seats
    assert compare_whole_game(room, least, seed=1, every=9) > 10


@pytest.mark.long
@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("seed", range(10))
def test_forks_at_every_step_of_whole_games(room: str, seed: int) -> None:
    for seats in range(game(room).least_seats, game(room).most_seats + 1):
        assert compare_whole_game(room, seats, seed, every=1) > 20
