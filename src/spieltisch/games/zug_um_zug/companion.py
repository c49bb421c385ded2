"""The end of a real game of Zug um Zug: what each on-the-way pile completes best, and the final
score with the big cities (ZZ-22 to ZZ-26)."""

from __future__ import annotations

from collections.abc import Iterator

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.companion import Entered, Item, Numbers, Trouble, check_items
from spieltisch.core.result import Result
from spieltisch.games.zug_um_zug import sheet
from spieltisch.games.zug_um_zug.cards import (
    EACH_COLOUR,
    LETTERS,
    LOCOMOTIVES,
    from_counts,
    payable,
)
from spieltisch.games.zug_um_zug.document import members_of, numbers
from spieltisch.games.zug_um_zug.room import ZugUmZug
from spieltisch.games.zug_um_zug.rules import ZugState, start
from spieltisch.games.zug_um_zug.tickets import best_set

TICKET = "t"
DONE = "d"


class ZugCompanion:
    """Items: train cards on the way by their letter, `t17` a ticket somebody has, `d17` that it is
    completed already (at half-time, or by the player's own choice) and takes no cards."""

    def __init__(self, game: ZugUmZug) -> None:
        self.game = game
        self.numbers = range(1, game.box.tickets + 1)

    def items(self) -> list[Item]:
        tickets = [Item(f"{TICKET}{number}", 1, "ZZ-02", exist=1) for number in self.numbers]
        done = [Item(f"{DONE}{number}", 1, "ZZ-21") for number in self.numbers]
        return [*map(train_card, LETTERS), *tickets, *done]

    def table_items(self) -> list[Item]:
        return []

    def troubles(self, entered: Entered) -> list[Trouble]:
        return [*check_items(entered, self.items()), *self.not_theirs(entered)]

    def not_theirs(self, entered: Entered) -> Iterator[Trouble]:
        for seat, player in enumerate(entered.players):
            for number in self.numbers:
                if player.get(f"{DONE}{number}", 0) and not player.get(f"{TICKET}{number}", 0):
                    yield Trouble(seat, f"{DONE}{number}", "completed_without_ticket", "ZZ-22")

    def reckon(self, entered: Entered) -> Result:
        return sheet.build_result(self.state(entered), self.game.cards)

    def state(self, entered: Entered) -> ZugState:
        state = start(len(entered.players), self.game.box)
        state.pile = 0
        completed = [self.completed(player) for player in entered.players]
        tickets = [self.tickets(player, TICKET) for player in entered.players]
        state.completed = vec[i64](completed)
        state.held = vec[i64]([have & ~done for have, done in zip(tickets, completed, strict=True)])
        return state

    def completed(self, player: Numbers) -> int:
        """Those completed already, and the best set of the others (ZZ-23)."""
        done = self.tickets(player, DONE)
        open_tickets = self.tickets(player, TICKET) & ~done
        return done | int(best_set(self.game.box, open_tickets, pile(player)))

    def payable_alone(self, player: Numbers) -> list[int]:
        """The tickets the pile could pay for, each by itself."""
        have = pile(player)
        mine = numbers(self.tickets(player, TICKET) & ~self.tickets(player, DONE))
        return [number for number in mine if payable(self.game.box.need[number - 1], have)]

    def tickets(self, player: Numbers, kind: str) -> int:
        return members_of([one for one in self.numbers if player.get(f"{kind}{one}", 0)])


def pile(player: Numbers) -> int:
    return from_counts([player.get(letter, 0) for letter in LETTERS])


def train_card(letter: str) -> Item:
    number = LOCOMOTIVES if letter == LETTERS[-1] else EACH_COLOUR
    return Item(letter, number, "ZZ-01", exist=number)
