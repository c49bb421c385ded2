"""A room as an OpenSpiel game. Actions and chance outcomes are move codes: one range for both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pyspiel

from spieltisch.core.game import Game
from spieltisch.core.view import View, to_json
from spieltisch.files import read_edition
from spieltisch.games import game as room
from spieltisch.research.openspiel.held import Words, begun, imagined
from spieltisch.research.openspiel.observer import Observer
from spieltisch.research.openspiel.state import SpieltischState, generator
from spieltisch.research.seating import Seating

Parameters = Mapping[str, Any]
EDITION = "edition"


def short_name(name: str) -> str:
    return f"python_spieltisch_{name}"


def game_type(game: Game) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=f"{game.title} (Spieltisch)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most_seats,
        min_num_players=game.least_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            "players": game.least_seats,
            EDITION: "",
            **{option.name: option.values[0] for option in game.options},
        },
    )


def game_info(seating: Seating) -> pyspiel.GameInfo:
    codes = seating.game.codes
    return pyspiel.GameInfo(
        num_distinct_actions=codes,
        max_chance_outcomes=codes,
        num_players=seating.seats,
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=seating.game.most_steps(seating.seats),
    )


class SpieltischGame(pyspiel.Game):
    """Returns are payoffs: 1 shared among the winners, 0 for the others."""

    def __init__(self, game: Game, parameters: Parameters) -> None:
        own = ("players", EDITION)
        self.file = {EDITION: parameters[EDITION]} if EDITION in parameters else {}
        options = {name: value for name, value in parameters.items() if name not in own}
        self.seating = Seating(game, parameters.get("players", game.least_seats), options)
        self.words = Words(game)
        super().__init__(game_type(game), game_info(self.seating), dict(parameters))

    def __reduce__(self) -> tuple[type[SpieltischGame], tuple[Game, dict[str, Any]]]:
        """Pickled with its card list, which may be one's own and unknown to the registry."""
        seating = self.seating
        every = {option.name: option.values[0] for option in seating.game.options}
        named = {"players": seating.seats, **every, **seating.options}
        return SpieltischGame, (seating.game, {**self.file, **named})

    def new_initial_state(self) -> SpieltischState:
        return SpieltischState(self, begun(self.words, self.seating.start()))

    def state_from_view(self, view: View, seed: Callable[[], float]) -> SpieltischState:
        """A position that agrees with a seat's view; all its memory is that view."""
        from_view = self.seating.game.determinize(view, generator(seed))
        assert view.seat is not None
        past = f"dealt: {to_json(view).decode()}\n"
        return SpieltischState(self, imagined(self.words, from_view, view.seat, past))

    def max_chance_nodes_in_history(self) -> int:
        most: int = self.max_game_length()
        return most

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Parameters | None = None,
    ) -> Observer:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.seating, kind, params)


def with_cards(name: str, file: str) -> Game:
    """The game with the card list of that TOML file, or with the built-in one."""
    return room(name, read_edition(Path(file)) if file else None)


def class_for(name: str) -> type[SpieltischGame]:
    """The class of a room for OpenSpiel's registry. It has to be a class: the registry outlives the
    interpreter, and a function would be freed when it is too late."""

    def begin(self: SpieltischGame, parameters: Parameters | None = None) -> None:
        given = parameters or {}
        SpieltischGame.__init__(self, with_cards(name, given.get(EDITION, "")), given)

    return type(f"Spieltisch_{name}", (SpieltischGame,), {"__init__": begin})
