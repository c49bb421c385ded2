"""Names and ability sentences of an edition, in the language of a room's texts."""

from __future__ import annotations

import msgspec

from spieltisch.core.edition import built_in
from spieltisch.core.texts import Texts
from spieltisch.games.holmes.edition import AbilityStep, Edition, Person


def ability_sentence(person: Person, texts: Texts) -> str:
    """One short sentence a step, in order."""
    return " ".join(step_sentence(step, texts) for step in person.ability)


def step_sentence(step: AbilityStep, texts: Texts) -> str:
    key = f"step_{step.word}" + "_same" * step.same + "_hidden" * step.hidden
    if step.number == 1 and f"{key}_one" in texts.words:
        key += "_one"
    return texts.words[key].format(number=step.number)


def with_edition(texts: Texts, edition: Edition) -> Texts:
    """The texts with the edition's own names, and each person's ability under `ability_<id>`."""
    words = dict(texts.words)
    for person in edition.persons:
        if person.id not in words or person.name != built_in_names().get(person.id):
            words[person.id] = person.name
        words[f"ability_{person.id}"] = ability_sentence(person, texts)
    for kind in edition.kinds.values():
        words.setdefault(kind, kind.replace("_", " "))
    return msgspec.structs.replace(texts, words=words)


def built_in_names() -> dict[str, str]:
    """Names our texts translate; an edition that calls a person otherwise keeps its name."""
    return {person["id"]: person["name"] for person in built_in("holmes")["person"]}
