"""Rule books: every clause with its mark, the cards of the box, and a search over both."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException
from markupsafe import Markup

from spieltisch.core.game import Game
from spieltisch.core.texts import Clause, Point, Section
from spieltisch.server.tables import Tables
from spieltisch.web.auth import browser
from spieltisch.web.content_policy import content_policy
from spieltisch.web.games import PAGES
from spieltisch.web.pages.card_lists import Card, Group
from spieltisch.web.pages.page import AnyRequest, InPath, InQuery, TheTables, html, speech_of
from spieltisch.web.pages.rooms import game_of, own_box, standard

MOST_ASKED = 80


class Found(msgspec.Struct, frozen=True):
    """A clause, passage by passage with its source and what was searched for marked in it.

    It `fits` if all that was searched for is there.
    """

    id: str
    fits: bool
    passages: Sequence[tuple[str, Markup]]


class Chapter(msgspec.Struct, frozen=True):
    number: int
    title: str
    clauses: Sequence[Found]
    fits: int


class Variant(msgspec.Struct, frozen=True):
    """A small version of ours, worded whole."""

    title: str
    text: Markup
    fits: bool


class Leaf(msgspec.Struct, frozen=True):
    """Cards that belong together, each with whether it fits the search."""

    group: Group
    cards: Sequence[tuple[Card, bool]]
    fits: int


@get("/rules/{name:str}")
async def rules(
    request: AnyRequest, name: InPath, tables: TheTables, q: InQuery = ""
) -> Response[str]:
    if name not in PAGES:
        raise NotFoundException
    speech = speech_of(request)
    room, whose = await asked_of(request, name, tables)
    texts = speech.texts(room)
    chapters = [chapter(number, one, q) for number, one in enumerate(texts.sections, 1)]
    variants = [variant(one, q) for one in texts.variants]
    leaves = [leaf(group, q) for group in PAGES[name].card_list(room, speech)]
    page = html(
        request,
        "rules.html",
        game=name,
        texts=texts,
        opening=PAGES[name].opening,
        q=q,
        chapters=chapters,
        variants=variants,
        leaves=leaves,
        found=sum(one.fits for part in (chapters, variants, leaves) for one in part),
        reconstructed=room.reconstructed,
        own=own_box(room),
        whose=whose,
    )
    page.headers["Content-Security-Policy"] = content_policy(frames="'self'")
    return page


async def asked_of(
    request: AnyRequest, name: str, tables: Tables
) -> tuple[Game, tuple[str, str] | None]:
    """The game with the card list of a table, an invitation or a record, and which of these."""
    credential = browser(request)
    for kind in ("table", "invite", "record"):
        asked = request.query_params.get(kind, "")[:MOST_ASKED]
        if asked:
            room = await played_at(kind, asked, credential, tables)
            if room.name != name:
                raise NotFoundException
            return room, (kind, asked)
    return standard(name), None


async def played_at(kind: str, asked: str, credential: str | None, tables: Tables) -> Game:
    if kind == "record":
        return (await tables.viewing.replay(asked, credential)).game
    if kind == "invite":
        return game_of(await tables.lobby.invited(asked))
    return game_of(await tables.viewing.look(asked, credential, public=True))


def chapter(number: int, section: Section, wanted: str) -> Chapter:
    clauses = [as_found(one, wanted) for one in section.clauses]
    return Chapter(number, section.title, clauses, sum(one.fits for one in clauses))


def variant(point: Point, wanted: str) -> Variant:
    fits = holds(f"{point.title} {point.text}", wanted)
    return Variant(point.title, marked(point.text, wanted), fits)


def as_found(clause: Clause, wanted: str) -> Found:
    return Found(
        clause.id,
        holds(f"{clause.id} {clause.text}", wanted),
        [(one.mark, marked(one.text, wanted)) for one in clause.passages],
    )


def leaf(group: Group, wanted: str) -> Leaf:
    cards = [(card, holds(said(group, card), wanted)) for card in group.cards]
    return Leaf(group, cards, sum(fits for _, fits in cards))


def said(group: Group, card: Card) -> str:
    text = card.text.striptags() if isinstance(card.text, Markup) else card.text
    return f"{group.title} {card.name} {text}"


def holds(text: str, wanted: str) -> bool:
    """Every word of the search is in the text, whatever its accents and capitals."""
    bare = plain(text)
    return all(word in bare for word in plain(wanted).split())


def plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def marked(text: str, wanted: str) -> Markup:
    words = [re.escape(word) for word in wanted.split()]
    if not words:
        return Markup.escape(text)
    pieces = re.split(f"({'|'.join(words)})", text, flags=re.IGNORECASE)
    return Markup("").join(
        Markup("<mark>{}</mark>").format(piece) if at % 2 else Markup.escape(piece)
        for at, piece in enumerate(pieces)
    )
