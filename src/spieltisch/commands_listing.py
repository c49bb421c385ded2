"""The command that lists the games; apart from the others, so that it answers at once."""

from __future__ import annotations

import typer

from spieltisch.command_options import AsJson, print_json
from spieltisch.core.game import Game
from spieltisch.games import ROOMS
from spieltisch.games import game as room


def games(as_json: AsJson = False) -> None:
    """List the games, their players, options and card lists."""
    rooms = [room(name) for name in ROOMS]
    if as_json:
        print_json([game_facts(game) for game in rooms])
        return
    for game in rooms:
        span = f"{game.least_seats}–{game.most_seats}"
        if game.least_seats == game.most_seats:
            span = str(game.least_seats)
        typer.secho(game.name, bold=True)
        typer.echo(f"  {game.title}, {span} players, {game.minutes} minutes")
        for one in game.options:
            typer.echo(f"  option {one.name}={'|'.join(one.values)}")
        typer.echo(f"  card list: {edition_name(game)}")


def edition_name(game: Game) -> str:
    name = game.edition if isinstance(game.edition, str) else game.edition["name"]
    return f"{name} (partly our reconstruction)" if game.reconstructed else str(name)


def game_facts(game: Game) -> dict[str, object]:
    return {
        "game": game.name,
        "title": game.title,
        "seats": [game.least_seats, game.most_seats],
        "minutes": game.minutes,
        "options": {option.name: option.values for option in game.options},
        "edition": game.edition,
        "reconstructed": game.reconstructed,
        "rules_version": game.rules_version,
    }


def register(app: typer.Typer) -> None:
    app.command()(games)
