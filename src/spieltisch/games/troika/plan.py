"""Which sets a player should aim for: the best arrangement, when missing tiles may be added at a
price. Compiled.

The search goes value by value, as in `scoring`, over the gems begun at the two values below and
whether there is fuel; but fuel and gems may also be planned with tiles not yet owned. Worth is
counted in hundredths of a point.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.games.troika.scoring import NO_SUM, SET, gem_points
from spieltisch.games.troika.tiles import SEVENS, VALUES, count, single

POINT: Final = 100
PLANNED_GEMS: Final = 3  # 0 to 2 gems from the same value are planned
WAYS: Final = PLANNED_GEMS * PLANNED_GEMS * 2
MOST_USED: Final = 3 * (PLANNED_GEMS - 1) + 2 * SET  # of one value, by three gems and two fuels

OPEN_TILE: Final = 40
HIDDEN_TILE: Final = 150
RARE_TILE: Final = 220
TURN_PRICE: Final = 500


@final
class Plan:
    def __init__(self, mine: i64, face_up: i64, unknown: i64, turns: i64) -> None:
        """`turns` is how many turns are left to the player, this one included."""
        self.mine = mine
        self.face_up = face_up
        self.unknown = unknown
        self.turn_price: i64 = TURN_PRICE // (turns + 1)
        self.wanted: i64 = 0  # packed tiles still to get
        self.spare: i64 = 0  # packed tiles of no use
        self.sums: vec[i64] = vec[i64]([NO_SUM] * ((VALUES + 1) * WAYS))
        self.steps: vec[i64] = vec[i64]([0] * ((VALUES + 1) * WAYS))
        self.costs: vec[i64] = vec[i64]([0] * (MOST_USED + 1))  # of using so many of a value
        self.most_used: i64 = 0
        self.sums[0] = 0
        value: i64 = 1
        while value <= VALUES:
            self.advance(value)
            value += 1
        fuelled = self.sums[VALUES * WAYS + 1] > NO_SUM
        self.worth: i64 = self.sums[VALUES * WAYS + (1 if fuelled else 0)]
        self.trace_back(1 if fuelled else 0)

    def advance(self, value: i64) -> None:
        most_gems = self.gems_worth_planning(value)
        most_fuels = self.fuels_worth_planning(value)
        self.weigh(value)
        way: i64 = 0
        while way < WAYS:
            so_far = self.sums[(value - 1) * WAYS + way]
            if so_far > NO_SUM:
                self.step_on(value, way, so_far, most_gems, most_fuels)
            way += 1

    def weigh(self, value: i64) -> None:
        """What using so many tiles of the value costs: missing ones have a price, and each one
        left over is a point."""
        owned = count(self.mine, value)
        self.most_used = owned + count(self.face_up, value) + count(self.unknown, value)
        if self.most_used > MOST_USED:
            self.most_used = MOST_USED
        used: i64 = 0
        while used <= self.most_used:
            left = owned - used
            self.costs[used] = left * POINT if left >= 0 else self.price(value, -left)
            used += 1

    def step_on(self, value: i64, way: i64, so_far: i64, most_gems: i64, most_fuels: i64) -> None:
        """Begin so many gems and plan so much fuel as there can be at this value."""
        going = way // 2 % PLANNED_GEMS
        bound = way // (2 * PLANNED_GEMS) + going  # for gems begun below
        begun: i64 = 0
        while begun <= most_gems:
            at = value * WAYS + (going * PLANNED_GEMS + begun) * 2
            gained = so_far + begun * gem_points(value) * POINT
            fuels: i64 = 0
            used = bound + begun
            while fuels <= most_fuels and used <= self.most_used:
                to = at + 1 if fuels > 0 else at + way % 2
                if gained - self.costs[used] > self.sums[to]:
                    self.sums[to] = gained - self.costs[used]
                    self.steps[to] = way * 16 + begun * 4 + fuels
                fuels += 1
                used += SET
            begun += 1

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

    def price(self, value: i64, missing: i64) -> i64:
        """What it takes to get so many tiles of a value."""
        openly = count(self.face_up, value)
        if openly >= missing:
            return missing * (OPEN_TILE + self.turn_price)
        hidden = missing - openly
        each = HIDDEN_TILE + RARE_TILE * hidden // count(self.unknown, value)
        return openly * OPEN_TILE + hidden * each + missing * self.turn_price

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
