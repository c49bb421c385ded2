# compiled by mypyc
"""Information-set Monte-Carlo tree search for one seat.

Every iteration re-deals what the seat cannot know, walks down the tree by the legal moves of that
deal, adds one node, plays the game out and credits the result to every seat on the way. Nodes are
keyed by the events the seat has seen since the root, so no statistics ever hang on hidden things:
a veiled move of another seat is one edge, behind which stands the heuristic's choice if it looks
so, and else any move that does, and moves without any event are the heuristic's alone. Chance is
sampled; what the seat sees of it belongs to the key.
"""

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, UNSEEN, Policy, State, new_buffer
from spieltisch.search.playout import play_out_at_random, play_out_mixed, write_worth
from spieltisch.search.tree import NONE, Tree, mixed
from spieltisch.search.tuning import Tuning

ROOT_KEY: Final = 1
EDGES_A_NODE: Final = 8


@final
class Search:
    """`root` is a state that agrees with what the seat sees; it is the seat's turn, and it has a
    choice. At the root every legal move is tried if asked for, in the tree only sensible ones."""

    def __init__(
        self,
        root: State,
        policy: Policy,
        tuning: Tuning,
        rng: Rng,
        most_moves: i64,
        most_nodes: i64,
        every_move: bool,
    ) -> None:
        self.root = root
        self.seat = root.turn
        self.stage: i64 = root.stage()
        self.until: i64 = self.seat if tuning.early > 0 and policy.can_value(root) else OVER
        self.policy = policy
        self.tuning = tuning
        self.rng = rng
        self.tree = Tree(root.seats, most_nodes, EDGES_A_NODE * most_nodes + most_moves)
        self.legal: vec[i64] = new_buffer(most_moves)
        self.events: vec[i64] = new_buffer(most_moves)
        self.edges: vec[i64] = new_buffer(most_moves)
        self.spare: vec[i64] = new_buffer(most_moves)
        self.path: vec[i64] = vec[i64]()  # nodes and edges in turns
        self.depth: i64 = 0  # how much of the path belongs to this iteration
        self.worth: vec[float] = vec[float]([0.0] * root.seats)
        self.grown = False
        self.iterations: i64 = 0
        self.root_moves: i64 = root.legal(self.events) if every_move else root.sensible(self.events)
        self.tree.add_node(mixed(ROOT_KEY, self.seat))
        self.tree.meet(0, self.events, self.root_moves, self.edges)
        self.deals: vec[i64] = vec[i64]()  # four words for each: what its luck begins with
        self.luck = rng
        self.wins: vec[float] = vec[float]([0.0] * self.root_moves)
        self.squares: vec[float] = vec[float]([0.0] * self.root_moves)

    def run(self, iterations: i64) -> None:
        left = iterations
        while left > 0:
            self.iterate()
            left -= 1

    def lead(self) -> i64:
        """How many visits the most visited root move has more than the next."""
        first: i64 = 0
        second: i64 = 0
        edge: i64 = 0
        while edge < self.root_moves:
            visits = self.tree.visits[edge]
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            edge += 1
        return first - second

    def iterate(self) -> None:
        edge = self.first_edge()
        if self.tuning.paired:
            self.deal_again(self.tree.visits[edge])
        self.try_out(edge, self.until)
        self.iterations += 1

    def try_out(self, edge: i64, until: i64) -> State:
        """One more game that begins with this root move, and how it ended: where it is this seat's
        turn again, or with OVER at its very end."""
        state = self.root.copy()
        state.resample(self.seat, self.luck)
        state.forget()
        self.descend(state, edge)
        self.play_out(state, until)
        self.credit(state)
        return state

    def first_edge(self) -> i64:
        """Which move comes next is settled before the deal: it may not hang on hidden things. The
        tree's first edges are the moves at the root."""
        pick = self.hunch(self.root, self.tree.edge_event, self.root_moves)
        edge: i64 = 0
        while edge < self.root_moves:
            self.tree.chances[edge] += 1
            self.edges[edge] = edge
            edge += 1
        return self.best_edge(0, self.root_moves, pick, self.seat)

    def deal_again(self, number: i64) -> None:
        """Every root move meets the same deals and the same luck, each in its turn: what two moves
        are worth then differs by the moves, and less by luck."""
        while len(self.deals) < 4 * number + 4:
            self.deals = append(self.deals, self.rng.word())
        first = 4 * number
        deals = self.deals
        self.luck = Rng(deals[first], deals[first + 1], deals[first + 2], deals[first + 3] | 1)

    def descend(self, state: State, edge: i64) -> None:
        """Play this root move, then moves of the tree until a node was added, it is full, or there
        is nothing left to look at."""
        self.depth = 0
        self.grown = False
        self.go_along(0, edge)
        code = self.tree.edge_event[edge]
        key: i64 = ROOT_KEY
        while True:
            event = state.observed(code, self.seat)
            if event != UNSEEN:
                key = mixed(key, event)
            state.play(code)
            if self.grown or self.ended(state):
                return
            if state.turn == CHANCE:
                code = state.draw(self.luck, self.legal)
            else:
                code = self.decide(state, key)

    def ended(self, state: State) -> bool:
        if state.turn == OVER:
            return True
        return self.tuning.by_stage and state.stage() != self.stage

    def decide(self, state: State, key: i64) -> i64:
        number = state.sensible(self.legal)
        if number == 1:
            return self.legal[0]
        pick = self.hunch(state, self.legal, number)
        if state.turn == self.seat:
            return self.decide_oneself(state, key, number, pick)
        events = self.list_events(state, number)
        if events <= 1:
            return pick
        node = self.node_at(mixed(key, state.turn))
        if node == NONE:
            return pick
        edges = self.tree.meet(node, self.events, events, self.edges)
        if edges == 0:
            return pick
        picked = state.observed(pick, self.seat)
        edge = self.best_edge(node, edges, picked, state.turn)
        self.go_along(node, edge)
        event = self.tree.edge_event[edge]
        return pick if event == picked else self.code_behind(state, event, number)

    def decide_oneself(self, state: State, key: i64, number: i64, pick: i64) -> i64:
        """A seat sees its own moves as they are: the events are the legal codes."""
        node = self.node_at(mixed(key, state.turn))
        if node == NONE:
            return pick
        edges = self.tree.meet(node, self.legal, number, self.edges)
        if edges == 0:
            return pick
        edge = self.best_edge(node, edges, pick, self.seat)
        self.go_along(node, edge)
        return self.tree.edge_event[edge]

    def go_along(self, node: i64, edge: i64) -> None:
        if self.depth == len(self.path):
            self.path = append(append(self.path, 0), 0)
        self.path[self.depth] = node
        self.path[self.depth + 1] = edge
        self.depth += 2

    def play_out(self, state: State, until: i64) -> None:
        if self.tuning.heuristic_percent == 0 and not self.tuning.by_stage:
            play_out_at_random(state, self.rng, self.legal)
        else:
            play_out_mixed(
                state, self.policy, self.tuning, self.stage, until, self.luck, self.rng, self.legal
            )

    def hunch(self, state: State, codes: "vec[i64]", number: i64) -> i64:
        """The heuristic's choice, unless the search is to do without it."""
        if self.tuning.heuristic_percent == 0:
            return codes[self.rng.below(number)]
        return self.policy.choose(state, self.rng, self.spare)

    def list_events(self, state: State, number: i64) -> i64:
        """What the searching seat could see now, each once and ascending; how many, or 0 if some
        move would show nothing at all."""
        listed: i64 = 0
        index: i64 = 0
        while index < number:
            event = state.observed(self.legal[index], self.seat)
            if event == UNSEEN:
                return 0
            listed = insert(self.events, listed, event)
            index += 1
        return listed

    def node_at(self, key: i64) -> i64:
        node = self.tree.find(key)
        if node == NONE:
            self.grown = True
            node = self.tree.add_node(key)
        return node

    def best_edge(self, node: i64, number: i64, picked: i64, mover: i64) -> i64:
        """Upper confidence with availability counts, drawn towards what the heuristic plays."""
        tree = self.tree
        untried = self.worth_of_node(node, mover) - self.tuning.doubt
        best = -1.0e18
        chosen: i64 = NONE
        met: i64 = 0
        urge: float = 0.0
        index: i64 = 0
        while index < number:
            edge = self.edges[index]
            if tree.edge_event[edge] == picked:
                tree.picks[edge] += 1
            if tree.chances[edge] != met:  # edges of a node mostly had equally many chances
                met = tree.chances[edge]
                urge = math.log(float(met) + 1.0)
            promise = self.promise(edge, untried, mover, urge)
            if promise > best:
                best = promise
                chosen = edge
            index += 1
        return chosen

    def worth_of_node(self, node: i64, mover: i64) -> float:
        visits = self.tree.node_visits[node]
        if visits == 0:
            return 0.5
        return self.tree.node_values[node * self.tree.seats + mover] / float(visits)

    def promise(self, edge: i64, untried: float, mover: i64, urge: float) -> float:
        tree = self.tree
        tries = float(tree.visits[edge] + 1)
        chances = float(tree.chances[edge])
        mean = (tree.values[edge * tree.seats + mover] + untried) / tries
        seldom = self.tuning.exploration * math.sqrt(urge / tries)
        return mean + seldom + self.tuning.bias * float(tree.picks[edge]) / (chances * tries)

    def code_behind(self, state: State, event: i64, number: i64) -> i64:
        """One of the moves the seat would see as this event."""
        matching: i64 = 0
        index: i64 = 0
        while index < number:
            if state.observed(self.legal[index], self.seat) == event:
                self.spare[matching] = self.legal[index]
                matching += 1
            index += 1
        if matching == 1:
            return self.spare[0]
        return self.spare[self.rng.below(matching)]

    def credit(self, state: State) -> None:
        payoffs = state.payoffs() if state.turn == OVER else []
        if self.ended(state):
            write_worth(state, payoffs, self.tuning, self.worth)
        else:
            self.write_value(state)
        index: i64 = 0
        while index < self.depth:
            self.tree.credit(self.path[index], self.path[index + 1], self.worth)
            index += 2
        won = payoffs[self.seat] if state.turn == OVER else self.worth[self.seat]
        first = self.path[1]
        self.wins[first] += won
        self.squares[first] += won * won

    def write_value(self, state: State) -> None:
        """Between two seats: what one may expect, the other may not."""
        tuning = self.tuning
        value = self.policy.value(state, self.seat, tuning.margin, tuning.margin_scale)
        self.worth[self.seat] = value
        self.worth[1 - self.seat] = 1.0 - value


def insert(events: "vec[i64]", listed: i64, event: i64) -> i64:
    """Put the event into its place among the listed ones, unless it is there; how many they are."""
    at = listed
    while at > 0 and events[at - 1] > event:
        at -= 1
    if at > 0 and events[at - 1] == event:
        return listed
    index = listed
    while index > at:
        events[index] = events[index - 1]
        index -= 1
    events[at] = event
    return listed + 1
