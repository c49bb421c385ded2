"""The open API: a lobby after boardgame.io, play and streams after Lichess's bot API."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotAuthorizedException, NotFoundException
from litestar.params import BodyKwarg, HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from spieltisch import schemas
from spieltisch.core.record import Record
from spieltisch.games import ROOMS, game
from spieltisch.server.credentials import hashed
from spieltisch.server.errors import NotYours
from spieltisch.server.keys import LONGEST_KEY
from spieltisch.server.live_table import asking
from spieltisch.server.lobby import Seated
from spieltisch.server.offers import Offer
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.tables import Tables
from spieltisch.server.thinking.analyses import Progress
from spieltisch.web import api_players
from spieltisch.web.auth import AnyRequest, bearer, fresh_credential, program, refuse_forged
from spieltisch.web.games import PAGES
from spieltisch.web.limits import SITTING_DOWN
from spieltisch.web.live import LONGEST_VERSION, ndjson, server_sent
from spieltisch.web.origins import origin_of
from spieltisch.web.wire import (
    JOINING,
    NEW_TABLE,
    OWN_PROBLEMS,
    PROBLEMS,
    SEAT_PROBLEMS,
    WRITE_PROBLEMS,
    Again,
    Filling,
    GameFull,
    GameInfo,
    GameState,
    Joining,
    NewTable,
    Redeeming,
    SeatLink,
    Trying,
    game_info,
    game_state,
)

Seat = Annotated[
    int | None,
    QueryParameter(
        name="seat", ge=0, le=7, description="Which of your seats, if you have several."
    ),
]
Number = Annotated[
    int, QueryParameter(name="number", ge=0, le=10**9, description="The `number` you answer.")
]
Key = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        max_length=LONGEST_KEY,
        description="The same key again changes nothing.",
        required=False,
    ),
]
TableId = Annotated[str, PathParameter(max_length=16)]
SEATED: dict[str, list[str]] = {"seat": []}


TheTables = NamedDependency[Tables]
Own = NamedDependency[str | None]


def own(request: AnyRequest) -> str | None:
    return bearer(request)


Mine = NamedDependency[str]  # to sit down with: the one that was sent, or a new one


def needed(credential: str | None) -> str:
    if credential is None:
        raise NotYours("no_credential")
    return credential


@get("/games", responses=PROBLEMS)
async def list_games(tables: TheTables) -> list[GameInfo]:
    """The games one can play here."""
    return [game_info(game(name), tables.roster.names) for name in ROOMS]


@get("/tables", responses=PROBLEMS)
async def list_tables(tables: TheTables) -> list[Snapshot]:
    """Listed tables that wait for players, each with its invitation, and public games."""
    return await tables.viewing.listed()


@get("/offer", responses=PROBLEMS)
async def offer(tables: TheTables) -> Offer:
    """A secret for a table you want to lay, and the commitment your contribution has to answer:
    docs/fairness.md."""
    return tables.lobby.offer()


@post("/tables", opt={SITTING_DOWN: True}, responses=OWN_PROBLEMS)
async def create_table(
    request: AnyRequest,
    tables: TheTables,
    mine: Mine,
    data: Annotated[NewTable, BodyKwarg(examples=[NEW_TABLE])],
) -> Seated:
    """Lay a table. Sent with a credential, it owns the seats; otherwise a new one does."""
    return await tables.lobby.create(
        data.game,
        seats=data.seats,
        options=data.options,
        edition=data.edition,
        house=data.house,
        offer=data.offer,
        contribution=data.contribution,
        credential=mine,
        first_deal=PAGES[data.game].first_deal.number if data.game in PAGES else 0,
        origin=origin_of(request),
    )


@get("/mine", security=[SEATED], responses=OWN_PROBLEMS)
async def my_tables(request: AnyRequest, tables: TheTables, credential: Own) -> list[Snapshot]:
    """The tables where your credential has a seat, newest first."""
    if credential is None:
        raise NotAuthorizedException("send a credential", headers={"WWW-Authenticate": "Bearer"})
    await refuse_forged(request, credential)
    return await tables.viewing.mine(credential)


@get("/invitations/{invite:str}", responses=PROBLEMS)
async def invitation(
    tables: TheTables, invite: Annotated[str, PathParameter(max_length=100)]
) -> Snapshot:
    """What waits behind an invitation, the commitment to fair chance included."""
    return await tables.lobby.invited(invite)


@post("/join", opt={SITTING_DOWN: True}, responses=OWN_PROBLEMS)
async def join(
    request: AnyRequest,
    tables: TheTables,
    mine: Mine,
    data: Annotated[Joining, BodyKwarg(examples=[JOINING])],
    key: Key = "",
) -> Seated:
    """Exchange an invitation for a seat and its credential. Without a credential, the key has to
    be one that nobody could guess: it stands for you."""
    if key and bearer(request) is None:
        mine = fresh_credential(request, key, data.invite)
    return await tables.lobby.join(
        data.invite, data.name, data.contribution, mine, key=key, another=data.another
    )


@post("/redeem", opt={SITTING_DOWN: True}, responses=OWN_PROBLEMS)
async def redeem(tables: TheTables, mine: Mine, data: JSONBody[Redeeming]) -> Seated:
    """Move a seat here with its one-time link."""
    return await tables.lobby.redeem(data.link, mine)


@get("/tables/{table:str}", responses=PROBLEMS)
async def look(tables: TheTables, credential: Own, table: TableId, seat: Seat = None) -> Snapshot:
    """Everything you may be told about a table now."""
    return await tables.viewing.look(table, credential, seat)


@post("/tables/{table:str}/watch", status_code=200, responses=OWN_PROBLEMS, security=[SEATED])
async def admit(
    request: AnyRequest,
    tables: TheTables,
    credential: Own,
    table: TableId,
    data: JSONBody[Redeeming],
) -> Snapshot:
    """Exchange a watch link for the right to look with your credential."""
    await refuse_forged(request, needed(credential))
    return await tables.lobby.admit(table, data.link, needed(credential))


@post(
    "/tables/{table:str}/move/{move:str}",
    status_code=200,
    responses=WRITE_PROBLEMS,
    security=[SEATED],
)
async def move(
    tables: TheTables,
    credential: Own,
    table: TableId,
    move: Annotated[str, PathParameter(max_length=60)],
    number: Number,
    key: Key = "",
    seat: Seat = None,
) -> GameState:
    """Play one of the legal texts."""
    return game_state(await tables.play.move(table, credential, number, move, key, seat))


@post(
    "/tables/{table:str}/undo",
    status_code=200,
    responses=WRITE_PROBLEMS,
    security=[SEATED],
)
async def undo(
    tables: TheTables,
    credential: Own,
    table: TableId,
    number: Number,
    key: Key = "",
    seat: Seat = None,
) -> GameState:
    """Take your last decision back, while `can_undo` says so."""
    return game_state(await tables.play.undo(table, credential, number, key, seat))


@post("/tables/{table:str}/leave", status_code=204, responses=SEAT_PROBLEMS, security=[SEATED])
async def leave(tables: TheTables, credential: Own, table: TableId, seat: Seat = None) -> None:
    """Stand up; once the game has begun, a bot plays on and you can come back."""
    await tables.lobby.leave(table, credential, seat)


@post("/tables/{table:str}/take-back", status_code=200, responses=SEAT_PROBLEMS, security=[SEATED])
async def take_back(
    tables: TheTables, credential: Own, table: TableId, seat: Seat = None
) -> Snapshot:
    """Take your seat back from the bot."""
    return await tables.lobby.take_back(table, credential, seat)


@post("/tables/{table:str}/fill", status_code=200, responses=SEAT_PROBLEMS, security=[SEATED])
async def fill(
    tables: TheTables, credential: Own, table: TableId, data: JSONBody[Filling]
) -> Snapshot:
    """As the host, let bots take the open seats."""
    return await tables.lobby.fill(table, credential, data.level)


@get("/tables/{table:str}/again", responses=SEAT_PROBLEMS, security=[SEATED])
async def offer_again(tables: TheTables, credential: Own, table: TableId) -> Offer:
    """The commitment that a contribution to the rematch has to answer."""
    return await tables.lobby.offer_again(table, credential)


@post(
    "/tables/{table:str}/again",
    opt={SITTING_DOWN: True},
    responses=SEAT_PROBLEMS,
    security=[SEATED],
)
async def again(
    request: AnyRequest,
    tables: TheTables,
    credential: Own,
    table: TableId,
    data: JSONBody[Again],
) -> Seated:
    """Play again with the same people."""
    return await tables.lobby.again(
        table, needed(credential), data.contribution, origin_of(request)
    )


@post("/tables/{table:str}/seat-link", responses=SEAT_PROBLEMS, security=[SEATED])
async def seat_link(
    tables: TheTables, credential: Own, table: TableId, seat: Seat = None
) -> SeatLink:
    """A one-time link that moves your seat to another device."""
    return SeatLink(await tables.lobby.seat_link(table, credential, seat))


@get("/tables/{table:str}/record", responses=PROBLEMS)
async def record(tables: TheTables, credential: Own, table: TableId) -> Response[Record]:
    """The finished game with its proof, for `spieltisch replay` and `spieltisch verify`."""
    headers = {"Content-Disposition": f'attachment; filename="{table}.json"'}
    return Response(await tables.viewing.record(table, credential), headers=headers)


@get("/tables/{table:str}/analysis", responses=PROBLEMS)
async def analysis(
    request: AnyRequest, tables: TheTables, credential: Own, table: TableId
) -> Progress:
    """The look back at a finished game (or a kept record): every decision judged in chance and in
    points, and luck and skill apart. The first to ask begins it; ask again until `finished`. Your
    own decisions come first."""
    replay = await tables.viewing.replay(table, credential)
    asker = asking(origin_of(request), hashed(credential))
    first = await tables.viewing.own_seats(replay, credential)
    return await tables.analyses.of(replay, asker, first)


@post("/tables/{table:str}/try", opt={SITTING_DOWN: True}, responses=OWN_PROBLEMS)
async def try_again(
    request: AnyRequest,
    tables: TheTables,
    mine: Mine,
    table: TableId,
    data: JSONBody[Trying],
) -> Seated:
    """Play on against bots from a decision of a finished game (or of a kept record), from what its
    seat knew then; what it could not know is dealt anew. The game is private and counts for
    nothing."""
    return await tables.tries.again(
        table, data.step, data.name, mine, level=data.level, origin=origin_of(request)
    )


@get("/schemas", responses=PROBLEMS)
async def list_schemas() -> list[str]:
    """The names of the JSON Schemas: records, traces, and each game's views, positions and card
    lists."""
    return schemas.names()


@get("/schemas/{name:str}", responses=PROBLEMS)
async def json_schema(
    name: Annotated[str, PathParameter(max_length=60)],
) -> Response[dict[str, Any]]:
    """One JSON Schema (2020-12); `.json` behind the name may be left out."""
    try:
        found = schemas.schema(name.removesuffix(".json"))
    except schemas.UnknownSchema as error:
        raise NotFoundException(str(error)) from None
    headers = {"Content-Disposition": f'attachment; filename="{found["$id"]}"'}
    return Response(found, headers=headers, media_type="application/schema+json")


@get("/tables/{table:str}/events", media_type="text/event-stream", responses=PROBLEMS)
async def events(
    tables: TheTables,
    credential: Own,
    table: TableId,
    seat: Seat = None,
    last: Annotated[
        str | None,
        HeaderParameter(name="Last-Event-ID", max_length=LONGEST_VERSION, required=False),
    ] = None,
) -> Stream:
    """Server-sent events: a look at every change; goes on after Last-Event-ID."""
    await tables.viewing.look(table, credential, seat)
    return server_sent(tables.viewing.watch(table, credential, seat, last), as_json)


@get("/tables/{table:str}/stream", media_type="application/x-ndjson", responses=PROBLEMS)
async def game_stream(
    tables: TheTables, credential: Own, table: TableId, seat: Seat = None
) -> Stream:
    """NDJSON for bots: `gameFull`, then `gameState` at every change until the game is over."""
    await tables.viewing.look(table, credential, seat)
    return ndjson(game_lines(tables.viewing.watch(table, credential, seat)))


@get("/stream/events", media_type="application/x-ndjson", security=[SEATED], responses=PROBLEMS)
async def event_stream(tables: TheTables, credential: Own) -> Stream:
    """NDJSON: `gameStart` for each of your games that runs or begins, `gameFinish` at its end."""
    return ndjson(news_lines(tables, credential))


def as_json(look: Snapshot) -> str:
    return msgspec.json.encode(look).decode()


async def game_lines(changes: AsyncIterator[Snapshot | None]) -> AsyncIterator[bytes | None]:
    told = False
    async for look in changes:
        if look is None:
            yield None
            continue
        yield msgspec.json.encode(game_state(look) if told else GameFull(look))
        told = True
        if look.stage == "over":
            return


async def news_lines(tables: Tables, credential: str | None) -> AsyncIterator[bytes | None]:
    async for news in tables.news.watch(credential):
        yield None if news is None else msgspec.json.encode(news)


api = Router(
    "/api",
    route_handlers=[
        list_games,
        list_tables,
        offer,
        offer_again,
        create_table,
        my_tables,
        invitation,
        join,
        redeem,
        look,
        admit,
        move,
        undo,
        leave,
        take_back,
        fill,
        again,
        seat_link,
        record,
        analysis,
        try_again,
        list_schemas,
        json_schema,
        events,
        game_stream,
        event_stream,
        *api_players.handlers,
    ],
    dependencies={"credential": Provide(own, sync_to_thread=False), "mine": Provide(program)},
)
