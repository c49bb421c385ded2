"""What a notice says: which game, and that it is somebody's turn. Never a card."""

from __future__ import annotations

import msgspec

from spieltisch.core.texts import LANGUAGES
from spieltisch.server.notices import REMINDER, Told
from spieltisch.web.pages.rooms import standard
from spieltisch.web.pages.speech import speech


class Shown(msgspec.Struct, frozen=True):
    """`tag`: a newer notice of the same takes its place. `waiting`: games that await the player."""

    title: str
    body: str
    url: str
    tag: str
    waiting: int


def worded(told: Told) -> Shown:
    words = speech(told.language if told.language in LANGUAGES else "en")
    if len(told.tables) > 1:
        body = words.count(
            "%(number)s game waits for you", "%(number)s games wait for you", told.waiting
        )
        return Shown("Spieltisch", body, "/", "spieltisch", told.waiting)
    ((table, game, kind),) = told.tables
    late = words.say("Your time is over: you are awaited.")
    body = late if kind == REMINDER else words.say("It is your turn.")
    title = words.texts(standard(game)).title
    return Shown(title, body, f"/tables/{table}", table, told.waiting)
