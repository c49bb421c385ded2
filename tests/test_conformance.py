"""The kit over every room, every number of seats and every value of its options."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, new_buffer
from spieltisch.games import OLDER, ROOMS, game
from spieltisch.search.playout import play_out
from tests.kit import deals, golden, moves, secrecy, truth
from tests.kit.hooks import SmallDeal, small_deals
from tests.kit.rooms import LAYOUTS, OLDER_LAYOUTS, Layout, viewers
from tests.kit.walks import policies, sampled, walk_by_bytes

EFFORTS = [1, pytest.param(8, marks=pytest.mark.long)]
DEALS = [(name, deal) for name in ROOMS for deal in small_deals(name)]
RULES = [*((name, None) for name in ROOMS), *OLDER]
SAMPLES = [1_000, pytest.param(4_000, marks=pytest.mark.long)]
GAMES = 20
EDITED_EACH = 9
# Of all entries and odd values one in four: not one in three or nine, for there are nine values.
EDITS = [4, pytest.param(1, marks=pytest.mark.long)]

every_layout = pytest.mark.parametrize("layout", [*LAYOUTS, *OLDER_LAYOUTS], ids=str)
every_room = pytest.mark.parametrize("name", ROOMS)
every_effort = pytest.mark.parametrize("effort", EFFORTS)
any_string = given(choices=st.binary(max_size=250), viewer=st.integers(min_value=0))


@every_room
def test_codes_moves_and_texts_lead_to_each_other(name: str) -> None:
    moves.check_notation(game(name))


@every_effort
@every_layout
def test_legal_lists_and_weights(layout: Layout, effort: int) -> None:
    for state in sampled(layout, effort):
        moves.check_legal(layout.game, state)
        moves.check_weights(layout.game, state)


@every_effort
@every_layout
def test_refusals_fit_the_legal_list(layout: Layout, effort: int) -> None:
    for state in sampled(layout, effort):
        moves.check_refusals(layout.game, state)


@every_effort
@every_layout
def test_copies_are_independent(layout: Layout, effort: int) -> None:
    for state in sampled(layout, effort):
        truth.check_copy(layout.game, state)


@every_effort
@every_layout
def test_documents_round_trip(layout: Layout, effort: int) -> None:
    for state in sampled(layout, effort):
        truth.check_document(layout.game, state)


@pytest.mark.parametrize("one_in", EDITS)
@every_layout
def test_edited_documents_are_refused(layout: Layout, one_in: int) -> None:
    for number, state in enumerate(sampled(layout, 1)[::EDITED_EACH]):
        truth.check_edited_documents(layout.game, state, one_in, number % one_in)


@every_effort
@every_layout
def test_whole_games_keep_material_and_replay(layout: Layout, effort: int) -> None:
    for policy in policies(layout.game):
        for number in range(effort):
            truth.check_game(layout, policy, ("whole", layout, number))


@every_effort
@every_layout
def test_every_game_ends_within_its_bound(layout: Layout, effort: int) -> None:
    buffer = new_buffer(layout.game.most_moves)
    for policy in policies(layout.game):
        for number in range(GAMES * effort):
            state = layout.start()
            steps = play_out(state, policy, seeded("bound", layout, number), buffer)
            assert steps <= layout.game.most_steps(layout.seats)
            truth.check_result(layout.game, state)


@every_effort
@every_layout
def test_views_determinize_to_themselves(layout: Layout, effort: int) -> None:
    rng = seeded("determinize", layout)
    for state in sampled(layout, effort):
        for viewer in viewers(state):
            secrecy.check_determinize(layout.game, state, viewer, rng)


@every_effort
@every_layout
def test_what_a_viewer_cannot_know_changes_nothing_for_it(layout: Layout, effort: int) -> None:
    rng = seeded("non-interference", layout)
    for state in sampled(layout, effort):
        secrecy.check_over(layout.game, state)
        for viewer in viewers(state):
            secrecy.check_non_interference(layout.game, state, viewer, rng)


@every_effort
@every_layout
def test_masks_show_what_is_seen_and_no_more(layout: Layout, effort: int) -> None:
    for state in sampled(layout, effort):
        secrecy.check_masks(layout.game, state)
        secrecy.check_mask_texts(layout.game, state)
        secrecy.check_hidden_steps(layout.game, state)


@every_layout
@settings(max_examples=8)
@any_string
def test_any_string_of_choices_is_a_sound_game(layout: Layout, choices: bytes, viewer: int) -> None:
    check_sound(layout, choices, viewer)


@pytest.mark.long
@every_layout
@settings(max_examples=50)
@any_string
def test_many_strings_of_choices_are_sound_games(
    layout: Layout, choices: bytes, viewer: int
) -> None:
    check_sound(layout, choices, viewer)


def check_sound(layout: Layout, choices: bytes, viewer: int) -> None:
    state = layout.start()
    walk_by_bytes(layout.game, state, choices)
    moves.check_legal(layout.game, state)
    truth.check_document(layout.game, state)
    looking = viewers(state)[viewer % (layout.seats + 1)]
    secrecy.check_determinize(layout.game, state, looking, seeded(choices))
    secrecy.check_non_interference(layout.game, state, looking, seeded(choices))


@every_room
def test_rooms_name_small_deals(name: str) -> None:
    assert small_deals(name)


@pytest.mark.parametrize("samples", SAMPLES)
@pytest.mark.parametrize("entrance", deals.ENTRANCES, ids=lambda entrance: entrance.__name__)
@pytest.mark.parametrize(("name", "deal"), DEALS, ids=[f"{n}-{d.name}" for n, d in DEALS])
def test_redealing_is_uniform(
    name: str, deal: SmallDeal, entrance: deals.Entrance, samples: int
) -> None:
    rng = seeded("deal", name, deal.name, entrance.__name__)
    deals.check_uniform(game(name), deal, entrance(game(name), deal, rng), samples)


@pytest.mark.parametrize(("name", "version"), RULES)
def test_golden_playthrough(name: str, version: int | None, write_golden: bool) -> None:
    room = game(name, None, version)
    for seats in range(room.least_seats, room.most_seats + 1):
        golden.check_playthrough(golden.golden_layout(seats, room), write_golden)


@pytest.mark.parametrize(("name", "version"), RULES)
def test_golden_perft(name: str, version: int | None, write_golden: bool) -> None:
    room = game(name, None, version)
    golden.check_perft(room, write_golden)
    golden.check_size(room)


@every_layout
def test_samples_meet_the_end(layout: Layout) -> None:
    """The other checks are worth little if the sampled positions miss a part of the game."""
    turns = {state.turn for state in sampled(layout, 1)}
    assert turns >= {CHANCE, OVER}
    assert len(turns & set(range(layout.seats))) > 1
