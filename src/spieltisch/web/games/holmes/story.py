"""How a turn of Holmes is told."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from spieltisch.core.view import Seen
from spieltisch.games.holmes.view import HolmesView
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.viewer import Entry
from spieltisch.web.games.holmes.board import FRAGMENT, WILD, strength
from spieltisch.web.games.holmes.words import HolmesWords, picture, portrait, this_view
from spieltisch.web.pages.environment import numeral
from spieltisch.web.pages.room_words import RoomWords
from spieltisch.web.pages.story import Effect, Part, Teller, Turn, gained

MORNING = "HO-12"
NOTHING = Markup("")
OF_CLUES = {
    "take": "take",
    "take_face_down": "take_face_down",
    "steal": "steal",
    "joker_into": "joker_into",
    "join": "join",
    "lay": "join",
}
UNSEEN = {"drawn_unseen": "draw", "keep_unseen": "keep"}
INTO_A_ROW = frozenset({"take", "steal", "joker_into", "lay"})


class HolmesTeller(Teller):
    alone = frozenset({"person"})

    def __init__(self, words: RoomWords, look: Snapshot) -> None:
        super().__init__(words, look)
        assert isinstance(words, HolmesWords) and look.view is not None
        self.words = words
        self.view: HolmesView = this_view(look.view)

    def part(self, entry: Entry, before: Sequence[Seen]) -> Part | None:
        seen = entry.seen
        match seen.what:
            case "visit" | "visit_from" | "copy":
                return self.visited("copy" if seen.what == "copy" else "visit", seen)
            case "decline":
                return self.plain("decline", seen)
            case "drawn_unseen" | "keep_unseen":
                return self.plain(UNSEEN[seen.what], seen, gained(small_back()))
            case "joker_drawn":
                return self.plain("joker_drawn", seen, gained(self.small_clue(WILD)))
            case "joker_loose":
                return self.plain("joker_loose", seen, self.small_clue(WILD))
            case "renewed":
                gone = [self.small_clue(one, " gone") for one in str(seen.facts["clues"])]
                return self.plain("renewed", seen, Markup("").join(gone))
            case "glasses_gained" | "glasses_lost":
                return self.glasses(seen, before)
        return self.about_clues(seen) if seen.what in OF_CLUES else None

    def plain(self, kind: str, seen: Seen, pictures: Markup = NOTHING) -> Part:
        return Part(kind, seen.clause, pictures, self.phrase(kind))

    def visited(self, kind: str, seen: Seen) -> Part:
        person = str(seen.facts["person"])
        face = Markup('<i class="mw g-{0}">{1}</i>').format(
            portrait(person), picture(portrait(person))
        )
        words = self.phrase(kind, person=self.words.word(person))
        return Part(kind, seen.clause, face, words, on=f".person.g-{portrait(person)}")

    def glasses(self, seen: Seen, before: Sequence[Seen]) -> Part | None:
        """Those of whoever plays; what the other loses is told as an effect."""
        if not before or seen.facts["seat"] != before[0].who:
            return None
        kind = "gained" if seen.what == "glasses_gained" else "lost"
        sign = Markup('<i class="ms">{}</i>').format(picture("i-glass"))
        number = int(seen.facts["number"])
        words = self.phrase(kind if number != 1 else f"{kind}_one", number=number)
        return Part(kind, seen.clause, gained(sign) if kind == "gained" else sign, words)

    def about_clues(self, seen: Seen) -> Part:
        letter, number = self.letter_of(seen), int(seen.facts.get("number", 1))
        name, kind = self.words.clue_name(letter), OF_CLUES[seen.what]
        pictures = gained(self.small_clue(WILD if kind == "joker_into" else letter) * number)
        if kind == "take_face_down":
            pictures += small_back()
        words = self.phrase(kind, clues=name if number == 1 else f"{number} × {name}")
        on = f".k{letter} .half.p{seen.who}" if seen.what in INTO_A_ROW else ""
        return Part(kind, seen.clause, pictures, words, on=on)

    def letter_of(self, seen: Seen) -> str:
        return self.words.letter_of_kind[str(seen.facts["clue"])]

    def small_clue(self, letter: str, css: str = "") -> Markup:
        value = int(letter) if letter.isdecimal() else None
        symbol = self.words.symbol(letter)
        return Markup('<i class="mc k{}{}">{}{}</i>').format(
            letter,
            css,
            numeral(value, True) if value else "",
            picture(f"i-{symbol}") if symbol else "",
        )

    # --- what it led to ---

    def effects(self, turn: Turn) -> list[Effect]:
        seen = [entry.seen for entry in turn.entries]
        found = [self.event("morning", one) for one in seen if one.clause == MORNING]
        found += [self.event("thrown", one) for one in seen if self.robs(one, turn)]
        found += [self.event("round", one) for one in seen if one.what == "turned_up_at_end"]
        return found + self.overtaken(turn)

    def robs(self, seen: Seen, turn: Turn) -> bool:
        return seen.what == "glasses_lost" and seen.facts["seat"] != turn.seat

    def overtaken(self, turn: Turn) -> list[Effect]:
        """Kinds in which the other now has more than the viewer, and had not before."""
        me, seat = self.view.seat, turn.seat
        if me is None or seat is None:
            return []
        more = [entry.seen for entry in turn.entries if entry.seen.what in INTO_A_ROW]
        found = []
        for letter in sorted({self.letter_of(seen) for seen in more} - {WILD, FRAGMENT}):
            came, stolen = self.moved(more, letter)
            own, taken_back = self.moved(self.own, letter)
            mine = strength(self.view, me, letter) - own
            theirs = strength(self.view, seat, letter) + taken_back
            if theirs > mine > 0 and theirs - came <= mine + stolen:
                clue, ratio = self.words.clue_name(letter), f"{theirs} : {mine}"
                words = self.phrase("lead_over_you", name=self.names[seat], clue=clue, ratio=ratio)
                found.append(Effect("lead", "HO-22", words))
        return found

    def moved(self, seen: Sequence[Seen], letter: str) -> tuple[int, int]:
        """How many clues of a kind came into a row, and how many of them from the other's."""
        here = [one for one in seen if one.what in INTO_A_ROW and self.letter_of(one) == letter]
        number = sum(int(one.facts.get("number", 1)) for one in here)
        return number, sum(one.what == "steal" for one in here)


def small_back() -> Markup:
    return Markup('<i class="mc mb">{}</i>').format(picture("back"))
