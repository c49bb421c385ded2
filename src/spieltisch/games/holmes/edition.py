"""The card list of Holmes (HO-01 to HO-03, HO-28, HO-A1 to HO-A10), read and checked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from spieltisch.core import edition as checks
from spieltisch.core.edition import TOP, Where
from spieltisch.games.holmes import state as ops
from spieltisch.games.holmes.cards import (
    DAYS,
    JOKER,
    KINDS,
    LEAST_VALUE,
    MAP,
    MARKERS,
    MOST_CLUES,
    pack,
    single,
)
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


class Step(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Exactly one word of the vocabulary with its number (`renew_display` and `copy` with true);
    `kinds` and `hidden` belong to `take_open`."""

    pay: Annotated[int, Meta(ge=1, le=MOST_GLASSES)] | UnsetType = UNSET
    gain: Annotated[int, Meta(ge=1, le=MOST_GLASSES)] | UnsetType = UNSET
    gain_per_kind_in_display: Annotated[int, Meta(ge=1, le=MOST_GLASSES)] | UnsetType = UNSET
    steal_markers: Annotated[int, Meta(ge=1, le=MOST_GLASSES)] | UnsetType = UNSET
    take_open: Annotated[int, Meta(ge=1, le=MOST_OF_A_STEP)] | UnsetType = UNSET
    draw_hidden: Annotated[int, Meta(ge=1, le=MOST_OF_A_STEP)] | UnsetType = UNSET
    sniff: Annotated[int, Meta(ge=1, le=MOST_OF_A_STEP)] | UnsetType = UNSET
    steal_clue: Annotated[int, Meta(ge=1, le=MOST_OF_A_STEP)] | UnsetType = UNSET
    renew_display: bool | UnsetType = UNSET
    copy: bool | UnsetType = UNSET
    kinds: Literal["same"] | UnsetType = UNSET
    hidden: bool | UnsetType = UNSET


class PersonEntry(msgspec.Struct, forbid_unknown_fields=True):
    id: Annotated[str, Meta(pattern=f"^{PERSON_ID.pattern}$")]
    name: checks.Word
    always: bool
    ability: Annotated[list[Step], Meta(min_length=1)]


class EditionFile(msgspec.Struct, forbid_unknown_fields=True):
    """A card list of Holmes as it is written; `load_edition` checks more than its form."""

    name: checks.Word
    markers: Annotated[int, Meta(ge=0, le=MOST_GLASSES)]
    start_markers: Annotated[int, Meta(ge=0, le=MOST_GLASSES)]
    persons_on_day_1: Annotated[int, Meta(ge=0, le=MOST_PERSONS)]
    joker: Annotated[int, Meta(ge=0, le=MOST_CLUES)]
    map_fragment: Annotated[int, Meta(ge=0, le=MOST_FRAGMENTS)]
    kinds: dict[checks.Word, Annotated[int, Meta(ge=LEAST_VALUE, le=LEAST_VALUE + KINDS - 1)]]
    person: Annotated[list[PersonEntry], Meta(max_length=MOST_PERSONS)]


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
        others = self.set_of(one.id for one in self.persons if not one.always)
        sizes = (DAYS, MARKERS, DISPLAY, self.clues(), others, self.on_day_1)
        return self.boxed(*sizes, self.glasses, self.start_glasses)

    def pocket_box(self) -> Box:
        """A variant of ours: as much of the game as can be solved."""
        return self.boxed(2, 1, 2, pack("334444"), self.set_of(("adler", "wiggins")), 1, 6, 2)

    def boxed(
        self,
        days: int,
        markers: int,
        display: int,
        clues: int,
        others: int,
        on_day_1: int,
        glasses: int,
        start_glasses: int,
    ) -> Box:
        always = self.set_of(one.id for one in self.persons if one.always)
        programs = [[step.program() for step in one.ability] for one in self.persons]
        sizes = (days, markers, display, clues)
        return Box(*sizes, always, others, on_day_1, glasses, start_glasses, programs)

    def set_of(self, ids: Iterable[str]) -> int:
        numbers = {person.id: number for number, person in enumerate(self.persons)}
        return sum(1 << numbers[one] for one in ids)


def load_edition(table: dict[str, Any]) -> Edition:
    checks.only_keys(table, KEYS, "edition")
    glasses = number(table, "markers", MOST_GLASSES)
    start_glasses = number(table, "start_markers", MOST_GLASSES)
    if 2 * start_glasses > glasses:
        message = f"two players need {2 * start_glasses}, but markers is {glasses}"
        facts = {"needed": 2 * start_glasses, "found": glasses}
        where = Where("start_markers", "start_markers")
        raise where.wrong(message, "too_few_glasses", "HO-28", **facts)
    edition = Edition(
        checks.word(table["name"], TOP.at("name", "name")),
        glasses,
        start_glasses,
        number(table, "persons_on_day_1", MOST_PERSONS),
        number(table, "joker", MOST_CLUES),
        load_fragments(table),
        load_kinds(table["kinds"]),
        load_persons(table["person"]),
        table,
    )
    check_clues(edition)
    check_persons(edition)
    return edition


def number(table: dict[str, Any], key: str, most: int) -> int:
    return checks.whole(table[key], 0, most, TOP.at(key, key))


def load_fragments(table: dict[str, Any]) -> int:
    found = number(table, "map_fragment", MOST_CLUES)
    if found > MOST_FRAGMENTS:
        message = f"{found}, but {MOST_FRAGMENTS} is the most that scores"
        where = Where("map_fragment", "map_fragment")
        raise where.wrong(message, "too_many_fragments", "HO-28", most=MOST_FRAGMENTS)
    return found


def load_kinds(value: object) -> dict[int, str]:
    where = TOP.at("kinds", "kinds")
    if not isinstance(value, dict):
        raise where.wrong("expected a table of names and values", "not_a_table")
    kinds: dict[int, str] = {}
    for name, worth in value.items():
        here = where.at(name, name)
        checks.whole(worth, LEAST_VALUE, LEAST_VALUE + KINDS - 1, here)
        if worth in kinds:
            message = f"{kinds[worth]} has the value {worth} already"
            raise here.wrong(message, "kind_twice", "HO-01", other=kinds[worth], value=worth)
        if name in ("joker", "map_fragment"):
            raise here.wrong("this name is taken", "kind_name_taken", "HO-01", name=name)
        kinds[worth] = checks.word(name, Where("kinds", here.path))
    return dict(sorted(kinds.items()))


def check_clues(edition: Edition) -> None:
    found = sum(edition.kinds) + edition.jokers + edition.map_fragments
    where = Where("clues", "kinds")
    if found < DISPLAY:
        message = f"{found}, but the display needs {DISPLAY}"
        raise where.wrong(message, "too_few_clues", "HO-28", found=found, needed=DISPLAY)
    if found > MOST_CLUES:
        message = f"{found}, but {MOST_CLUES} is the most this game can hold"
        raise where.wrong(message, "too_many_clues", found=found, most=MOST_CLUES)


def load_persons(value: object) -> list[Person]:
    rows = checks.rows(value, TOP.at("person", "person"))
    persons = [load_person(row, number) for number, row in enumerate(rows)]
    ids = [person.id for person in persons]
    for row, person in enumerate(persons):
        if person.id in ids[:row]:
            where = Where(f"person {person.id}", f"person.{row}.id")
            raise where.wrong("is there twice", "person_twice", "HO-02", name=person.name)
    return sorted(persons, key=lambda person: person.id)


def check_persons(edition: Edition) -> None:
    where = TOP.at("person", "person")
    always = sum(person.always for person in edition.persons)
    if always != ALWAYS_THERE:
        message = f"{always} are always there, but it must be {ALWAYS_THERE}"
        raise where.wrong(message, "always_there", "HO-28", found=always, needed=ALWAYS_THERE)
    others = len(edition.persons) - always
    needed = edition.on_day_1 + DAYS - 1
    if others < needed:
        message = f"{others} form the pile, but seven days need {needed}"
        raise where.wrong(message, "too_few_persons", "HO-28", found=others, needed=needed)
    if len(edition.persons) > MOST_PERSONS:
        message = f"{len(edition.persons)}, but {MOST_PERSONS} is the most"
        raise where.wrong(message, "too_many_persons", most=MOST_PERSONS)


def load_person(row: object, number: int) -> Person:
    here = Where(f"person {number + 1}", f"person.{number}")
    table = checks.only_keys(row, ("id", "name", "always", "ability"), here)
    person = table["id"]
    if not isinstance(person, str) or not PERSON_ID.fullmatch(person):
        message = f"expected small letters, digits and _, not {person!r}"
        raise here.at("id", "id").wrong(message, "bad_person_id")
    where = Where(f"person {person}", here.path)
    steps = checks.rows(table["ability"], where.at("ability", "ability"))
    if not steps:
        raise where.at("ability", "ability").wrong("needs at least one step", "no_step")
    return Person(
        person,
        checks.word(table["name"], where.at("name", "name")),
        truth(table["always"], where.at("always", "always")),
        [
            load_step(step, where.at(f"step {at + 1}", f"ability.{at}"))
            for at, step in enumerate(steps)
        ],
    )


def load_step(row: object, where: Where) -> AbilityStep:
    if not isinstance(row, dict):
        raise where.wrong("expected a table such as { take_open = 1 }", "not_a_table")
    words = [key for key in row if key in COUNTED or key in PLAIN]
    known = ", ".join([*COUNTED, *PLAIN])
    if len(words) != 1:
        found = " and ".join(row) or "nothing"
        message = f"{found} is not one step of the vocabulary ({known})"
        raise where.wrong(message, "unknown_step", step=found)
    return load_word(row, words[0], Where(f"{where.text} ({words[0]})", where.path))


def load_word(row: dict[str, Any], step: str, where: Where) -> AbilityStep:
    for key in row:
        if key != step and (step != "take_open" or key not in ("kinds", "hidden")):
            raise where.wrong(f"unknown key {key!r}", "unknown_key", key=str(key))
    if step in PLAIN:
        if row[step] is not True:
            raise where.wrong(f"expected true, not {row[step]!r}", "not_true")
        return AbilityStep(step, 1)
    most = MOST_GLASSES if step in GLASS_STEPS else MOST_OF_A_STEP
    found = checks.whole(row[step], 1, most, where)
    kinds = where.at("kinds", "kinds")
    same = "kinds" in row and checks.one_of(row["kinds"], ("same",), kinds) == "same"
    hidden = "hidden" in row and truth(row["hidden"], where.at("hidden", "hidden"))
    return AbilityStep(step, found, same, hidden)


def truth(value: object, where: Where) -> bool:
    if not isinstance(value, bool):
        raise where.wrong(f"expected true or false, not {value!r}", "not_true_or_false")
    return value
