# compiled by mypyc
"""Games played to their end inside the engine, and what they are worth."""

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, Policy, State, worth_of_lead
from spieltisch.search.tuning import Tuning


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


def play_between(state: State, policies: list[Policy], rng: Rng, buffer: "vec[i64]") -> None:
    """Play the state itself to its end, every seat by a policy of its own."""
    while state.turn != OVER:
        if state.turn == CHANCE:
            state.play(state.draw(rng, buffer))
        else:
            state.play(policies[state.turn].choose(state, rng, buffer))


def play_out_at_random(state: State, rng: Rng, buffer: "vec[i64]") -> i64:
    """What observers would remember is not kept: nobody asks them in a playout."""
    state.forget()
    steps: i64 = 0
    while state.turn != OVER:
        if state.turn == CHANCE:
            state.play(state.draw(rng, buffer))
        else:
            state.play(state.any_move(rng, buffer))
        steps += 1
    return steps


def play_out_mixed(
    state: State,
    policy: Policy,
    tuning: Tuning,
    stage: i64,
    until: i64,
    luck: Rng,
    rng: Rng,
    buffer: "vec[i64]",
) -> i64:
    """Each decision is the policy's in so many of a hundred cases, and otherwise at random; chance
    has a generator of its own. If the tuning says so, it ends as soon as another stage than the
    given one has begun; and it ends where the seat `until` has its turn after
    another seat's, and after as many steps as the tuning asks for."""
    percent: i64 = tuning.heuristic_percent
    steps: i64 = 0
    another = False
    while state.turn != OVER:
        if tuning.by_stage and state.stage() != stage:
            return steps
        if state.turn == until:
            if another and steps >= tuning.early:
                return steps
        elif state.turn != CHANCE:
            another = True
        if state.turn == CHANCE:
            state.play(state.draw(luck, buffer))
        elif rng.below(100) < percent:
            state.play(policy.choose(state, rng, buffer))
        else:
            state.play(state.any_move(rng, buffer))
        steps += 1
    return steps


def write_worth(state: State, payoffs: list[float], tuning: Tuning, into: "vec[float]") -> None:
    """What the end of a playout is worth to each seat, from 0 to 1: the shared victory, and in a
    small part the score difference. Before the end of the game there is only the latter."""
    scores = state.scores()
    seat: i64 = 0
    while seat < state.seats:
        into[seat] = worth_of_lead(lead(scores, seat, state.seats), tuning.margin_scale)
        seat += 1
    if state.turn == OVER:
        blend(payoffs, tuning.margin, into)


def blend(payoffs: list[float], margin: float, into: "vec[float]") -> None:
    seat: i64 = 0
    for payoff in payoffs:
        into[seat] = (1.0 - margin) * payoff + margin * into[seat]
        seat += 1


def lead(scores: list[float], seat: i64, seats: i64) -> float:
    """By how much the seat is ahead of the best of the others."""
    rival: float = -1.0e18
    other: i64 = 0
    while other < seats:
        if other != seat and scores[other] > rival:
            rival = scores[other]
        other += 1
    return scores[seat] - rival
