"""The card list of Tatort Themse (TT-02 to TT-04), loaded from TOML and checked."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from librt.vecs import vec
from msgspec import Meta
from mypy_extensions import i64

from spieltisch.core import edition as checks
from spieltisch.core.edition import TOP, Where
from spieltisch.games.tatort_themse.prices import LEAST_VALUE, LETTERS, MOST_VALUE
from spieltisch.games.tatort_themse.state import CASES, CLUES, Box

WITNESSES = ("bobby", "musician", "urchin", "lady")
MOST_BONUS = 99


class ClueEntry(msgspec.Struct, forbid_unknown_fields=True):
    value: Annotated[int, Meta(ge=LEAST_VALUE, le=MOST_VALUE)]
    witness: Literal["bobby", "musician", "urchin", "lady"]


class CaseEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The first letter of `id` stands for the case in the notation; each has its own."""

    id: Annotated[str, Meta(pattern="^[A-Za-z]", max_length=checks.LONGEST_WORD)]
    place: checks.Word
    bonus: Annotated[int, Meta(ge=0, le=MOST_BONUS)]
    clues: Annotated[list[ClueEntry], Meta(min_length=1)]


class EditionFile(msgspec.Struct, forbid_unknown_fields=True):
    """A card list of Tatort Themse as it is written; `load_edition` checks more than its form."""

    name: checks.Word
    case: Annotated[list[CaseEntry], Meta(min_length=CASES, max_length=CASES)]


class Clue(msgspec.Struct, frozen=True, order=True):
    case: int
    value: int
    witness: int


class Case(msgspec.Struct, frozen=True):
    id: str
    place: str
    bonus: int

    @property
    def initial(self) -> str:
        return self.id[0].upper()


class Edition(msgspec.Struct, frozen=True):
    name: str
    cases: list[Case]
    clues: list[Clue]
    clue_texts: list[str]
    table: dict[str, Any]

    def box(self) -> Box:
        return Box(
            vec[i64]([clue.case for clue in self.clues]),
            vec[i64]([clue.value for clue in self.clues]),
            vec[i64]([clue.witness for clue in self.clues]),
            vec[i64]([case.bonus for case in self.cases]),
        )


def load_edition(table: dict[str, Any]) -> Edition:
    """The checked edition; its clues in notation order, equal ones side by side."""
    checks.only_keys(table, ("name", "case"), "edition")
    name = checks.word(table["name"], TOP.at("name", "name"))
    here = TOP.at("case", "case")
    rows = checks.rows(table["case"], here)
    if len(rows) != CASES:
        message = f"expected {CASES} cases, found {len(rows)}"
        raise here.wrong(message, "number_of_cases", "TT-04", needed=CASES, found=len(rows))
    cases: list[Case] = []
    clues: list[Clue] = []
    for number, row in enumerate(rows):
        case, its_clues = load_case(row, number)
        cases.append(case)
        clues += its_clues
    check_initials(cases)
    check_number(clues)
    clues.sort()
    return Edition(name, cases, clues, [spelled(clue, cases) for clue in clues], table)


def spelled(clue: Clue, cases: list[Case]) -> str:
    return f"{cases[clue.case].initial}{clue.value}{LETTERS[clue.witness]}"


def load_case(row: object, number: int) -> tuple[Case, list[Clue]]:
    where = Where(f"case {number + 1}", f"case.{number}")
    table = checks.only_keys(row, ("id", "place", "bonus", "clues"), where)
    case_id = checks.word(table["id"], where.at("id", "id"))
    if not case_id[0].isascii() or not case_id[0].isalpha():
        message = f"{case_id!r} must begin with a letter from A to Z"
        raise where.at("id", "id").wrong(message, "no_initial", "TT-04")
    where = case_place(number, case_id)
    place = checks.word(table["place"], where.at("place", "place"))
    bonus = checks.whole(table["bonus"], 0, MOST_BONUS, where.at("bonus", "bonus"))
    here = where.at("clues", "clues")
    rows = checks.rows(table["clues"], here)
    if not rows:
        raise here.wrong("a case needs at least one clue", "case_without_clue", "TT-04")
    clues = [
        load_clue(clue, number, where.at(f"clue {at + 1}", f"clues.{at}"))
        for at, clue in enumerate(rows)
    ]
    return Case(case_id, place, bonus), clues


def case_place(number: int, case_id: str) -> Where:
    return Where(f"case {number + 1} ({case_id})", f"case.{number}")


def load_clue(row: object, case: int, where: Where) -> Clue:
    table = checks.only_keys(row, ("value", "witness"), where)
    value = checks.whole(table["value"], LEAST_VALUE, MOST_VALUE, where.at("value", "value"))
    witness = checks.one_of(table["witness"], WITNESSES, where.at("witness", "witness"))
    return Clue(case, value, WITNESSES.index(witness))


def check_initials(cases: list[Case]) -> None:
    seen: dict[str, str] = {}
    for number, case in enumerate(cases):
        if case.initial in seen:
            raise Where(f"case {case.id}", f"case.{number}.id").wrong(
                f"begins with {case.initial} like {seen[case.initial]};"
                " cases need different initials",
                "same_initial",
                "TT-04",
                initial=case.initial,
                other=seen[case.initial],
            )
        seen[case.initial] = case.id


def check_number(clues: list[Clue]) -> None:
    if len(clues) != CLUES:
        message = f"expected {CLUES} in all cases together, found {len(clues)}"
        facts = {"needed": CLUES, "found": len(clues)}
        raise Where("clues", "case.clues").wrong(message, "number_of_clues", "TT-04", **facts)
