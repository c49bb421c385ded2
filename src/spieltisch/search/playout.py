"""Games played to their end inside the engine. Compiled."""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, Policy, State


def play_out(state: State, policy: Policy, rng: Rng, buffer: "vec[i64]") -> i64:
    """Play the state itself to its end, every seat by the policy; how many steps it took."""
    steps: i64 = 0
    while state.turn != OVER:
        if state.turn == CHANCE:
            state.play(state.draw(rng, buffer))
        else:
            state.play(policy.choose(state, rng, buffer))
        steps += 1
    return steps


def play_out_at_random(state: State, rng: Rng, buffer: "vec[i64]") -> i64:
    steps: i64 = 0
    while state.turn != OVER:
        if state.turn == CHANCE:
            state.play(state.draw(rng, buffer))
        else:
            state.play(buffer[rng.below(state.legal(buffer))])
        steps += 1
    return steps
