"""Who may stay connected. Whoever sends no request, or sends or reads one too slowly, has to go;
so does whoever waits longest when there are too many of one house, or of all."""

from __future__ import annotations

import asyncio
import resource
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from spieltisch.web.addresses import house_of

HEADER_SECONDS = 10.0  # for the head of a request, from its first byte or the connecting on
BODY_SECONDS = 30.0  # for all the rest of it
READING_SECONDS = 60.0  # for a guest who has stopped reading an answer
MOST_FILES = 65_536
FEW_FILES = 4_096
TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\n"
    b"content-length: 0\r\n\r\n"
)


def raise_file_limit() -> int:
    """As many open files as the system lets this process have; how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):
            return soft
        return wanted
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft


def room_for_connections(files: int) -> int:
    """What is left when the database, logs and bots have theirs."""
    return max(16, files - max(64, files // 8))


class Crowd:
    """Connections that share a bound. `owing`: a request is not all there yet. `idle`: between
    two requests. In both, who waits longest comes first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.number = 0
        self.owing: dict[Connection, None] = {}
        self.idle: dict[Connection, None] = {}

    def replaceable(self) -> Connection | None:
        """Who goes if another comes: nobody is answered just now who is named here."""
        for waiting in (self.owing, self.idle):
            for connection in waiting:
                return connection
        return None


class Door:
    def __init__(self, most: int, most_of_a_house: int) -> None:
        self.everybody = Crowd(most)
        self.most_of_a_house = most_of_a_house
        self.houses: dict[str, Crowd] = {}

    def enter(self, connection: Connection, house: str) -> bool:
        crowds = [self.everybody, self.houses.get(house) or Crowd(self.most_of_a_house)]
        for crowd in crowds:
            if crowd.number >= crowd.most and not self.make_room(crowd):
                return False
        self.houses[house] = crowds[1]
        for crowd in crowds:
            crowd.number += 1
        connection.crowds = crowds
        return True

    def make_room(self, crowd: Crowd) -> bool:
        longest = crowd.replaceable()
        if longest is not None:
            longest.send_away(FULL)
        return longest is not None

    def leave(self, connection: Connection, house: str) -> None:
        self.note(connection)
        for crowd in connection.crowds:
            crowd.number -= 1
            if crowd.number == 0 and self.houses.get(house) is crowd:
                del self.houses[house]
        connection.crowds = []

    def note(self, connection: Connection, owing: bool = False, idle: bool = False) -> None:
        for crowd in connection.crowds:
            crowd.owing.pop(connection, None)
            crowd.idle.pop(connection, None)
            if owing:
                crowd.owing[connection] = None
            elif idle:
                crowd.idle[connection] = None


class Connection(HttpToolsProtocol):
    """Of one guest, as uvicorn keeps it, with an eye on the time each request takes."""

    door: ClassVar[Door]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.crowds: list[Crowd] = []
        self.house = ""
        self.reading = True  # some of a request is still to come
        self.in_body = False
        self.patience: asyncio.TimerHandle | None = None
        self.patience_for_body = False
        self.unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.house = house_of(self.client[0] if self.client else "")
        if self.door.enter(self, self.house):
            self.door.note(self, owing=True)
            self.wait_for_request()
        else:
            self.send_away(FULL)

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        self.resume_writing()
        self.door.leave(self, self.house)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.reading:
            self.wait_for_request()

    def on_message_begin(self) -> None:
        self.reading, self.in_body = True, False
        self.say_what_is_awaited()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self.reading = False
        self.stop_waiting()
        self.door.note(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.say_what_is_awaited()

    def say_what_is_awaited(self) -> None:
        answering = self.cycle is not None and not self.cycle.response_complete
        if not answering or self.reading:
            self.door.note(self, owing=self.reading, idle=not self.reading)

    # Time.

    def wait_for_request(self) -> None:
        """Once for the head and once for the body: single bytes now and then win no time."""
        if self.patience is not None and self.patience_for_body == self.in_body:
            return
        self.stop_waiting()
        seconds = BODY_SECONDS if self.in_body else HEADER_SECONDS
        self.patience = self.loop.call_later(seconds, self.send_away, TOO_SLOW)
        self.patience_for_body = self.in_body

    def stop_waiting(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.unread is None:
            self.unread = self.loop.call_later(READING_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None
        super().resume_writing()

    def send_away(self, last_word: bytes) -> None:
        """Counted out at once; said only if nothing of an answer is on its way."""
        self.stop_waiting()
        self.door.leave(self, self.house)
        if self.transport.is_closing():
            return
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            self.transport.write(last_word)
            self.transport.close()
        else:
            self.transport.abort()


def connection_class(most: int, most_of_a_house: int) -> type[Connection]:
    """For one server: all its connections share a door."""

    class Here(Connection):
        door = Door(most, most_of_a_house)

    return Here
