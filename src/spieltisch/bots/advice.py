"""What a seat is advised to play: a search finds the moves worth showing, and each of them is then
tried equally often, so that what is said of them can be compared.

A single legal move is no choice: it is played, and the advice is about what comes after it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence

import msgspec

from spieltisch.bots.levels import Limits, advising_iterations_of
from spieltisch.bots.searching import CHUNK, MOST_NODES
from spieltisch.bots.tuning import tuning_of
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.state import OVER, State, new_buffer
from spieltisch.core.view import View
from spieltisch.search.playout import lead
from spieltisch.search.search import ROOT_KEY, Search
from spieltisch.search.tree import NONE, mixed

MOST_MOVES = 3
TRIALS = 400  # of every move that is shown: its chance is then right to about three in a hundred
LEVEL = "strong"
NO_LIMITS = Limits()


class Advice(msgspec.Struct, frozen=True):
    """The moves of one's own that belong together, and what they lead to: the share of the victory,
    and by how much one is ahead of the best of the others. `of_round`: both are about the round
    that is being played, because a search of this game looks no further."""

    moves: list[str]
    trials: int
    share: float
    ahead: float
    of_round: bool

    @property
    def per_cent(self) -> int:
        """As it is shown."""
        return round(100 * self.share)


def advise(game: Game, view: View, rng: Rng, limits: Limits = NO_LIMITS) -> list[Advice]:
    """At most three moves, the best first by what is said of them; none if there is no choice."""
    root = game.determinize(view, rng)
    forced = list(play_forced(game, root, view.seat))
    if root.turn != view.seat:
        return []
    search = searched(game, root, rng, limits, LEVEL, MOST_MOVES * TRIALS)
    edges = worth_showing(game, search)
    tries = {edge: Tries(search, edge) for edge in edges}
    for _ in range(TRIALS):
        for one in tries.values():
            one.again()
    found = [one.advice([*forced, *row_of(game, search, edge, rng)]) for edge, one in tries.items()]
    return sorted(found, key=lambda one: (-one.per_cent, -one.ahead))


def play_forced(game: Game, state: State, seat: int | None) -> Iterator[str]:
    """Play what has to be played, as far as nothing new is learned by it."""
    while state.turn == seat and len(legal := game.legal(state)) == 1:
        yield game.texts_by_code[legal[0]]
        state.play(legal[0])


def searched(
    game: Game,
    root: State,
    rng: Rng,
    limits: Limits,
    level: str,
    trials: int,
    every_move: bool = False,
) -> Search:
    """Ready for so many trials more. Unless every move is looked at: only those a sensible player
    considers, no call one's own tiles show to be wrong."""
    deadline = math.inf if limits.seconds is None else time.monotonic() + limits.seconds
    iterations = advising_iterations_of(level, game.name)
    most_nodes = min(iterations + trials, MOST_NODES)
    choice = (game.most_moves, most_nodes, every_move)
    search = Search(root, game.casual, tuning_of(game.name), rng, *choice)
    left = iterations if search.root_moves > 1 else 0
    while left > 0 and time.monotonic() < deadline and not limits.hurried():
        search.run(min(left, CHUNK))
        left -= CHUNK
    return search


def worth_showing(game: Game, search: Search) -> list[int]:
    """The most tried moves; of those that lead to the same position, such as two equal cards, only
    one."""
    positions: list[object] = []
    edges: list[int] = []
    for edge in sorted(range(search.root_moves), key=lambda one: -search.tree.visits[one]):
        reached = search.root.copy()
        reached.play(search.tree.edge_event[edge])
        position = game.to_document(reached)
        if position not in positions and len(edges) < MOST_MOVES:
            positions.append(position)
            edges.append(edge)
    return edges


class Tries:
    """Games that begin with one move, each played as the search plays its own."""

    def __init__(self, search: Search, edge: int) -> None:
        self.search = search
        self.edge = edge
        self.before = search.root.scores()
        self.of_round = False
        self.number = 0
        self.won = 0.0
        self.ahead = 0.0
        self.won_squares = 0.0
        self.ahead_squares = 0.0

    def again(self) -> None:
        self.count(self.search.try_out(self.edge, OVER))

    def count(self, state: State) -> None:
        self.of_round = state.turn != OVER
        scores = state.scores()
        if self.of_round:
            scores = [now - then for now, then in zip(scores, self.before, strict=True)]
        ahead = lead(scores, self.search.seat, state.seats)
        won = state.payoffs()[self.search.seat] if not self.of_round else round_won(ahead)
        self.number += 1
        self.ahead += ahead
        self.ahead_squares += ahead * ahead
        self.won += won
        self.won_squares += won * won

    @property
    def chance(self) -> tuple[float, float]:
        """The share of the victory, and its standard error: one imagined game of unknown result
        keeps it honest where all came out alike."""
        return mean_and_error(self.won, self.won_squares + 0.25, self.number)

    @property
    def points(self) -> tuple[float, float]:
        return mean_and_error(self.ahead, self.ahead_squares, self.number)

    def advice(self, moves: Sequence[str]) -> Advice:
        number = self.number
        return Advice(list(moves), number, self.won / number, self.ahead / number, self.of_round)


def mean_and_error(total: float, squares: float, number: int) -> tuple[float, float]:
    mean = total / number
    return mean, math.sqrt(max(squares / number - mean * mean, 0.0) / number)


def round_won(ahead: float) -> float:
    return 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0


def row_of(game: Game, search: Search, edge: int, rng: Rng) -> list[str]:
    """The move, and how the seat goes on at once: as the search tried it most, or else as the
    heuristic would."""
    code = search.tree.edge_event[edge]
    state = search.root.copy()
    key, row = mixed(ROOT_KEY, state.observed(code, search.seat)), [game.texts_by_code[code]]
    state.play(code)
    while state.turn == search.seat:
        code = most_tried(search, key, state, rng)
        row.append(game.texts_by_code[code])
        key = mixed(key, state.observed(code, search.seat))
        state.play(code)
    return row


def most_tried(search: Search, key: int, state: State, rng: Rng) -> int:
    tree = search.tree
    node = tree.find(mixed(key, state.turn))
    codes = new_buffer(len(search.legal))
    legal = {codes[at] for at in range(state.legal(codes))}
    edge = NONE if node == NONE else tree.first_edge[node]
    best, most = NONE, 0
    while edge != NONE:
        if tree.visits[edge] > most and tree.edge_event[edge] in legal:
            best, most = tree.edge_event[edge], tree.visits[edge]
        edge = tree.next_edge[edge]
    return search.policy.choose(state, rng, codes) if best == NONE else best
