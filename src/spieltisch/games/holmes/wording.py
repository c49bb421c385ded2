"""Names and ability sentences of an edition, in the language of a room's texts."""

from __future__ import annotations

from functools import cache

import msgspec

from spieltisch.core.edition import built_in
from spieltisch.core.texts import Texts
from spieltisch.games.holmes.cards import LETTERS
from spieltisch.games.holmes.edition import AbilityStep, Edition, Person


def ability_sentence(person: Person, texts: Texts) -> str:
    """One short sentence a step, in order."""
    return " ".join(step_sentence(step, texts) for step in person.ability)


def step_sentence(step: AbilityStep, texts: Texts) -> str:
    key = f"step_{step.word}" + "_same" * step.same + "_hidden" * step.hidden
    if step.number == 1 and f"{key}_one" in texts.words:
        key += "_one"
    return texts.words[key].format(number=step.number)


def clue_name(letter: str, edition: Edition, texts: Texts) -> str:
    return texts.words[edition.face_name(LETTERS.index(letter))]


def clue_names(letters: str, edition: Edition, texts: Texts) -> str:
    """ "Bullet, 2 × Button" """
    counts = {letter: letters.count(letter) for letter in LETTERS if letter in letters}
    return ", ".join(
        (f"{number} × " if number > 1 else "") + clue_name(letter, edition, texts)
        for letter, number in counts.items()
    )


def plain_fact(key: str, value: str, edition: Edition, texts: Texts) -> str:
    """How a sentence says a fact."""
    return clue_names(value, edition, texts) if key == "clues" else texts.words.get(value, value)


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


@cache
def built_in_names() -> dict[str, str]:
    """Names our texts translate; an edition that calls a person otherwise keeps its name."""
    return {person["id"]: person["name"] for person in built_in("holmes")["person"]}
