"""A round of Troika from a real table: everyone's tiles and calls, arranged and counted
(TR-08 to TR-13, TR-20 to TR-25)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.companion import Entered, Item, Numbers, Trouble, check_items
from spieltisch.core.result import Result
from spieltisch.games.troika.scoring import BEST_CHIP, ZERO_CHIP, round_chips, round_points
from spieltisch.games.troika.sheet import round_lines
from spieltisch.games.troika.state import (
    FUEL_ANYWHERE,
    FUEL_IN_CONTAINER,
    MOST_IN_HAND,
    MOST_ROUNDS,
    Round,
)
from spieltisch.games.troika.tiles import EACH_OTHER, SEVENS, VALUES, single
from spieltisch.games.troika.view import RoundView, round_view

CALL = "call"
CHIPS = "chips"
ANYWHERE = "anywhere"  # of the table: the fuel of a call need not lie in the container
HAND = "h"  # before the value of a tile in hand
MOST_CALLS = 4  # of five players: a round is over when only one is left (TR-18)
EARLIER = MOST_ROUNDS - 1


class TroikaCompanion:
    """Players in turn order, the one who began first: ties depend on it (TR-25). Tiles in the
    container go by their value, tiles in hand by `h` and their value. `call` is 1 for whoever
    called first, 2 for the second and so on; `chips` are those from earlier rounds."""

    def items(self) -> list[Item]:
        calls = Item(CALL, MOST_CALLS, "TR-09")
        chips = Item(CHIPS, EARLIER * BEST_CHIP, "TR-24", least=EARLIER * ZERO_CHIP)
        values = range(1, VALUES + 1)
        return [*map(in_container, values), *map(in_hand, values), calls, chips]

    def table_items(self) -> list[Item]:
        return [Item(ANYWHERE, 1, "TR-10")]

    def troubles(self, entered: Entered) -> list[Trouble]:
        return [
            *check_items(entered, self.items(), self.table_items()),
            *check_tiles(entered),
            *check_hands(entered.players),
            *check_calls(entered.players),
        ]

    def round(self, entered: Entered) -> Round:
        hands = vec[i64]([packed(player, HAND) for player in entered.players])
        containers = vec[i64]([packed(player) for player in entered.players])
        calls = vec[i64]([player.get(CALL, 0) for player in entered.players])
        reading = FUEL_ANYWHERE if entered.table.get(ANYWHERE) else FUEL_IN_CONTAINER
        points = round_points(hands, containers, calls, reading)
        return Round(reading, hands, containers, calls, points, round_chips(points))

    def shown(self, entered: Entered) -> RoundView:
        return round_view(self.round(entered))

    def reckon(self, entered: Entered) -> Result:
        """The scores are points of the round; the chips it brings are told beside them."""
        finished = self.round(entered)
        seats = range(len(entered.players))
        points = list(finished.points)
        order = sorted(seats, key=lambda seat: (points[seat], seat), reverse=True)
        return Result(
            scores=points,
            winners=[seat for seat in seats if finished.chips[seat] == BEST_CHIP],
            ranking=[1 + order.index(seat) for seat in seats],
            ending="round",
            ending_clause="TR-24",
            sheet=[line for seat in seats for line in round_lines(finished, 1, seat)],
            more={"chips": list(finished.chips)},
        )


def there_are(value: int) -> int:
    return SEVENS if value == SEVENS else EACH_OTHER


def in_container(value: int) -> Item:
    return Item(str(value), there_are(value), "TR-01")


def in_hand(value: int) -> Item:
    return Item(f"{HAND}{value}", MOST_IN_HAND, "TR-15")


def packed(player: Numbers, place: str = "") -> int:
    return sum(player.get(f"{place}{value}", 0) * single(value) for value in range(1, VALUES + 1))


def check_tiles(entered: Entered) -> Iterator[Trouble]:
    """No more of a value than the box holds, wherever they lie."""
    for value in range(1, VALUES + 1):
        keys = (str(value), f"{HAND}{value}")
        found = sum(entered.together(key) for key in keys)
        if found <= there_are(value):
            continue
        facts = {"most": there_are(value), "found": found}
        for seat, player in enumerate(entered.players):
            for key in keys:
                if player.get(key, 0):
                    yield Trouble(seat, key, "more_than_exist", "TR-01", facts)


def check_hands(players: Sequence[Numbers]) -> Iterator[Trouble]:
    for seat, player in enumerate(players):
        held = [f"{HAND}{value}" for value in range(1, VALUES + 1) if player.get(f"{HAND}{value}")]
        found = sum(player[key] for key in held)
        if found > MOST_IN_HAND:
            facts = {"most": MOST_IN_HAND, "found": found}
            for key in held:
                yield Trouble(seat, key, "hand_too_full", "TR-15", facts)


def check_calls(players: Sequence[Numbers]) -> Iterator[Trouble]:
    """Calls come one after the other, never of two players, and never all call."""
    calls = sorted(player.get(CALL, 0) for player in players if player.get(CALL, 0))
    for seat, player in enumerate(players):
        if not player.get(CALL, 0):
            continue
        if len(players) == 2:
            yield Trouble(seat, CALL, "nobody_calls", "TR-13")
        elif len(calls) == len(players):
            yield Trouble(seat, CALL, "all_called", "TR-18")
        elif calls != list(range(1, len(calls) + 1)):
            yield Trouble(seat, CALL, "calls_in_order", "TR-09")
