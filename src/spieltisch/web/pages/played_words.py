"""Players, their games and numbers, in words."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from spieltisch.games import ROOMS
from spieltisch.server.played import Opponent, PlayedGame, Tally
from spieltisch.server.players import COLOURS, SHAPES
from spieltisch.web.games import PAGES
from spieltisch.web.pages.page import letter
from spieltisch.web.pages.rooms import standard
from spieltisch.web.pages.speech import Speech

MINUS = "\u2212"
MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


class Badge(msgspec.Struct, frozen=True):
    """A player as the page draws one: shape and colour, with a letter."""

    letter: str
    shape: int
    colour: int


class GameRow(msgspec.Struct, frozen=True):
    """A finished game in a list."""

    game: str
    title: str
    rivals: str
    when: str
    length: str
    result: str
    won: bool
    replay: str
    analysis: str
    without_luck: str = ""


class Standing(msgspec.Struct, frozen=True):
    """How somebody did in a game, or against somebody."""

    name: str
    note: str
    badge: Badge
    game: str
    tally: Tally


def badge(name: str, token: str, at: int = 0) -> Badge:
    """Whoever chose no token has that of the seat."""
    shape, colour = (int(token[0]), int(token[1])) if token else (at % SHAPES, at % COLOURS)
    return Badge(letter(name), shape, colour)


def game_rows(
    history: list[PlayedGame],
    now: float,
    speech: Speech,
    without_luck: Mapping[str, float] | None = None,
) -> list[GameRow]:
    """`without_luck`: results less what luck gave, by table, where somebody looked back."""
    fairer = without_luck or {}
    return [
        game_row(one, now, speech, fairer.get(one.table)) for one in history if one.game in ROOMS
    ]


def game_row(game: PlayedGame, now: float, speech: Speech, fairer: float | None) -> GameRow:
    return GameRow(
        game=game.game,
        title=speech.texts(standard(game.game)).title,
        rivals=", ".join(
            rival.name or (speech.level(rival.level) if rival.level else speech.say("somebody"))
            for rival in game.rivals
        ),
        when=ago(now - game.ended, speech),
        length=speech.count(
            "%(number)s minute", "%(number)s minutes", max(1, round(game.seconds / 60))
        ),
        result=result_words(game, speech),
        won=game.won,
        replay=f"/replay/{game.table}" if game.open else "",
        analysis=f"/tables/{game.table}/analysis" if game.open else "",
        without_luck=""
        if fairer is None
        else speech.say("without luck %(share)s %%", share=f"{round(100 * fairer)}").replace(
            "-", MINUS
        ),
    )


def result_words(game: PlayedGame, speech: Speech) -> str:
    if game.rank is None:
        return speech.say("played together")
    if len(game.rivals) == 1:
        score = f"{game.score} : {game.rivals[0].score}".replace("-", MINUS)
        won = speech.say("won %(score)s", score=score)
        return won if game.won else speech.say("lost %(score)s", score=score)
    seats = len(game.rivals) + 1
    return speech.say("%(rank)s of %(seats)s", rank=game.rank, seats=seats)


def standings(opponents: list[Opponent], speech: Speech) -> list[Standing]:
    return [
        Standing(
            name=speech.say("Bots: %(level)s", level=speech.level(one.level))
            if one.level
            else one.name,
            note=last_words(one.tally, speech),
            badge=badge((one.level and "Bot") or one.name, "", at),
            game="",
            tally=one.tally,
        )
        for at, one in enumerate(opponents)
    ]


def last_words(tally: Tally, speech: Speech) -> str:
    words = {
        "ahead": speech.say("last time: you were ahead"),
        "behind": speech.say("last time: you were behind"),
        "level": speech.say("last time: level"),
    }
    return words[tally.last]


def by_game(games: dict[str, Tally], speech: Speech) -> list[Standing]:
    return [
        Standing(speech.texts(standard(name)).title, "", badge(name, ""), name, tally)
        for name, tally in games.items()
        if name in PAGES
    ]


def ago(seconds: float, speech: Speech) -> str:
    if seconds < MINUTE:
        return speech.say("just now")
    if seconds < HOUR:
        return speech.count(
            "%(number)s minute ago", "%(number)s minutes ago", int(seconds / MINUTE)
        )
    if seconds < DAY:
        return speech.count("%(number)s hour ago", "%(number)s hours ago", int(seconds / HOUR))
    return speech.count("%(number)s day ago", "%(number)s days ago", int(seconds / DAY))
