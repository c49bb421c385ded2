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
from spieltisch.games.zug_um_zug.cards import COLOURS, LOCOMOTIVE, count, least, payable, plus
from spieltisch.games.zug_um_zug.state import Box

POINT: Final = 64  # above the number of tickets: a point beats any number of tickets
FINE: Final = 16  # prices are in sixteenths
ROUNDS: Final = 120
FIRST_STEP: Final = 4 * POINT * FINE
FEW: Final = 10


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
        self.worth: vec[i64] = vec[i64]([box.points[ticket] * POINT + 1 for ticket in tickets])
        self.need: vec[i64] = vec[i64](
            [count(box.need[ticket], colour) for ticket in tickets for colour in range(COLOURS)]
        )
        self.left: vec[i64] = vec[i64]([count(have, colour) for colour in range(COLOURS)])
        self.locomotives = count(have, LOCOMOTIVE)
        self.price: vec[i64] = vec[i64]([0] * COLOURS)
        self.top_price: i64 = 0
        self.beyond: vec[i64] = vec[i64]([0] * (self.number + 1))
        self.goal: i64 = 0
        self.best_worth: i64 = -1
        self.best_members: i64 = 0

    def search(self, price: "vec[i64]", goal: i64) -> None:
        """The first of the best sets; if their worth is known to be the goal, stop there."""
        self.price = price
        self.goal = goal
        self.best_worth = goal - 1
        self.add_up(price)
        self.visit(0, 0, 0, self.locomotives, self.money(price))

    def visit(self, index: i64, members: i64, worth: i64, locomotives: i64, money: i64) -> None:
        """`money` is what the cards left are worth at their prices."""
        if worth > self.best_worth:
            self.best_worth = worth
            self.best_members = members
        if worth + (money + self.beyond[index]) // FINE <= self.best_worth:
            return
        if index < self.number and (self.goal == 0 or self.best_worth < self.goal):
            self.go_on(index, members, worth, locomotives, money)

    def go_on(self, index: i64, members: i64, worth: i64, locomotives: i64, money: i64) -> None:
        self.take(index, members, worth, locomotives, money)
        self.visit(index + 1, members, worth, locomotives, money)

    def take(self, index: i64, members: i64, worth: i64, locomotives: i64, money: i64) -> None:
        jokers: i64 = 0
        paid: i64 = 0
        colour: i64 = 0
        while colour < COLOURS:
            need = self.need[index * COLOURS + colour]
            if need > self.left[colour]:
                jokers += need - self.left[colour]
                need = self.left[colour]
            paid += need * self.price[colour]
            colour += 1
        if jokers > locomotives:
            return
        before = self.left[:]
        self.spend(index)
        paid += jokers * self.top_price
        ticket = self.tickets[index]
        members |= bit(ticket)
        self.visit(
            index + 1, members, worth + self.worth[index], locomotives - jokers, money - paid
        )
        self.left = before

    def spend(self, index: i64) -> None:
        colour: i64 = 0
        while colour < COLOURS:
            need = self.need[index * COLOURS + colour]
            self.left[colour] -= least(need, self.left[colour])
            colour += 1

    def money(self, price: "vec[i64]") -> i64:
        total = self.locomotives * highest_price(price)
        colour: i64 = 0
        while colour < COLOURS:
            total += self.left[colour] * price[colour]
            colour += 1
        return total

    def add_up(self, price: "vec[i64]") -> i64:
        """What the tickets are worth beyond the prices, from each one to the last; the bound."""
        self.top_price = highest_price(price)
        index = self.number - 1
        while index >= 0:
            self.beyond[index] = self.beyond[index + 1]
            extra = self.extra(index, price)
            if extra > 0:
                self.beyond[index] += extra
            index -= 1
        return self.money(price) + self.beyond[0]

    def extra(self, index: i64, price: "vec[i64]") -> i64:
        extra = self.worth[index] * FINE
        colour: i64 = 0
        while colour < COLOURS:
            extra -= self.need[index * COLOURS + colour] * price[colour]
            colour += 1
        return extra

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
            step = step * 19 // 20
            rounds += 1

    def by_extra(self) -> "vec[i64]":
        """The tickets, those most worth their price first."""
        order = sorted(range(self.number), key=self.rank)
        return vec[i64]([self.tickets[index] for index in order])

    def rank(self, index: int) -> int:
        return -self.extra(index, self.price)

    def move_prices(self, price: "vec[i64]", step: i64) -> None:
        """One step down the slope of the bound."""
        surplus = self.left[:]
        index: i64 = 0
        while index < self.number:
            if self.extra(index, price) > 0:
                colour: i64 = 0
                while colour < COLOURS:
                    surplus[colour] -= self.need[index * COLOURS + colour]
                    colour += 1
            index += 1
        surplus[dearest(price)] += self.locomotives
        colour = 0
        while colour < COLOURS:
            price[colour] -= least(step * surplus[colour] // 4, price[colour])
            colour += 1


def highest_price(price: "vec[i64]") -> i64:
    return price[dearest(price)]


def dearest(price: "vec[i64]") -> i64:
    found: i64 = 0
    colour: i64 = 1
    while colour < COLOURS:
        if price[colour] > price[found]:
            found = colour
        colour += 1
    return found
