"""What the others did since one's own turn, turn by turn: the newest part of the log.

Everything is made from the entries of the viewer's own log and the viewer's own view, so a story
holds nothing that its viewer may not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import msgspec
from markupsafe import Markup

from spieltisch.core.view import Seen
from spieltisch.server.fairness import UNDO
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.pages.room_words import RoomWords
from spieltisch.web.pages.scene import names_of

FIRST_SEAT = 0
MOST_ROWS = 6  # whoever is out of the game for a while is told the latest
ASK, CALL = "ask", "call"  # kinds of parts that weigh less, or more, than others


class Turn(msgspec.Struct, frozen=True):
    """What one seat decided in a row, with all that followed; nobody's, if `seat` is None."""

    seat: int | None
    entries: Sequence[Entry]


class Part(msgspec.Struct, frozen=True):
    """One decision as it is told: small pictures, a clause of the sentence, what it cost, and `on`
    which thing of the board it shows (a selector), if on one."""

    kind: str
    clause: str
    pictures: Markup
    words: str
    cost: str = ""
    on: str = ""


class Effect(msgspec.Struct, frozen=True):
    """What a turn led to and nobody should miss, as a sentence: a solved case, a round's end."""

    kind: str
    clause: str
    words: str


class Told(msgspec.Struct, frozen=True):
    """One turn as one row; `first` and `last` are the ids of the log's entries it stands for."""

    seat: int | None
    parts: tuple[Part, ...]
    effects: tuple[Effect, ...]
    first: int
    last: int

    @property
    def clause(self) -> str:
        return self.parts[0].clause if self.parts else self.effects[0].clause

    @property
    def weighty(self) -> bool:
        return bool(self.effects) or any(part.kind == CALL for part in self.parts)

    @property
    def quiet(self) -> bool:
        """Nothing but what ends every turn."""
        return not self.weighty and all(part.kind == ASK for part in self.parts)


class Mark(msgspec.Struct, frozen=True):
    """A sign on a thing that a turn changed beside what its parts show; `words` join its name."""

    on: str
    sign: str
    words: str


class Story(msgspec.Struct, frozen=True):
    """`seen`: the viewer has begun the present turn, so the board shows no marks any more."""

    turns: Sequence[Told] = ()
    marks: Sequence[Mark] = ()
    seen: bool = False


class Teller(ABC):
    """One look, told. A game says what its decisions are called and how they are drawn. `turns` are
    those that are told, `own` is what the viewer has done since."""

    alone: frozenset[str] = frozenset()  # what begins a row that is nobody's

    def __init__(self, words: RoomWords, look: Snapshot) -> None:
        self.room = words
        self.look = look
        self.names = names_of(look, words.speech)
        self.turns = since(look, self.alone)
        self.own = [entry.seen for entry in look.log[turn_began(look, self.alone) :]]

    @abstractmethod
    def part(self, entry: Entry, before: Sequence[Seen]) -> Part | None:
        """What an entry adds to its turn's row; `before`: what the viewer saw earlier in it."""

    def effects(self, turn: Turn) -> list[Effect]:
        """What nobody should miss; everything else that followed by itself is folded away."""
        return []

    def marks(self) -> Sequence[Mark]:
        return ()

    def story(self) -> Story:
        told = [self.told(turn) for turn in self.turns]
        rows = [one for one in told if one.parts or one.effects]
        seen = any(decides(one) for one in self.own)
        return Story(rows, () if seen else self.marks(), seen)

    def told(self, turn: Turn) -> Told:
        seen = [entry.seen for entry in turn.entries]
        parts = [self.part(entry, seen[:at]) for at, entry in enumerate(turn.entries)]
        return Told(
            turn.seat,
            tuple(part for part in parts if part),
            tuple(self.effects(turn)),
            turn.entries[0].id,
            turn.entries[-1].id,
        )

    # --- words and pictures every game tells with ---

    def phrase(self, key: str, **facts: str | int) -> str:
        return self.room.texts.story[key].format_map(facts)

    def sentence(self, seen: Seen) -> str:
        """As the log has it, without its pictures."""
        return self.room.sentence(Entry(0, seen), self.names).striptags()

    def event(self, kind: str, seen: Seen) -> Effect:
        return Effect(kind, seen.clause, self.sentence(seen))


def decides(seen: Seen) -> bool:
    return seen.who >= 0 and seen.text not in ("", UNDO)


def since(look: Snapshot, alone: frozenset[str] = frozenset()) -> list[Turn]:
    """The turns after the viewer's last one, the oldest first; if it is the viewer's turn again,
    those before it. For spectators: from the first seat's last turn on."""
    end = turn_began(look, alone)
    start = first_of(look.log[:end]) if look.seat is None else after_own(look.log, end, look.seat)
    return grouped(look.log[start:end], alone)[-MOST_ROWS:]


def turn_began(look: Snapshot, alone: frozenset[str]) -> int:
    """Where in the log the viewer's present turn begins; its end if it is not the viewer's."""
    began = len(look.log)
    if look.seat is None or look.view is None or look.view.turn != look.seat:
        return began
    for at in range(began - 1, -1, -1):
        seen = look.log[at].seen
        if decides(seen) and seen.who == look.seat:
            began = at
        elif decides(seen) or seen.what in alone:
            break
    return began


def after_own(log: Sequence[Entry], end: int, seat: int) -> int:
    for at in range(end - 1, -1, -1):
        if decides(log[at].seen) and log[at].seen.who == seat:
            return at + 1
    return 0


def first_of(log: Sequence[Entry]) -> int:
    """Where the first seat's last turn begins."""
    began = 0
    for at in range(len(log) - 1, -1, -1):
        seen = log[at].seen
        if decides(seen) and seen.who == FIRST_SEAT:
            began = at
        elif decides(seen) and began:
            break
    return began


def grouped(log: Sequence[Entry], alone: frozenset[str]) -> list[Turn]:
    """What comes before anybody decides belongs to the turn before."""
    turns: list[Turn] = []
    entries: list[Entry] = []
    for entry in log:
        seen = entry.seen
        seat = seen.who if decides(seen) else None
        begins = seen.what in alone if seat is None else not turns or turns[-1].seat != seat
        if begins:
            entries = [entry]
            turns.append(Turn(seat, entries))
        else:
            entries.append(entry)
    return turns


def gained(picture: Markup) -> Markup:
    return Markup('<span class="plus">{}</span>').format(picture)


def slots_left(
    log: Sequence[Entry], taken: str, fact: str, slots: int, cleared: str
) -> dict[int, int]:
    """Where in a row each open card lay that was `taken`, by the log's entry. A row is filled from
    its first gap, and of equal cards the first is taken."""
    row, left = [""] * slots, {}
    for entry in log:
        seen = entry.seen
        card = str(seen.facts.get(fact, ""))
        if seen.what == cleared:
            row = [""] * slots
        elif seen.what == "turned_up" and "" in row:
            row[row.index("")] = card
        elif seen.what == taken and card in row:
            left[entry.id] = row.index(card)
            row[left[entry.id]] = ""
    return left
