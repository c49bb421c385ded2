"""The box of Tatort Themse as the fields of a form, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from spieltisch.core.edition import built_in
from spieltisch.games.tatort_themse.edition import WITNESSES, load_edition
from spieltisch.games.tatort_themse.prices import LEAST_VALUE, LETTERS, MOST_VALUE
from spieltisch.games.tatort_themse.wording import known_cases
from spieltisch.web.pages.box_forms import (
    BoxForm,
    Fields,
    Table,
    known_word,
    number_or_text,
    short,
)

CASES = 5
CLUES = 25


class ThemseBox(BoxForm):
    """Fields of the case `n`: `case-n` one of ours or else `own-n`, `place-n`, `bonus-n`, and
    for each kind of its clues `cn-4U`, with `mn-4U` if there are more than one."""

    game = "tatort_themse"
    judge = staticmethod(load_edition)

    def about(self) -> str:
        return self.speech.say("Five cases with their bonuses, and the 25 clues.")

    def reasons(self) -> dict[str, str]:
        say = self.speech.say
        return {
            "number_of_cases": say("A box has %(needed)s cases, not %(found)s."),
            "no_initial": say("The name must begin with a letter from A to Z."),
            "same_initial": say(
                "Begins with %(initial)s like “%(other)s”: cases need different first letters."
            ),
            "case_without_clue": say("A case needs at least one clue."),
            "number_of_clues": say(
                "A box has %(needed)s clues in all cases together; now there are %(found)s."
            ),
        }

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
            for kind, number in Counter(kinds(case.get("clues", []))).items():
                fields[f"c{at}-{kind}"] = "1"
                if number > 1:
                    fields[f"m{at}-{kind}"] = str(number)
        return fields

    def table(self, fields: Mapping[str, str]) -> Table:
        return {"name": short(fields, "name"), "case": [case_of(fields, at) for at in range(CASES)]}

    def more(self, fields: Fields) -> dict[str, object]:
        """The clues of all cases together."""
        return {"clues": sum(len(case_of(fields, at)["clues"]) for at in range(CASES))}

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


def kinds(clues: list[object]) -> Iterator[str]:
    """What each clue of a list shows, as far as it can be read."""
    for clue in clues:
        if isinstance(clue, dict) and clue.get("witness") in WITNESSES:
            yield f"{clue.get('value')}{LETTERS[WITNESSES.index(clue['witness'])]}"


def copies(fields: Mapping[str, str], at: int, kind: str) -> int:
    """How many such clues the form says there are; a number that cannot be is one."""
    if not fields.get(f"c{at}-{kind}"):
        return 0
    number = number_or_text(fields.get(f"m{at}-{kind}", ""))
    return number if isinstance(number, int) and 1 <= number <= CLUES else 1


def case_of(fields: Mapping[str, str], at: int) -> Table:
    clues = [
        {"value": value, "witness": witness}
        for value in range(LEAST_VALUE, MOST_VALUE + 1)
        for letter, witness in zip(LETTERS, WITNESSES, strict=True)
        for _ in range(copies(fields, at, f"{value}{letter}"))
    ]
    return {
        "id": short(fields, f"case-{at}") or short(fields, f"own-{at}"),
        "place": known_word("tatort_themse", places(), short(fields, f"place-{at}")),
        "bonus": number_or_text(fields.get(f"bonus-{at}", "")),
        "clues": clues,
    }


def places() -> list[str]:
    return [case["place"] for case in built_in("tatort_themse")["case"]]
