"""The document of the API: what Litestar finds in the handlers, and what only we know: each game's
view, the lines of the streams, and the reasons of refusals."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from spieltisch import __version__
from spieltisch.games import ROOMS, game
from spieltisch.server.news import NewsItem
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.auth import AnyRequest
from spieltisch.web.wire import REASONS, GameFull, GameState

Part = dict[str, Any]
REFERENCE = "#/components/schemas/{name}"
STREAMS = {
    "/api/tables/{table}/events": ("text/event-stream", Snapshot),
    "/api/tables/{table}/stream": ("application/x-ndjson", GameFull | GameState),
    "/api/stream/events": ("application/x-ndjson", NewsItem),
}


class Described(JsonRenderPlugin):
    """Rendered once: neither the handlers nor the games change while the server runs."""

    rendered: bytes | None = None

    def render(self, request: AnyRequest, openapi_schema: Part) -> bytes:
        if self.rendered is None:
            self.rendered = super().render(request, completed(openapi_schema))
        return self.rendered


def completed(document: Part) -> Part:
    """Tuples are told as lists of so many of these: programs that read such documents stumble
    over `prefixItems`."""
    schemas: Part = dict(document["components"]["schemas"])
    paths: Part = {path: dict(item) for path, item in document["paths"].items()}
    schemas |= view_schemas()
    for path, (media_type, kind) in STREAMS.items():
        (described,), used = msgspec.json.schema_components(
            [kind], schema_hook=anything, ref_template=REFERENCE
        )
        schemas |= {name: one for name, one in used.items() if name not in schemas}
        paths[path]["get"] = streamed(paths[path]["get"], media_type, described)
    schemas["Problem"] = with_reasons(schemas["Problem"])
    components = {**document["components"], "schemas": schemas}
    whole: Part = without_tuples({**document, "components": components, "paths": paths})
    return whole


def anything(_: type) -> Part:
    """Of a type that could be any."""
    return {"description": "What only this game reports."}


def view_schemas() -> Part:
    """What a seat may know, game by game, in the place of what they share."""
    rooms = [game(name) for name in ROOMS]
    views, used = msgspec.json.schema_components(
        [room.view_type for room in rooms], ref_template=REFERENCE
    )
    told = ", ".join(f"`{room.name}`: {room.view_type.__name__}" for room in rooms)
    view = {
        "title": "View",
        "description": f"All the seat may know; which form it has depends on the game ({told}).",
        "anyOf": list(views),
    }
    return {**used, "View": view}


def streamed(operation: Part, media_type: str, line: Part) -> Part:
    """Every line of NDJSON, or the data of every event, is one of these."""
    success = {**operation["responses"]["200"], "content": {media_type: {"schema": line}}}
    return {**operation, "responses": {**operation["responses"], "200": success}}


def with_reasons(problem: Part) -> Part:
    reason = {
        "type": "string",
        "description": "A name to switch on. There may be new ones; `status` tells their kind.",
        "anyOf": [{"title": title, "enum": sorted(names)} for title, names in reasons().items()]
        + [{"title": "Others", "type": "string"}],
    }
    return {**problem, "properties": {**problem["properties"], "reason": reason}}


def reasons() -> dict[str, set[str]]:
    """Of the table, and of moves that are refused, game by game."""
    refusals = {game(name).title: set(game(name).texts("en").refusals) for name in ROOMS}
    return {"Table": set(REASONS), **refusals}


def without_tuples(part: Any) -> Any:
    if isinstance(part, list):
        return [without_tuples(one) for one in part]
    if not isinstance(part, dict):
        return part
    whole = {name: without_tuples(value) for name, value in part.items()}
    if "prefixItems" in part:
        parts = whole.pop("prefixItems")
        whole |= {"items": {"anyOf": parts}, "minItems": len(parts), "maxItems": len(parts)}
    return whole


def openapi() -> OpenAPIConfig:
    bearer = SecurityScheme(type="http", scheme="bearer", description="A seat's credential.")
    return OpenAPIConfig(
        title="Spieltisch",
        version=__version__,
        description="Lay tables, sit down, play; for programs. See docs/api.md.",
        path="/api/openapi.json",
        render_plugins=[Described(path="/")],
        components=Components(security_schemes={"seat": bearer}),
        use_handler_docstrings=True,
    )
