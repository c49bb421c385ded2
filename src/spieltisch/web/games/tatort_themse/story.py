"""How a turn of Tatort Themse is told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from markupsafe import Markup

from spieltisch.core.texts import counted
from spieltisch.core.view import Seen
from spieltisch.games.tatort_themse.view import ThemseView
from spieltisch.games.tatort_themse.wording import WITNESS_OF
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.games.tatort_themse.presenter import sole_leader
from spieltisch.web.games.tatort_themse.questions import this_view
from spieltisch.web.games.tatort_themse.words import ThemseWords, picture
from spieltisch.web.pages.environment import numeral
from spieltisch.web.pages.room_words import RoomWords
from spieltisch.web.pages.story import ASK, Effect, Mark, Part, Teller, Turn, gained, slots_left

ENDINGS = {"solved": "solved", "solved_by_nobody": "solved", "stalled": "end"}


class ThemseTeller(Teller):
    def __init__(self, words: RoomWords, look: Snapshot) -> None:
        super().__init__(words, look)
        assert isinstance(words, ThemseWords) and look.view is not None
        self.words = words
        self.view: ThemseView = this_view(look.view)

    def part(self, entry: Entry, before: Sequence[Seen]) -> Part | None:
        seen = entry.seen
        match seen.what:
            case "pay_elimination":
                gone = next(one for one in reversed(before) if one.what == "eliminate")
                return self.eliminated(seen, str(gone.facts["gone"]).split())
            case "pay_clue":
                return self.taken(seen)
            case "open":
                return self.questioned(seen, self.slots.get(entry.id))
            case "blind":
                back = Markup('<i class="mw mb">{}</i>').format(picture("back"))
                return Part(ASK, seen.clause, gained(back), self.phrase("blind"), on="#pile")
        return None

    def eliminated(self, seen: Seen, gone: Sequence[str]) -> Part:
        return Part(
            "eliminate",
            seen.clause,
            Markup("").join(self.small_clue(clue, " gone") for clue in gone),
            self.phrase("eliminate", clues=", ".join(map(self.words.clue_name, gone))),
            self.phrase("cost", cards=self.words.counted(str(seen.facts["cards"]))),
            on_column(seen),
        )

    def taken(self, seen: Seen) -> Part:
        clue, cards = str(seen.facts["clue"]), str(seen.facts["cards"])
        return Part(
            "take",
            seen.clause,
            self.small_clue(clue) + small_payment(cards),
            self.phrase("take", clue=self.words.clue_name(clue)),
            self.phrase("cost", cards=self.payment(cards, clue[2])),
            on_column(seen),
        )

    def payment(self, cards: str, asked: str) -> str:
        """3 × Bobby, 1 × joker: two equal cards of another kind are one (TT-17)."""
        own = cards.count(asked)
        jokers = (len(cards) - own) // 2
        told = [counted(asked * own, WITNESS_OF, self.words.texts)] if own else []
        return ", ".join(told + [f"{jokers} × {self.phrase('joker')}"] * (jokers > 0))

    def questioned(self, seen: Seen, slot: int | None) -> Part:
        witness = str(seen.facts["witness"])
        face = Markup('<i class="mw {}">{}</i>').format(witness, picture(witness))
        return Part(
            ASK,
            seen.clause,
            gained(face),
            self.phrase("open", witness=self.words.word(witness)),
            on="" if slot is None else f"#w{slot + 1}",
        )

    def small_clue(self, clue: str, css: str = "") -> Markup:
        case = self.art_of(clue)
        return Markup('<i class="mc {}{}">{}{}</i>').format(
            case, css, numeral(int(clue[1]), True), picture(f"i-{case}")
        )

    def art_of(self, clue: str) -> str:
        return self.words.art[self.words.case_of_initial[clue[0]].id]

    @cached_property
    def slots(self) -> dict[int, int]:
        return slots_left(self.look.log, "open", "witness", len(self.view.display), "renew")

    # --- what it led to ---

    def effects(self, turn: Turn) -> list[Effect]:
        seen = [entry.seen for entry in turn.entries]
        ended = [self.event(ENDINGS[one.what], one) for one in seen if one.what in ENDINGS]
        return [*ended, *self.overtaken(turn)]

    def overtaken(self, turn: Turn) -> list[Effect]:
        """Cases in which whoever took a clue is now ahead of the viewer."""
        me, seat = self.view.seat, turn.seat
        if me is None or seat is None:
            return []
        found = []
        for clue in clues_taken(turn):
            at = self.initials.index(clue[0])
            led, leads = self.leaders[at]
            mine, theirs = self.sums[me][at], self.sums[seat][at]
            if leads == seat != led and mine:
                case = self.words.word(self.view.cases[at].id)
                ratio = f"{theirs} : {mine}"
                words = self.phrase("lead_over_you", name=self.names[seat], case=case, ratio=ratio)
                found.append(Effect("lead", "TT-24", words))
        return found

    @cached_property
    def initials(self) -> list[str]:
        return [case.initial for case in self.words.game.cards.cases]

    @cached_property
    def sums(self) -> list[list[int]]:
        """By seat and case, before what the viewer has taken since."""
        sums = [list(one) for one in self.view.sums]
        for clue in taken_in(self.own):
            sums[self.view.seat or 0][self.initials.index(clue[0])] -= int(clue[1])
        return sums

    @cached_property
    def leaders(self) -> list[tuple[int | None, int | None]]:
        """Of each case, who led when the viewer's turn ended, and who led when the next began."""
        before = [list(sums) for sums in self.sums]
        for turn in self.turns:
            for clue in clues_taken(turn):
                before[turn.seat or 0][self.initials.index(clue[0])] -= int(clue[1])
        return [
            (sole_leader([sums[at] for sums in before]), sole_leader(list(now)))
            for at, now in enumerate(zip(*self.sums, strict=True))
        ]

    def marks(self) -> list[Mark]:
        more = [
            Mark(f"{in_panel(turn.seat)} .stack.{self.art_of(clue)}", f"+{clue[1]}", f"+{clue[1]}")
            for turn in self.turns
            for clue in clues_taken(turn)
        ]
        return more + [
            Mark(f".case.{self.words.art[case.id]} .lead", "▲", self.phrase("newly"))
            for case, (led, leads) in zip(self.view.cases, self.leaders, strict=True)
            if leads not in (None, led, self.view.seat) and not case.solved
        ]


def on_column(seen: Seen) -> str:
    return f".column:nth-child({seen.facts['column']})"


def in_panel(seat: int | None) -> str:
    return f".player[data-zone=seat{seat}]"


def clues_taken(turn: Turn) -> list[str]:
    return taken_in([entry.seen for entry in turn.entries])


def taken_in(seen: Sequence[Seen]) -> list[str]:
    return [str(one.facts["clue"]) for one in seen if one.what == "pay_clue"]


def small_payment(cards: str) -> Markup:
    """Number and pictogram of each kind."""
    each = [
        Markup("<span>{}×{}</span>").format(cards.count(letter), picture(f"i-{kind}"))
        for letter, kind in WITNESS_OF.items()
        if letter in cards
    ]
    return Markup('<span class="paid">{}</span>').format(Markup("").join(each))
