# compiled by mypyc
"""Which sets a player should aim for: the best arrangement, when missing tiles may be added at a
price.

The search goes value by value, as in `scoring`, over the gems begun at the two values below and
whether there is fuel; but fuel and gems may also be planned with tiles not yet owned. Worth is
counted in hundredths of a point.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.games.troika.scoring import NO_SUM, SET, gem_points
from spieltisch.games.troika.tiles import SEVENS, VALUES, count, single
from spieltisch.games.troika.weights import Weights

POINT: Final = 100
PLANNED_GEMS: Final = 3  # 0 to 2 gems from the same value are planned
WAYS: Final = PLANNED_GEMS * PLANNED_GEMS * 2
MOST_BY_GEMS: Final = 3 * (PLANNED_GEMS - 1)  # tiles of one value that three gems use
MOST_FUELS: Final = 2
MOST_USED: Final = MOST_BY_GEMS + 3 * MOST_FUELS
OUT_OF_REACH: Final = 1000000


@final
class Plan:
    """Made anew for each decision, on the same table. A way that a value has room for is always
    written before the next value reads it, so the table is never cleared."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.sums: vec[i64] = vec[i64]([0] * ((VALUES + 1) * WAYS))
        self.steps: vec[i64] = vec[i64]([0] * ((VALUES + 1) * WAYS))
        self.costs: vec[i64] = vec[i64]([0] * (MOST_USED + 1))  # of using so many of a value
        self.fuel_costs: vec[i64] = vec[i64]([0] * (MOST_BY_GEMS + 1))  # so many and the best fuel
        self.fuels: vec[i64] = vec[i64]([0] * (MOST_BY_GEMS + 1))  # how many sets that fuel is
        self.mine: i64 = 0
        self.face_up: i64 = 0
        self.unknown: i64 = 0
        self.turn_price: i64 = 0
        self.wanted: i64 = 0  # packed tiles still to get
        self.spare: i64 = 0  # packed tiles of no use
        self.most_ending: i64 = 0  # gems begun two values below
        self.most_going: i64 = 0  # and one below

    def make(self, mine: i64, face_up: i64, unknown: i64, turns: i64) -> None:
        """`turns` is how many turns are left to the player, this one included."""
        self.mine = mine
        self.face_up = face_up
        self.unknown = unknown
        self.turn_price = self.weights.turn_price // (turns + 1)
        self.wanted = 0
        self.spare = 0
        self.most_ending = 0
        self.most_going = 0
        self.sums[0] = 0
        self.sums[1] = NO_SUM
        value: i64 = 1
        while value <= VALUES:
            self.advance(value)
            value += 1
        fuelled = self.sums[VALUES * WAYS + 1] > NO_SUM
        self.trace_back(1 if fuelled else 0)

    def worth(self) -> i64:
        """Of the best plan, with fuel or without."""
        unfuelled = self.sums[VALUES * WAYS]
        fuelled = self.sums[VALUES * WAYS + 1]
        return fuelled if fuelled > unfuelled else unfuelled

    def advance(self, value: i64) -> None:
        most_begun = self.gems_worth_planning(value)
        by_gems = self.most_ending + self.most_going + most_begun
        most_fuels = self.fuels_worth_planning(value)
        self.weigh(value, by_gems + SET * most_fuels)
        self.weigh_fuel(by_gems, most_fuels)
        going: i64 = 0
        while going <= self.most_going:
            begun: i64 = 0
            while begun <= most_begun:
                self.arrive(value, going, begun)
                begun += 1
            going += 1
        self.most_ending = self.most_going
        self.most_going = most_begun

    def weigh(self, value: i64, most: i64) -> None:
        """What using so many tiles of the value costs: missing ones have a price, and so has each
        one left over."""
        costs = self.costs
        owned = count(self.mine, value)
        openly = count(self.face_up, value)
        unknown = count(self.unknown, value)
        used: i64 = 0
        while used <= most:
            missing = used - owned
            if missing <= 0:
                costs[used] = -missing * self.weights.left_over
            elif missing <= openly + unknown:
                costs[used] = self.price(missing, openly, unknown)
            else:
                costs[used] = OUT_OF_REACH
            used += 1

    def weigh_fuel(self, by_gems: i64, most_fuels: i64) -> None:
        """The same with one fuel or two beside the gems, whichever is cheaper."""
        costs = self.costs
        used: i64 = 0
        while used <= by_gems:
            least: i64 = OUT_OF_REACH
            fuels: i64 = 1
            while fuels <= most_fuels:
                cost = costs[used + SET * fuels]
                if cost < least:
                    least = cost
                    self.fuels[used] = fuels
                fuels += 1
            self.fuel_costs[used] = least
            used += 1

    def arrive(self, value: i64, going: i64, begun: i64) -> None:
        """The best ways to have begun so many gems at this value and the one below, without any
        fuel so far and with some."""
        best: i64 = NO_SUM
        best_fuelled: i64 = NO_SUM
        step: i64 = 0
        step_fuelled: i64 = 0
        way = going * 2
        unfuelled = (value - 1) * WAYS + way
        fuelled = unfuelled + 1
        used = going + begun
        last = used + self.most_ending
        while used <= last:
            cost = self.costs[used]
            fuel_cost = self.fuel_costs[used]
            so_far = self.sums[unfuelled]
            if so_far > NO_SUM:
                if so_far - cost > best:
                    best = so_far - cost
                    step = way * 16
                if so_far - fuel_cost > best_fuelled:
                    best_fuelled = so_far - fuel_cost
                    step_fuelled = way * 16 + self.fuels[used]
            so_far = self.sums[fuelled]
            if so_far > NO_SUM:
                if so_far - cost > best_fuelled:
                    best_fuelled = so_far - cost
                    step_fuelled = way * 16 + 16
                if so_far - fuel_cost > best_fuelled:
                    best_fuelled = so_far - fuel_cost
                    step_fuelled = way * 16 + 16 + self.fuels[used]
            way += 2 * PLANNED_GEMS
            unfuelled += 2 * PLANNED_GEMS
            fuelled += 2 * PLANNED_GEMS
            used += 1
        gained = begun * gem_points(value) * POINT
        if best > NO_SUM:
            best += gained
        if best_fuelled > NO_SUM:
            best_fuelled += gained
        to = value * WAYS + (going * PLANNED_GEMS + begun) * 2
        to_fuelled = to + 1
        self.sums[to] = best
        self.sums[to_fuelled] = best_fuelled
        self.steps[to] = step + begun * 4
        self.steps[to_fuelled] = step_fuelled + begun * 4

    def gems_worth_planning(self, lowest: i64) -> i64:
        if lowest + 2 > VALUES:
            return 0
        mine = self.mine >> (3 * lowest)
        owned = (mine & 7) + ((mine >> 3) & 7) + ((mine >> 6) & 7)
        if owned == 0:
            return 0
        return 2 if owned > SET else 1

    def fuels_worth_planning(self, value: i64) -> i64:
        owned = count(self.mine, value)
        if owned + count(self.face_up, value) == 0 and value != SEVENS:
            return 0
        return 2 if owned > SET else 1

    def price(self, missing: i64, openly: i64, unknown: i64) -> i64:
        """What it takes to get so many tiles of a value."""
        if openly >= missing:
            return missing * (self.weights.open_tile + self.turn_price)
        hidden = missing - openly
        weights = self.weights
        each = weights.hidden_tile + weights.rare_tile * hidden // unknown
        return openly * weights.open_tile + hidden * each + missing * self.turn_price

    def trace_back(self, fuelled: i64) -> None:
        way = fuelled
        value: i64 = VALUES
        while value > 0:
            step = self.steps[value * WAYS + way]
            way = step // 16
            missing = need(way, step // 4 % 4, step % 4) - count(self.mine, value)
            if missing > 0:
                self.wanted += missing * single(value)
            else:
                self.spare -= missing * single(value)
            value -= 1


def need(way: i64, begun: i64, fuels: i64) -> i64:
    """How many tiles of the value a step uses."""
    ending = way // (2 * PLANNED_GEMS)
    going = way // 2 % PLANNED_GEMS
    return ending + going + begun + SET * fuels
