# compiled by mypyc
"""What every seat and a spectator have seen of a game, step by step."""

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from spieltisch.core.state import UNSEEN, State


@final
class Chronicle:
    """One row a step: who decided, then the code as each observer saw it."""

    def __init__(self, observers: i64, rows: "vec[i64]") -> None:
        self.observers = observers
        self.rows = rows

    def copy(self) -> "Chronicle":
        return Chronicle(self.observers, self.rows[:])

    def steps(self) -> i64:
        return len(self.rows) // (self.observers + 1)

    def note(self, state: State, code: i64) -> i64:
        """Write down a move before it is played; the greatest code an observer sees, which is the
        veil, past the last move, if someone sees one: a step has no more than one."""
        self.rows = append(self.rows, state.turn)
        greatest: i64 = UNSEEN
        observer: i64 = 0
        while observer < self.observers:
            observed = state.observed(code, observer)
            self.rows = append(self.rows, observed)
            if observed > greatest:
                greatest = observed
            observer += 1
        return greatest

    def who(self, step: i64) -> i64:
        return self.rows[step * (self.observers + 1)]

    def what(self, step: i64, observer: i64) -> i64:
        return self.rows[step * (self.observers + 1) + 1 + observer]


def empty_chronicle(observers: i64) -> Chronicle:
    return Chronicle(observers, vec[i64]())
