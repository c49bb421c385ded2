"""The card list of Tatort Themse (TT-02 to TT-04), loaded from TOML and checked."""

from __future__ import annotations

from typing import Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from spieltisch.core import edition as checks
from spieltisch.core.errors import BadEdition
from spieltisch.games.tatort_themse.prices import LEAST_VALUE, LETTERS, MOST_VALUE
from spieltisch.games.tatort_themse.state import CASES, CLUES, Box

WITNESSES = ("bobby", "musician", "urchin", "lady")
MOST_BONUS = 99


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
    table: dict[str, Any]

    def clue_text(self, number: int) -> str:
        clue = self.clues[number]
        return f"{self.cases[clue.case].initial}{clue.value}{LETTERS[clue.witness]}"

    def box(self) -> Box:
        return Box(
            vec[i64]([clue.case for clue in self.clues]),
            vec[i64]([clue.value for clue in self.clues]),
            vec[i64]([clue.witness for clue in self.clues]),
            vec[i64]([case.bonus for case in self.cases]),
        )


def load_edition(table: dict[str, Any]) -> Edition:
    """The checked edition; its clues in notation order."""
    checks.only_keys(table, ("name", "case"), "edition")
    name = checks.word(table["name"], "name")
    rows = checks.rows(table["case"], "case")
    if len(rows) != CASES:
        raise BadEdition(f"case: expected {CASES} cases, found {len(rows)} (TT-04)")
    cases: list[Case] = []
    clues: list[Clue] = []
    for number, row in enumerate(rows):
        case, its_clues = load_case(row, number)
        cases.append(case)
        clues += its_clues
    check_initials(cases)
    check_clues(clues, cases)
    return Edition(name, cases, sorted(clues), table)


def load_case(row: object, number: int) -> tuple[Case, list[Clue]]:
    where = f"case {number + 1}"
    table = checks.only_keys(row, ("id", "place", "bonus", "clues"), where)
    case_id = checks.word(table["id"], f"{where}, id")
    if not case_id[0].isascii() or not case_id[0].isalpha():
        raise BadEdition(f"{where}, id: {case_id!r} must begin with a letter (TT-04)")
    where = f"case {number + 1} ({case_id})"
    place = checks.word(table["place"], f"{where}, place")
    bonus = checks.whole(table["bonus"], 0, MOST_BONUS, f"{where}, bonus")
    rows = checks.rows(table["clues"], f"{where}, clues")
    if not rows:
        raise BadEdition(f"{where}, clues: a case needs at least one clue (TT-04)")
    clues = [load_clue(clue, number, f"{where}, clue {at + 1}") for at, clue in enumerate(rows)]
    return Case(case_id, place, bonus), clues


def load_clue(row: object, case: int, where: str) -> Clue:
    table = checks.only_keys(row, ("value", "witness"), where)
    value = checks.whole(table["value"], LEAST_VALUE, MOST_VALUE, f"{where}, value")
    witness = checks.one_of(table["witness"], WITNESSES, f"{where}, witness")
    return Clue(case, value, WITNESSES.index(witness))


def check_initials(cases: list[Case]) -> None:
    seen: dict[str, str] = {}
    for case in cases:
        if case.initial in seen:
            raise BadEdition(
                f"case {case.id}: begins with {case.initial} like {seen[case.initial]};"
                " cases need different initials (TT-04)"
            )
        seen[case.initial] = case.id


def check_clues(clues: list[Clue], cases: list[Case]) -> None:
    seen: set[Clue] = set()
    for clue in clues:
        if clue in seen:
            spelled = f"{cases[clue.case].initial}{clue.value}{LETTERS[clue.witness]}"
            raise BadEdition(
                f"case {cases[clue.case].id}: the clue {spelled} is there twice (TT-04)"
            )
        seen.add(clue)
    if len(clues) != CLUES:
        raise BadEdition(
            f"clues: expected {CLUES} in all cases together, found {len(clues)} (TT-04)"
        )
