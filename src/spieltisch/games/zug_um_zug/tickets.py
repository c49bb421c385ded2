# compiled by mypyc
"""Which tickets an on-the-way pile pays for best (ZZ-22, ZZ-23). Exact.

Tickets are tried in ascending number, taking before leaving, and only a better set replaces the
best one: so among equals the lexicographically smallest list stands. Branches are cut by a price
for each colour: whatever the prices, no set is worth more than the cards that are left at these
prices (a locomotive at the highest of them) plus what each ticket is worth beyond its own price.
A few rounds at the beginning make the prices, and with them the bound, good. With many tickets a
search by worth comes first: knowing what the best set is worth cuts nearly all of the other.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from spieltisch.core.bits import bit
from spieltisch.games.zug_um_zug.cards import (
    COLOURS,
    COUNT,
    LOCOMOTIVE,
    WIDTH,
    count,
    least,
    payable,
    plus,
    single,
)
from spieltisch.games.zug_um_zug.state import Box

POINT: Final = 64  # above the number of tickets: a point beats any number of tickets
FINE: Final = 16  # prices are in sixteenths
ROUNDS: Final = 30
FIRST_STEP: Final = 4 * POINT * FINE
FEW: Final = 8


def best_set(box: Box, held: i64, have: i64) -> i64:
    """Most points, then more tickets, then the lexicographically smallest list (ZZ-23)."""
    tickets = payable_alone(box, held, have)
    members, need = together(box, tickets)
    if payable(need, have):
        return members
    completion = Completion(box, tickets, have)
    if completion.number > FEW:
        completion.find_prices()
        ahead = Completion(box, completion.by_extra(), have)
        ahead.search(completion.price, 0)
        completion.search(completion.price, ahead.best_worth)
    else:
        completion.search(completion.price, 0)
    return completion.best_members


def remembered_set(box: Box, held: i64, have: i64) -> i64:
    """The same, worked out once for all the steps of one choice."""
    if box.best_of != held or box.best_with != have:
        box.best_set = best_set(box, held, have)
        box.best_of = held
        box.best_with = have
    return box.best_set


def payable_alone(box: Box, held: i64, have: i64) -> "vec[i64]":
    found = vec[i64]()
    ticket: i64 = 0
    while held >> ticket != 0:
        if (held >> ticket) & 1 and payable(box.need[ticket], have):
            found = append(found, ticket)
        ticket += 1
    return found


def together(box: Box, tickets: "vec[i64]") -> tuple[i64, i64]:
    """The tickets as a set, and all the cards they need."""
    members: i64 = 0
    need: i64 = 0
    for ticket in tickets:
        members |= bit(ticket)
        need = plus(need, box.need[ticket])
    return members, need


@final
class Completion:
    def __init__(self, box: Box, tickets: "vec[i64]", have: i64) -> None:
        self.tickets = tickets
        self.number: i64 = len(tickets)
        self.have = have
        self.worth: vec[i64] = vec[i64]([0] * self.number)
        # the colours each ticket asks for, each followed by how many cards, and where they begin
        self.asked: vec[i64] = vec[i64]()
        self.begins: vec[i64] = vec[i64]([0])
        index: i64 = 0
        while index < self.number:
            self.ask(index, box.points[tickets[index]], box.need[tickets[index]])
            index += 1
        self.price: vec[i64] = vec[i64]([0] * COLOURS)
        self.top_price: i64 = 0
        self.extra: vec[i64] = vec[i64]([0] * self.number)  # what each is worth beyond its price
        self.beyond: vec[i64] = vec[i64]([0] * (self.number + 1))  # from each one to the last
        self.goal: i64 = 0
        self.best_worth: i64 = -1
        self.best_members: i64 = 0

    def ask(self, index: i64, points: i64, need: i64) -> None:
        self.worth[index] = points * POINT + 1
        colour: i64 = 0
        while need != 0:
            if need & COUNT:
                self.asked = append(append(self.asked, colour), need & COUNT)
            need >>= WIDTH
            colour += 1
        self.begins = append(self.begins, len(self.asked))

    def search(self, price: "vec[i64]", goal: i64) -> None:
        """The first of the best sets; if their worth is known to be the goal, stop there."""
        self.price = price
        self.goal = goal
        self.best_worth = goal - 1
        self.add_up(price)
        self.visit(0, 0, 0, self.have, self.money(price))

    def visit(self, index: i64, members: i64, worth: i64, left: i64, money: i64) -> None:
        """`money` is what the cards left are worth at their prices."""
        if worth > self.best_worth:
            self.best_worth = worth
            self.best_members = members
        if worth + (money + self.beyond[index]) // FINE <= self.best_worth:
            return
        if index < self.number and (self.goal == 0 or self.best_worth < self.goal):
            self.take(index, members, worth, left, money)
            self.visit(index + 1, members, worth, left, money)

    def take(self, index: i64, members: i64, worth: i64, left: i64, money: i64) -> None:
        at = self.begins[index]
        end = self.begins[index + 1]
        while at < end:
            colour = self.asked[at]
            need = self.asked[at + 1]
            jokers = need - least(need, count(left, colour))
            if jokers > count(left, LOCOMOTIVE):
                return
            left -= (need - jokers) * single(colour) + jokers * single(LOCOMOTIVE)
            money -= (need - jokers) * self.price[colour] + jokers * self.top_price
            at += 2
        taken = members | bit(self.tickets[index])
        self.visit(index + 1, taken, worth + self.worth[index], left, money)

    def money(self, price: "vec[i64]") -> i64:
        total = count(self.have, LOCOMOTIVE) * self.top_price
        colour: i64 = 0
        while colour < COLOURS:
            total += count(self.have, colour) * price[colour]
            colour += 1
        return total

    def add_up(self, price: "vec[i64]") -> i64:
        """What the tickets are worth beyond the prices, from each one to the last; the bound."""
        self.top_price = price[dearest(price)]
        index = self.number - 1
        while index >= 0:
            extra = self.worth[index] * FINE
            at = self.begins[index]
            end = self.begins[index + 1]
            while at < end:
                extra -= self.asked[at + 1] * price[self.asked[at]]
                at += 2
            self.extra[index] = extra
            self.beyond[index] = self.beyond[index + 1]
            if extra > 0:
                self.beyond[index] += extra
            index -= 1
        return self.money(price) + self.beyond[0]

    def find_prices(self) -> None:
        """Raise the price of what is asked for too much, lower that of what is left over."""
        price = vec[i64]([0] * COLOURS)
        lowest = self.add_up(price)
        step: i64 = FIRST_STEP
        rounds: i64 = 0
        while rounds < ROUNDS:
            self.move_prices(price, step)
            bound = self.add_up(price)
            if bound < lowest:
                lowest = bound
                self.price = price[:]
            step = step * 7 // 8
            rounds += 1

    def by_extra(self) -> "vec[i64]":
        """The tickets, those most worth their price first."""
        self.add_up(self.price)
        order = sorted(range(self.number), key=self.rank)
        return vec[i64]([self.tickets[index] for index in order])

    def rank(self, index: int) -> int:
        return -self.extra[index]

    def move_prices(self, price: "vec[i64]", step: i64) -> None:
        """One step down the slope of the bound that was added up last."""
        surplus = vec[i64]([0] * COLOURS)
        index: i64 = 0
        while index < self.number:
            if self.extra[index] > 0:
                at = self.begins[index]
                end = self.begins[index + 1]
                while at < end:
                    surplus[self.asked[at]] -= self.asked[at + 1]
                    at += 2
            index += 1
        surplus[dearest(price)] += count(self.have, LOCOMOTIVE)
        colour: i64 = 0
        while colour < COLOURS:
            surplus[colour] += count(self.have, colour)
            price[colour] -= least(step * surplus[colour] // 4, price[colour])
            colour += 1


def dearest(price: "vec[i64]") -> i64:
    found: i64 = 0
    colour: i64 = 1
    while colour < COLOURS:
        if price[colour] > price[found]:
            found = colour
        colour += 1
    return found
