"""A card list as the fields of a form, and back. What a field holds is not judged here: that is
left to the rooms' loaders, which say at which place something is wrong."""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from spieltisch.core.edition import built_in
from spieltisch.core.errors import BadEdition
from spieltisch.core.texts import LANGUAGES, load_texts
from spieltisch.games.holmes.cards import KINDS, LEAST_VALUE
from spieltisch.games.holmes.edition import COUNTED, MOST_PERSONS, PLAIN
from spieltisch.games.holmes.edition import load_edition as load_holmes
from spieltisch.games.tatort_themse.edition import WITNESSES
from spieltisch.games.tatort_themse.edition import load_edition as load_themse
from spieltisch.games.tatort_themse.prices import LEAST_VALUE as LEAST_CLUE
from spieltisch.games.tatort_themse.prices import LETTERS, MOST_VALUE
from spieltisch.games.tatort_themse.wording import known_cases

Table = dict[str, Any]
Fields = dict[str, str]
LONGEST_TEXT = 60
CASES = 5
MOST_STEPS = 8
VALUES = range(LEAST_VALUE, LEAST_VALUE + KINDS)
NUMBERS = ("markers", "start_markers", "persons_on_day_1", "joker", "map_fragment")
STEPS = (
    "pay",
    "gain",
    "gain_per_kind_in_display",
    "take_open",
    "take_open same",
    "take_open hidden",
    "take_open same hidden",
    "draw_hidden",
    "sniff",
    "steal_clue",
    "steal_markers",
    "renew_display",
    "copy",
)


class BoxForm(ABC):
    """One for each game whose box can be written down; `language` is the reader's."""

    game: str
    judge: Callable[[Table], object]

    def __init__(self, language: str, own_name: str) -> None:
        self.words = load_texts(self.game, language).words
        self.own_name = own_name

    def template(self) -> Table:
        """Our own box to start from; it is called differently, because it will be."""
        return {**built_in(self.game), "name": self.own_name}

    @abstractmethod
    def fields(self, table: Table) -> Fields: ...

    @abstractmethod
    def table(self, fields: Mapping[str, str]) -> Table: ...

    @abstractmethod
    def field_at(self, path: str, fields: Mapping[str, str]) -> str:
        """The field a place of the card list is entered in; empty for the list as a whole."""


def number_or_text(text: str) -> int | str:
    """A number if it is one; the loader says what it thinks of anything else."""
    return int(text) if text.strip().lstrip("-").isdecimal() and len(text) < 9 else text


def short(fields: Mapping[str, str], name: str) -> str:
    return fields.get(name, "").strip()[:LONGEST_TEXT]


class ThemseBox(BoxForm):
    """Fields of the case `n`: `case-n` one of ours or else `own-n`, `place-n`, `bonus-n`, and
    `cn-4U` for each of its clues."""

    game = "tatort_themse"
    judge = staticmethod(load_themse)

    def fields(self, table: Table) -> Fields:
        fields = {"name": str(table.get("name", ""))}
        for at, case in enumerate(list(table.get("case", []))[:CASES]):
            name = str(case.get("id", ""))
            ours = name in known_cases()
            fields |= {f"case-{at}": name if ours else "", f"own-{at}": "" if ours else name}
            place = str(case.get("place", ""))
            fields |= {
                f"place-{at}": self.words.get(place, place),
                f"bonus-{at}": str(case.get("bonus", "")),
            }
            for clue in case.get("clues", []):
                if isinstance(clue, dict) and clue.get("witness") in WITNESSES:
                    letter = LETTERS[WITNESSES.index(clue["witness"])]
                    fields[f"c{at}-{clue.get('value')}{letter}"] = "1"
        return fields

    def table(self, fields: Mapping[str, str]) -> Table:
        return {"name": short(fields, "name"), "case": [case_of(fields, at) for at in range(CASES)]}

    def field_at(self, path: str, fields: Mapping[str, str]) -> str:
        match path.split("."):
            case ["case", at, "id"]:
                return f"case-{at}" if fields.get(f"case-{at}") else f"own-{at}"
            case ["case", at, ("place" | "bonus") as what]:
                return f"{what}-{at}"
            case ["case", at, "clues", *_]:
                return f"clues-{at}"
            case ["case", "clues"]:
                return "clues"
            case ["name"]:
                return "name"
        return ""


def case_of(fields: Mapping[str, str], at: int) -> Table:
    clues = [
        {"value": value, "witness": witness}
        for value in range(LEAST_CLUE, MOST_VALUE + 1)
        for letter, witness in zip(LETTERS, WITNESSES, strict=True)
        if fields.get(f"c{at}-{value}{letter}")
    ]
    return {
        "id": short(fields, f"case-{at}") or short(fields, f"own-{at}"),
        "place": known_word("tatort_themse", short(fields, f"place-{at}")),
        "bonus": number_or_text(fields.get(f"bonus-{at}", "")),
        "clues": clues,
    }


class HolmesBox(BoxForm):
    """Fields: the numbers by their keys, `kind-5` the name of the clues of value 5, and of person
    `n`: `pn-name`, `pn-portrait`, `pn-always`, and `pn-sk`, `pn-nk` for the step `k`."""

    game = "holmes"
    judge = staticmethod(load_holmes)

    def fields(self, table: Table) -> Fields:
        fields = {"name": str(table.get("name", ""))}
        fields |= {key: str(table.get(key, "")) for key in NUMBERS}
        for name, value in dict(table.get("kinds", {})).items():
            fields[f"kind-{value}"] = self.words.get(name, name) if name in kinds() else name
        for at, person in enumerate(list(table.get("person", []))[:MOST_PERSONS]):
            fields |= self.person_fields(person, at)
        return fields

    def person_fields(self, person: Table, at: int) -> Fields:
        known = person.get("id") if person.get("id") in persons() else ""
        name = str(person.get("name", ""))
        if known and name == persons()[known]:
            name = self.words[known]
        fields = {f"p{at}-name": name, f"p{at}-portrait": known or ""}
        if person.get("always"):
            fields[f"p{at}-always"] = "1"
        for number, step in enumerate(list(person.get("ability", []))[:MOST_STEPS]):
            word, value = step_choice(step)
            fields |= {f"p{at}-s{number}": word, f"p{at}-n{number}": value}
        return fields

    def table(self, fields: Mapping[str, str]) -> Table:
        numbers = {key: number_or_text(fields.get(key, "")) for key in NUMBERS}
        people = [person_of(fields, at) for at in people_in(fields)]
        kinds = kinds_of(fields)
        return {"name": short(fields, "name"), **numbers, "kinds": kinds, "person": people}

    def field_at(self, path: str, fields: Mapping[str, str]) -> str:
        match path.split(".", 2):
            case [("name" | "kinds" | "person") as whole]:
                return whole
            case [number] if number in NUMBERS:
                return number
            case ["kinds", *name]:
                return kind_field(fields, ".".join(name))
            case ["person", row, what]:
                at = people_in(fields)[int(row)]
                step = re.fullmatch(r"ability\.(\d+).*", what)
                if step:
                    return f"p{at}-n{steps_in(fields, at)[int(step[1])]}"
                return f"p{at}-{'name' if what == 'id' else what}"
        return ""


def kinds() -> dict[str, int]:
    """Those of our own box."""
    return dict(built_in("holmes")["kinds"])


def persons() -> dict[str, str]:
    return {person["id"]: person["name"] for person in built_in("holmes")["person"]}


def known_word(game: str, text: str) -> str:
    """The key of a word of ours, whatever the language it was written in; else the text itself."""
    for language in LANGUAGES:
        for key, word in load_texts(game, language).words.items():
            if word == text and (key in kinds() or key in places()):
                return key
    return text


def places() -> list[str]:
    return [case["place"] for case in built_in("tatort_themse")["case"]]


def kinds_of(fields: Mapping[str, str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for value in VALUES:
        name = known_word("holmes", short(fields, f"kind-{value}"))
        if name in found:
            message = f"kinds, {name}: is there twice"
            raise BadEdition(message, f"kinds.{name}", "kind_name_twice", "HO-01", name=name)
        if name:
            found[name] = value
    return found


def kind_field(fields: Mapping[str, str], name: str) -> str:
    """Where the kind of this name is entered, for the last time if more than once."""
    called = [
        value for value in VALUES if known_word("holmes", short(fields, f"kind-{value}")) == name
    ]
    return f"kind-{called[-1]}" if called else "kinds"


def people_in(fields: Mapping[str, str]) -> list[int]:
    """The numbers of the persons that have fields, in order."""
    found = {int(match[1]) for name in fields if (match := re.fullmatch(r"p(\d{1,2})-name", name))}
    return sorted(found)[: MOST_PERSONS + 1]


def steps_in(fields: Mapping[str, str], at: int) -> list[int]:
    return [step for step in range(MOST_STEPS + 1) if fields.get(f"p{at}-s{step}")]


def person_of(fields: Mapping[str, str], at: int) -> Table:
    name, portrait = short(fields, f"p{at}-name"), fields.get(f"p{at}-portrait", "")
    portrait = portrait if portrait in persons() else ""
    ours = [load_texts("holmes", language).words.get(portrait) for language in LANGUAGES]
    return {
        "id": portrait or id_of(name, at),
        "name": persons()[portrait] if portrait and name in ours else name,
        "always": bool(fields.get(f"p{at}-always")),
        "ability": [step_of(fields, at, step) for step in steps_in(fields, at)],
    }


def id_of(name: str, at: int) -> str:
    """Small letters that stand for the name; never those of a person we have a picture of."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    letters = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:30]
    if not letters or not letters[0].isalpha() or letters in persons():
        letters = f"person_{letters or at + 1}"
    return letters


def step_of(fields: Mapping[str, str], at: int, step: int) -> Table:
    word, *how = fields[f"p{at}-s{step}"].split()
    number = number_or_text(fields.get(f"p{at}-n{step}", "") or "1")
    row: Table = {word: True if word in PLAIN else number}
    if "same" in how:
        row["kinds"] = "same"
    if "hidden" in how:
        row["hidden"] = True
    return row


def step_choice(step: object) -> tuple[str, str]:
    """The choice of the menu for a step, and its number."""
    row = step if isinstance(step, dict) else {}
    word = next((key for key in row if key in COUNTED or key in PLAIN), "")
    how = " same" * (row.get("kinds") == "same") + " hidden" * bool(row.get("hidden"))
    return f"{word}{how}", "" if word in PLAIN else str(row.get(word, ""))


BOXES: dict[str, type[BoxForm]] = {"tatort_themse": ThemseBox, "holmes": HolmesBox}
