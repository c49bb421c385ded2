"""Refusals as the API answers them."""

from __future__ import annotations

import logging
import re

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, ValidationException

from spieltisch.core.errors import SpieltischError
from spieltisch.server.errors import NoSuchTable, NotYours, TableError
from spieltisch.server.snapshot import Conflict, Snapshot
from spieltisch.server.store.engine import StoreFailed
from spieltisch.web.auth import AnyRequest

log = logging.getLogger("spieltisch.web")
TRY_AGAIN_SECONDS = "2"
MISSING = re.compile(r"issing required (?:field|\w+ parameter) [`']([^`']+)[`']")


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why not: a named reason, the rule's clause if one is broken, and what a text about it
    mentions. `look` is the present view when the answer was to an older one."""

    status: int
    reason: str
    detail: str
    clause: str = ""
    facts: dict[str, str | int] = {}
    look: Snapshot | None = None


def answer(problem: Problem, headers: dict[str, str] | None = None) -> Response[Problem]:
    return Response(problem, status_code=problem.status, headers=headers)


def status_of(error: TableError) -> int:
    match error:
        case NoSuchTable():
            return 404
        case NotYours():
            return 403
        case Conflict():
            return 409
    return 422


def refused(_: AnyRequest, error: TableError) -> Response[Problem]:
    look = error.look if isinstance(error, Conflict) else None
    status = status_of(error)
    return answer(Problem(status, error.reason, str(error), error.clause, error.facts, look))


def cannot_save(_: AnyRequest, error: StoreFailed) -> Response[Problem]:
    """Whether it was saved nobody can tell; sent again with the same key it is done once."""
    log.error("%s", error)
    detail = "the database does not answer; nothing acknowledged is lost, send it again soon"
    headers = {"Retry-After": TRY_AGAIN_SECONDS}
    return answer(Problem(503, "database_away", detail), headers)


def wrong(_: AnyRequest, error: SpieltischError) -> Response[Problem]:
    """A game, option, edition or level that does not exist: the text says what is wrong."""
    return answer(Problem(422, snake(type(error).__name__), str(error)))


def not_like_this(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    """What the framework refuses: unreadable bodies, missing parameters, too many requests."""
    reason = snake(type(error).__name__.removesuffix("Exception"))
    headers = dict(error.headers or {})
    wrongs = wrong_fields(error)
    told = "; ".join(f"{field}: {message}" for field, message in wrongs) or str(error.detail)
    facts: dict[str, str | int] = {"field": wrongs[0][0]} if wrongs else {}
    return answer(Problem(error.status_code, reason, told, facts=facts), headers)


def wrong_fields(error: HTTPException) -> list[tuple[str, str]]:
    """Each with what is wrong with it, where the framework knows."""
    if not isinstance(error, ValidationException):
        return []
    if missing := MISSING.search(str(error.detail)):
        return [(missing[1], "missing")]
    extra = error.extra if isinstance(error.extra, list) else []
    return [field_of(one.get("key", ""), one["message"]) for one in extra if "message" in one]


def field_of(key: str, message: str) -> tuple[str, str]:
    """The framework calls a whole body `data`, and names what lacks a field, not the field."""
    place = "" if key == "data" else key
    if missing := MISSING.search(message):
        return f"{place}.{missing[1]}".lstrip("."), "missing"
    return place or "body", message


def too_deep(_: AnyRequest, error: RecursionError) -> Response[Problem]:
    """Nothing of ours is nested deeply: what was sent is. Logged, in case it is not so."""
    log.warning("a request was nested too deeply: %s", error)
    return answer(Problem(400, "nested_too_deeply", "the body is nested too deeply"))


def unreadable(_: AnyRequest, __: UnicodeDecodeError) -> Response[Problem]:
    """Of the formats we read the framework knows only what else can be wrong with them."""
    return answer(Problem(400, "unreadable", "the body is not UTF-8"))


def failed(request: AnyRequest, error: Exception) -> Response[Problem]:
    log.error("a request failed", exc_info=error, extra={"method": request.method})
    return answer(Problem(500, "server_error", "something went wrong here; it is in the log"))


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


HANDLERS = {
    TableError: refused,
    StoreFailed: cannot_save,
    SpieltischError: wrong,
    HTTPException: not_like_this,
    RecursionError: too_deep,
    UnicodeDecodeError: unreadable,
    Exception: failed,
}
