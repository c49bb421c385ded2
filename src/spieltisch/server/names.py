"""Names people give themselves: short, visible, on one line."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from itertools import count

from spieltisch.server.errors import Refused

LONGEST_NAME = 24
# Letters and marks that show nothing (Default_Ignorable_Code_Point outside category C): a name of
# them would be empty, one with them look like somebody else's.
UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, [*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
)


def clean_name(name: str) -> str:
    """The name in normal form; refused if nothing readable is left or it is too long."""
    if len(name) > 10 * LONGEST_NAME:
        raise Refused("bad_name", facts={"longest": LONGEST_NAME})
    normal = unicodedata.normalize("NFKC", name)
    spaced = "".join(" " if unicodedata.category(char)[0] == "Z" else char for char in normal)
    shown = "".join(char for char in spaced if not is_unseen(char))
    answer = " ".join(shown.split())
    if not 1 <= len(answer) <= LONGEST_NAME or not any(char.isalnum() for char in answer):
        raise Refused("bad_name", facts={"longest": LONGEST_NAME})
    return answer


def is_unseen(char: str) -> bool:
    """Category C holds control, direction-changing and unassigned characters."""
    return char in UNSEEN or unicodedata.category(char)[0] == "C"


def told_apart(name: str, taken: Collection[str]) -> str:
    """The name, with a number if somebody at the table has it already: Anna, Anna 2."""
    others = {other.casefold() for other in taken}
    if not name or name.casefold() not in others:
        return name
    numbered = (f"{name[: LONGEST_NAME - len(str(n)) - 1].rstrip()} {n}" for n in count(2))
    return next(one for one in numbered if one.casefold() not in others)
