"""Why a room refuses a move."""

from __future__ import annotations

import pytest

from spieltisch.core.errors import IllegalMove
from spieltisch.core.game import Game
from spieltisch.core.state import State


def refusal_of(game: Game, state: State, text: str) -> tuple[str, str]:
    """Clause and reason."""
    with pytest.raises(IllegalMove) as refused:
        game.checked(state, text)
    return refused.value.clause, refused.value.reason
