"""What a PettingZoo environment does at every move. Compiled.

The environment itself is plain Python, because its base class is; `TurnTaking` stands before that
base and answers in its stead while the game goes on.
"""

from collections.abc import Iterator
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from spieltisch.core.state import OVER
from spieltisch.research.stepping import OneTable

ENDLESS: Final = 1 << 62
Answer = tuple[Any, float, bool, bool, Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnTaking:
    def __init__(self, table: OneTable, agents: list[str]) -> None:
        self.lay(table, agents)

    def lay(self, table: OneTable, agents: list[str]) -> None:
        self.table = table
        self.possible_agents = agents
        self.agents: list[str] = []
        self.agent_selection = agents[0]
        self.infos: dict[str, Any] = {}
        self.turn: i64 = OVER

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        left: i64 = max_iter if max_iter < ENDLESS else ENDLESS
        while left > 0 and self.agents:
            left -= 1
            yield self.agent_selection

    def last(self, observe: bool = True) -> Answer:
        """Before the end there are no rewards and nobody is out."""
        if self.turn == OVER or not observe:
            return self.last_by_agent(observe)
        seen = self.table.look(self.turn)
        return seen, 0.0, False, False, self.infos[self.agent_selection]

    def step(self, action: Any) -> None:
        if self.turn == OVER or action is None:
            self.leave(action)
            return
        code: i64 = int(action)
        turn = self.table.play(code)
        if turn >= 0:
            self.turn = turn
            self.agent_selection = self.possible_agents[turn]
        elif turn == OVER:
            self.end()
        else:
            self.refuse(code)

    def last_by_agent(self, observe: bool) -> Answer:
        raise NotImplementedError

    def leave(self, action: Any) -> None:
        """The step of an agent whose game is over."""
        raise NotImplementedError

    def end(self) -> None:
        raise NotImplementedError

    def refuse(self, code: i64) -> None:
        raise NotImplementedError
