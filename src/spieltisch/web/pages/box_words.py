"""What is wrong with a card list, in the reader's language."""

from __future__ import annotations

from spieltisch.core.errors import BadEdition
from spieltisch.web.games import PAGES
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.trouble import Said


def said_of(error: BadEdition, speech: Speech) -> Said:
    words = reasons(speech).get(error.reason)
    if words is None:
        return Said(str(error))
    return Said(words % error.facts if error.facts else words, error.clause)


def reasons(speech: Speech) -> dict[str, str]:
    of_games = [page.box(speech).reasons() for page in PAGES.values() if page.box]
    return general(speech) | {reason: words for one in of_games for reason, words in one.items()}


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
