"""How a game came out, and the sheet that says why."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class ScoreLine(msgspec.Struct, frozen=True):
    """One line of the sheet. `what` names the text that words it, `facts` what it mentions."""

    seat: int
    amount: int
    clause: str
    what: str
    facts: Mapping[str, str | int] = {}


class Result(msgspec.Struct, frozen=True):
    """`ending` names why the game is over; `more` holds what only this game reports.

    >>> import spieltisch
    >>> match = spieltisch.load("holmes").match(seed=1)
    >>> match.play({0: spieltisch.bot("casual"), 1: spieltisch.bot("casual")})
    >>> match.result.ending, len(match.result.scores)
    ('seven_days', 2)
    >>> print(match.result)
    3 : 19, won by seat 1 (seven_days, HO-20)
    """

    scores: list[int]
    winners: list[int]
    ranking: list[int]
    ending: str
    ending_clause: str
    sheet: list[ScoreLine]
    more: Mapping[str, object] = {}

    def __str__(self) -> str:
        won = ", ".join(f"seat {seat}" for seat in self.winners)
        scores = " : ".join(str(score) for score in self.scores)
        return f"{scores}, won by {won} ({self.ending}, {self.ending_clause})"

    def summary(self) -> dict[str, object]:
        """The result as records and traces carry it."""
        return {"scores": self.scores, "winners": self.winners, **self.more}
