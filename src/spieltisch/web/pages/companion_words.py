"""What the companion says about an entry that cannot be."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.core.companion import Trouble
from spieltisch.web.pages.companion_forms import Form
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.trouble import Said


def trouble_words(trouble: Trouble | str, form: Form) -> Said:
    if isinstance(trouble, str):
        return Said(form.speech.say("Please enter a whole number."))
    words = (general(form.speech) | form.reasons())[trouble.reason]
    return Said(words % trouble.facts if trouble.facts else words, trouble.clause)


def general(speech: Speech) -> dict[str, str]:
    say = speech.say
    return {
        "out_of_range": say("Only %(least)s to %(most)s is possible here."),
        "more_than_exist": say("The box holds only %(most)s of these; %(found)s are entered."),
    }


def unknown_words(names: Sequence[str], speech: Speech) -> str:
    if not names:
        return ""
    return speech.say("The box has no such thing: %(names)s.", names=", ".join(names))
