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
        way: i64 = 0
        while way < WAYS:
            if self.sums[(value - 1) * WAYS + way] > NO_SUM:
                begun: i64 = 0
                while begun <= most_gems:
                    fuels: i64 = 0
                    while fuels <= most_fuels:
                        self.try_step(value, way, begun, fuels)
                        fuels += 1
                    begun += 1
            way += 1

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

    def try_step(self, value: i64, way: i64, begun: i64, fuels: i64) -> None:
        missing = need(way, begun, fuels) - count(self.mine, value)
        gain = begun * gem_points(value) * POINT
        if missing > 0:
            if missing > count(self.face_up, value) + count(self.unknown, value):
                return
            gain -= self.price(value, missing)
        else:
            gain += missing * POINT
        fuel = 1 if fuels > 0 else way % 2
        to = (way // 2 % PLANNED_GEMS * PLANNED_GEMS + begun) * 2 + fuel
        at = value * WAYS + to
        found = self.sums[(value - 1) * WAYS + way] + gain
        if found > self.sums[at]:
            self.sums[at] = found
            self.steps[at] = way * 16 + begun * 4 + fuels

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
