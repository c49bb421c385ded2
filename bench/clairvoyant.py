"""How much luck there is: a search that sees what no player may see, against one of ours.

It sees the hidden cards, and with `--draws` the draws to come as well, as far as its tree reaches;
behind the tree chance is open again, so that no single course of the game is trusted too much.
Two equal clairvoyants' worth is not measured: only what seeing wins. Every deal in both seatings.
"""

from __future__ import annotations

import argparse
import math
from time import process_time
from typing import Any

from librt.vecs import vec

from spieltisch.arena.estimates import share
from spieltisch.bots.searching import SearchBot
from spieltisch.bots.tuning import pace_of, tuning_of
from spieltisch.core.bot import Bot
from spieltisch.core.chance import ByDeal
from spieltisch.core.game import Game
from spieltisch.core.match import Match
from spieltisch.core.rng import Rng, seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer
from spieltisch.games import ROOMS, game
from spieltisch.search.playout import play_out_mixed, write_worth


class Edge:
    """A move that was tried: how often, and what it was worth to each seat together."""

    def __init__(self, seats: int) -> None:
        self.visits = 0
        self.picks = 0
        self.worth = [0.0] * seats


class Node(dict[int, Edge]):
    """A position on one course of the game: its edges by code."""

    visits = 0


class Clairvoyant:
    """Looks into the match it plays. Its tree is of single courses: whoever sees everything can
    tell them all apart."""

    def __init__(self, match: Match, iterations: int, draws: bool) -> None:
        self.match = match
        self.iterations = iterations
        self.draws = draws

    def sit(self, room: Game, seat: int) -> None:
        self.room = room
        self.tuning = tuning_of(room.name)
        self.buffer = new_buffer(room.most_moves)
        self.spare = new_buffer(room.most_moves)

    def choose(self, view: Any, legal: Any, rng: Rng) -> str:
        if len(legal) == 1:
            return str(legal[0])
        self.rng = rng
        self.root = self.match.state
        self.stage = self.root.stage()
        self.tree: dict[tuple[int, ...], Node] = {(): Node()}
        self.coming: dict[int, Rng] = {}
        for _ in range(self.iterations):
            self.iterate()
        tried = self.tree[()]
        return self.room.texts_by_code[max(tried, key=lambda code: tried[code].visits)]

    def iterate(self) -> None:
        state = self.root.copy()
        way: list[tuple[Node, Edge]] = []
        self.descend(state, way)
        self.play_out(state)
        worth = self.worth_of(state)
        for node, edge in way:
            node.visits += 1
            edge.visits += 1
            edge.worth = [sum(pair) for pair in zip(edge.worth, worth, strict=True)]

    def descend(self, state: State, way: list[tuple[Node, Edge]]) -> None:
        course: tuple[int, ...] = ()
        step = len(self.match.steps)
        while not self.ended(state):
            if state.turn == CHANCE:
                code = self.drawn(state, step)
            elif (number := state.sensible(self.buffer)) == 1:
                code = self.buffer[0]
            elif course in self.tree:
                code = self.tried(state, number, self.tree[course], way)
            else:
                self.tree[course] = Node()
                return
            course = (*course, code)
            state.play(code)
            step += 1

    def ended(self, state: State) -> bool:
        return state.turn == OVER or (self.tuning.by_stage and state.stage() != self.stage)

    def drawn(self, state: State, step: int) -> int:
        if not self.draws:
            return state.draw(self.rng, self.buffer)
        if step not in self.coming:
            assert isinstance(self.match.chance, ByDeal)
            self.coming[step] = seeded(self.match.chance.deal, "chance", step)
        return state.draw(self.coming[step].copy(), self.buffer)

    def tried(self, state: State, number: int, node: Node, way: list[tuple[Node, Edge]]) -> int:
        codes = [self.buffer[index] for index in range(number)]
        pick = self.room.casual.choose(state, self.rng, self.spare)
        for code in codes:
            if code not in node:
                node[code] = Edge(state.seats)
        node[pick].picks += 1
        mover = state.turn
        total = sum(edge.worth[mover] for edge in node.values())
        untried = total / node.visits if node.visits else 0.5
        urge = math.log(node.visits + 2.0)
        best = max(codes, key=lambda code: self.promise(node[code], untried, mover, urge, node))
        way.append((node, node[best]))
        return best

    def promise(self, edge: Edge, untried: float, mover: int, urge: float, node: Node) -> float:
        """As in search/search.py, where every move had its chance."""
        tries = edge.visits + 1.0
        mean = (edge.worth[mover] + untried) / tries
        seldom = self.tuning.exploration * math.sqrt(urge / tries)
        return mean + seldom + self.tuning.bias * edge.picks / ((node.visits + 1) * tries)

    def play_out(self, state: State) -> None:
        state.forget()
        policy, luck = self.room.casual, self.rng
        play_out_mixed(state, policy, self.tuning, self.stage, luck, self.rng, self.buffer)

    def worth_of(self, state: State) -> list[float]:
        worth = vec[float]([0.0] * state.seats)
        write_worth(state, state.payoffs() if state.turn == OVER else [], self.tuning, worth)
        return list(worth)


def won(room: Game, deal: str, own: int, asked: argparse.Namespace) -> float:
    match = Match(room, 2, chance=ByDeal(deal))
    seer = Clairvoyant(match, asked.iterations or asked.against, asked.draws)
    bots: list[Bot] = [SearchBot(asked.against), SearchBot(asked.against)]
    bots[own] = seer
    match.play(dict(enumerate(bots)))
    return float(match.state.payoffs()[own])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(ROOMS))
    parser.add_argument("--draws", action="store_true", help="see the draws to come, too")
    parser.add_argument("--iterations", type=int, help="default: as many as the other has")
    parser.add_argument("--against", type=int, help="iterations of the other; default: master's")
    parser.add_argument("--games", type=int, default=40)
    asked = parser.parse_args()
    room = game(asked.game)
    asked.against = asked.against or pace_of(room.name).master
    began = process_time()
    deals = [
        [won(room, f"clairvoyant {number}", own, asked) for own in range(2)]
        for number in range(asked.games // 2)
    ]
    found = share(deals)
    each = (process_time() - began) / asked.games
    sees = "hidden cards and draws" if asked.draws else "hidden cards"
    counts = f"{asked.iterations or asked.against} - {asked.against}"
    print(
        f"{room.name} {counts}, seeing {sees}: {found.value:.1%}"
        f" ({found.low:.1%} - {found.high:.1%}) of {asked.games}, {each:.1f} s/game"
    )


if __name__ == "__main__":
    main()
