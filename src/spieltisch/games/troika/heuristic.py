# compiled by mypyc
"""What a sensible beginner plays, for playouts and the easy bots.

The player makes a plan (see `plan`): which fuel and gems to aim for. It takes what the plan lacks,
puts back what the plan has no use for, and otherwise draws. It looks at nothing but its own tiles,
what lies open, and the tiles it has put back itself.
"""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.bits import lowest, number_of
from spieltisch.core.rng import Rng
from spieltisch.core.state import Policy, State
from spieltisch.games.troika.listing import BACK, CALL, DRAW_FROM, HIDE, TAKE, TURN_UP
from spieltisch.games.troika.net import INPUTS_A_SEAT, SOON, Net, expected, numbers_of
from spieltisch.games.troika.plan import POINT, Plan
from spieltisch.games.troika.rules import TroikaState
from spieltisch.games.troika.scoring import (
    FIRST_CALL_BONUS,
    arranged_points,
    best_sum,
)
from spieltisch.games.troika.state import (
    BEGIN,
    MOST_ROUNDS,
    PUT_BACK,
    face_down,
    hider_of,
    own_tiles,
    value_at,
)
from spieltisch.games.troika.tiles import VALUES, count, single, size
from spieltisch.games.troika.weights import Weights


@final
class Casual(Policy):
    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.plan = Plan(weights)
        self.net = Net(numbers_of("hidden"), numbers_of("outcomes"))

    def choose(self, state: State, rng: Rng, buffer: "vec[i64]") -> i64:
        assert isinstance(state, TroikaState)
        if state.phase == BEGIN:
            if should_call(state, self.weights):
                return CALL
            return best_turn(state, self.plan, rng, buffer)
        if face_down(state) == 0:
            return last_action(state, buffer)
        return best_action(state, self.plan)

    def can_value(self, state: State) -> bool:
        """The net has learned from whole games of two, not from pocket games."""
        assert isinstance(state, TroikaState)
        return state.seats == 2 and state.box.rounds == MOST_ROUNDS

    def value(self, state: State, seat: i64, margin: float, margin_scale: float) -> float:
        assert isinstance(state, TroikaState)
        self.write_inputs(state, seat)
        return expected(state, seat, self.net.chances(), margin, margin_scale)

    def write_inputs(self, state: TroikaState, seat: i64) -> None:
        inputs = self.net.inputs
        self.write_inputs_of(state, seat, 0)
        self.write_inputs_of(state, 1 - seat, INPUTS_A_SEAT)
        hidden = face_down(state)
        inputs[2 * INPUTS_A_SEAT] = hidden
        inputs[2 * INPUTS_A_SEAT + 1] = number_of(state.put_back)
        inputs[2 * INPUTS_A_SEAT + 2] = SOON // (1 + hidden)

    def write_inputs_of(self, state: TroikaState, seat: i64, at: i64) -> None:
        """What the seat plans, has, would score now, and whether it can do anything about it."""
        inputs = self.net.inputs
        mine = own_tiles(state, seat)
        points = arranged_points(mine)
        called = state.calls[seat] != 0
        inputs[at] = POINT * points if called else self.planned(state, seat)
        inputs[at + 1] = best_sum(mine, False, 0)
        inputs[at + 2] = points
        inputs[at + 3] = size(state.hands[seat])
        inputs[at + 4] = size(state.containers[seat])
        inputs[at + 5] = 1 if called else 0

    def planned(self, state: TroikaState, seat: i64) -> i64:
        make_plan(state, seat, self.plan)
        return self.plan.worth()


def turns_left(state: TroikaState) -> i64:
    """About how many turns each player will still have, the one now included."""
    playing = state.seats - state.called
    return 1 + face_down(state) // playing


def make_plan(state: TroikaState, seat: i64, plan: Plan) -> None:
    mine = own_tiles(state, seat)
    unknown = state.box.tiles - state.hands[seat] - state.face_up
    for container in state.containers:
        unknown -= container
    plan.make(mine, state.face_up, unknown, turns_left(state))


def should_call(state: TroikaState, weights: Weights) -> bool:
    """A right call, when it is worth more than the turns given up."""
    if not state.could_call_rightly():
        return False
    points = arranged_points(own_tiles(state, state.mover))
    if state.called == 0:
        points += FIRST_CALL_BONUS
    enough = points >= weights.enough_to_call
    return enough or turns_left(state) <= weights.turns_worth_waiting


def best_turn(state: TroikaState, plan: Plan, rng: Rng, buffer: "vec[i64]") -> i64:
    """An own tile the plan now wants, else one never seen, else one another player put back."""
    if has_put_back(state):
        make_plan(state, state.mover, plan)
        place = own_place_wanted(state, plan.wanted)
        if place >= 0:
            return TURN_UP + place
    if state.lowest_unseen < state.dealt:
        return TURN_UP + state.lowest_unseen
    number = state.legal(buffer)
    index: i64 = 0
    while index < number:
        place = buffer[index] - TURN_UP
        if place >= 0 and hider_of(state.field[place]) != state.mover:
            return buffer[index]
        index += 1
    return buffer[number - 1 - rng.below(number_of(state.put_back))]


def has_put_back(state: TroikaState) -> bool:
    """Whether a tile of the mover itself lies face down."""
    left = state.put_back
    while left != 0:
        if hider_of(state.field[lowest(left)]) == state.mover:
            return True
        left &= left - 1
    return False


def own_place_wanted(state: TroikaState, wanted: i64) -> i64:
    """A place where the mover itself has put a tile it wants now, or -1."""
    place: i64 = 0
    while place < state.places:
        cell = state.field[place]
        if cell >= PUT_BACK and hider_of(cell) == state.mover and count(wanted, value_at(cell)) > 0:
            return place
        place += 1
    return -1


def best_action(state: TroikaState, plan: Plan) -> i64:
    make_plan(state, state.mover, plan)
    value = scarcest_wanted(plan)
    if value > 0:
        return TAKE + value - 1
    hand = state.hands[state.mover]
    can_draw = size(hand) < state.box.hand_limit
    if can_draw and (plan.spare == 0 or draw_worth(plan) > plan.weights.enough_to_draw):
        return draw_any(state, plan)
    if plan.spare != 0:
        return put_back_any(plan.spare, hand)
    return least_bad_take(state)


def scarcest_wanted(plan: Plan) -> i64:
    """Of the wanted tiles that lie open, the one hardest to get later; 0 if there is none."""
    chosen: i64 = 0
    fewest: i64 = 100
    value: i64 = 1
    while value <= VALUES:
        wanted = count(plan.wanted, value)
        openly = count(plan.face_up, value)
        if wanted > 0 and openly > 0:
            left = openly + count(plan.unknown, value) - wanted
            if left < fewest:
                fewest = left
                chosen = value
        value += 1
    return chosen


def draw_worth(plan: Plan) -> i64:
    """What a never-seen tile brings on average: it may be wanted, or be one too many."""
    helping: i64 = 0
    value: i64 = 1
    while value <= VALUES:
        if count(plan.wanted, value) > 0:
            helping += count(plan.unknown, value)
        value += 1
    weights = plan.weights
    return helping * weights.drawn_wanted // size(plan.unknown) - weights.drawn_else


def draw_any(state: TroikaState, plan: Plan) -> i64:
    place = own_place_wanted(state, plan.wanted)
    if place < 0 and state.lowest_unseen < state.dealt:
        place = state.lowest_unseen
    if place < 0:
        place = first_put_back(state)
    return DRAW_FROM + place


def first_put_back(state: TroikaState) -> i64:
    place: i64 = 0
    while state.field[place] < PUT_BACK:
        place += 1
    return place


def put_back_any(spare: i64, hand: i64) -> i64:
    """Tiles of the hand first: hidden, they help nobody and keep the round going."""
    value: i64 = 1
    while value <= VALUES:
        if count(spare, value) > 0 and count(hand, value) > 0:
            return HIDE + value - 1
        value += 1
    value = 1
    while count(spare, value) == 0:
        value += 1
    return BACK + value - 1


def least_bad_take(state: TroikaState) -> i64:
    """Nothing open is wanted and nothing else can be done: take what spoils the plan least."""
    chosen: i64 = 0
    best: i64 = -1000000
    value: i64 = 1
    while value <= VALUES:
        if count(state.face_up, value) > 0:
            mine = own_tiles(state, state.mover) + single(value)
            worth = best_sum(mine, False, 1)
            if worth > best:
                best = worth
                chosen = value
        value += 1
    return TAKE + chosen - 1


def last_action(state: TroikaState, buffer: "vec[i64]") -> i64:
    """All tiles lie face up: only a hidden tile keeps the round alive. Better that than to end it
    with nothing."""
    number = state.legal(buffer)
    mine = own_tiles(state, state.mover)
    chosen = buffer[0]
    best: i64 = -1000000
    index: i64 = 0
    while index < number:
        worth = last_worth(mine, buffer[index])
        if worth > best:
            best = worth
            chosen = buffer[index]
        index += 1
    return chosen


def last_worth(mine: i64, code: i64) -> i64:
    if code < DRAW_FROM:
        return 2 * arranged_points(mine + single(code - TAKE + 1))
    if code < HIDE:
        return 2 * arranged_points(mine - single(code - BACK + 1))
    return 2 * arranged_points(mine - single(code - HIDE + 1)) + 1
