# compiled by mypyc
"""The truth of a game in progress, as every room subclasses it. See docs/house.md."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from spieltisch.core.rng import Rng

CHANCE: Final = -1
OVER: Final = -2
UNSEEN: Final = -1


class State:
    """The unchecked door: everything here trusts its caller. People come in through Table."""

    def __init__(self, seats: i64, turn: i64) -> None:
        self.seats = seats
        self.turn = turn

    def copy(self) -> "State":
        raise NotImplementedError

    def legal(self, into: "vec[i64]") -> i64:
        """Write the legal codes (at CHANCE: the outcomes) in ascending order into a buffer made by
        `new_buffer`; how many."""
        raise NotImplementedError

    def sensible(self, into: "vec[i64]") -> i64:
        """The same without moves of which the mover can see, from its own view, that they are
        never worth it: what a search tries. There is always one left."""
        return self.legal(into)

    def for_good(self) -> bool:
        """The mover may do what nothing later makes up for, such as leave a round: however few the
        moves are, a search gives them the whole thought."""
        return False

    def weight(self, code: i64) -> i64:
        """How many cards or tiles an outcome at CHANCE could mean."""
        raise NotImplementedError

    def play(self, code: i64) -> None:
        raise NotImplementedError

    def observed(self, code: i64, seat: i64) -> i64:
        """The code as the seat sees it, before it is played: the code itself, a veil (a code
        past the last move) when the content is hidden, or UNSEEN when nothing shows at all."""
        raise NotImplementedError

    def scores(self) -> list[float]:
        """At OVER, and where a stage has just begun: what the sheet adds up to, one number a
        seat."""
        raise NotImplementedError

    def outlook(self, seat: i64) -> float:
        """By how much the seat is ahead now, in points, by what it knows itself: a guess for those
        who learn."""
        return 0.0

    def stage(self) -> i64:
        """Which part of the game this is, if it has parts that are scored by themselves, such as
        rounds. A search may end its playouts where a stage ends."""
        return 0

    def payoffs(self) -> list[float]:
        """At OVER: 1 shared among the winners, 0 for the others."""
        raise NotImplementedError

    def resample(self, seat: i64, rng: Rng) -> None:
        """Re-deal all that the seat cannot know, uniformly among what agrees with its view."""
        raise NotImplementedError

    def forget(self) -> None:
        """Nobody will look at this state nor re-deal it, as in a playout: what observers remember
        need not be kept any more."""

    def observe(self, seat: i64, into: "vec[i32]", begin: i64) -> None:
        """Write the seat's view as bits of float32 numbers (core/observing.py), from a place on
        behind which all is 0 so far. The room's observation module documents the layout."""
        raise NotImplementedError

    def any_move(self, rng: Rng, buffer: "vec[i64]") -> i64:
        """One of the legal moves at random, as if they had been listed: a room may find the nth
        without a list."""
        return buffer[rng.below(self.legal(buffer))]

    def draw(self, rng: Rng, buffer: "vec[i64]") -> i64:
        """Let CHANCE choose: one of the outcomes, by weight."""
        count = self.legal(buffer)
        total: i64 = 0
        index: i64 = 0
        while index < count:
            total += self.weight(buffer[index])
            index += 1
        left = rng.below(total)
        index = 0
        while index < count - 1:
            left -= self.weight(buffer[index])
            if left < 0:
                break
            index += 1
        return buffer[index]


def worth_of_lead(ahead: float, scale: float) -> float:
    """From 0 to 1; a lead of the scale's size is worth half of what is still to win."""
    size = ahead if ahead >= 0.0 else -ahead
    return 0.5 + 0.5 * ahead / (size + scale)


class Policy:
    """Chooses for the seat whose turn it is, in a state that seat could believe in."""

    def choose(self, state: State, rng: Rng, buffer: "vec[i64]") -> i64:
        raise NotImplementedError

    def can_value(self, state: State) -> bool:
        """Whether `value` is there for games like this one, of two seats."""
        return False

    def value(self, state: State, seat: i64, margin: float, margin_scale: float) -> float:
        """What the seat, whose turn begins, may expect of the stage or the game: as much as a
        finished one is worth to a search, from 0 to 1. Unless a room knows better: by what both
        make of it now."""
        return worth_of_lead(state.outlook(seat) - state.outlook(1 - seat), margin_scale)


class RandomPolicy(Policy):
    def choose(self, state: State, rng: Rng, buffer: "vec[i64]") -> i64:
        return state.any_move(rng, buffer)


class Hasty(Policy):
    """Another policy, but in so many of a hundred decisions the mistakes are a person's: half of
    what could be done is overlooked, because it lies too far from where the eye falls, and of the
    rest it takes what looks best at the end of this very turn, whatever it has seen before."""

    def __init__(self, policy: Policy, percent: i64) -> None:
        self.policy = policy
        self.percent = percent

    def choose(self, state: State, rng: Rng, buffer: "vec[i64]") -> i64:
        if rng.below(100) >= self.percent:
            return self.policy.choose(state, rng, buffer)
        number = state.sensible(buffer)
        noticed = (number + 1) // 2
        first = rng.below(number - noticed + 1)
        codes = buffer[first : first + noticed]
        chosen = codes[0]
        best = -1.0e18
        for code in codes:
            worth = self.at_the_end_of_the_turn(state, code, rng, buffer)
            if worth > best:
                best = worth
                chosen = code
        return chosen

    def at_the_end_of_the_turn(
        self, state: State, code: i64, rng: Rng, buffer: "vec[i64]"
    ) -> float:
        """What the seat has then, in one deal it could believe in."""
        seat = state.turn
        imagined = state.copy()
        imagined.resample(seat, rng)
        imagined.play(code)
        while imagined.turn in (seat, CHANCE):
            if imagined.turn == CHANCE:
                imagined.play(imagined.draw(rng, buffer))
            else:
                imagined.play(self.policy.choose(imagined, rng, buffer))
        return imagined.outlook(seat)


def new_buffer(size: i64) -> "vec[i64]":
    """A buffer for State.legal, for the game's most_moves. There is one place more: a list made
    without branches writes every candidate, and goes on only behind those that are legal."""
    return vec[i64]([0] * (size + 1))
