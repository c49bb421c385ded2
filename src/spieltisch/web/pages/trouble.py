"""Refusals and errors in the viewer's words, with a way on."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException
from markupsafe import Markup

from spieltisch.core.errors import SpieltischError
from spieltisch.server.errors import NoSuchTable, NotYours, TableError
from spieltisch.server.snapshot import Snapshot
from spieltisch.server.store.engine import StoreFailed
from spieltisch.web.games import presenter_of
from spieltisch.web.pages.environment import render
from spieltisch.web.pages.page import AnyRequest, html, speech_of, stranger
from spieltisch.web.pages.rooms import book_of, game_of
from spieltisch.web.pages.scene import names_of
from spieltisch.web.pages.speech import Speech

log = logging.getLogger("spieltisch.web")
TRY_AGAIN = (429, 500, 503)
OF_STATUS = {
    403: "no_cookie",
    404: "not_found",
    405: "not_found",
    413: "too_large",
    429: "too_many_requests",
}


class Said(msgspec.Struct, frozen=True):
    """`rule` is the text of the clause; `game` says whose clause it is where the page does not."""

    text: str
    clause: str = ""
    rule: str = ""
    game: str = ""


def explain(error: TableError, look: Snapshot, speech: Speech) -> Said:
    """A broken rule is told in the room's own words, players by their names."""
    if not error.clause or look.view is None:
        return Said(reason_words(error.reason, speech))
    names = names_of(look, speech)
    facts = {
        key: names[value] if key == "seat" and isinstance(value, int) else value
        for key, value in error.facts.items()
    }
    words = presenter_of(look, speech).refusal(error.reason, facts)
    clause = speech.clause(game_of(look), error.clause)
    return Said(words, error.clause, clause.text if clause else "")


def reason_words(reason: str, speech: Speech) -> str:
    say = speech.say
    words = {
        "no_such_table": say("There is no such table, or it is not open to you."),
        "not_your_seat": say("That seat is not yours."),
        "not_the_host": say("Only the host can do that."),
        "view_changed": say("Something has happened meanwhile; look again."),
        "unreadable_move": say("These do not go together."),
        "not_your_turn": say("It is not your turn."),
        "closed": say("The host of this server has closed the table."),
        "no_person": say("At least one seat is for a person."),
        "no_guest": say("Nobody sits there who could be removed."),
        "taken_over": say("A bot is playing for you at the moment. Take your seat back first."),
        "not_taken_over": say("The seat is yours already."),
        "already_started": say("The game has already started."),
        "not_started": say("The game has not started yet."),
        "not_over": say("The game is not over yet."),
        "not_a_decision": say("Nobody had to decide there."),
        "no_hints": say("This table plays without hints."),
        "game_over": say("The game is over."),
        "nothing_to_undo": say("There is nothing that can be taken back."),
        "undone_too_often": say("You have taken back enough moves; now it is time to decide."),
        "bad_name": say("Please choose a name of 1 to 24 letters or digits."),
        "seat_taken": say("Every seat at this table is taken."),
        "link_used_or_expired": say("This link has already been used, or is too old."),
        "signed_out": say("This device has been signed out."),
        "no_player": say("Nobody has taken a seat with this browser yet."),
        "no_such_device": say("That device is not signed in any more."),
        "device_link_used_or_expired": say(
            "This link has already been used, is too old, or was replaced by a newer one."
        ),
        "bad_subscription": say("Notices can go to a browser's own push service only."),
        "no_notices": say("This server cannot send notices."),
        "no_reactions": say("There are no reactions at this table."),
        "no_such_reaction": say("There is no such reaction."),
        "too_many_reactions": say("One reaction in three seconds is enough."),
        "share_withdrawn": say("The players have withdrawn this link."),
        "too_many_devices": say("So many devices are signed in that there is no room for more."),
        "sit_together": say("You two sit at one table, so you stay two."),
        "bad_token": say("There is no such token."),
        "offer_too_old": say("The page was open for too long. Load it anew and try again."),
        "offer_used": say("A table was laid from this page already. Load it anew for another."),
        "answers_another_commitment": say(
            "Your part of chance was for another table. Load the page anew and try again."
        ),
        "too_many_requests": say("That was too quick. Wait a moment and try again."),
        "not_found": say("There is no such page."),
        "too_large": say("That is too large for this table."),
        "no_cookie": say("Your browser did not send the cookie of this page along."),
        "server_error": say("Something went wrong on our side."),
        "database_away": say("The table cannot write anything down just now. Try again soon."),
    }
    return words.get(reason, say("That did not work. Go back and try again."))


def advice(reason: str, speech: Speech) -> str:
    """What to do about it; most reasons are clear from where they come up."""
    say = speech.say
    words = {
        "no_such_table": say(
            "Tables are deleted some time after their last move. Ask whoever invited you for a new"
            " link; your own tables are listed on the home page."
        ),
        "not_found": say("Is the address complete? Everything can be found from the home page."),
        "link_used_or_expired": say("Ask for a new one: it is in the menu of the table."),
        "signed_out": say(
            "It was done from another of your devices. Nothing is lost: let one of them show you a"
            " code to continue with here, use your recovery sheet, or begin as somebody new."
        ),
        "no_player": say("Lay a table, and there is something to see here."),
        "device_link_used_or_expired": say(
            "Links for another device work once, within ten minutes; of recovery sheets only the"
            " newest works. Let your other device show a new code."
        ),
        "share_withdrawn": say("Ask one of them for a new one."),
        "too_many_devices": say("Sign one of them out first."),
        "too_many_requests": say("Nothing is lost."),
        "database_away": say("Everything that was confirmed is safe."),
        "too_large": say("Choose a smaller file."),
        "no_cookie": say("Allow cookies for this site, reload the previous page and try again."),
        "server_error": say(
            "It has been noted for the host. Try again, or start from the home page."
        ),
        "already_started": say("Ask your friends for the link to watch, or lay a table yourself."),
    }
    back = say("Go back with your browser: what you entered is still there.")
    return words.get(reason, back)


def notice(said: Said, look: Snapshot, speech: Speech, toast: bool = False) -> Markup:
    book = book_of(game_of(look), table=look.table)
    return Markup(render(speech, "notice.html", said=said, book=book, toast=toast))


def page_of_trouble(request: AnyRequest, status: int, reason: str) -> Response[str]:
    speech = speech_of(request)
    words = {"words": reason_words(reason, speech), "advice": advice(reason, speech)}
    again = request.url.path if request.method == "GET" and status in TRY_AGAIN else ""
    return html(request, "trouble.html", status, **words, again=again)


def refused(request: AnyRequest, error: TableError) -> Response[str]:
    status = 404 if isinstance(error, NoSuchTable) else 403 if isinstance(error, NotYours) else 422
    page = page_of_trouble(request, status, error.reason)
    if error.reason == "signed_out" and "text/html" in request.headers.get("accept", ""):
        for cookie in stranger(request.app.state.settings):  # told once; then as somebody new
            page.set_cookie(cookie)
    return page


def cannot_save(request: AnyRequest, error: StoreFailed) -> Response[str]:
    log.error("%s", error)
    return page_of_trouble(request, 503, "database_away")


def wrong(request: AnyRequest, error: SpieltischError) -> Response[str]:
    log.info("a page was asked wrongly: %s", error)
    return page_of_trouble(request, 422, "")


def not_like_this(request: AnyRequest, error: HTTPException) -> Response[str]:
    reason = OF_STATUS.get(error.status_code, "")
    page = page_of_trouble(request, error.status_code, reason)
    page.headers.update(error.headers or {})
    return page


def unreadable(request: AnyRequest, error: RecursionError | UnicodeDecodeError) -> Response[str]:
    log.warning("what was sent cannot be read: %s", error)
    return page_of_trouble(request, 400, "")


def failed(request: AnyRequest, error: Exception) -> Response[str]:
    log.error("a page failed", exc_info=error, extra={"method": request.method})
    return page_of_trouble(request, 500, "server_error")


Answer = Callable[[AnyRequest, Any], Response[Any]]
HANDLERS: dict[type[Exception], Answer] = {
    TableError: refused,
    StoreFailed: cannot_save,
    SpieltischError: wrong,
    HTTPException: not_like_this,
    RecursionError: unreadable,
    UnicodeDecodeError: unreadable,
    Exception: failed,
}


def either(for_programs: Mapping[type[Exception], Answer]) -> dict[type[Exception], Answer]:
    """What no page handles itself, such as an unknown address: told to people as a page, to
    programs as they expect it."""

    def chosen(kind: type[Exception]) -> Answer:
        def answer(request: AnyRequest, error: Any) -> Response[Any]:
            readable = "text/html" in request.headers.get("accept", "")
            handlers = HANDLERS if readable else for_programs
            return handlers[kind](request, error)

        return answer

    return {kind: chosen(kind) for kind in HANDLERS}
