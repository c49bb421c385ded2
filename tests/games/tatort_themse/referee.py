"""A second, slow referee of Tatort Themse, straight from the rule book and the notation.

It shares no code with the room: lists of cards, every subset tried, nothing packed. It follows a
trace step by step and compares every legal list, every outcome with its weight, and the result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import Any

KINDS = "BMUL"


class Referee:
    def __init__(self, trace: dict[str, Any], edition: dict[str, Any]) -> None:
        self.trace = trace
        self.seats: int = trace["seats"]
        self.fair = trace["options"]["fair_tops"] == "yes"
        self.cases = [case["id"][0].upper() for case in edition["case"]]
        self.bonus: dict[str, int] = {
            case["id"][0].upper(): case["bonus"] for case in edition["case"]
        }
        self.box = [
            f"{case['id'][0].upper()}{clue['value']}{clue['witness'][0].upper()}"
            for case in edition["case"]
            for clue in case["clues"]
        ]
        self.box.sort(key=lambda c: (self.cases.index(c[0]), int(c[1]), KINDS.index(c[2])))
        self.columns: list[list[str]] = [[] for _ in range(5)]
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.clues: list[list[str]] = [[] for _ in range(self.seats)]
        self.pile = list(KINDS * 18)
        self.discard: list[str] = []
        self.display: list[str] = []
        self.won: dict[str, int | None] = {}
        self.at = 0

    def step(self, who: int | str, expected: list[str] | dict[str, int]) -> str:
        given = self.trace["steps"][self.at]
        self.at += 1
        where = f"step {self.at}: {given}"
        assert given["who"] == who, where
        key = "legal" if isinstance(expected, list) else "outcomes"
        assert given[key] == expected, f"{where} expected {expected}"
        if isinstance(expected, dict):
            assert list(given[key]) == list(expected), where
        assert given["text"] in expected, where
        text: str = given["text"]
        return text

    def check(self) -> None:
        self.set_up()
        self.play()
        assert self.at == len(self.trace["steps"]), "steps after the end"
        totals = [self.total(seat) for seat in range(self.seats)]
        assert self.trace["result"]["scores"] == totals
        best = max(totals)
        assert self.trace["result"]["winners"] == [
            s for s in range(self.seats) if totals[s] == best
        ]

    def total(self, seat: int) -> int:
        clues = sum(int(clue[1]) for clue in self.clues[seat] if clue[0] in self.won)
        return clues + sum(self.bonus[case] for case, winner in self.won.items() if winner == seat)

    def set_up(self) -> None:
        left = list(self.box)
        for number in range(25):
            choices = {f"clue {clue}": 1 for clue in left}
            if self.fair and number < 5:
                tops = {column[0][0] for column in self.columns if column}
                choices = self.fair_choices([clue for clue in left if clue[0] not in tops])
            clue = self.step("chance", choices).split()[1]
            left.remove(clue)
            self.columns[number % 5].append(clue)
        for seat in range(self.seats):
            for _ in range(4):
                self.hands[seat].append(self.draw())
        for _ in range(4):
            self.display.append(self.draw())

    def fair_choices(self, clues: list[str]) -> dict[str, int]:
        sizes = Counter(clue[0] for clue in self.box)
        common = 1
        while any(common % size for size in sizes.values()):
            common += 1
        return {f"clue {clue}": common // sizes[clue[0]] for clue in clues}

    def draw(self) -> str:
        if not self.pile:
            self.pile, self.discard = self.discard, []
        weights = {f"witness {kind}": self.pile.count(kind) for kind in KINDS if kind in self.pile}
        card = self.step("chance", weights).split()[1]
        self.pile.remove(card)
        return card

    def play(self) -> None:
        seat, skips = 0, 0
        while True:
            self.offer_renewal(seat)
            took = self.act(seat)
            if len(self.won) >= 4:
                return
            asked = bool(self.display or self.pile or self.discard)
            if asked:
                self.question(seat)
            skips = 0 if took or asked else skips + 1
            if skips == self.seats:
                return
            seat = (seat + 1) % self.seats

    def offer_renewal(self, seat: int) -> None:
        four_equal = len(self.display) == 4 and len(set(self.display)) == 1
        if four_equal and self.step(seat, ["renew", "keep"]) == "renew":
            self.discard += self.display
            self.display = []
            self.fill()

    def fill(self) -> None:
        while len(self.display) < 4 and (self.pile or self.discard):
            self.display.append(self.draw())

    def act(self, seat: int) -> bool:
        hand = self.hands[seat]
        legal = []
        for column, clues in enumerate(self.columns):
            if clues and payments(hand, clues[-1]):
                legal.append(f"take {column + 1}")
        for column, clues in enumerate(self.columns):
            for number in range(1, len(clues)):
                if self.may_go(clues[::-1][:number]) and removals(hand, number, clues[-1 - number]):
                    legal.append(f"eliminate {column + 1} {number}")
        words = self.step(seat, [*legal, "pass"]).split()
        if words[0] == "pass":
            return False
        clues = self.columns[int(words[1]) - 1]
        if words[0] == "eliminate":
            self.eliminate(seat, clues, int(words[2]))
        clue = clues[-1]
        self.pay(seat, payments(hand, clue))
        clues.pop()
        self.clues[seat].append(clue)
        self.solve(clue[0])
        return True

    def eliminate(self, seat: int, clues: list[str], number: int) -> None:
        self.pay(seat, removals(self.hands[seat], number, clues[-1 - number]))
        for _ in range(number):
            self.solve(clues.pop()[0])

    def may_go(self, going: list[str]) -> bool:
        """Removing these, one after the other, never solves the fourth case (TT-15)."""
        left = Counter(clue[0] for column in self.columns for clue in column)
        solved = len(self.won)
        for clue in going:
            left[clue[0]] -= 1
            solved += left[clue[0]] == 0
            if solved >= 4:
                return False
        return True

    def pay(self, seat: int, choices: list[str]) -> None:
        cards = self.step(seat, [f"pay {cards}" for cards in choices]).split()[1]
        for card in cards:
            self.hands[seat].remove(card)
        self.discard += cards

    def solve(self, case: str) -> None:
        if any(clue[0] == case for column in self.columns for clue in column):
            return
        sums = [sum(int(c[1]) for c in clues if c[0] == case) for clues in self.clues]
        best = [seat for seat in range(self.seats) if sums[seat] == max(sums)]
        self.won[case] = best[0] if len(best) == 1 and max(sums) > 0 else None

    def question(self, seat: int) -> None:
        legal = [f"open {kind}" for kind in KINDS if kind in self.display]
        if self.pile or self.discard:
            legal.append("blind")
        words = self.step(seat, legal).split()
        if words[0] == "open":
            self.display.remove(words[1])
            self.hands[seat].append(words[1])
        else:
            self.hands[seat].append(self.draw())
        self.fill()


@cache
def subsets(hand: str) -> list[Counter[str]]:
    counts = [hand.count(kind) for kind in KINDS]
    return [
        Counter(dict(zip(KINDS, numbers, strict=True)))
        for numbers in product(*(range(count + 1) for count in counts))
    ]


def pays(cards: Counter[str], kind: str, price: int) -> bool:
    """Exactly the price: real cards of the kind, and pairs of others for the rest (TT-17)."""
    pairs = [cards[other] for other in KINDS if other != kind]
    return all(number % 2 == 0 for number in pairs) and cards[kind] + sum(pairs) // 2 == price


def spelled(cards: Counter[str]) -> str:
    return "".join(kind * cards[kind] for kind in KINDS)


def in_order(found: list[Counter[str]]) -> list[str]:
    return sorted(map(spelled, found), key=lambda text: [KINDS.index(kind) for kind in text])


def payments(hand: Iterable[str], clue: str) -> list[str]:
    return paid("".join(sorted(hand)), clue[2], int(clue[1]))


@cache  # every column asks anew, and hands come again
def paid(hand: str, kind: str, price: int) -> list[str]:
    if len(hand) < price:
        return []
    return in_order([cards for cards in subsets(hand) if pays(cards, kind, price)])


def removals(hand: list[str], number: int, then: str) -> list[str]:
    """Payments for removing so many clues that leave enough for the next one (TT-12, TT-18)."""
    if len(hand) < 2 * number + int(then[1]):
        return []
    rest = Counter(hand)
    minimal = smallest("".join(sorted(hand)), number)
    return in_order([cards for cards in minimal if payments((rest - cards).elements(), then)])


@cache
def smallest(hand: str, number: int) -> list[Counter[str]]:
    exact = [
        cards for cards in subsets(hand) if any(pays(cards, kind, 2 * number) for kind in KINDS)
    ]
    return [cards for cards in exact if not any(part != cards and part <= cards for part in exact)]
