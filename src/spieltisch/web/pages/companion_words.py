"""What the companion says about an entry that cannot be."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.companion import Trouble
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.trouble import Said


def trouble_words(trouble: Trouble | str, speech: Speech) -> Said:
    if isinstance(trouble, str):
        return Said(speech.say("Please enter a whole number."))
    words = reasons(speech)[trouble.reason]
    return Said(words % trouble.facts if trouble.facts else words, trouble.clause)


def reasons(speech: Speech) -> dict[str, str]:
    say = speech.say
    return {
        "out_of_range": say("Only %(least)s to %(most)s can be here."),
        "more_than_exist": say("The box holds only %(most)s of these; %(found)s are entered."),
        "nobody_calls": say("With two players nobody can call."),
        "all_called": say("The round ends before the last player can call."),
        "calls_in_order": say("Two cannot call at once: number the calls 1, 2, 3 without gaps."),
        "too_few_to_call": say("Who calls has at least %(least)s tiles in the container."),
        "joker_without_row": say("A joker needs at least one clue in its row."),
        "more_late_than_laid": say("Only %(laid)s of the jokers lie in rows."),
        "joker_fits": say("There is a row without a joker: lay it there."),
        "too_many_jokers": say("The box holds only %(most)s jokers; %(found)s are entered."),
        "completed_without_ticket": say("Tick the ticket itself as well."),
    }


def unknown_words(names: Sequence[str], speech: Speech) -> str:
    if not names:
        return ""
    return speech.say("The box knows no such thing: %(names)s.", names=", ".join(names))
