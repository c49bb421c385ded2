"""Trying again: a game against bots from a decision of an old one, from what its seat knew then.

What the seat could not know is dealt anew, so a try shows nothing of the old game that the seat
had not seen. The old game is not touched, and the new one counts for nothing.
"""

from __future__ import annotations

import asyncio
import secrets

from spieltisch.core.game import Document
from spieltisch.core.rng import Rng, seeded
from spieltisch.server.errors import Refused
from spieltisch.server.lobby import Lobby, Seated, SeatWish
from spieltisch.server.replays import Replay
from spieltisch.server.stored_table import House, Start, Tried
from spieltisch.server.viewing import Viewing

LEVEL = "casual"
PRIVATE = House(order="chosen", watch="nobody", share=False, hints=True)


class Tries:
    def __init__(self, lobby: Lobby, viewing: Viewing) -> None:
        self.lobby = lobby
        self.viewing = viewing

    async def again(
        self,
        name: str,
        step: int,
        person: str,
        credential: str | None = None,
        *,
        level: str = LEVEL,
        origin: str = "",
        seed: str = "",
    ) -> Seated:
        """Play on, after so many steps of a finished game or a kept record, for the seat that had
        to decide then. Equal seeds deal alike; without one nobody knows how."""
        replay = await self.viewing.replay(name, credential)
        seat = deciding(replay, step)
        rng = seeded("try", seed or secrets.token_hex(16))
        position = await asyncio.to_thread(as_known, replay, step, seat, rng)
        game, record = replay.game, replay.record
        return await self.lobby.lay(
            game.name,
            seats=wishes(replay, seat, person, level),
            options=record.options,
            edition=None if isinstance(game.edition, str) else game.edition,
            house=PRIVATE,
            offer=None,
            secret=secrets.token_bytes(32),
            contribution="",
            credential=credential,
            origin=origin,
            start=Start(position, Tried(name, step, seat)),
            rules_version=game.rules_version,
        )


def deciding(replay: Replay, step: int) -> int:
    """The seat that had to decide after so many steps."""
    seat = replay.turn_at(step) if 0 <= step <= replay.last else -1
    if seat < 0:
        raise Refused("not_a_decision")
    return seat


def as_known(replay: Replay, step: int, seat: int, rng: Rng) -> Document:
    """The position as the seat knew it; all else dealt anew among what agrees with that."""
    return replay.game.to_document(replay.game.determinize(replay.view(step, seat), rng))


def wishes(replay: Replay, mine: int, person: str, level: str) -> list[SeatWish]:
    """Bots play for everybody else, under the names the others had."""
    names = [*replay.record.names, *[""] * replay.record.seats]
    return [
        SeatWish("person", person) if seat == mine else SeatWish("bot", names[seat], level)
        for seat in range(replay.record.seats)
    ]
