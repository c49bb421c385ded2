"""Records changed in one place each, for every verifier."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

Document = dict[str, Any]
Bend = Callable[[Document, Document], object]  # the record, and the proof in it


def step(record: Document, who: object) -> Any:
    """The first one that is chance's, or the last that is not."""
    if who == "chance":
        return next(one for one in record["steps"] if one[0] == "chance")
    return [one for one in record["steps"] if one[0] != "chance"][-1]


def another(record: Document, text: str) -> str:
    return next(str(other) for _, other in record["steps"] if other != text)


CHANCE: dict[str, Bend] = {
    "secret in capitals": lambda _, proof: proof.update(secret=proof["secret"].upper()),
    "secret with a space": lambda _, proof: proof.update(secret=" " + proof["secret"]),
    "secret cut": lambda _, proof: proof.update(secret=proof["secret"][:-2]),
    "another secret": lambda _, proof: proof.update(secret="5a" * 32),
    "commitment in capitals": lambda _, proof: proof.update(commitment=proof["commitment"].upper()),
    "order": lambda _, proof: proof.update(order="lot" if proof["order"] == "chosen" else "chosen"),
    "second scheme": lambda _, proof: proof.update(scheme=2),
    "unknown scheme": lambda _, proof: proof.update(scheme=4),
    "no scheme": lambda _, proof: proof.pop("scheme"),
    "seating": lambda _, proof: proof.update(seating=proof["seating"][::-1]),
    "something undone": lambda _, proof: proof.update(undone=[[1, 0, "undo"]]),
    "contributions exchanged": lambda _, proof: proof["contributions"].reverse(),
    "no contributions": lambda _, proof: proof.update(contributions=[]),
    "a contribution more": lambda _, proof: proof["contributions"].append("server 5"),
    "contributions changed": lambda _, proof: proof.update(
        contributions=[f"{one}x" for one in proof["contributions"]]
    ),
    "nothing of one's own": lambda _, proof: proof["contributions"].__setitem__(
        0, f"{proof['commitment']}:"
    ),
    "said to be a first game": lambda _, proof: proof.update(contributions=["first game"]),
    "seats": lambda record, _: record.update(seats=record["seats"] + 1),
    "rules version": lambda record, _: record.update(rules_version=99),
    "edition": lambda record, _: record.update(edition="another"),
    "options": lambda record, _: record.update(options={**record["options"], "x": "y"}),
    "outcome": lambda record, _: step(record, "chance").__setitem__(
        1, another(record, step(record, "chance")[1])
    ),
    "a step of chance left out": lambda record, _: record["steps"].remove(step(record, "chance")),
    "start": lambda record, _: record.update(start={"seats": 2}),
    "format": lambda record, _: record.update(format=9),
    "no result": lambda record, _: record.update(result=None),
    "no winners": lambda record, _: record["result"].pop("winners"),
}
"""What everybody who checks chance has to find."""

RULES: dict[str, Bend] = {
    "decision": lambda record, _: step(record, "seat").__setitem__(1, "nonsense"),
    "who decided": lambda record, _: step(record, "seat").__setitem__(
        0, (step(record, "seat")[0] + 1) % record["seats"]
    ),
    "cut off": lambda record, _: record["steps"].pop(),
    "scores": lambda record, _: record["result"].update(scores=[999] * record["seats"]),
    "winners": lambda record, _: record["result"].update(winners=[]),
}
"""What only those find who know the game."""

UNPROVED: dict[str, Bend] = {
    "names": lambda record, _: record.update(names=["Eve"] * record["seats"]),
    "date": lambda record, _: record.update(date="1999-01-01"),
    "fixed deal": lambda record, _: record["more"].update(deal="fixed"),
}
"""What is not part of the proof and changes no verdict."""


def bent(record: Document, bend: Bend) -> Document:
    found = copy.deepcopy(record)
    bend(found, found["more"]["fairness"])
    return found
