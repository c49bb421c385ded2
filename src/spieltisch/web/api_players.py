"""The API about people who come back: who I am, what I played, my devices, links to games."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from spieltisch.core.record import Record
from spieltisch.core.texts import LANGUAGES
from spieltisch.server.errors import Refused
from spieltisch.server.notices import PushState
from spieltisch.server.played import PlayedGame, Tally, numbers
from spieltisch.server.players import DeviceLink, OwnDevice
from spieltisch.server.push_service import LONGEST_ENDPOINT, Subscription
from spieltisch.server.reactions import Kind
from spieltisch.server.snapshot import record
from spieltisch.server.store.people import Profile
from spieltisch.server.tables import Tables
from spieltisch.web.auth import AnyRequest, Mint
from spieltisch.web.limits import SITTING_DOWN
from spieltisch.web.wire import OWN_PROBLEMS, SEAT_PROBLEMS, Name, Secret, ShortText

TheTables = NamedDependency[Tables]
Own = NamedDependency[str | None]
TableId = Annotated[str, PathParameter(max_length=16)]
SEATED: dict[str, list[str]] = {"seat": []}


class Me(msgspec.Struct, frozen=True):
    """`token`: shape and colour as two digits from 0 to 4, or nothing for those of the seat."""

    name: str
    token: str
    language: str
    created: float


class Changing(msgspec.Struct, forbid_unknown_fields=True):
    """What is left out stays."""

    name: Name | None = None
    token: ShortText | None = None
    language: ShortText | None = None


class Person(msgspec.Struct, frozen=True):
    """Somebody else in a finished game; `level` of a bot."""

    name: str
    level: str
    rank: int
    score: int


class FinishedGame(msgspec.Struct, frozen=True):
    """`rank` and `score` are missing where several people shared the device. `open`: the record is
    still there."""

    table: str
    game: str
    ended: float
    seconds: float
    steps: int
    rank: int | None
    score: int | None
    won: bool
    others: list[Person]
    open: bool


class Against(msgspec.Struct, frozen=True):
    name: str
    level: str
    tally: Tally


class Standing(msgspec.Struct, frozen=True):
    """Numbers for each game, and against each opponent: people, and bots by their level."""

    games: dict[str, Tally]
    opponents: list[Against]


class Continuing(msgspec.Struct, forbid_unknown_fields=True):
    """A one-time link's text, or a recovery sheet's."""

    link: Secret
    device: Annotated[str, Meta(max_length=60)] = ""


class NewDevice(msgspec.Struct, frozen=True):
    """The credential of one more device of this player."""

    credential: str
    me: Me


class Recovery(msgspec.Struct, frozen=True):
    """Leads back to the player until there is a newer one."""

    link: str


class Listening(msgspec.Struct, forbid_unknown_fields=True):
    """Where a browser wants its notices, as its `PushSubscription` tells. `hourly`: at most one an
    hour, for all games."""

    endpoint: Annotated[str, Meta(max_length=LONGEST_ENDPOINT)]
    p256dh: Secret
    auth: Secret
    hourly: bool = False


class Reacting(msgspec.Struct, forbid_unknown_fields=True):
    reaction: Kind


class Sharing(msgspec.Struct, forbid_unknown_fields=True):
    share: bool


class Shared(msgspec.Struct, frozen=True):
    """`link` is empty if links to the game do not open, or it is not over."""

    link: str


def shown(profile: Profile) -> Me:
    return Me(profile.name, profile.token, profile.language, profile.created)


def finished(game: PlayedGame) -> FinishedGame:
    others = [Person(one.name, one.level, one.rank, one.score) for one in game.rivals]
    fields = {name: getattr(game, name) for name in game.__struct_fields__ if name != "rivals"}
    return FinishedGame(**fields, others=others)


@get("/me", responses=OWN_PROBLEMS, security=[SEATED])
async def who_am_i(tables: TheTables, credential: Own) -> Me:
    """The player whose device your credential is."""
    return shown(await tables.players.known(credential))


@post("/me", status_code=200, responses=OWN_PROBLEMS, security=[SEATED])
async def change_me(tables: TheTables, credential: Own, data: JSONBody[Changing]) -> Me:
    """Choose a name, a token, a language."""
    if data.language is not None and data.language not in LANGUAGES:
        raise Refused("no_such_language")
    changed = await tables.players.change(credential, data.name, data.token, data.language)
    return shown(changed)


@get("/me/games", responses=OWN_PROBLEMS, security=[SEATED])
async def my_games(tables: TheTables, credential: Own) -> list[FinishedGame]:
    """Finished games, the latest first."""
    await tables.players.known(credential)
    return [finished(one) for one in await tables.played.history(credential)]


@get("/me/numbers", responses=OWN_PROBLEMS, security=[SEATED])
async def my_numbers(tables: TheTables, credential: Own) -> Standing:
    """How these games came out."""
    await tables.players.known(credential)
    counted = numbers(await tables.played.history(credential))
    opponents = [Against(one.name, one.level, one.tally) for one in counted.opponents]
    return Standing(counted.games, opponents)


@get("/me/records", media_type="application/zip", responses=OWN_PROBLEMS, security=[SEATED])
async def my_records(tables: TheTables, credential: Own) -> Response[bytes]:
    """Everything you played that is still there: a zip of records."""
    await tables.players.known(credential)
    packed = await tables.played.records(credential)
    attached = {"Content-Disposition": 'attachment; filename="spieltisch.zip"'}
    return Response(packed, media_type="application/zip", headers=attached)


@get("/me/devices", responses=OWN_PROBLEMS, security=[SEATED])
async def my_devices(tables: TheTables, credential: Own) -> list[OwnDevice]:
    """The devices that are signed in as you."""
    return await tables.players.own_devices(credential)


@post(
    "/me/devices/{device:str}/sign-out", status_code=204, responses=OWN_PROBLEMS, security=[SEATED]
)
async def sign_out(
    tables: TheTables, credential: Own, device: Annotated[str, PathParameter(max_length=16)]
) -> None:
    """That device is nobody's from now on."""
    await tables.players.sign_out(credential, device)


@get("/me/push", responses=OWN_PROBLEMS, security=[SEATED])
async def push_state(tables: TheTables, credential: Own) -> PushState:
    """Whether this device is told when it is your turn, and how many games wait for you."""
    await tables.players.known(credential)
    return await tables.notices.state(credential)


@post("/me/push", status_code=204, responses=OWN_PROBLEMS, security=[SEATED])
async def push_on(tables: TheTables, credential: Own, data: JSONBody[Listening]) -> None:
    """Tell this device from now on, by Web Push; in the place of what it asked for before."""
    await tables.players.known(credential)
    to = Subscription(data.endpoint, data.p256dh, data.auth)
    await tables.notices.subscribe(credential, to, data.hourly)


@post("/me/push/off", status_code=204, responses=OWN_PROBLEMS, security=[SEATED])
async def push_off(tables: TheTables, credential: Own) -> None:
    """Tell this device nothing any more."""
    await tables.players.known(credential)
    await tables.notices.unsubscribe(credential)


@post("/me/device-link", responses=OWN_PROBLEMS, security=[SEATED])
async def device_link(tables: TheTables, credential: Own) -> DeviceLink:
    """A text with which one more device becomes yours: once, within ten minutes."""
    return await tables.players.device_link(credential)


@post("/me/recovery", responses=OWN_PROBLEMS, security=[SEATED])
async def recovery(tables: TheTables, credential: Own) -> Recovery:
    """A text that always leads back to you; one made before does not any more."""
    return Recovery(await tables.players.recovery_sheet(credential))


@post("/continue", opt={SITTING_DOWN: True}, responses=OWN_PROBLEMS)
async def go_on(request: AnyRequest, tables: TheTables, data: JSONBody[Continuing]) -> NewDevice:
    """Be the player a link or a recovery sheet leads to."""
    mint: Mint = request.app.state.mint
    credential = mint.new()
    known = await tables.players.arrive(data.link, credential, data.device)
    return NewDevice(credential, shown(known))


@post("/me/forget", status_code=204, responses=OWN_PROBLEMS, security=[SEATED])
async def forget(tables: TheTables, credential: Own) -> None:
    """Delete the player; games of others stay, without your name."""
    await tables.players.forget(credential)


@post("/tables/{table:str}/react", status_code=204, responses=SEAT_PROBLEMS, security=[SEATED])
async def react(
    tables: TheTables, credential: Own, table: TableId, data: JSONBody[Reacting]
) -> None:
    """Show the other people at the table a reaction; one in three seconds."""
    await tables.play.react(table, credential, data.reaction)


@get("/tables/{table:str}/share", responses=SEAT_PROBLEMS, security=[SEATED])
async def share_link(tables: TheTables, credential: Own, table: TableId) -> Shared:
    """The name under which everybody finds the finished game: /replay/NAME, /api/shared/NAME."""
    return Shared(await tables.shares.of(table, credential))


@post("/tables/{table:str}/share", status_code=200, responses=SEAT_PROBLEMS, security=[SEATED])
async def share(
    tables: TheTables, credential: Own, table: TableId, data: JSONBody[Sharing]
) -> Shared:
    """Withdraw all links to the game, or let new ones open."""
    return Shared(await tables.shares.change(table, credential, data.share))


@get("/shared/{name:str}", responses=SEAT_PROBLEMS)
async def shared(tables: TheTables, name: Annotated[str, PathParameter(max_length=80)]) -> Record:
    """The record of a finished game that was shared."""
    return record(await tables.shares.opened(name))


handlers = [
    who_am_i,
    change_me,
    my_games,
    my_numbers,
    my_records,
    my_devices,
    sign_out,
    push_state,
    push_on,
    push_off,
    device_link,
    recovery,
    go_on,
    forget,
    react,
    share_link,
    share,
    shared,
]
