"""A second, slow referee of Holmes, written from the rule text and the notation alone.

It shares no code with the room: clues are letters in lists, persons are small objects, and the
whole game is one generator that asks a question and is sent the answer. `Question.who` is a seat or
"chance"; `options` are the legal texts in order, with weights for chance; `secret` is the seat that
alone sees the content of the answer (a joker is seen by all all the same).
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

ORDER = "3456789JM"
KINDS = "3456789"
FRAGMENT_POINTS = {0: 0, 1: -1, 2: 1, 3: 3, 4: 6, 5: 10}


@dataclass
class Question:
    who: int | str
    options: dict[str, int]
    secret: int | None = None

    def shown(self, text: str, viewer: int | None) -> str:
        if self.secret is None or viewer == self.secret or text.endswith(" J"):
            return text
        return f"{text.split(maxsplit=1)[0]} ??"


Play = Generator[Question, str, None]
Ask = Generator[Question, str, str]


@dataclass
class Person:
    id: str
    always: bool
    ability: list[dict[str, Any]]
    face_up: bool = True
    markers: dict[int, str] = field(default_factory=dict)

    def price(self) -> int:
        return sum(step.get("pay", 0) for step in self.ability)

    def copies(self) -> bool:
        return any("copy" in step for step in self.ability)


@dataclass
class Player:
    glasses: int
    rows: dict[str, list[str]] = field(default_factory=dict)
    fragments: int = 0
    hidden: list[str] = field(default_factory=list)
    loose: list[int] = field(default_factory=list)  # the turn each loose joker came in
    late: int = 0

    def clues(self, kind: str) -> list[str]:
        return self.rows.get(kind, [])

    def real(self, kind: str) -> int:
        return sum(clue != "J" for clue in self.clues(kind))

    def takes_joker(self, kind: str) -> bool:
        return self.real(kind) > 0 and "J" not in self.clues(kind)

    def lay_open(self, clue: str) -> None:
        if clue == "M":
            self.fragments += 1
        else:
            self.rows.setdefault(clue, []).append(clue)

    def stealable(self) -> list[str]:
        kinds = [kind for kind in KINDS if self.real(kind)]
        return kinds + ["M"] * (self.fragments > 0)


class Referee:
    def __init__(self, edition: dict[str, Any]) -> None:
        self.edition = edition
        everyone = [
            Person(row["id"], row["always"], row["ability"])
            for row in sorted(edition["person"], key=lambda row: str(row["id"]))
        ]
        self.table = [person for person in everyone if person.always]
        self.person_pile = [person for person in everyone if not person.always]
        self.pile = [str(value) for value in edition["kinds"].values() for _ in range(value)]
        self.pile += ["J"] * edition["joker"] + ["M"] * edition["map_fragment"]
        self.display: list[str] = []
        self.players = [Player(edition["start_markers"]), Player(edition["start_markers"])]
        self.reserve = edition["markers"] - 2 * edition["start_markers"]
        self.turns = 0
        self.seat = 0
        self.scores: list[int] = []
        self.winners: list[int] = []

    @property
    def me(self) -> Player:
        return self.players[self.seat]

    @property
    def other(self) -> Player:
        return self.players[1 - self.seat]

    def game(self) -> Play:
        for _ in range(self.edition["persons_on_day_1"]):
            yield from self.turn_up_person()
        while len(self.display) < 4:
            self.display.append((yield from self.turn_up_clue()))
        for day in range(1, 8):
            if day > 1:
                yield from self.turn_up_person()
                for person in self.table:
                    person.markers = dict.fromkeys(person.markers, "standing")
            for marker in range(6):
                self.seat = marker % 2
                self.turns += 1
                yield from self.turn(day)
                if day < 7 or marker < 5:
                    while len(self.display) < 4 and self.pile:
                        self.display.append((yield from self.turn_up_clue()))
            if day < 7:
                self.evening()
        yield from self.ending()

    def turn_up_person(self) -> Play:
        text = yield Question("chance", {f"person {one.id}": 1 for one in self.person_pile})
        person = next(one for one in self.person_pile if text == f"person {one.id}")
        self.person_pile.remove(person)
        self.table = sorted([*self.table, person], key=lambda one: one.id)

    def turn_up_clue(self, secret: int | None = None) -> Ask:
        options = {f"clue {clue}": self.pile.count(clue) for clue in ORDER if clue in self.pile}
        text = yield Question("chance", options, secret)
        self.pile.remove(text[-1])
        return text[-1]

    def ask(self, options: list[str], secret: int | None = None) -> Ask:
        answer = yield Question(self.seat, dict.fromkeys(options, 1), secret)
        return answer

    def evening(self) -> None:
        for person in self.table:
            if len(person.markers) == 2 and not person.always:
                person.face_up = False
        for person in self.table:
            if not person.markers:
                person.face_up = True

    def turn(self, day: int) -> Play:
        while True:
            lays = [f"lay {kind}" for kind in KINDS if self.can_lay(kind)]
            answer = yield from self.ask(lays + self.visits(day))
            if not answer.startswith("lay"):
                break
            kind = answer[-1]
            self.me.hidden.remove(kind)
            self.me.lay_open(kind)
            self.me.loose.pop()
            self.me.rows[kind].append("J")
        words = answer.split()
        if day > 1:
            del self.person(words[3]).markers[self.seat]
        person = self.person(words[1])
        person.markers[self.seat] = "lying"
        if self.can_use(person, self.me.glasses, self.reserve):
            answer = yield from self.ask(["use", "decline"])
            if answer == "use":
                yield from self.use(person, person)

    def can_lay(self, kind: str) -> bool:
        return bool(self.me.loose) and kind in self.me.hidden and "J" not in self.me.clues(kind)

    def visits(self, day: int) -> list[str]:
        targets = [one for one in self.table if one.face_up and self.seat not in one.markers]
        if day == 1:
            return [f"visit {target.id}" for target in targets]
        origins = [one for one in self.table if one.markers.get(self.seat) == "standing"]
        return [f"visit {to.id} from {origin.id}" for to in targets for origin in origins]

    def person(self, name: str) -> Person:
        return next(person for person in self.table if person.id == name)

    def can_use(self, person: Person, purse: int, reserve: int) -> bool:
        if person.price() > purse:
            return False
        for step in person.ability:
            if step.get("kinds") == "same" and not self.equal(step["take_open"]):
                return False
        useful = False
        paid = 0
        for step in person.ability:
            paid += step.get("pay", 0)
            left = purse - person.price()
            useful = useful or self.does_something(person, step, left, reserve + paid)
        return useful

    def does_something(
        self, person: Person, step: dict[str, Any], purse: int, reserve: int
    ) -> bool:
        if "gain" in step:
            return reserve > 0
        if "gain_per_kind_in_display" in step:
            return reserve > 0 and len(self.display) > 0
        if "take_open" in step:
            return len(self.display) > 0
        if "draw_hidden" in step or "sniff" in step or "renew_display" in step:
            return len(self.pile) > 0
        if "steal_clue" in step:
            return len(self.other.stealable()) > 0
        if "steal_markers" in step:
            return self.other.glasses > 0
        return "copy" in step and len(self.copyable(person, purse, reserve)) > 0

    def copyable(self, copier: Person, purse: int, reserve: int) -> list[Person]:
        return [
            one
            for one in self.table
            if one is not copier
            and one.face_up
            and not one.copies()
            and self.can_use(one, purse, reserve)
        ]

    def equal(self, number: int) -> list[str]:
        return [kind for kind in KINDS if self.display.count(kind) >= number]

    def use(self, person: Person, visited: Person) -> Play:
        for at, step in enumerate(person.ability):
            if "pay" in step:
                self.me.glasses -= step["pay"]
                self.reserve += step["pay"]
            elif "gain" in step:
                self.gain(step["gain"])
            elif "gain_per_kind_in_display" in step:
                self.gain(min(step["gain_per_kind_in_display"], len(set(self.display))))
            elif "steal_markers" in step:
                moved = min(step["steal_markers"], self.other.glasses)
                self.other.glasses -= moved
                self.me.glasses += moved
            elif "copy" in step:
                owed = sum(later.get("pay", 0) for later in person.ability[at:])
                yield from self.copy(person, self.me.glasses - owed)
            else:
                yield from self.use_clues(step)

    def gain(self, number: int) -> None:
        moved = min(number, self.reserve)
        self.reserve -= moved
        self.me.glasses += moved

    def copy(self, copier: Person, purse: int) -> Play:
        others = self.copyable(copier, purse, self.reserve)
        if others:
            answer = yield from self.ask([f"as {one.id}" for one in others])
            yield from self.use(self.person(answer.split()[1]), copier)

    def use_clues(self, step: dict[str, Any]) -> Play:
        if step.get("kinds") == "same":
            yield from self.take_equal(step["take_open"], step.get("hidden", False))
        elif "take_open" in step:
            for _ in range(step["take_open"]):
                yield from self.take(step.get("hidden", False))
        elif "draw_hidden" in step:
            for _ in range(step["draw_hidden"]):
                yield from self.draw_hidden()
        elif "sniff" in step:
            yield from self.sniff(step["sniff"])
        elif "steal_clue" in step:
            for _ in range(step["steal_clue"]):
                yield from self.steal()
        elif self.pile:
            self.display = []
            while len(self.display) < 4 and self.pile:
                self.display.append((yield from self.turn_up_clue()))

    def take_equal(self, number: int, hidden: bool) -> Play:
        if self.equal(number):
            answer = yield from self.ask([f"take {kind}" for kind in self.equal(number)])
            for _ in range(number):
                yield from self.receive(answer[-1], hidden)

    def take(self, hidden: bool) -> Play:
        if self.display:
            answer = yield from self.ask([f"take {one}" for one in ORDER if one in self.display])
            yield from self.receive(answer[-1], hidden)

    def receive(self, clue: str, hidden: bool) -> Play:
        self.display.remove(clue)
        if clue == "J":
            yield from self.receive_joker()
        elif hidden:
            self.me.hidden.append(clue)
        else:
            self.me.lay_open(clue)

    def receive_joker(self) -> Play:
        kinds = [kind for kind in KINDS if self.me.takes_joker(kind)]
        answer = "joker loose"
        if kinds:
            rows = [f"joker {kind}" for kind in kinds]
            answer = yield from self.ask([*rows, "joker loose"])
        if answer == "joker loose":
            self.me.loose.append(self.turns)
        else:
            self.me.rows[answer[-1]].append("J")

    def draw_hidden(self) -> Play:
        if not self.pile:
            return
        clue = yield from self.turn_up_clue(self.seat)
        if clue == "J":
            yield from self.receive_joker()
        else:
            self.me.hidden.append(clue)

    def sniff(self, number: int) -> Play:
        looked_at: list[str] = []
        for _ in range(min(number, len(self.pile))):
            looked_at.append((yield from self.turn_up_clue(self.seat)))
        clues = [clue for clue in looked_at if clue != "J"]
        if clues:
            options = [f"keep {clue}" for clue in ORDER if clue in clues]
            answer = yield from self.ask(options, self.seat)
            self.me.hidden.append(answer[-1])
            looked_at.remove(answer[-1])
        self.display += looked_at

    def steal(self) -> Play:
        if not self.other.stealable():
            return
        answer = yield from self.ask([f"steal {clue}" for clue in self.other.stealable()])
        clue = answer[-1]
        if clue == "M":
            self.other.fragments -= 1
            self.me.fragments += 1
            return
        self.other.rows[clue].remove(clue)
        if self.other.rows[clue] == ["J"]:
            self.other.rows[clue] = []
            self.other.loose.append(-1)
        self.me.lay_open(clue)
        older = [turn for turn in self.me.loose if turn != self.turns]
        if older and "J" not in self.me.clues(clue):
            answer = yield from self.ask(["join", "apart"])
            if answer == "join":
                self.me.loose.remove(older[0])
                self.me.rows[clue].append("J")

    def ending(self) -> Play:
        for player in self.players:
            for clue in player.hidden:
                player.lay_open(clue)
            player.hidden = []
        for self.seat in (0, 1):
            while self.me.loose:
                kinds = [kind for kind in KINDS if self.me.takes_joker(kind)]
                if not kinds:
                    break
                answer = yield from self.ask([f"joker {kind}" for kind in kinds])
                self.me.rows[answer[-1]].append("J")
                self.me.loose.pop()
                self.me.late += 1
        self.scores = [self.score(0), self.score(1)]
        glasses = [player.glasses for player in self.players]
        best = max(zip(self.scores, glasses, strict=True))
        self.winners = [seat for seat in (0, 1) if (self.scores[seat], glasses[seat]) == best]

    def score(self, seat: int) -> int:
        mine, theirs = self.players[seat], self.players[1 - seat]
        points = FRAGMENT_POINTS[mine.fragments] - mine.late - 3 * len(mine.loose)
        for value in self.edition["kinds"].values():
            kind = str(value)
            if len(mine.clues(kind)) > len(theirs.clues(kind)):
                points += value - len(theirs.clues(kind))
            if mine.real(kind) == value:
                points += 3
        return points
