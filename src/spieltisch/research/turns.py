# compiled by mypyc
"""What a PettingZoo environment does at every move.

The environment itself is plain Python, because its base class is; `TurnTaking` stands before that
base and answers in its stead.
"""

from collections.abc import Iterator
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from spieltisch.core.rng import Rng
from spieltisch.core.state import OVER, State
from spieltisch.research.stepping import OneTable

ENDLESS: Final = 1 << 62
Answer = tuple[Any, Any, Any, Any, Any]


@mypyc_attr(allow_interpreted_subclasses=True)
class TurnTaking:
    def __init__(self, table: OneTable, agents: list[str]) -> None:
        self.lay(table, agents)

    def lay(self, table: OneTable, agents: list[str]) -> None:
        self.table = table
        self.possible_agents = agents
        self.agents: list[str] = []
        self.agent_selection = agents[0]
        self.rewards: dict[str, Any] = {}
        self._cumulative_rewards: dict[str, Any] = {}
        self.terminations: dict[str, Any] = {}
        self.truncations: dict[str, Any] = {}
        self.infos: dict[str, Any] = {}
        self.turn: i64 = OVER

    def begin(self, state: State, rng: Rng) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = self.terminations.copy()
        self.infos = {agent: {} for agent in self.agents}
        self.turn = self.table.begin(state, rng)
        self.agent_selection = self.agents[self.turn]

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        left: i64 = max_iter if max_iter < ENDLESS else ENDLESS
        while left > 0 and self.agents:
            left -= 1
            yield self.agent_selection

    def last(self, observe: bool = True) -> Answer:
        """Before the end there are no rewards, and nobody is out unless a wrapper marked it."""
        agent = self.agent_selection
        if (
            self.turn == OVER
            or not observe
            or self.truncations[agent] is not False
            or self.terminations[agent] is not False
        ):
            return self.last_by_agent(observe)
        return self.table.look(self.turn), 0.0, False, False, self.infos[agent]

    def last_by_agent(self, observe: bool) -> Answer:
        agent = self.agent_selection
        seat = self.possible_agents.index(agent)
        return (
            self.table.look(seat) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        if self.turn == OVER or action is None:
            self.leave(action)
            return
        code: i64 = action if isinstance(action, int) else int(action)
        turn = self.table.play(code)
        if turn >= 0:
            self.turn = turn
            self.agent_selection = self.possible_agents[turn]
        elif turn == OVER:
            self.end()
        else:
            self.refuse(code)

    def end(self) -> None:
        """Everybody is told the result and leaves."""
        self.turn = OVER
        payoffs = self.table.state.payoffs()
        for seat, agent in enumerate(self.agents):
            self.rewards[agent] = payoffs[seat]
            self._cumulative_rewards[agent] = payoffs[seat]
            self.terminations[agent] = True
        self.agent_selection = self.agents[0]

    def break_off(self) -> None:
        """An agent was marked as out from outside. Nobody can play on without it."""
        self.turn = OVER
        for agent in self.agents:
            if not self.terminations[agent]:
                self.truncations[agent] = True

    def leave(self, action: Any) -> None:
        """The step of an agent whose game is over."""
        agent = self.agent_selection
        if self.turn != OVER and (self.terminations[agent] or self.truncations[agent]):
            self.break_off()
        if self.turn != OVER or action is not None:
            raise ValueError("an agent whose game is over steps with None, and no other agent does")
        del self.rewards[agent]
        del self._cumulative_rewards[agent]
        del self.terminations[agent]
        del self.truncations[agent]
        del self.infos[agent]
        self.agents.remove(agent)
        for other in self.agents:
            self.rewards[other] = 0.0
        if self.agents:
            self.agent_selection = self.agents[0]

    def refuse(self, code: i64) -> None:
        raise NotImplementedError
