# compiled by mypyc
"""The whole truth of a game of Zug um Zug.

Train cards are counts packed by `cards`: a card of the pile has no identity before it is drawn.
Sets of tickets are bits, ticket n being bit n - 1.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core.memory import CardMemory
from spieltisch.core.state import CHANCE, State
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
        self.naming: vec[i64] = naming(big, len(bonus))  # of each big city: tickets, as bits
        self.tickets: i64 = len(points)
        self.codes = Codes(len(points))
        # the best set found last (`tickets.remembered_set`), and for which tickets and cards
        self.best_set: i64 = 0
        self.best_of: i64 = 0
        self.best_with: i64 = 0


def naming(big: "vec[i64]", cities: i64) -> "vec[i64]":
    """The tickets that name each big city."""
    tickets = vec[i64]([0] * cities)
    ticket: i64 = 0
    while ticket < len(big):
        city: i64 = 0
        while city < cities:
            tickets[city] |= ((big[ticket] >> city) & 1) << ticket
            city += 1
        ticket += 1
    return tickets


class Truth(State):
    """Fields only; `rules` says what may be done with them. A new one is a bare table: `start` lays
    it for a game, `document` as it is written down."""

    def __init__(self, seats: i64, box: Box) -> None:
        self.seats = seats
        self.turn = CHANCE
        self.box = box
        self.phase: i64 = DEAL_HANDS
        self.mover: i64 = 0  # whose turn it is in the game, also while chance decides
        self.dealt: i64 = 0  # cards or tickets laid out in the current deal
        self.half: i64 = 0  # 0, or 1 after the half-time of four players
        self.last_turns: i64 = NOT_YET  # how many turns are left, this one included
        self.idle: i64 = 0  # idle turns in a row; three rounds of them stay (ZZ-27)
        self.active = False  # something that is not idle happened in this turn
        self.pile: i64 = 0
        self.discard: i64 = 0
        self.display: vec[i64] = vec[i64]()
        self.hands: vec[i64] = vec[i64]()
        self.known: vec[i64] = vec[i64]()  # of the hands: taken openly and not yet laid
        # by colour: a colour lies in one yard at most (ZZ-16)
        self.yard_owner: vec[i64] = vec[i64]()
        self.yard_cards: vec[i64] = vec[i64]()
        self.yard_locomotives: vec[i64] = vec[i64]()
        self.in_yards: i64 = 0  # the colours that lie in a yard: all bits of their counts
        self.on_the_way: vec[i64] = vec[i64]()
        self.unseen: i64 = 0  # tickets in the pile that nobody put under it
        self.under: vec[i64] = vec[i64]()  # tickets under the pile in their order
        self.under_by: vec[i64] = vec[i64]()  # the seat that put each there
        # tickets put back together have the same number
        self.under_batch: vec[i64] = vec[i64]()
        self.batches: i64 = 0  # how often tickets were put under the pile
        self.offered: vec[i64] = vec[i64]()  # tickets the seat is choosing from
        # of those offered, or, when completing, of those held
        self.chosen: vec[i64] = vec[i64]()
        self.held: vec[i64] = vec[i64]()
        self.completed: vec[i64] = vec[i64]()
        self.first_kept: vec[i64] = vec[i64]()  # how many tickets each kept at the set-up
        self.met: vec[i64] = vec[i64]()  # tickets each has ever been offered
        self.memories: list[CardMemory] = []
        # whose memory each one is; the number `seats` is a spectator
        self.observers: vec[i64] = vec[i64]()

    def become(self, other: "Truth") -> None:
        self.turn = other.turn
        self.phase = other.phase
        self.mover = other.mover
        self.dealt = other.dealt
        self.half = other.half
        self.last_turns = other.last_turns
        self.idle = other.idle
        self.active = other.active
        self.pile = other.pile
        self.discard = other.discard
        self.display = other.display[:]
        self.hands = other.hands[:]
        self.known = other.known[:]
        self.yard_owner = other.yard_owner[:]
        self.yard_cards = other.yard_cards[:]
        self.yard_locomotives = other.yard_locomotives[:]
        self.in_yards = other.in_yards
        self.on_the_way = other.on_the_way[:]
        self.unseen = other.unseen
        self.under = other.under[:]
        self.under_by = other.under_by[:]
        self.under_batch = other.under_batch[:]
        self.batches = other.batches
        self.offered = other.offered[:]
        self.chosen = other.chosen[:]
        self.held = other.held[:]
        self.completed = other.completed[:]
        self.first_kept = other.first_kept[:]
        self.met = other.met[:]
        self.memories = [memory.copy() for memory in other.memories]
        self.observers = other.observers[:]
