"""Who may stay connected. Whoever sends no request, or sends or reads one too slowly, has to go;
so does whoever sends much beside a body, or many requests before the first is answered; and who
waits longest, when there are too many of one house, or of all."""

from __future__ import annotations

import asyncio
import resource
from collections import deque
from typing import Any, ClassVar

from httptools import HttpParserError
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from spieltisch.web.addresses import house_of

HEADER_SECONDS = 10.0  # for the head of a request, from its first byte or the connecting on
BODY_SECONDS = 30.0  # for all the rest of it
READING_SECONDS = 60.0  # for a guest who has stopped reading an answer
MOST_BESIDE_BODY = 65_536  # bytes of a request: its line, headers, what frames and follows its body
MOST_HEADERS = 100
MOST_AHEAD = 20  # requests sent before the one that is being answered is
MOST_FILES = 65_536
FEW_FILES = 4_096
BAD = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
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
        self.beside_body = 0
        self.unanswered: deque[RequestResponseCycle] = deque()
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
        for cycle in self.unanswered:  # uvicorn tells the newest alone: live updates would go on
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self.beside_body += len(data)
        super().data_received(data)
        if self.beside_body > MOST_BESIDE_BODY:
            self.send_away(BAD)
        elif self.reading:
            self.wait_for_request()

    def send_400_response(self, msg: str) -> None:
        self.send_away(BAD)

    def on_message_begin(self) -> None:
        if len(self.unanswered) > MOST_AHEAD:
            raise HttpParserError("too many requests ahead")
        self.reading, self.in_body = True, False
        self.say_what_is_awaited()
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= MOST_HEADERS:
            raise HttpParserError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self.in_body = True
        super().on_headers_complete()
        self.unanswered.append(self.cycle)

    def on_body(self, body: bytes) -> None:
        self.beside_body -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.reading = False
        self.beside_body = 0
        self.stop_waiting()
        self.door.note(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        self.unanswered.popleft()
        super().on_response_complete()
        self.say_what_is_awaited()

    def say_what_is_awaited(self) -> None:
        if not self.unanswered or self.reading:
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
        if self.unanswered and self.unanswered[0].response_started:
            self.transport.abort()
        else:
            self.transport.write(last_word)
            self.transport.close()


def connection_class(most: int, most_of_a_house: int) -> type[Connection]:
    """For one server: all its connections share a door."""

    class Here(Connection):
        door = Door(most, most_of_a_house)

    return Here
