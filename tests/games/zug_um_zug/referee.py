"""A second, slow reading of the rule book, to hold the room against. It shares no code with it.

Cards are strings of letters, piles are lists, tickets are numbers. It is told every step and says
before each who decides, what may be played (or what could turn up, and how often), and what every
viewer would see of it.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

COLOURS = "PBOWGYKR"
ORDER = COLOURS + "L"
LETTER = {
    "purple": "P",
    "blue": "B",
    "orange": "O",
    "white": "W",
    "green": "G",
    "yellow": "Y",
    "black": "K",
    "red": "R",
}


class Referee:
    def __init__(self, seats: int, table: dict[str, Any]) -> None:
        self.seats = seats
        self.need = {
            number: [LETTER[card] for card in ticket["cards"]]
            for number, ticket in enumerate(table["ticket"], 1)
        }
        self.points = {number: row["points"] for number, row in enumerate(table["ticket"], 1)}
        self.cities = {number: row["cities"] for number, row in enumerate(table["ticket"], 1)}
        self.bonus: dict[str, int] = table["big_cities"]
        self.pile = [card for card in COLOURS for _ in range(10)] + ["L"] * (16 - seats)
        self.hands = [["L"] for _ in range(seats)]
        self.display: list[str] = []
        self.discard: list[str] = []
        self.yards: list[dict[str, list[str]]] = [{} for _ in range(seats)]
        self.away: list[list[str]] = [[] for _ in range(seats)]
        self.unseen = list(self.need)
        self.under: list[int] = []
        self.dealt: list[list[int]] = [[] for _ in range(seats)]
        self.held: list[list[int]] = [[] for _ in range(seats)]
        self.chosen: list[list[int]] = [[] for _ in range(seats)]
        self.completed: list[list[int]] = [[] for _ in range(seats)]
        self.offer: list[int] = []
        self.half = 1
        self.player = 0
        self.left: int | None = None  # last turns left after this one
        self.emptied = False  # in this turn
        self.idle_turns = 0
        self.idle = True
        self.todo: list[tuple[str, int]] = [("card", seat) for seat in range(seats)] * 7
        self.todo.sort(key=lambda task: task[1])
        self.todo += [("show", -1)] * 5
        self.todo += [("ticket", seat) for seat in range(seats) for _ in range(6)]
        self.todo += [("choose", seat) for seat in range(seats)]
        self.todo += [("begin", 0)]

    # who decides, and what

    def who(self) -> int | str:
        task, seat = self.todo[0]
        if task in ("card", "show", "ticket", "draw_ticket"):
            return "chance"
        return "over" if task == "over" else seat

    def outcomes(self) -> dict[str, int]:
        if self.todo[0][0] in ("ticket", "draw_ticket"):
            return {f"ticket {number}": 1 for number in sorted(self.unseen)}
        return {f"card {card}": self.pile.count(card) for card in ORDER if card in self.pile}

    def legal(self) -> list[str]:
        task, seat = self.todo[0]
        if task == "act":
            return self.actions(seat)
        if task == "second":
            found = [f"draw {card}" for card in COLOURS if card in self.display]
            return found + ["draw blind"] * bool(self.pile) + ["stop"]
        if task == "complete":
            return self.completions(seat)
        offered = self.dealt[seat] if task == "choose" else self.offer
        last = max(self.chosen[seat], default=0)
        keeps = [f"keep {number}" for number in sorted(offered) if number > last]
        may_stop = task == "keep" or bool(self.chosen[seat])
        return keeps + ["done"] * may_stop

    def actions(self, seat: int) -> list[str]:
        found = [f"draw {card}" for card in ORDER if card in self.display]
        found += ["draw blind"] * bool(self.pile)
        hand = self.hands[seat]
        for colour in COLOURS:
            for coloured in range(1, hand.count(colour) + 1):
                for locomotives in range(hand.count("L") + 1):
                    if self.may_lay(seat, colour, coloured + locomotives):
                        found.append("lay " + colour * coloured + "L" * locomotives)
        taken = {colour for yard in self.yards for colour in yard}
        free = [colour for colour in COLOURS if colour in hand and colour not in taken]
        found += ["lay " + "".join(three) for three in combinations(free, 3)]
        found += ["tickets"] * bool(self.unseen or self.under)
        return found or ["pass"]

    def may_lay(self, seat: int, colour: str, number: int) -> bool:
        if number < 2 or colour in self.yards[seat]:
            return False
        return all(number > len(yard.get(colour, [])) for yard in self.yards)

    def completions(self, seat: int) -> list[str]:
        last = max(self.chosen[seat], default=0)
        return [
            f"complete {number}"
            for number in sorted(self.held[seat])
            if number > last and self.pays(seat, [*self.chosen[seat], number])
        ] + ["done"]

    def pays(self, seat: int, tickets: list[int]) -> bool:
        cards = list(self.away[seat])
        for number in tickets:
            for card in self.need[number]:
                payment = card if card in cards else "L"
                if payment not in cards:
                    return False
                cards.remove(payment)
        return True

    def seen(self, text: str, viewer: int | None) -> str | None:
        task, seat = self.todo[0]
        if viewer == seat:
            return text
        if task in ("choose", "complete"):
            return None
        if task in ("card", "ticket", "draw_ticket") or text.startswith("keep"):
            return text.split(maxsplit=1)[0] + " ??"
        return text

    # what a step does

    def play(self, text: str) -> None:
        task, seat = self.todo.pop(0)
        words = text.split()
        if task == "card":
            self.pile.remove(words[1])
            self.hands[seat].append(words[1])
        elif task == "show":
            self.pile.remove(words[1])
            self.display.append(words[1])
        elif task in ("ticket", "draw_ticket"):
            self.unseen.remove(int(words[1]))
            (self.dealt[seat] if task == "ticket" else self.offer).append(int(words[1]))
        elif task in ("choose", "keep", "complete"):
            self.choose(task, seat, words)
        else:
            self.act(task, seat, words)
        self.settle()

    def choose(self, task: str, seat: int, words: list[str]) -> None:
        if words[0] != "done":
            self.chosen[seat].append(int(words[1]))
            self.todo.insert(0, (task, seat))
        elif task == "keep":
            self.held[seat] += self.chosen[seat]
            self.under += sorted(set(self.offer) - set(self.chosen[seat]))
            self.idle = self.idle and not self.chosen[seat]
            self.chosen[seat] = []

    def act(self, task: str, seat: int, words: list[str]) -> None:
        self.idle = self.idle and words[0] not in ("draw", "lay")
        if words[0] == "draw":
            self.draw(task, seat, words[1])
        elif words[0] == "lay":
            self.lay(seat, words[1])
        elif words[0] == "tickets":
            by_chance = min(4, len(self.unseen))
            more = min(4 - by_chance, len(self.under))
            self.offer = self.under[:more]
            self.under = self.under[more:]
            self.todo = [("draw_ticket", seat)] * by_chance + [("keep", seat)] + self.todo

    def draw(self, task: str, seat: int, card: str) -> None:
        next_tasks: list[tuple[str, int]] = []
        if card == "blind":
            next_tasks = [("card", seat)]
        else:
            self.display.remove(card)
            self.hands[seat].append(card)
            next_tasks = [("show", -1)] * bool(self.pile)
        if task == "act" and card != "L":
            next_tasks.append(("second", seat))
        self.todo = next_tasks + self.todo

    def lay(self, seat: int, cards: str) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        for colour in COLOURS:
            if colour in cards:
                for yard in self.yards:
                    self.discard += yard.pop(colour, [])
                laid = [card for card in cards if card in (colour, "L")]
                self.yards[seat][colour] = sorted(laid, key=lambda card: card != "L")

    def settle(self) -> None:
        """Do all that happens by itself until someone has to decide."""
        self.emptied = self.emptied or not self.pile
        while self.todo:
            task, seat = self.todo[0]
            if task in ("card", "show") and not self.pile and self.half == 2:
                self.todo.pop(0)  # only the half-time deal asks for more than there is
            elif task == "resume":
                self.left = None if self.pile else 4
                self.emptied = False
                self.todo = [("begin", seat)]
            elif task == "begin":
                self.todo.pop(0)
                self.begin(seat)
            elif task == "end":
                self.todo.pop(0)
                self.end(seat)
            elif task == "score":
                self.todo.pop(0)
                self.score()
            else:
                return

    def begin(self, seat: int) -> None:
        if seat == 0 and self.dealt[0]:
            self.all_have_chosen()
        self.player = seat
        self.idle = True
        for colour in list(self.yards[seat]):
            self.away[seat].append(self.yards[seat][colour].pop(0))
            self.idle = False
            if not self.yards[seat][colour]:
                del self.yards[seat][colour]
        self.todo = [("act", seat), ("end", seat)]

    def all_have_chosen(self) -> None:
        for seat in range(self.seats):
            self.held[seat] = self.chosen[seat]
            self.unseen += [one for one in self.dealt[seat] if one not in self.chosen[seat]]
            self.dealt[seat] = []
            self.chosen[seat] = []

    def end(self, seat: int) -> None:
        self.idle_turns = self.idle_turns + 1 if self.idle else 0
        if self.left is not None:
            self.left -= 1
        elif self.emptied or self.idle_turns >= 3 * self.seats:
            self.left = self.seats
        if self.left == 0:
            self.todo = [("complete", other) for other in range(self.seats)] + [("score", -1)]
        else:
            self.todo = [("begin", (seat + 1) % self.seats)]

    def score(self) -> None:
        for seat in range(self.seats):
            self.completed[seat] += self.chosen[seat]
            self.held[seat] = [one for one in self.held[seat] if one not in self.chosen[seat]]
            self.chosen[seat] = []
        if self.seats == 4 and self.half == 1:
            self.half_time()
        else:
            self.todo = [("over", -1)]

    def half_time(self) -> None:
        for seat in range(4):
            self.pile += self.away[seat]
            for cards in self.yards[seat].values():
                self.pile += cards
        self.pile += self.discard
        self.discard = []
        self.away = [[] for _ in range(4)]
        self.yards = [{} for _ in range(4)]
        self.half = 2
        self.emptied = False
        self.idle_turns = 0
        self.left = None
        self.todo = [("card", seat) for _ in range(4) for seat in range(4)]
        self.todo += [("show", -1)] * (5 - len(self.display))
        self.todo += [("resume", (self.player + 1) % 4)]

    # the end

    def result(self) -> dict[str, object]:
        seats = range(self.seats)
        gets = [[city for city in self.bonus if self.wins(seat, city)] for seat in seats]
        scores = []
        for seat in seats:
            total = sum(self.points[number] for number in self.completed[seat])
            total -= sum(self.points[number] for number in self.held[seat])
            scores.append(total + sum(self.bonus[city] for city in gets[seat]))
        standing = [(scores[at], len(self.completed[at]), len(gets[at])) for at in seats]
        return {
            "scores": scores,
            "winners": [seat for seat in seats if standing[seat] == max(standing)],
            "completed": [sorted(tickets) for tickets in self.completed],
            "failed": [sorted(tickets) for tickets in self.held],
            "bonus_cities": gets,
        }

    def wins(self, seat: int, city: str) -> bool:
        counts = [
            sum(city in self.cities[number] for number in tickets) for tickets in self.completed
        ]
        return counts[seat] > 0 and counts[seat] == max(counts)
