"""Who waits for a worker process: nobody's many slow questions keep the others' from their turn."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

Asker = tuple[str, ...]  # network, address, who laid the table, table: turns at every level
ADDRESS = 2  # so many parts of an asker's name are the address
Hurry = Callable[[int, float], None]  # the place, and when its work has to end
ROUND_SECONDS = 1.5  # in which everybody who waits has a turn
LEAST_SECONDS = 0.05
MOST_REMEMBERED = 1_000  # parts of a line that went


class Turn:
    """One question, from joining a line until it is answered."""

    def __init__(self, asker: Asker, line: Line) -> None:
        self.asker = asker
        self.line = line
        self.since = 0.0  # when it was given its place
        self.place: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def has_place(self) -> bool:
        return self.place.done() and not self.place.cancelled()


class Line:
    """Those who wait and those at work, by the first part of their name; each part is a line of
    its own. The next one comes from the part that has used the workers least while others waited.
    That is remembered when a part goes; those who come later begin where the one served last was,
    so that nobody has saved up time and nobody waits for those who used much."""

    def __init__(self) -> None:
        self.parts: dict[str, Line] = {}
        self.used: OrderedDict[str, float] = OrderedDict()  # seconds, of parts that went, too
        self.level = 0.0  # what the part served last had used
        self.waiting: deque[Turn] = deque()  # whose names end here
        self.turns = 0  # here and in all parts

    def join(self, turn: Turn, name: Asker) -> None:
        self.turns += 1
        if not name:
            self.waiting.append(turn)
            return
        if name[0] not in self.parts:
            self.welcome(name[0])
        self.parts[name[0]].join(turn, name[1:])

    def welcome(self, part: str) -> None:
        self.parts[part] = Line()
        self.used[part] = max(self.used.pop(part, 0.0), self.level)
        if len(self.used) > MOST_REMEMBERED + len(self.parts):
            del self.used[next(gone for gone in self.used if gone not in self.parts)]

    def leave(self, turn: Turn, name: Asker, seconds: float) -> None:
        """After so many seconds at work."""
        self.turns -= 1
        if not name:
            with suppress(ValueError):
                self.waiting.remove(turn)
            return
        self.used[name[0]] += seconds
        self.parts[name[0]].leave(turn, name[1:], seconds)
        if not self.parts[name[0]].turns:
            del self.parts[name[0]]

    def next(self, passed_over: set[Asker], name: Asker = ()) -> Turn | None:
        while self.waiting:
            turn = self.waiting.popleft()
            if not turn.place.done():  # or whoever asked has just gone away
                return turn
        for part in sorted(self.parts, key=self.used.__getitem__):
            found = None
            if (*name, part) not in passed_over:
                found = self.parts[part].next(passed_over, (*name, part))
            if found is not None:
                self.level = max(self.level, self.used[part])
                return found
        return None

    def sharers(self, name: Asker) -> int:
        """The asker has one part in so many: the parts of a line share equally, however many
        questions are behind each."""
        if not name:
            return self.turns
        return len(self.parts) * self.parts[name[0]].sharers(name[1:])


class Turns:
    """Place 0 is for quick questions alone; the others are for slow ones, and for quick ones
    while nobody slow waits. An address has all of them but one at most. As long as anybody waits,
    a slow question has its share of a round and no longer: `hurry` is told so. A place nobody needs
    is lent to who is at work already, until somebody does."""

    def __init__(self, places: int, hurry: Hurry) -> None:
        self.quick, self.slow = Line(), Line()
        self.places = places
        self.hurry = hurry
        self.free = set(range(places + 1))
        self.at_work: dict[int, Turn] = {}
        self.lent: set[int] = set()

    @asynccontextmanager
    async def turn(self, asker: Asker, quick: bool) -> AsyncIterator[int]:
        """The place to work at, once it is the asker's turn."""
        turn = Turn(asker, self.quick if quick else self.slow)
        turn.line.join(turn, asker)
        self.call()
        try:
            yield await turn.place
        finally:
            turn.line.leave(turn, asker, self.used_by(turn))
            if turn.has_place():
                del self.at_work[turn.place.result()]
                self.free.add(turn.place.result())
            self.call()

    def borrow(self) -> int | None:
        """One more place for who has one, if there is one to spare."""
        if not self.free or self.someone_waits():
            return None
        place = max(self.free)
        self.free.remove(place)
        self.lent.add(place)
        self.hurry(place, math.inf)
        return place

    def give_back(self, place: int) -> None:
        self.lent.remove(place)
        self.free.add(place)
        self.call()

    def someone_waits(self) -> bool:
        return self.slow.turns + self.quick.turns > len(self.at_work)

    def used_by(self, turn: Turn) -> float:
        """Seconds that others would have liked to have."""
        if not turn.has_place() or turn.line.turns <= len(self.at_work):
            return 0.0
        return min(time.monotonic() - turn.since, self.share(turn))

    def call(self) -> None:
        full = self.addresses_with_enough()
        while self.free - {0} and (turn := self.slow.next(full)):
            self.give(turn, max(self.free))
            full = self.addresses_with_enough()
        while self.free and (turn := self.quick.next(set())):
            self.give(turn, min(self.free))
        if self.someone_waits():
            for place in self.lent:
                self.hurry(place, 0.0)
        self.pace()

    def addresses_with_enough(self) -> set[Asker]:
        at_work = Counter(
            turn.asker[:ADDRESS] for turn in self.at_work.values() if turn.line is self.slow
        )
        most = max(1, self.places - 1)
        return {address for address, turns in at_work.items() if turns >= most}

    def give(self, turn: Turn, place: int) -> None:
        self.free.discard(place)
        self.at_work[place] = turn
        turn.since = time.monotonic()
        turn.place.set_result(place)

    def pace(self) -> None:
        """Whoever has had a fair share makes room, if anybody waits."""
        slow = {place: turn for place, turn in self.at_work.items() if turn.line is self.slow}
        alone = self.slow.turns == len(slow)
        for place, turn in slow.items():
            self.hurry(place, math.inf if alone else turn.since + self.share(turn))

    def share(self, turn: Turn) -> float:
        whole = ROUND_SECONDS * self.places
        return max(LEAST_SECONDS, whole / turn.line.sharers(turn.asker))
