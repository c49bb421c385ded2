"""The memory of the search: keys, sorted edges, and its bounds."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.search.tree import NONE, Tree, mixed

KEY_OF_A_HUNDRED = 190649522309118359


def edge_events(tree: Tree, node: int) -> list[int]:
    events = []
    edge = tree.first_edge[node]
    while edge != NONE:
        events.append(int(tree.edge_event[edge]))
        edge = tree.next_edge[edge]
    return events


def test_keys_of_short_histories_all_differ() -> None:
    keys = [1]
    for _ in range(3):
        keys = [mixed(key, event) for key in keys for event in range(-1, 40)]
    assert len(set(keys)) == len(keys)
    assert min(keys) >= 0


def test_a_key_depends_on_the_order_of_events() -> None:
    assert mixed(mixed(1, 5), 6) != mixed(mixed(1, 6), 5)


def test_both_builds_give_the_same_keys() -> None:
    key = 1
    for event in range(100):
        key = mixed(key, event)
    assert key == KEY_OF_A_HUNDRED


def test_nodes_are_found_again_and_their_number_is_bounded() -> None:
    tree = Tree(2, 100, 10)
    nodes = [tree.add_node(mixed(1, event)) for event in range(120)]
    assert nodes == [*range(100), *[NONE] * 20]
    assert [tree.find(mixed(1, event)) for event in range(120)] == nodes


def test_edges_are_kept_in_order_and_count_their_chances() -> None:
    tree = Tree(2, 4, 10)
    node = tree.add_node(7)
    into = vec[i64]([0] * 4)
    assert tree.meet(node, vec[i64]([5, 9]), 2, into) == 2
    assert tree.meet(node, vec[i64]([2, 5, 7, 11]), 4, into) == 4
    assert edge_events(tree, node) == [2, 5, 7, 9, 11]
    chances = {tree.edge_event[edge]: tree.chances[edge] for edge in range(tree.edges)}
    assert chances == {2: 1, 5: 2, 7: 1, 9: 1, 11: 1}


def test_a_full_tree_goes_on_with_the_edges_it_has() -> None:
    tree = Tree(2, 4, 2)
    node = tree.add_node(7)
    into = vec[i64]([0] * 3)
    assert tree.meet(node, vec[i64]([5, 9]), 2, into) == 2
    assert tree.meet(node, vec[i64]([3, 5, 9]), 3, into) == 2
    assert [tree.edge_event[into[0]], tree.edge_event[into[1]]] == [5, 9]
