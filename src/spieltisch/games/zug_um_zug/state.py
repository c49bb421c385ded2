"""The whole truth of a game of Zug um Zug. Compiled.

Train cards are counts packed by `cards`: a card of the pile has no identity before it is drawn.
Sets of tickets are bits, ticket n being bit n - 1.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.memory import CardMemory
from spieltisch.core.state import State
from spieltisch.games.zug_um_zug.codes import Codes

HAND: Final = 7
DISPLAY: Final = 5
FIRST_TICKETS: Final = 6
DRAWN_TICKETS: Final = 4
HALF_TIME_CARDS: Final = 4
SEATS_WITH_HALF_TIME: Final = 4
IDLE_ROUNDS: Final = 3
MOST_TICKETS: Final = 60

DEAL_HANDS: Final = 0
DEAL_DISPLAY: Final = 1
DEAL_TICKETS: Final = 2
CHOOSE_FIRST: Final = 3
ACT: Final = 4
FIRST_BLIND: Final = 5
FIRST_REFILL: Final = 6
SECOND_CARD: Final = 7
LAST_BLIND: Final = 8
LAST_REFILL: Final = 9
DRAW_TICKETS: Final = 10
CHOOSE_TICKETS: Final = 11
COMPLETE: Final = 12
NEW_HANDS: Final = 13
NEW_DISPLAY: Final = 14
FINISHED: Final = 15

NOBODY: Final = -1
GAP: Final = -1
NOT_YET: Final = -1


@final
class Box:
    """The tickets and big cities of one edition; shared by all its states."""

    def __init__(
        self, need: "vec[i64]", points: "vec[i64]", big: "vec[i64]", bonus: "vec[i64]"
    ) -> None:
        self.need = need  # of each ticket: packed cards
        self.points = points
        self.big = big  # of each ticket: the big cities it names, as bits
        self.bonus = bonus  # of each big city
        self.tickets: i64 = len(points)
        self.codes = Codes(len(points))


class Truth(State):
    """Fields only; `rules` says what may be done with them."""

    def __init__(
        self,
        seats: i64,
        turn: i64,
        box: Box,
        phase: i64,
        mover: i64,
        dealt: i64,
        half: i64,
        last_turns: i64,
        idle: i64,
        active: bool,
        pile: i64,
        discard: i64,
        display: "vec[i64]",
        hands: "vec[i64]",
        known: "vec[i64]",
        yard_owner: "vec[i64]",
        yard_cards: "vec[i64]",
        yard_locomotives: "vec[i64]",
        on_the_way: "vec[i64]",
        unseen: i64,
        under: "vec[i64]",
        under_by: "vec[i64]",
        under_batch: "vec[i64]",
        batches: i64,
        offered: "vec[i64]",
        chosen: "vec[i64]",
        held: "vec[i64]",
        completed: "vec[i64]",
        first_kept: "vec[i64]",
        met: "vec[i64]",
        memories: list[CardMemory],
        observers: "vec[i64]",
    ) -> None:
        self.seats = seats
        self.turn = turn
        self.box = box
        self.phase = phase
        self.mover = mover  # whose turn it is in the game, also while chance decides
        self.dealt = dealt  # cards or tickets laid out in the current deal
        self.half = half  # 0, or 1 after the half-time of four players
        self.last_turns = last_turns  # how many turns are left, this one included, or NOT_YET
        self.idle = idle  # idle turns in a row; three rounds of them stay (ZZ-27)
        self.active = active  # something that is not idle happened in this turn
        self.pile = pile
        self.discard = discard
        self.display = display
        self.hands = hands
        self.known = known  # of the hands: taken openly and not yet laid
        self.yard_owner = yard_owner  # by colour: a colour lies in one yard at most (ZZ-16)
        self.yard_cards = yard_cards
        self.yard_locomotives = yard_locomotives
        self.on_the_way = on_the_way
        self.unseen = unseen  # tickets in the pile that nobody put under it
        self.under = under  # tickets under the pile in their order
        self.under_by = under_by  # the seat that put each there
        self.under_batch = under_batch  # tickets put back together have the same number
        self.batches = batches  # how often tickets were put under the pile
        self.offered = offered  # tickets the seat is choosing from
        self.chosen = chosen  # of those offered, or, when completing, of those held
        self.held = held
        self.completed = completed
        self.first_kept = first_kept  # how many tickets each kept at the set-up
        self.met = met  # tickets each has ever been offered
        self.memories = memories
        self.observers = observers  # whose memory each one is; the number `seats` is a spectator
