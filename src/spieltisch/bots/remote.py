"""A bot that is a web server: the questions of the line protocol, each as one POST."""

from __future__ import annotations

import time
from collections.abc import Sequence
from http.client import HTTPException, HTTPResponse
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from spieltisch.bots.process import MOST_BYTES, PATIENCE
from spieltisch.bots.punctual import late
from spieltisch.bots.questions import answer, question
from spieltisch.core.bot import BadBot
from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.view import View


class HttpBot:
    """Answers come from `url`: `HttpBot("http://localhost:9000/move", seconds=5)`."""

    def __init__(self, url: str, seconds: float = PATIENCE) -> None:
        self.url = url
        self.seconds = seconds

    def sit(self, game: Game, seat: int) -> None:
        self.game = game
        self.seat = seat

    def choose(self, view: View, legal: Sequence[str], rng: Rng) -> str:
        asked = question(self.game, self.seat, view, legal, rng)
        try:
            return answer(self.post(asked), legal)
        except BadBot as error:
            raise BadBot(f"bot {self.url}: {error}") from None

    def post(self, asked: bytes) -> bytes:
        """What the server says, as long as all of it comes in time and is not too long."""
        request = Request(self.url, asked, {"Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=self.seconds) as response:
                return self.read(response, time.monotonic() + self.seconds)
        except HTTPError as error:
            raise BadBot(f"answered with status {error.code}") from None
        except (OSError, HTTPException, ValueError) as error:
            why = getattr(error, "reason", error)
            if isinstance(why, TimeoutError):
                raise late(self.seconds) from None
            raise BadBot(f"cannot be reached: {why}") from None

    def read(self, response: HTTPResponse, deadline: float) -> bytes:
        said = b""
        while some := response.read1(MOST_BYTES):
            said += some
            if len(said) > MOST_BYTES:
                raise BadBot(f"answered more than {MOST_BYTES} bytes")
            if time.monotonic() > deadline:
                raise late(self.seconds)
        return said
