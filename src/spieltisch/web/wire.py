"""What goes over the wire: bodies of requests, answers, lines of streams; and their examples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example
from msgspec import Meta

from spieltisch.core.edition import built_in
from spieltisch.core.game import Game, Option
from spieltisch.core.result import Result
from spieltisch.core.view import View
from spieltisch.server.fairness import LONGEST_CONTRIBUTION
from spieltisch.server.lobby import SeatWish
from spieltisch.server.snapshot import Clock, Fair, SeatInfo, Snapshot
from spieltisch.server.stored_table import House, Stage
from spieltisch.server.viewer import Entry
from spieltisch.web.problems import Problem

Name = Annotated[str, Meta(min_length=1, max_length=100)]
Contribution = Annotated[
    str,
    Meta(
        max_length=LONGEST_CONTRIBUTION,
        description="Your part of every outcome of chance, COMMITMENT:WHAT-YOU-ADD; "
        "made up by the server if empty.",
    ),
]
Secret = Annotated[str, Meta(min_length=1, max_length=100)]
ShortText = Annotated[str, Meta(max_length=40)]


class GameInfo(msgspec.Struct, frozen=True):
    """One of the games; `levels` are the bots that can sit at its table, `cards` is its built-in
    card list, if it has one."""

    name: str
    title: str
    least_seats: int
    most_seats: int
    minutes: int
    options: list[Option]
    reconstructed: bool
    levels: list[str]
    cards: dict[str, Any] | None


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: ShortText
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    options: dict[ShortText, ShortText] = {}
    edition: dict[str, Any] | None = None
    house: House = House()
    offer: Annotated[str, Meta(max_length=60)] = ""
    contribution: Contribution = ""


class Joining(msgspec.Struct, forbid_unknown_fields=True):
    """`another`: a further seat, if your credential has one at this table already."""

    invite: Secret
    name: Name
    contribution: Contribution = ""
    another: bool = False


class Filling(msgspec.Struct, forbid_unknown_fields=True):
    level: ShortText = "casual"


class Trying(msgspec.Struct, forbid_unknown_fields=True):
    """`step`: how many steps had been taken before the decision; `level` of the bots."""

    step: Annotated[int, Meta(ge=0, le=100_000)]
    name: Name
    level: ShortText = "casual"


class Again(msgspec.Struct, forbid_unknown_fields=True):
    contribution: Contribution = ""


class Redeeming(msgspec.Struct, forbid_unknown_fields=True):
    link: Secret


class SeatLink(msgspec.Struct, frozen=True):
    """Works once, within a day, for whoever redeems it."""

    link: str


class GameFull(msgspec.Struct, frozen=True, tag="gameFull", tag_field="type"):
    """The first line of a game stream: everything the viewer may be told."""

    look: Snapshot


class GameState(msgspec.Struct, frozen=True, tag="gameState", tag_field="type", kw_only=True):
    """Every further line: what can have changed; `last` are the log's newest entries."""

    stage: Stage
    seats: list[SeatInfo]
    seat: int | None
    number: int
    view: View | None
    legal: list[str]
    last: list[Entry]
    can_undo: bool
    clock: Clock
    result: Result | None
    fairness: Fair


def game_info(game: Game, bots: Sequence[str]) -> GameInfo:
    return GameInfo(
        game.name,
        game.title,
        game.least_seats,
        game.most_seats,
        game.minutes,
        [option for option in game.options if not option.study],
        game.reconstructed,
        list(bots),
        built_in(game.name) if game.edition_type else None,
    )


def game_state(look: Snapshot) -> GameState:
    return GameState(**{name: getattr(look, name) for name in GameState.__struct_fields__})


REASONS = (
    "already_started",
    "answers_another_commitment",
    "bad_name",
    "bad_subscription",
    "bad_token",
    "closed",
    "contribution_too_long",
    "contribution_unreadable",
    "database_away",
    "device_link_used_or_expired",
    "game_over",
    "key_too_long",
    "key_too_short",
    "key_unreadable",
    "key_used_for_another_move",
    "link_used_or_expired",
    "nested_too_deeply",
    "no_credential",
    "no_guest",
    "no_hints",
    "no_notices",
    "no_person",
    "no_player",
    "no_reactions",
    "no_such_device",
    "no_such_language",
    "no_such_reaction",
    "no_such_table",
    "not_over",
    "not_a_decision",
    "not_started",
    "not_taken_over",
    "not_the_host",
    "not_your_seat",
    "not_your_turn",
    "offer_too_old",
    "offer_used",
    "seat_taken",
    "server_error",
    "share_withdrawn",
    "signed_out",
    "sit_together",
    "taken_over",
    "too_many_devices",
    "too_many_reactions",
    "undone_too_often",
    "unreadable",
    "unreadable_move",
    "view_changed",
)
"""Of the table, whatever the game; moves are refused for reasons of the game's texts."""


def problem(description: str, example: Problem) -> ResponseSpec:
    shown = Example(summary=example.reason, value=msgspec.to_builtins(example))
    return ResponseSpec(Problem, generate_examples=False, description=description, examples=[shown])


PROBLEMS = {
    400: problem("Unreadable.", Problem(400, "validation", "Validation failed")),
    404: problem("No such table for you.", Problem(404, "no_such_table", "no such table")),
    413: problem("Too large.", Problem(413, "request_entity_too_large", "Request too large")),
    422: problem(
        "Refused, with the reason and, for moves, the clause of the rules.",
        Problem(422, "cannot_pay_clue", "cannot pay clue (TT-16)", "TT-16", {"clue": "P4U"}),
    ),
    429: problem("Too often; see Retry-After.", Problem(429, "too_many_requests", "slow down")),
    503: problem(
        "The database does not answer; see Retry-After.",
        Problem(503, "database_away", "the database does not answer"),
    ),
}
SEAT_PROBLEMS = {
    **PROBLEMS,
    403: problem("Not your seat.", Problem(403, "not_your_seat", "not your seat")),
}
OWN_PROBLEMS = {
    **SEAT_PROBLEMS,
    401: problem(
        "The credential is none of this server's, or there is none.",
        Problem(401, "not_authorized", "not a credential of this server"),
    ),
}
WRITE_PROBLEMS = {
    **SEAT_PROBLEMS,
    409: problem(
        "The view has changed; `look` is the present one.",
        Problem(409, "view_changed", "view changed"),
    ),
}
NEW_TABLE = Example(
    summary="You, somebody invited, and a bot",
    value={
        "game": "tatort_themse",
        "seats": [
            {"kind": "person", "name": "Ada"},
            {"kind": "open"},
            {"kind": "bot", "level": "casual"},
        ],
        "options": {"fair_tops": "yes"},
        "house": {"pace": 5, "watch": "link"},
    },
)
JOINING = Example(
    summary="Sit down",
    value={"invite": "k7mzq2w9ta.4f0c…", "name": "Ben", "contribution": "9f2c…e1:heads"},
)
