"""Games played for the checks, and positions sampled from them so that every phase is met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from spieltisch.core.game import Game
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, Policy, RandomPolicy, State, new_buffer
from tests.kit.rooms import Layout

PER_PHASE = 3


def policies(game: Game) -> list[Policy]:
    return [RandomPolicy(), game.casual]


def walk(game: Game, state: State, policy: Policy, rng: Rng) -> Iterator[int]:
    """Play the state to its end; yields each code just before it is played."""
    buffer = new_buffer(game.most_moves)
    while state.turn != OVER:
        if state.turn == CHANCE:
            code = state.draw(rng, buffer)
        else:
            code = policy.choose(state, rng, buffer)
        yield code
        state.play(code)


def walk_by_bytes(game: Game, state: State, choices: Sequence[int]) -> None:
    """Play as the bytes say; any string of bytes is some game."""
    for choice in choices:
        codes = game.legal(state)
        if not codes:
            return
        state.play(codes[choice % len(codes)])


@cache
def sampled(layout: Layout, effort: int) -> tuple[State, ...]:
    """Some positions of every phase that random and casual games come through. Shared between
    the checks: copy before playing on."""
    by_phase: dict[str, list[State]] = {}
    met: dict[str, int] = {}
    rng = seeded("sample", layout, effort)
    for number, policy in enumerate(policies(layout.game) * effort):
        state = layout.start()
        for _ in walk(layout.game, state, policy, seeded("walk", layout, number)):
            keep(by_phase, met, layout.game, state, rng, effort)
        keep(by_phase, met, layout.game, state, rng, effort)
    return tuple(state for phase in sorted(by_phase) for state in by_phase[phase])


def keep(
    by_phase: dict[str, list[State]],
    met: dict[str, int],
    game: Game,
    state: State,
    rng: Rng,
    effort: int,
) -> None:
    """A reservoir a phase: each position met has the same chance to stay."""
    phase = game.view(state, None).phase
    kept = by_phase.setdefault(phase, [])
    met[phase] = met.get(phase, 0) + 1
    if len(kept) < PER_PHASE * effort:
        kept.append(state.copy())
        return
    at = rng.below(met[phase])
    if at < len(kept):
        kept[at] = state.copy()
