"""The card list of Holmes (HO-01 to HO-03, HO-28, HO-A1 to HO-A10), read and checked."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from spieltisch.core import edition as checks
from spieltisch.core.errors import BadEdition
from spieltisch.games.holmes import state as ops
from spieltisch.games.holmes.cards import DAYS, JOKER, KINDS, LEAST_VALUE, MAP, MOST_CLUES, single
from spieltisch.games.holmes.state import DISPLAY, Box

KEYS = (
    "name",
    "markers",
    "start_markers",
    "persons_on_day_1",
    "joker",
    "map_fragment",
    "kinds",
    "person",
)
MOST_GLASSES = 999
MOST_PERSONS = 40
MOST_FRAGMENTS = 5
ALWAYS_THERE = 3
MOST_OF_A_STEP = 20
PERSON_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")

COUNTED = {
    "pay": ops.PAY,
    "gain": ops.GAIN,
    "gain_per_kind_in_display": ops.GAIN_PER_KIND,
    "take_open": ops.TAKE,
    "draw_hidden": ops.DRAW,
    "sniff": ops.SNIFF,
    "steal_clue": ops.STEAL,
    "steal_markers": ops.STEAL_GLASSES,
}
PLAIN = {"renew_display": ops.RENEW, "copy": ops.COPY}
GLASS_STEPS = ("pay", "gain", "gain_per_kind_in_display", "steal_markers")
TAKING_OPS = {
    (False, False): ops.TAKE,
    (False, True): ops.TAKE_HIDDEN,
    (True, False): ops.TAKE_SAME,
    (True, True): ops.TAKE_SAME_HIDDEN,
}


class AbilityStep(msgspec.Struct, frozen=True):
    """One word of the vocabulary with its number; `same` and `hidden` belong to take_open."""

    word: str
    number: int
    same: bool = False
    hidden: bool = False

    def program(self) -> tuple[int, int]:
        if self.word == "take_open":
            return TAKING_OPS[self.same, self.hidden], self.number
        return COUNTED.get(self.word, PLAIN.get(self.word, ops.STOP)), self.number


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    always: bool
    ability: list[AbilityStep]

    def price(self) -> int:
        return sum(step.number for step in self.ability if step.word == "pay")


class Edition(msgspec.Struct, frozen=True):
    """Persons are in alphabetical order, which numbers them; `kinds` by value."""

    name: str
    glasses: int
    start_glasses: int
    on_day_1: int
    jokers: int
    map_fragments: int
    kinds: dict[int, str]
    persons: list[Person]
    table: dict[str, Any]

    def clues(self) -> int:
        cards = sum(value * single(value - LEAST_VALUE) for value in self.kinds)
        return cards + self.jokers * single(JOKER) + self.map_fragments * single(MAP)

    def face_name(self, face: int) -> str:
        if face < KINDS:
            return self.kinds.get(face + LEAST_VALUE, str(face + LEAST_VALUE))
        return "joker" if face == JOKER else "map_fragment"

    def box(self) -> Box:
        always = sum(1 << number for number, one in enumerate(self.persons) if one.always)
        programs = [[step.program() for step in one.ability] for one in self.persons]
        return Box(self.clues(), always, self.on_day_1, self.glasses, self.start_glasses, programs)


def load_edition(table: dict[str, Any]) -> Edition:
    checks.only_keys(table, KEYS, "edition")
    glasses = checks.whole(table["markers"], 0, MOST_GLASSES, "markers")
    start_glasses = checks.whole(table["start_markers"], 0, MOST_GLASSES, "start_markers")
    if 2 * start_glasses > glasses:
        raise BadEdition(
            f"start_markers: two players need {2 * start_glasses}, but markers is {glasses} (HO-28)"
        )
    edition = Edition(
        checks.word(table["name"], "name"),
        glasses,
        start_glasses,
        checks.whole(table["persons_on_day_1"], 0, MOST_PERSONS, "persons_on_day_1"),
        checks.whole(table["joker"], 0, MOST_CLUES, "joker"),
        load_fragments(table["map_fragment"]),
        load_kinds(table["kinds"]),
        load_persons(table["person"]),
        table,
    )
    check_clues(edition)
    check_persons(edition)
    return edition


def load_fragments(value: object) -> int:
    number = checks.whole(value, 0, MOST_CLUES, "map_fragment")
    if number > MOST_FRAGMENTS:
        raise BadEdition(
            f"map_fragment: {number}, but {MOST_FRAGMENTS} is the most that scores (HO-28)"
        )
    return number


def load_kinds(value: object) -> dict[int, str]:
    if not isinstance(value, dict):
        raise BadEdition("kinds: expected a table of names and values")
    kinds: dict[int, str] = {}
    for name, number in value.items():
        worth = checks.whole(number, LEAST_VALUE, LEAST_VALUE + KINDS - 1, f"kinds, {name}")
        if worth in kinds:
            raise BadEdition(f"kinds, {name}: {kinds[worth]} has the value {worth} already (HO-01)")
        if name in ("joker", "map_fragment"):
            raise BadEdition(f"kinds, {name}: this name is taken (HO-01)")
        kinds[worth] = checks.word(name, "kinds")
    return dict(sorted(kinds.items()))


def check_clues(edition: Edition) -> None:
    number = sum(edition.kinds) + edition.jokers + edition.map_fragments
    if number < DISPLAY:
        raise BadEdition(f"clues: {number}, but the display needs {DISPLAY} (HO-28)")
    if number > MOST_CLUES:
        raise BadEdition(f"clues: {number}, but {MOST_CLUES} is the most this game can hold")


def load_persons(value: object) -> list[Person]:
    rows = checks.rows(value, "person")
    persons = [load_person(row, number) for number, row in enumerate(rows, 1)]
    ids = [person.id for person in persons]
    for person in persons:
        if ids.count(person.id) > 1:
            raise BadEdition(f"person {person.id}: is there twice (HO-02)")
    return sorted(persons, key=lambda person: person.id)


def check_persons(edition: Edition) -> None:
    always = sum(person.always for person in edition.persons)
    if always != ALWAYS_THERE:
        raise BadEdition(
            f"person: {always} are always there, but it must be {ALWAYS_THERE} (HO-28)"
        )
    others = len(edition.persons) - always
    needed = edition.on_day_1 + DAYS - 1
    if others < needed:
        raise BadEdition(f"person: {others} form the pile, but seven days need {needed} (HO-28)")
    if len(edition.persons) > MOST_PERSONS:
        raise BadEdition(f"person: {len(edition.persons)}, but {MOST_PERSONS} is the most")


def load_person(row: object, number: int) -> Person:
    table = checks.only_keys(row, ("id", "name", "always", "ability"), f"person {number}")
    person = table["id"]
    if not isinstance(person, str) or not PERSON_ID.fullmatch(person):
        raise BadEdition(
            f"person {number}, id: expected small letters, digits and _, not {person!r}"
        )
    where = f"person {person}"
    steps = checks.rows(table["ability"], f"{where}, ability")
    if not steps:
        raise BadEdition(f"{where}, ability: needs at least one step (HO-28)")
    return Person(
        person,
        checks.word(table["name"], f"{where}, name"),
        truth(table["always"], f"{where}, always"),
        [load_step(step, f"{where}, step {at}") for at, step in enumerate(steps, 1)],
    )


def load_step(row: object, where: str) -> AbilityStep:
    if not isinstance(row, dict):
        raise BadEdition(f"{where}: expected a table such as {{ take_open = 1 }}")
    words = [key for key in row if key in COUNTED or key in PLAIN]
    known = ", ".join([*COUNTED, *PLAIN])
    if len(words) != 1:
        found = " and ".join(row) or "nothing"
        raise BadEdition(f"{where}: {found} is not one step of the vocabulary ({known})")
    return load_word(row, words[0], f"{where} ({words[0]})")


def load_word(row: dict[str, Any], step: str, where: str) -> AbilityStep:
    for key in row:
        if key != step and (step != "take_open" or key not in ("kinds", "hidden")):
            raise BadEdition(f"{where}: unknown key {key!r}")
    if step in PLAIN:
        if row[step] is not True:
            raise BadEdition(f"{where}: expected true, not {row[step]!r}")
        return AbilityStep(step, 1)
    most = MOST_GLASSES if step in GLASS_STEPS else MOST_OF_A_STEP
    number = checks.whole(row[step], 1, most, where)
    same = "kinds" in row and checks.one_of(row["kinds"], ("same",), f"{where}, kinds") == "same"
    hidden = "hidden" in row and truth(row["hidden"], f"{where}, hidden")
    return AbilityStep(step, number, same, hidden)


def truth(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise BadEdition(f"{where}: expected true or false, not {value!r}")
    return value
