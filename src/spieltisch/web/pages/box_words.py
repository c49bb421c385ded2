"""What is wrong with a card list, in the reader's language."""

from __future__ import annotations

from spieltisch.core.errors import BadEdition
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.trouble import Said


def said_of(error: BadEdition, speech: Speech) -> Said:
    words = reasons(speech).get(error.reason)
    if words is None:
        return Said(str(error))
    return Said(words % error.facts if error.facts else words, error.clause)


def reasons(speech: Speech) -> dict[str, str]:
    return {**general(speech), **of_themse(speech), **of_holmes(speech)}


def general(speech: Speech) -> dict[str, str]:
    say = speech.say
    return {
        "not_whole": say("Please enter a whole number from %(least)s to %(most)s."),
        "not_a_word": say("Please enter 1 to %(most)s characters."),
        "not_one_of": say("Only these are known: %(choices)s."),
        "not_a_table": say("This part of the file is not a table of names and values."),
        "not_a_list": say("This part of the file is not a list."),
        "unknown_key": say("The file says something that no box has: %(key)s."),
        "missing_key": say("The file lacks something every box has: %(key)s."),
        "unreadable_file": say("This is not a card list: it must be TOML or JSON."),
        "not_true_or_false": say("This can only be true or false."),
        "not_true": say("This can only be true."),
    }


def of_themse(speech: Speech) -> dict[str, str]:
    say = speech.say
    return {
        "number_of_cases": say("A box has %(needed)s cases, not %(found)s."),
        "no_initial": say("The name must begin with a letter from A to Z."),
        "same_initial": say(
            "Begins with %(initial)s like “%(other)s”: cases need different first letters."
        ),
        "case_without_clue": say("A case needs at least one clue."),
        "clue_twice": say("The clue %(clue)s is there twice."),
        "number_of_clues": say(
            "A box has %(needed)s clues in all cases together; now there are %(found)s."
        ),
    }


def of_holmes(speech: Speech) -> dict[str, str]:
    say = speech.say
    return {
        "too_few_glasses": say("Two players start with %(needed)s, but the box has %(found)s."),
        "too_many_fragments": say("More than %(most)s map fragments do not score."),
        "kind_twice": say("“%(other)s” has the value %(value)s already."),
        "kind_name_twice": say("There are clues called “%(name)s” already."),
        "kind_name_taken": say("The name “%(name)s” is taken."),
        "too_few_clues": say("Only %(found)s clues, but the display needs %(needed)s."),
        "too_many_clues": say("%(found)s clues; %(most)s are the most there can be."),
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
