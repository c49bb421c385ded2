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
from spieltisch.games.troika.state import LEAST_TO_CALL, ROUNDS, Round
from spieltisch.games.troika.tiles import EACH_OTHER, SEVENS, VALUES, single
from spieltisch.games.troika.view import RoundView, round_view

CALL = "call"
CHIPS = "chips"
MOST_CALLS = 4  # of five players: a round is over when only one is left (TR-18)
EARLIER = ROUNDS - 1


class TroikaCompanion:
    """Players in turn order, who begins first: ties look at that (TR-25). The item `call` says as
    how many-th somebody called, `chips` what they have from earlier rounds."""

    def items(self) -> list[Item]:
        calls = Item(CALL, MOST_CALLS, "TR-09")
        chips = Item(CHIPS, EARLIER * BEST_CHIP, "TR-24", least=EARLIER * ZERO_CHIP)
        return [*map(tile, range(1, VALUES + 1)), calls, chips]

    def table_items(self) -> list[Item]:
        return []

    def troubles(self, entered: Entered) -> list[Trouble]:
        return [*check_items(entered, self.items()), *check_calls(entered.players)]

    def round(self, entered: Entered) -> Round:
        tiles = vec[i64]([packed(player) for player in entered.players])
        nothing = vec[i64]([0] * len(entered.players))
        calls = vec[i64]([player.get(CALL, 0) for player in entered.players])
        points = round_points(nothing, tiles, calls)
        return Round(nothing, tiles, calls, points, round_chips(points))

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


def tile(value: int) -> Item:
    number = SEVENS if value == SEVENS else EACH_OTHER
    return Item(str(value), number, "TR-01", exist=number)


def packed(player: Numbers) -> int:
    return sum(player.get(str(value), 0) * single(value) for value in range(1, VALUES + 1))


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
        elif number_of_tiles(player) < LEAST_TO_CALL:
            yield Trouble(seat, CALL, "too_few_to_call", "TR-10", {"least": LEAST_TO_CALL})


def number_of_tiles(player: Numbers) -> int:
    return sum(player.get(str(value), 0) for value in range(1, VALUES + 1))
