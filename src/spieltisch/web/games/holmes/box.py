"""The box of Holmes as the fields of a form, and back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

import msgspec

from spieltisch.core.edition import built_in
from spieltisch.core.errors import BadEdition
from spieltisch.core.texts import LANGUAGES, load_texts
from spieltisch.games.holmes.cards import KINDS, LEAST_VALUE
from spieltisch.games.holmes.edition import COUNTED, MOST_PERSONS, PLAIN, load_edition, load_person
from spieltisch.games.holmes.wording import ability_sentence
from spieltisch.web.pages.box_forms import (
    BoxForm,
    Fields,
    Table,
    known_word,
    number_or_text,
    short,
)
from spieltisch.web.pages.rooms import standard
from spieltisch.web.pages.speech import Speech

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


class PersonRow(msgspec.Struct, frozen=True):
    at: int
    name: str
    portrait: str
    always: bool
    steps: list[int]
    sentence: str


class HolmesBox(BoxForm):
    """Fields: the numbers by their keys, `kind-5` the name of the clues of value 5, and of person
    `n`: `pn-name`, `pn-portrait`, `pn-always`, and `pn-sk`, `pn-nk` for the step `k`."""

    game = "holmes"
    judge = staticmethod(load_edition)

    def about(self) -> str:
        return self.speech.say(
            "Persons and their abilities, kinds of clues, jokers, map fragments, glasses."
        )

    def reasons(self) -> dict[str, str]:
        say = self.speech.say
        return {
            "too_few_glasses": say("Two players start with %(needed)s, but the box has %(found)s."),
            "too_many_fragments": say("More than %(most)s map fragments do not score."),
            "kind_twice": say("“%(other)s” has the value %(value)s already."),
            "kind_name_twice": say("There are clues called “%(name)s” already."),
            "kind_name_taken": say("The name “%(name)s” is taken."),
            "too_few_clues": say("Only %(found)s clues, but the display needs %(needed)s."),
            "too_many_clues": say("%(found)s clues; there can be %(most)s at most."),
            "person_twice": say("“%(name)s” is there twice: choose another name or picture."),
            "always_there": say("%(needed)s persons are always there; now there are %(found)s."),
            "too_few_persons": say(
                "Seven days need %(needed)s persons who come later; there are %(found)s."
            ),
            "too_many_persons": say("At most %(most)s persons."),
            "bad_person_id": say("The person's id may have small letters, digits and _ only."),
            "no_step": say("Choose at least one step."),
            "unknown_step": say("There is no such step: %(step)s."),
        }

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

    def acted(self, act: str, fields: Fields) -> Fields:
        """Persons added or removed."""
        match act.split("-"):
            case ["add"]:
                return {**fields, f"p{max(people_in(fields), default=-1) + 1}-name": ""}
            case ["remove", at]:
                return {key: text for key, text in fields.items() if not key.startswith(f"p{at}-")}
        return fields

    def more(self, fields: Fields) -> dict[str, object]:
        menu = [(step, menu_words(step, self.words)) for step in STEPS]
        rows = [person_row(fields, at, self.speech) for at in people_in(fields)]
        return {"menu": menu, "plain": tuple(PLAIN), "people": rows, "portraits": list(persons())}


def kinds() -> dict[str, int]:
    """Those of our own box."""
    return dict(built_in("holmes")["kinds"])


def persons() -> dict[str, str]:
    return {person["id"]: person["name"] for person in built_in("holmes")["person"]}


def kinds_of(fields: Mapping[str, str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for value in VALUES:
        name = kind_name(fields, value)
        if name in found:
            message = f"kinds, {name}: is there twice"
            raise BadEdition(message, f"kinds.{name}", "kind_name_twice", "HO-01", name=name)
        if name:
            found[name] = value
    return found


def kind_name(fields: Mapping[str, str], value: int) -> str:
    return known_word("holmes", kinds(), short(fields, f"kind-{value}"))


def kind_field(fields: Mapping[str, str], name: str) -> str:
    """Where the kind of this name is entered, for the last time if more than once."""
    called = [value for value in VALUES if kind_name(fields, value) == name]
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


def menu_words(step: str, words: Mapping[str, str]) -> str:
    return words["step_" + step.replace(" ", "_")].format(number="…")


def person_row(fields: Fields, at: int, speech: Speech) -> PersonRow:
    """With one more step than there are, to be chosen."""
    chosen = steps_in(fields, at)
    more = [step for step in range(MOST_STEPS) if step not in chosen][:1]
    return PersonRow(
        at=at,
        name=fields.get(f"p{at}-name", ""),
        portrait=str(person_of(fields, at)["id"]) if fields.get(f"p{at}-portrait") else "i-person",
        always=bool(fields.get(f"p{at}-always")),
        steps=sorted([*chosen, *more]),
        sentence=sentence(fields, at, speech),
    )


def sentence(fields: Fields, at: int, speech: Speech) -> str:
    """What the card would say, if it is one."""
    row = person_of(fields, at)
    try:
        person = load_person({**row, "id": "somebody", "name": "?"}, at)
    except BadEdition:
        return ""
    return ability_sentence(person, speech.texts(standard("holmes")))
