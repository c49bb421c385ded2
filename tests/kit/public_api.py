"""What a program may rely on: every public name with its parameters, one a line.

`python -m tests.kit.public_api` writes the list anew; lines may be added, none may go.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import spieltisch
from spieltisch import arena
from spieltisch.cli import MODULES

PROMISED = Path(__file__).parents[1] / "golden" / "public_api.txt"
# Of these two, what programs are meant to use; the rest is how the house is built.
MEANT = {
    "Game": "checked determinize edition least_seats legal_texts match minutes most_seats name"
    " options rules_version texts title view_from_json",
    "Match": "apply at chance copy from_position from_record game legal log options outcomes over"
    " play position propose push record result seats sentence start state steps text told turn"
    " undo view",
}


def lines() -> list[str]:
    found = [
        *(line for name in spieltisch.__all__ for line in described(name, spieltisch)),
        *(line for name in arena.__all__ for line in described(f"arena.{name}", arena)),
        *(f"$ spieltisch {command}" for command in MODULES),
    ]
    return sorted(found)


def described(name: str, module: object) -> Iterator[str]:
    yield name
    thing = getattr(module, name.rpartition(".")[2])
    if not inspect.isclass(thing):
        yield from parameters(name, thing)
        return
    for member in sorted(members(name, thing)):
        yield f"{name}.{member}"
        yield from parameters(f"{name}.{member}", getattr(thing, member, None))


def members(name: str, kind: type) -> set[str]:
    if name in MEANT:
        return set(MEANT[name].split())
    ours = [one for one in kind.__mro__ if one.__module__.startswith("spieltisch")]
    named = {member for one in ours for member in vars(one) if not member.startswith("_")}
    return named | set(getattr(kind, "__struct_fields__", ()))


def parameters(name: str, thing: object) -> Iterator[str]:
    """Each by itself, so that a new one with a default is a new line."""
    if not (inspect.isfunction(thing) or inspect.ismethod(thing)):
        return
    for parameter in inspect.signature(thing).parameters.values():
        if parameter.name != "self":
            optional = "" if parameter.default is inspect.Parameter.empty else "="
            yield f"{name}({parameter.name}{optional})"


if __name__ == "__main__":
    PROMISED.write_text("\n".join(lines()) + "\n", encoding="utf-8")
