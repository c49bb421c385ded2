# compiled by mypyc
"""What a sensible beginner plays, for playouts and the easy bots.

Worth is counted in hundredths of a point. A clue is worth its value if its case will be solved,
and more where it decides a bonus; a witness in hand is worth most of a point. Only the mover's
own hand and what lies open are looked at.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.rng import Rng
from spieltisch.core.state import Policy, State
from spieltisch.games.tatort_themse.listing import (
    CASES_TO_END,
    ELIMINATE,
    KEEP,
    PASS,
    PAY,
    RENEW,
    TAKE,
    clue_above,
)
from spieltisch.games.tatort_themse.prices import KINDS, MOST_ELIMINATED, count, size
from spieltisch.games.tatort_themse.rules import ThemseState
from spieltisch.games.tatort_themse.scoring import score, solved_cases
from spieltisch.games.tatort_themse.state import (
    ACT,
    ASK_RENEW,
    CASES,
    COLUMNS,
    QUESTION,
)
from spieltisch.games.tatort_themse.weights import Weights

WIN_NOW: Final = 100000
CLOSE: Final = 4  # a rival one clue behind


@final
class Casual(Policy):
    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def choose(self, state: State, rng: Rng, buffer: "vec[i64]") -> i64:
        assert isinstance(state, ThemseState)
        if state.phase == ACT:
            return best_action(state, self.weights, rng, buffer)
        if state.phase == QUESTION:
            return best_question(state, self.weights, buffer)
        if state.phase == ASK_RENEW:
            return KEEP if wanted(state, self.weights, state.display[0]) > 0 else RENEW
        return best_payment(state, self.weights, buffer)

    def can_value(self, state: State) -> bool:
        return state.seats == 2

    def value(self, state: State, seat: i64, margin: float, margin_scale: float) -> float:
        """All lies open: both outlooks are the same lead, and count twice."""
        return super().value(state, seat, margin, 2.0 * margin_scale)


def best_action(state: ThemseState, weights: Weights, rng: Rng, buffer: "vec[i64]") -> i64:
    number = state.legal(buffer)
    best = weights.least_to_take
    chosen: i64 = PASS
    index: i64 = 0
    while index < number - 1:
        worth = action_worth(state, weights, buffer[index]) + rng.below(10)
        if worth > best:
            best = worth
            chosen = buffer[index]
        index += 1
    return chosen


def action_worth(state: ThemseState, weights: Weights, code: i64) -> i64:
    column = code - TAKE
    clues: i64 = 0
    if code >= ELIMINATE:
        column = (code - ELIMINATE) // MOST_ELIMINATED
        clues = (code - ELIMINATE) % MOST_ELIMINATED + 1
    clue = clue_above(state, column, clues)
    jokers = state.box.value[clue] - count(state.hands[state.mover], state.box.witness[clue])
    price = state.box.value[clue] + 2 * clues
    if jokers > 0:
        price += jokers
    hand_size = size(state.hands[state.mover])
    worth = clue_worth(state, weights, clue) - card_worth(weights, hand_size) * price
    if state.height[column] > clues + 1:
        worth -= weights.opened * state.box.value[clue_above(state, column, clues + 1)]
    if clues == 0 and state.left[state.box.case[clue]] == 1:
        worth += ending_worth(state, weights, clue)
    return worth


def card_worth(weights: Weights, hand_size: i64) -> i64:
    """A witness more is worth less, the more there are: a full hand is there to be spent."""
    spare = hand_size - weights.comfortable_hand
    if spare <= 0:
        return weights.card
    worth = weights.card - weights.card_less * spare
    if worth < weights.card_least:
        return weights.card_least
    return worth


def clue_worth(state: ThemseState, weights: Weights, clue: i64) -> i64:
    case = state.box.case[clue]
    value = state.box.value[clue]
    worth = value * solving_chance(state, weights, case)
    rival = best_rival(state, case)
    mine = state.sums[state.mover * CASES + case]
    if mine <= rival < mine + value or (rival == 0 and mine == 0):
        worth += state.box.bonus[case] * weights.bonus // (1 + state.left[case])
    elif mine > rival > 0 and mine - rival <= CLOSE:
        worth += state.box.bonus[case] * weights.defended // (1 + state.left[case])
    return worth


def solving_chance(state: ThemseState, weights: Weights, case: i64) -> i64:
    """In hundredths: the fewer clues of a case are left, the surer it will be solved."""
    behind: i64 = 0
    other: i64 = 0
    while other < CASES:
        if state.left[other] > state.left[case]:
            behind += 1
        other += 1
    if behind > 0:
        return weights.sure
    return weights.likely if state.left[case] <= 2 else weights.unsure


def best_rival(state: ThemseState, case: i64) -> i64:
    best: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        value = state.sums[seat * CASES + case]
        if seat != state.mover and value > best:
            best = value
        seat += 1
    return best


def ending_worth(state: ThemseState, weights: Weights, clue: i64) -> i64:
    """The last clue of the fourth case ends the game: take it if that wins, else leave it, but
    not for ever: with a full hand there is nothing left to wait for."""
    if solved_cases(state) < CASES_TO_END - 1:
        return 0
    case = state.box.case[clue]
    best: i64 = 0
    seat: i64 = 0
    mine: i64 = 0
    winner = would_win(state, case, state.box.value[clue])
    while seat < state.seats:
        points = score(state, seat) + state.sums[seat * CASES + case]
        if seat == winner:
            points += state.box.bonus[case]
        if seat == state.mover:
            mine = points + state.box.value[clue]
        elif points > best:
            best = points
        seat += 1
    if mine >= best:
        return WIN_NOW
    return -WIN_NOW if size(state.hands[state.mover]) < weights.full_hand else 0


def would_win(state: ThemseState, case: i64, gain: i64) -> i64:
    best: i64 = 0
    winner: i64 = -1
    seat: i64 = 0
    while seat < state.seats:
        value = state.sums[seat * CASES + case]
        if seat == state.mover:
            value += gain
        if value > best:
            best = value
            winner = seat
        elif value == best:
            winner = -1
        seat += 1
    return winner


def best_payment(state: ThemseState, weights: Weights, buffer: "vec[i64]") -> i64:
    """The payment that gives away least: few cards, and not those other clues ask for."""
    number = state.legal(buffer)
    prices = vec[i64]([0] * KINDS)
    kind: i64 = 0
    while kind < KINDS:
        prices[kind] = weights.card + weights.wanted_card * asked_for(state, kind)
        kind += 1
    chosen = buffer[0]
    least = given_away(state, chosen, prices)
    index: i64 = 1
    while index < number:
        cost = given_away(state, buffer[index], prices)
        if cost < least:
            least = cost
            chosen = buffer[index]
        index += 1
    return chosen


def given_away(state: ThemseState, code: i64, prices: "vec[i64]") -> i64:
    cards = state.box.prices.cards[code - PAY]
    cost: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        cost += count(cards, kind) * prices[kind]
        kind += 1
    return cost


def asked_for(state: ThemseState, kind: i64) -> i64:
    """How many bottom clues show the kind."""
    number: i64 = 0
    column: i64 = 0
    while column < COLUMNS:
        if state.height[column] > 0 and state.box.witness[clue_above(state, column, 0)] == kind:
            number += 1
        column += 1
    return number


def best_question(state: ThemseState, weights: Weights, buffer: "vec[i64]") -> i64:
    """The open witness that brings a good clue nearest; the pile if none helps."""
    number = state.legal(buffer)
    opening = PAY + state.box.prices.number
    chosen = buffer[number - 1]
    best: i64 = -1
    if chosen == opening + KINDS:
        best = weights.unknown_card
    index: i64 = 0
    while index < number and buffer[index] < opening + KINDS:
        worth = wanted(state, weights, buffer[index] - opening)
        if worth > best:
            best = worth
            chosen = buffer[index]
        index += 1
    return chosen


def wanted(state: ThemseState, weights: Weights, kind: i64) -> i64:
    """What one more witness of the kind is worth to the mover, by the best clue it helps."""
    hand = state.hands[state.mover]
    best: i64 = 0
    column: i64 = 0
    while column < COLUMNS:
        if state.height[column] > 0:
            worth = helped(state, weights, hand, clue_above(state, column, 0), kind)
            if worth > best:
                best = worth
        column += 1
    return best


def helped(state: ThemseState, weights: Weights, hand: i64, clue: i64, kind: i64) -> i64:
    if state.box.witness[clue] != kind:
        return pair_help(weights, hand, kind)
    missing = state.box.value[clue] - count(hand, kind)
    if missing <= 0:
        return 0
    return clue_worth(state, weights, clue) // (missing + 1)


def pair_help(weights: Weights, hand: i64, kind: i64) -> i64:
    """A second or fourth card makes a joker."""
    return weights.pair if count(hand, kind) % 2 == 1 else 0
