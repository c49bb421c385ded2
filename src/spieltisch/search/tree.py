# compiled by mypyc
"""The memory of a search: nodes by what the searching seat has seen since the root, edges by what
it sees of a move. Flat vectors, and never more nodes and edges than allowed.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

NONE: Final = -1
LOW_BITS: Final = 0x7FFFFFFF
KEY_BITS: Final = 0x3FFFFFFFFFFFFFFF
FIRST_FACTOR: Final = 0x5BD1E995
SECOND_FACTOR: Final = 0x2C1B3C6D


def mixed(key: i64, event: i64) -> i64:
    """The key after one more event. No product passes 2**62, so that both builds agree."""
    low: i64 = ((key ^ (event + 3)) & LOW_BITS) * FIRST_FACTOR & KEY_BITS
    high: i64 = ((key >> 31) ^ (low >> 29)) & LOW_BITS
    return (low ^ (high * SECOND_FACTOR)) & KEY_BITS


@final
class Tree:
    """Values are sums of what finished games were worth to each seat."""

    def __init__(self, seats: i64, most_nodes: i64, most_edges: i64) -> None:
        self.seats = seats
        self.most_nodes = most_nodes
        self.most_edges = most_edges
        slots: i64 = 2
        while slots < 2 * most_nodes:
            slots *= 2
        self.slot_bits: i64 = slots - 1
        self.slot_key: vec[i64] = vec[i64]([0] * slots)
        self.slot_node: vec[i64] = vec[i64]([NONE] * slots)
        self.nodes: i64 = 0
        self.first_edge: vec[i64] = vec[i64]()
        self.node_visits: vec[i64] = vec[i64]()
        self.node_values: vec[float] = vec[float]()  # by node, then seat
        self.edges: i64 = 0
        self.edge_event: vec[i64] = vec[i64]()
        self.next_edge: vec[i64] = vec[i64]()
        self.visits: vec[i64] = vec[i64]()
        self.chances: vec[i64] = vec[i64]()  # how often the move was legal when its node was met
        self.picks: vec[i64] = vec[i64]()  # how often the heuristic would have played it
        self.values: vec[float] = vec[float]()  # by edge, then seat

    def find(self, key: i64) -> i64:
        return self.slot_node[self.slot_of(key)]

    def slot_of(self, key: i64) -> i64:
        """Where the key is, or the free place where it would be."""
        slot: i64 = (key ^ (key >> 32)) & self.slot_bits
        while self.slot_node[slot] != NONE and self.slot_key[slot] != key:
            slot = (slot + 1) & self.slot_bits
        return slot

    def add_node(self, key: i64) -> i64:
        """The new node, or NONE if the tree is full."""
        if self.nodes == self.most_nodes:
            return NONE
        slot = self.slot_of(key)
        self.slot_key[slot] = key
        self.slot_node[slot] = self.nodes
        self.first_edge = append(self.first_edge, NONE)
        self.node_visits = append(self.node_visits, 0)
        seat: i64 = 0
        while seat < self.seats:
            self.node_values = append(self.node_values, 0.0)
            seat += 1
        self.nodes += 1
        return self.nodes - 1

    def meet(self, node: i64, events: "vec[i64]", number: i64, into: "vec[i64]") -> i64:
        """Write the edges of these events, which ascend, and count that each had its chance; how
        many there are (fewer than events once the tree is full)."""
        before: i64 = NONE
        edge = self.first_edge[node]
        written: i64 = 0
        index: i64 = 0
        while index < number:
            event = events[index]
            while edge != NONE and self.edge_event[edge] < event:
                before = edge
                edge = self.next_edge[edge]
            if edge == NONE or self.edge_event[edge] != event:
                if self.edges == self.most_edges:
                    index += 1
                    continue
                edge = self.add_edge(node, before, edge, event)
            self.chances[edge] += 1
            into[written] = edge
            written += 1
            index += 1
        return written

    def add_edge(self, node: i64, before: i64, after: i64, event: i64) -> i64:
        """Link a new edge of the node between two of its edges."""
        edge = self.edges
        self.edge_event = append(self.edge_event, event)
        self.next_edge = append(self.next_edge, after)
        self.visits = append(self.visits, 0)
        self.chances = append(self.chances, 0)
        self.picks = append(self.picks, 0)
        seat: i64 = 0
        while seat < self.seats:
            self.values = append(self.values, 0.0)
            seat += 1
        if before == NONE:
            self.first_edge[node] = edge
        else:
            self.next_edge[before] = edge
        self.edges += 1
        return edge

    def credit(self, node: i64, edge: i64, worth: "vec[float]") -> None:
        """A game that came through here was worth so much to each seat."""
        self.node_visits[node] += 1
        self.visits[edge] += 1
        seat: i64 = 0
        while seat < self.seats:
            self.node_values[node * self.seats + seat] += worth[seat]
            self.values[edge * self.seats + seat] += worth[seat]
            seat += 1
