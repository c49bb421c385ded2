"""The search itself, in every room: its books balance, it is bounded, and it sees what is plain."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import OVER, State, new_buffer
from spieltisch.games import ROOMS, game
from spieltisch.search.playout import play_out
from spieltisch.search.search import Search
from spieltisch.search.tuning import Tuning
from tests.positions import decisions, seat_counts, some_decisions

POSITIONS = 3
GAMES = 8
DEALS = 20
FORESEEN = ["holmes", "tatort_themse", "troika"]  # their heuristics value positions before the end


def begin(
    room: Game,
    state: State,
    most_nodes: int = 1000,
    seed: int = 1,
    paired: bool = False,
    early: int = 0,
) -> Search:
    rng = seeded("search", seed)
    root = room.determinize(room.view(state, state.turn), rng)
    tuning = Tuning(paired=paired, early=early)
    return Search(root, room.casual, tuning, rng, room.most_moves, most_nodes, every_move=True)


def root_visits(search: Search) -> list[int]:
    return [search.tree.visits[edge] for edge in range(search.root_moves)]


@pytest.fixture(params=ROOMS)
def room(request: pytest.FixtureRequest) -> Game:
    return game(request.param)


@pytest.fixture(params=["fewest", "most"])
def seats(request: pytest.FixtureRequest, room: Game) -> int:
    return room.least_seats if request.param == "fewest" else room.most_seats


def test_every_iteration_tries_one_root_move(room: Game, seats: int) -> None:
    for state in some_decisions(room, seats, POSITIONS):
        search = begin(room, state)
        search.run(40)
        assert sum(root_visits(search)) == search.iterations == 40
        assert search.tree.node_visits[0] == 40


def test_root_moves_are_the_legal_moves(room: Game, seats: int) -> None:
    for state in some_decisions(room, seats, POSITIONS):
        search = begin(room, state)
        events = [search.tree.edge_event[edge] for edge in range(search.root_moves)]
        assert events == room.legal(state)


def test_the_same_seed_grows_the_same_tree(room: Game, seats: int) -> None:
    for state in some_decisions(room, seats, POSITIONS):
        twins = [begin(room, state), begin(room, state)]
        for search in twins:
            search.run(40)
        assert root_visits(twins[0]) == root_visits(twins[1])
        assert list(twins[0].tree.values) == list(twins[1].tree.values)


def test_paired_root_moves_meet_the_same_deals(room: Game) -> None:
    """The nth game of a move is dealt as the nth of any other, whatever was tried in between."""
    for state in some_decisions(room, room.least_seats, POSITIONS, "paired"):
        search = begin(room, state, paired=True)
        search.run(30)
        known = len(search.deals) // 4
        assert known == max(root_visits(search))
        before = [words_of(search, number) for number in range(known)]
        search.run(30)
        assert [words_of(search, number) for number in range(known)] == before
        assert len(set(before)) == known


def words_of(search: Search, number: int) -> tuple[int, ...]:
    """The luck that a move's game of this number begins with."""
    search.deal_again(number)
    luck = search.luck
    return luck.a, luck.b, luck.c, luck.d


@pytest.mark.parametrize("name", FORESEEN)
def test_an_early_end_is_where_the_turn_of_the_seat_begins_again(name: str) -> None:
    room = game(name)
    ends = []
    for state in some_decisions(room, 2, POSITIONS, "early"):
        search = begin(room, state, early=1)
        assert search.until == state.turn
        for edge in range(search.root_moves):
            ends.append(search.try_out(edge, search.until).turn)
            assert ends[-1] in (state.turn, OVER)
            assert search.try_out(edge, OVER).turn == OVER
    assert set(ends) != {OVER}


@pytest.mark.parametrize("name", FORESEEN)
def test_early_ends_balance_the_books_and_repeat(name: str) -> None:
    room = game(name)
    for state in some_decisions(room, 2, POSITIONS, "early"):
        twins = [begin(room, state, early=4), begin(room, state, early=4)]
        for search in twins:
            search.run(40)
        first, second = (list(search.tree.values) for search in twins)
        assert first == second
        assert sum(first[: 2 * twins[0].root_moves]) == pytest.approx(40)


def test_games_no_heuristic_foresees_are_played_to_their_end(room: Game) -> None:
    state = some_decisions(room, room.most_seats, 1, "early")[0]
    if room.most_seats > 2:
        assert begin(room, state, early=1).until == OVER


def test_iterations_in_parts_are_the_same_iterations(room: Game) -> None:
    for state in some_decisions(room, room.least_seats, POSITIONS):
        whole, parts = begin(room, state), begin(room, state)
        whole.run(30)
        for part in (1, 9, 20):
            parts.run(part)
        assert root_visits(whole) == root_visits(parts)


def test_memory_is_bounded(room: Game, seats: int) -> None:
    for state in some_decisions(room, seats, POSITIONS):
        search = begin(room, state, most_nodes=8)
        search.run(60)
        assert search.tree.nodes <= 8
        assert len(search.tree.edge_event) <= search.tree.most_edges
        assert sum(root_visits(search)) == 60


def test_the_root_is_left_as_it_was(room: Game) -> None:
    for state in some_decisions(room, room.least_seats, POSITIONS):
        search = begin(room, state)
        before = room.to_document(search.root)
        search.run(20)
        assert room.to_document(search.root) == before


def test_values_lie_between_nothing_and_the_whole_victory(room: Game, seats: int) -> None:
    for state in some_decisions(room, seats, POSITIONS):
        search = begin(room, state)
        search.run(40)
        tree = search.tree
        for edge in range(tree.edges):
            for seat in range(tree.seats):
                value = tree.values[edge * tree.seats + seat]
                assert 0.0 <= value <= float(tree.visits[edge])


def wins_alone(room: Game, state: State, seat: int) -> bool:
    """The seat can end the game with the whole victory before anyone else decides."""
    if state.turn == OVER:
        return state.payoffs()[seat] == 1.0
    if state.turn != seat:
        return False
    return any(wins_alone(room, after(state, code), seat) for code in room.legal(state))


def after(state: State, code: int) -> State:
    played = state.copy()
    played.play(code)
    return played


def surety(room: Game, state: State, code: int) -> float:
    """In how many deals that agree with the seat's view the move wins."""
    deals = [dealt_anew(state, number) for number in range(DEALS)]
    wins = [wins_alone(room, after(deal, code), state.turn) for deal in deals]
    return sum(wins) / DEALS


def dealt_anew(state: State, number: int) -> State:
    twin = state.copy()
    twin.resample(state.turn, seeded("deal", number))
    return twin


def wins_at_hand(room: Game, seats: int) -> Iterator[State]:
    """Positions near the end where some moves surely win and others never do by themselves."""
    for number in range(GAMES):
        for state in [state.copy() for state in decisions(room, seats, "win", number)][-3:]:
            sureties = [surety(room, state, code) for code in room.legal(state)]
            if max(sureties) == 1.0 and min(sureties) == 0.0:
                yield state


def test_a_sure_win_at_hand_is_taken(room: Game) -> None:
    for seats in seat_counts(room):
        for state in wins_at_hand(room, seats):
            search = begin(room, state)
            search.run(200)
            visits = root_visits(search)
            best = visits.index(max(visits))
            won_later = search.wins[best] >= 0.95 * visits[best]
            assert won_later or surety(room, state, room.legal(state)[best]) >= 0.8


def test_the_first_room_has_wins_at_hand() -> None:
    assert list(wins_at_hand(game("tatort_themse"), 2))


def test_a_random_move_is_the_one_a_list_would_have_given(room: Game, seats: int) -> None:
    buffer = new_buffer(room.most_moves)
    for number, state in enumerate(decisions(room, seats, "random moves")):
        listed, found = seeded("move", number), seeded("move", number)
        codes = room.legal(state)
        assert state.any_move(found, buffer) == codes[listed.below(len(codes))]


def test_a_state_that_forgets_plays_on_as_before(room: Game, seats: int) -> None:
    """What observers remember decides nothing: only re-dealing and views ask for it."""
    for state in some_decisions(room, seats, POSITIONS, "forgetting"):
        twin = state.copy()
        twin.forget()
        assert play_on(room, twin) == play_on(room, state.copy())


def play_on(room: Game, state: State) -> list[float]:
    play_out(state, room.casual, seeded("playing on"), new_buffer(room.most_moves))
    return state.scores()
