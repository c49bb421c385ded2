"""A small game written out as a tree (EFG, the format of Gambit), which OpenSpiel's solvers read.

Late positions of the games are small enough to be solved exactly: `written` writes all that can
still happen, `solved` lets OpenSpiel find an equilibrium and say how far it is from one.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from copy import deepcopy
from itertools import accumulate, product

import msgspec
import pyspiel

from spieltisch.core.bot import Bot
from spieltisch.core.errors import BadDocument, SpieltischError
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, State
from spieltisch.research.openspiel.held import Held, Words, begun

SEATS = 2
MOST_NODES = 2_000_000
REDEALS = 5
FINE = 1 << 30


class TooLarge(SpieltischError):
    """There is more to happen than can be written out."""


class Tree(msgspec.Struct, frozen=True):
    """`information_sets` are numbered for each seat from 1, by the text of what the seat knows."""

    text: str
    nodes: int
    information_sets: list[dict[str, int]]

    def number(self) -> int:
        return sum(map(len, self.information_sets))


class Solution(msgspec.Struct, frozen=True):
    """`value` is what the first seat can be sure of, `exploitability` how much a seat could gain,
    on average, against the other's part of the policy: all as shares of the victory."""

    value: float
    exploitability: float
    iterations: int
    policies: list[dict[str, dict[str, float]]]


class Writer:
    def __init__(self, game: Game, most_nodes: int) -> None:
        self.game = game
        self.most_nodes = most_nodes
        self.nodes = 0
        self.known: list[dict[str, int]] = [{} for _ in range(SEATS)]

    def lines(self, held: Held) -> Iterator[str]:
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise TooLarge(f"more than {self.most_nodes} nodes; begin with a later position")
        state = held.state
        if state.turn == OVER:
            paid = " ".join(str(payoff) for payoff in state.payoffs())
            yield f't "" {self.nodes} "" {{ {paid} }}'
            return
        yield self.chance(held) if state.turn == CHANCE else self.decision(held)
        for code in held.legal():
            after = deepcopy(held)
            after.play(code)
            yield from self.lines(after)

    def chance(self, held: Held) -> str:
        texts = self.game.texts_by_code
        drawn = " ".join(f'"{texts[code]}" {chance!r}' for code, chance in held.chances())
        return f'c "" {self.nodes} "" {{ {drawn} }} 0'

    def decision(self, held: Held) -> str:
        seat = held.state.turn
        known = self.known[seat]
        number = known.setdefault(held.information(seat), len(known) + 1)
        moves = " ".join(f'"{self.game.texts_by_code[code]}"' for code in held.legal())
        return f'p "" {seat + 1} {number} "" {{ {moves} }} 0'


def written(game: Game, state: State, most_nodes: int = MOST_NODES) -> Tree:
    """All that can still happen from a position in which nothing is hidden but what chance has not
    drawn. Otherwise a tree that begins here would tell a seat what it does not know."""
    if state.seats != SEATS:
        raise TooLarge("trees are written for two seats")
    if not lies_open(game, state):
        raise BadDocument("position: a seat holds something the other does not know")
    writer = Writer(game, most_nodes)
    opening = f'EFG 2 R "{game.name}" {{ "0" "1" }} ""'
    lines = [opening, *writer.lines(begun(Words(game), state))]
    return Tree("\n".join(lines) + "\n", writer.nodes, writer.known)


def lies_open(game: Game, state: State) -> bool:
    """Whether re-dealing what a seat does not know changes nothing that anybody knows."""
    known = [game.view(state, seat) for seat in range(SEATS)]
    for seat, seed in product(range(SEATS), range(REDEALS)):
        twin = state.copy()
        twin.resample(seat, seeded("open", seed))
        if [game.view(twin, one) for one in range(SEATS)] != known:
            return False
    return True


def solved(tree: Tree, enough: float = 0.01, most_iterations: int = 100_000) -> Solution:
    """By CFR+, until the exploitability is below `enough`; both are OpenSpiel's own."""
    loaded = pyspiel.load_efg_game(tree.text)
    solver = pyspiel.CFRPlusSolver(loaded)
    iterations, left = 0, 1.0
    while left >= enough and iterations < most_iterations:
        for _ in range(max(10, iterations // 4)):
            solver.evaluate_and_update_policy()
            iterations += 1
        average = solver.average_policy()
        left = pyspiel.exploitability(loaded, average)
    value = pyspiel.expected_returns(loaded.new_initial_state(), average, -1, True)[0]
    return Solution(value, left, iterations, policies_of(loaded, tree, average))


def policies_of(
    loaded: pyspiel.Game, tree: Tree, average: pyspiel.Policy
) -> list[dict[str, dict[str, float]]]:
    """What each seat plays, and how often, by the text of what it knows."""
    named = {
        f"{seat}-{seat}-{number}-": (seat, told)
        for seat, known in enumerate(tree.information_sets)
        for told, number in known.items()
    }
    found: list[dict[str, dict[str, float]]] = [{} for _ in range(SEATS)]
    waiting = [loaded.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if not state.is_terminal() and not state.is_chance_node():
            seat, told = named[state.information_state_string()]
            if told not in found[seat]:
                chances = average.action_probabilities(state)
                found[seat][told] = {
                    state.action_to_string(action): chance for action, chance in chances.items()
                }
        waiting += [state.child(action) for action in state.legal_actions()]
    return found


def share_against(
    game: Game, state: State, solution: Solution, bot: Bot, seat: int, games: int
) -> list[float]:
    """What the bot on that seat wins of the victory in games from the position, against the other
    seat's part of the equilibrium."""
    words, payoffs = Words(game), []
    bot.sit(game, seat)
    for number in range(games):
        held, rng = begun(words, state.copy()), seeded("endgame", seat, number)
        while held.state.turn != OVER:
            held.play(game.code_of(answer(held, solution, bot, seat, rng)))
        payoffs.append(held.state.payoffs()[seat])
    return payoffs


def answer(held: Held, solution: Solution, bot: Bot, seat: int, rng: Rng) -> str:
    state, game = held.state, held.game
    if state.turn == CHANCE:
        return game.texts_by_code[state.draw(rng, held.words.buffer)]
    if state.turn == seat:
        return bot.choose(game.view(state, seat), game.legal_texts(state), rng)
    return drawn(solution.policies[state.turn][held.information(state.turn)], rng)


def drawn(chances: dict[str, float], rng: Rng) -> str:
    """One of the moves, by its chance."""
    moves, sums = list(chances), list(accumulate(chances.values()))
    at = bisect_right(sums, sums[-1] * float(rng.below(FINE)) / FINE)
    return moves[at]
