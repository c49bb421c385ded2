"""What is wrong with a record somebody loads, in the reader's language."""

from __future__ import annotations

from spieltisch.core.errors import (
    BadEdition,
    BadOption,
    BadRecord,
    BadSeats,
    Refusal,
    SpieltischError,
    UnknownGame,
)
from spieltisch.core.game import Game
from spieltisch.core.record import loads
from spieltisch.games import game_of_record
from spieltisch.web.games import PAGES
from spieltisch.web.pages.box_words import said_of as said_of_box
from spieltisch.web.pages.speech import Speech
from spieltisch.web.pages.trouble import Said


def said_of(error: SpieltischError, sent: bytes, speech: Speech) -> Said:
    if isinstance(error, BadRecord):
        return said_of_record(error, sent, speech)
    if isinstance(error, BadEdition) and error.reason:
        return said_of_box(error, speech)
    return Said(general(error, speech))


def general(error: SpieltischError, speech: Speech) -> str:
    say = speech.say
    words = {
        UnknownGame: say("The game it names, or this version of its rules, is not played here."),
        BadSeats: say("The game is not for that many players."),
        BadOption: say("The record names an option that the game does not have."),
        BadEdition: say("The card list in the record does not make a box of this game."),
    }
    return words.get(type(error), say("It does not have the form of a record."))


def said_of_record(error: BadRecord, sent: bytes, speech: Speech) -> Said:
    facts = dict(error.facts)
    if error.refusal:
        room = room_in(sent)
        why = rule_words(error.refusal, room, speech)
        said = speech.say("Step %(step)s, “%(text)s”: %(why)s", **facts, why=why)
        return Said(said, error.refusal.clause, game=room.name)
    if error.reason == "not_their_turn":
        facts["who"] = who_decides(int(facts["turn"]), speech)
    words = reasons(speech).get(error.reason, general(error, speech))
    return Said(words % facts if facts else words)


def reasons(speech: Speech) -> dict[str, str]:
    say = speech.say
    no_record = say("This is not a record, or only a part of one.")
    return {
        "not_json": no_record,
        "bad_shown": say("What it says about tiles that players pointed at cannot be."),
        "not_a_record": no_record,
        "nothing": say("Choose a file, or paste a record into the field."),
        "too_large": say("The file is too large for a record."),
        "bad_part": say("The part “%(part)s” is missing or does not have the right form."),
        "unknown_format": say("The record comes from a newer Spieltisch."),
        "over_already": say("Step %(step)s: the game is already over by then."),
        "not_their_turn": say("Step %(step)s: here %(who)s decides, and nobody else."),
        "unreadable_step": say("Step %(step)s: “%(text)s” is no move of this game."),
        "other_choices": say(
            "Step %(step)s: the moves listed beside it are not the possible ones."
        ),
        "cut_off": say("The record breaks off after step %(step)s, but it names a result."),
        "other_result": say("The result in the record is not the one its steps lead to."),
    }


def who_decides(turn: int, speech: Speech) -> str:
    if turn < 0:
        return speech.say("chance")
    return speech.say("Player %(number)s", number=turn + 1)


def room_in(sent: bytes) -> Game:
    return game_of_record(loads(sent))


def rule_words(refusal: Refusal, room: Game, speech: Speech) -> str:
    facts = {
        key: who_decides(value, speech) if key == "seat" and isinstance(value, int) else value
        for key, value in refusal.facts.items()
    }
    return PAGES[room.name].presenter(room, speech).refusal(refusal.reason, facts)
