"""OpenSpiel's own simulations over every room, and what a seat can read out of a state."""

from __future__ import annotations

import pickle
from importlib import resources
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import spieltisch.research.openspiel
from spieltisch.bots.levels import bot
from spieltisch.core.rng import seeded
from spieltisch.core.state import OVER
from spieltisch.games import ROOMS, game
from spieltisch.research.openspiel.bots import OurBot, TheirBot
from spieltisch.research.openspiel.game import SpieltischGame, short_name
from spieltisch.research.openspiel.state import SpieltischState
from tests.kit.golden import golden_layout
from tests.kit.rooms import LAYOUTS, Layout

assert spieltisch.research.openspiel

SEATINGS = [
    (name, seats)
    for name in ROOMS
    for seats in sorted({game(name).least_seats, game(name).most_seats})
]
RESAMPLES = 400
GOLDEN = {str(golden_layout(layout.seats, layout.game)) for layout in LAYOUTS}
SIMULATED = [  # every number of seats and every value of an option, not every pair of them
    layout
    if str(layout) in GOLDEN or "pocket" in str(layout)
    else pytest.param(layout, marks=pytest.mark.long)
    for layout in LAYOUTS
]


def load(name: str, seats: int | None = None, **options: str) -> SpieltischGame:
    players = seats or game(name).least_seats
    loaded: SpieltischGame = pyspiel.load_game(short_name(name), {"players": players, **options})
    return loaded


def step_at_random(state: SpieltischState, rng: np.random.RandomState) -> None:
    if state.is_chance_node():
        codes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(codes, p=chances)))
    else:
        state.apply_action(int(rng.choice(state.legal_actions())))


def some_positions(name: str, seats: int, every: int, seed: int = 0) -> list[SpieltischState]:
    """Positions of one random game in which a seat decides."""
    rng = np.random.RandomState(seed)
    state = load(name, seats).new_initial_state()
    met = []
    while not state.is_terminal():
        if not state.is_chance_node():
            met.append(state.clone())
        step_at_random(state, rng)
    return met[::every]


@pytest.mark.parametrize("layout", SIMULATED, ids=str)
def test_random_simulations(layout: Layout) -> None:
    """Clones, masks, unique strings, returns, and states that survive being written down."""
    loaded = load(layout.name, layout.seats, **dict(layout.options))
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ROOMS)
def test_random_simulations_with_serialising(name: str) -> None:
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ROOMS)
def test_the_same_draws_give_the_rooms_own_game(name: str) -> None:
    room = game(name)
    theirs, ours = load(name).new_initial_state(), room.start(room.least_seats)
    rng = np.random.RandomState(1)
    while not theirs.is_terminal():
        assert theirs.legal_actions() == room.legal(ours)
        step_at_random(theirs, rng)
        ours.play(theirs.history()[-1])
    assert ours.turn == OVER
    assert theirs.returns() == ours.payoffs()


@pytest.mark.parametrize("name", ROOMS)
def test_chance_is_weighted_as_the_rooms_say(name: str) -> None:
    state = load(name).new_initial_state()
    room = game(name)
    while state.is_chance_node():
        weights = room.outcomes(state.held.state)
        total = sum(weights.values())
        assert state.chance_outcomes() == [(code, w / total) for code, w in weights.items()]
        state.apply_action(next(iter(weights)))


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_resampling_leaves_the_information_state(name: str, seats: int) -> None:
    rng = np.random.RandomState(3)
    for state in some_positions(name, seats, every=9):
        for player in range(seats):
            twin = state.resample_from_infostate(player, rng.random_sample)
            check_unchanged(state, twin, player)


def check_unchanged(state: SpieltischState, twin: SpieltischState, player: int) -> None:
    assert twin.information_state_string(player) == state.information_state_string(player)
    assert twin.observation_string(player) == state.observation_string(player)
    assert twin.observation_tensor(player) == state.observation_tensor(player)
    assert twin.information_state_tensor(player) == state.information_state_tensor(player)
    if state.current_player() == player:
        assert twin.current_player() == player
        assert twin.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", ROOMS)
def test_many_resamples_leave_the_information_state(name: str) -> None:
    check_resamples(name, RESAMPLES)


@pytest.mark.long
@pytest.mark.parametrize("name", ROOMS)
def test_25_000_resamples_of_each_room_leave_the_information_state(name: str) -> None:
    check_resamples(name, 25_000)


def check_resamples(name: str, number: int) -> None:
    rng = np.random.RandomState(4)
    seats = game(name).least_seats
    positions = some_positions(name, seats, every=5)
    for turn in range(number):
        state = positions[turn % len(positions)]
        player = turn // len(positions) % seats
        check_unchanged(state, state.resample_from_infostate(player, rng.random_sample), player)


@pytest.mark.parametrize("name", ROOMS)
def test_a_resampled_state_tells_nothing_of_what_really_happened(name: str) -> None:
    """Whatever it was resampled from, everything that can be read from it comes from the deal made
    up for it: two real states that one seat cannot tell apart give it the same."""
    seats = game(name).least_seats
    for state in some_positions(name, seats, every=12):
        player = state.current_player()
        other = state.resample_from_infostate(player, np.random.RandomState(1).random_sample)
        told = [
            one.resample_from_infostate(player, np.random.RandomState(2).random_sample)
            for one in (state, other)
        ]
        assert everything(told[0]) == everything(told[1])
        assert told[0].history() == []


def everything(state: SpieltischState) -> list[object]:
    players = range(state.num_players())
    return [
        str(state),
        state.legal_actions(),
        [state.information_state_string(player) for player in players],
        [state.observation_string(player) for player in players],
        [state.observation_tensor(player) for player in players],
    ]


@pytest.mark.parametrize("name", ROOMS)
def test_resampling_deals_anew(name: str) -> None:
    """Somewhere in some game the other seat's hidden things differ from deal to deal."""
    rng = np.random.RandomState(6)
    seats = game(name).least_seats
    different = 0
    for state in (one for seed in range(8) for one in some_positions(name, seats, 5, seed)):
        player = state.current_player()
        other = (player + 1) % seats
        deals = [state.resample_from_infostate(player, rng.random_sample) for _ in range(4)]
        different += len({deal.observation_string(other) for deal in deals}) > 1
    assert different > 0


@pytest.mark.parametrize("name", ROOMS)
def test_a_resampled_state_can_be_played_on_cloned_and_written_down(name: str) -> None:
    rng = np.random.RandomState(7)
    for state in some_positions(name, game(name).least_seats, every=25):
        twin = state.resample_from_infostate(state.current_player(), rng.random_sample)
        step_at_random(twin, rng)
        copies = [
            twin.clone(),
            state.get_game().deserialize_state(twin.serialize()),
            pickle.loads(pickle.dumps(twin)),
        ]
        assert all(everything(copy) == everything(twin) for copy in copies)


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_a_game_can_be_pickled(name: str, seats: int) -> None:
    played = load(name, seats)
    again = pickle.loads(pickle.dumps(played))
    assert str(again) == str(played)
    assert everything(again.new_initial_state()) == everything(played.new_initial_state())


@pytest.mark.parametrize(("name", "seats"), SEATINGS)
def test_a_history_names_every_step_the_seat_has_seen(name: str, seats: int) -> None:
    """Perfect recall: a later information state begins with the earlier one."""
    room = game(name)
    rng = np.random.RandomState(8)
    state = load(name, seats).new_initial_state()
    before = [""] * seats
    for _ in range(150):
        if state.is_terminal():
            break
        mover, truth = state.current_player(), state.held.state.copy()
        step_at_random(state, rng)
        code = state.history()[-1]
        for player in range(seats):
            told = state.held.history(player)
            assert state.information_state_string(player).startswith(told)
            assert told.startswith(before[player])
            check_line(told[len(before[player]) :], mover, room.texts_by_code[code], player)
            assert (told == before[player]) == (room.mask(truth, code, player) is None)
            before[player] = told


def check_line(line: str, mover: int, text: str, player: int) -> None:
    """The step itself, or what a mask leaves of it, or nothing; the own moves always whole."""
    who = "chance" if mover < 0 else str(mover)
    if mover == player:
        assert line == f"{who}: {text}\n"
    elif line and "??" in line:
        assert text.startswith(line.removeprefix(f"{who}: ").split("??", maxsplit=1)[0])
    else:
        assert line in ("", f"{who}: {text}\n")


PRIVATE = pyspiel.PrivateInfoType


def observer_text(state: SpieltischState, player: int, **kind: object) -> str:
    wanted = pyspiel.IIGObservationType(**kind)
    told: str = make_observation(state.get_game(), wanted).string_from(state, player)
    return told


@pytest.mark.parametrize("recall", [False, True])
@pytest.mark.parametrize("name", ROOMS)
def test_public_observations_are_the_same_for_all_and_hide_what_is_private(
    name: str, recall: bool
) -> None:
    seats = game(name).least_seats
    kind = {"perfect_recall": recall, "public_info": True, "private_info": PRIVATE.NONE}
    for state in some_positions(name, seats, every=20):
        twin = SpieltischState(state.get_game(), state.held.redealt(seats, seeded(1)))
        told = {observer_text(one, seat, **kind) for one in (state, twin) for seat in range(seats)}
        assert len(told) == 1


@pytest.mark.parametrize("recall", [False, True])
@pytest.mark.parametrize("name", ROOMS)
def test_private_observations_hold_no_other_seats_secrets(name: str, recall: bool) -> None:
    kind = {"perfect_recall": recall, "public_info": False, "private_info": PRIVATE.SINGLE_PLAYER}
    for state in some_positions(name, game(name).least_seats, every=20):
        whole = state.information_state_string(0) if recall else state.observation_string(0)
        told = observer_text(state, 0, **kind)
        assert len(told) < len(whole)
        assert observer_text(state, 1, **kind) != told or told in ("", "{}")


@pytest.mark.parametrize("name", ROOMS)
def test_observers_of_all_players_have_everyones_text(name: str) -> None:
    seats = game(name).least_seats
    state = some_positions(name, seats, every=20)[1]
    told = observer_text(
        state, 0, perfect_recall=True, public_info=True, private_info=PRIVATE.ALL_PLAYERS
    )
    assert told == "\n".join(state.information_state_string(player) for player in range(seats))


@pytest.mark.parametrize("name", ROOMS)
def test_observers_give_named_numbers_and_strings(name: str) -> None:
    state = some_positions(name, game(name).least_seats, every=20)[1]
    plain = make_observation(state.get_game())
    plain.set_from(state, 0)
    assert list(plain.dict) == list(state.get_game().seating.layout)
    assert np.array_equal(np.concatenate(list(plain.dict.values())), plain.tensor)
    assert plain.tensor.tolist() == state.observation_tensor(0)
    assert plain.string_from(state, 0) == state.observation_string(0)
    recalling = make_observation(state.get_game(), INFO_STATE_OBS_TYPE)
    assert recalling.string_from(state, 1) == state.information_state_string(1)
    recalling.set_from(state, 0)
    assert list(recalling.dict) == [*plain.dict, "history"]
    assert recalling.tensor.tolist() == state.information_state_tensor(0)


@pytest.mark.parametrize("name", ROOMS)
def test_an_information_state_says_what_is_legal(name: str) -> None:
    """Search trees are keyed by it: states that one seat cannot tell apart ask it the same, also
    some steps after they were dealt, when hidden things have come to light."""
    legal: dict[str, list[int]] = {}
    rng = np.random.RandomState(5)
    for root in some_positions(name, game(name).least_seats, every=10, seed=3):
        for _ in range(6):
            state = root.resample_from_infostate(root.current_player(), rng.random_sample)
            for _ in range(8):
                if state.is_terminal():
                    break
                if not state.is_chance_node():
                    key = state.information_state_string()
                    assert legal.setdefault(key, state.legal_actions()) == state.legal_actions()
                step_at_random(state, rng)


def ismcts_bot(loaded: SpieltischGame, simulations: int, seed: int) -> ismcts.ISMCTSBot:
    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    return ismcts.ISMCTSBot(loaded, evaluator, 1.4, simulations, random_state=rng)


@pytest.mark.parametrize("name", ROOMS)
def test_their_search_and_our_bots_play_a_game(name: str) -> None:
    """IS-MCTS checks by itself that resampling keeps its information state."""
    loaded = load(name, 2)
    players = [
        OurBot(loaded, 0, bot("casual"), seeded(1)),
        ismcts_bot(loaded, 3, 1),
    ]
    rng = np.random.RandomState(9)
    state = loaded.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            step_at_random(state, rng)
        else:
            state.apply_action(int(players[state.current_player()].step(state)))
    assert sum(state.returns()) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ROOMS)
def test_their_search_sits_at_our_table(name: str) -> None:
    """Asked with a view alone, it answers with a legal move."""
    guest = TheirBot(lambda loaded, seat: ismcts_bot(loaded, 3, seat))
    room = game(name)
    for state in some_positions(name, 2, every=15):
        seat = state.current_player()
        guest.sit(room, seat)
        legal = [room.texts_by_code[code] for code in state.legal_actions()]
        assert guest.choose(room.view(state.held.state, seat), legal, seeded(1)) in legal


def test_our_bots_answer_through_openspiels_own_evaluation() -> None:
    loaded = load("tatort_themse")
    players = [OurBot(loaded, seat, bot("casual"), seeded(seat)) for seat in range(2)]
    returns = pyspiel.evaluate_bots(loaded.new_initial_state(), players, 3)
    assert sum(returns) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ROOMS)
def test_equal_tensors_are_equal_information_states(name: str) -> None:
    """Of one length; they tell apart what the strings do, and nothing else."""
    seats = game(name).least_seats
    by_string: dict[str, tuple[float, ...]] = {}
    for seed in (1, 2):
        for state in some_positions(name, seats, every=7, seed=seed):
            for player in range(seats):
                tensor = tuple(state.information_state_tensor(player))
                assert (
                    by_string.setdefault(state.information_state_string(player), tensor) == tensor
                )
    assert len(set(by_string.values())) == len(by_string)
    assert {len(tensor) for tensor in by_string.values()} == {
        load(name).information_state_tensor_size()
    }


def test_a_card_list_of_your_own_is_a_parameter(tmp_path: Path) -> None:
    table = resources.files("spieltisch.games.holmes") / "edition.toml"
    file = tmp_path / "mine.toml"
    file.write_text(table.read_text(encoding="utf-8").replace("joker = 5", "joker = 3"))
    loaded = pyspiel.load_game("python_spieltisch_holmes", {"edition": str(file)})
    assert loaded.seating.game.cards.jokers == 3
    assert loaded.new_initial_state().is_chance_node()
