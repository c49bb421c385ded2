"""A room driven by the texts of its notation, for tests of all rooms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from spieltisch.core.game import Document, Game
from spieltisch.core.state import CHANCE, State

Shuffles = Sequence[tuple[str, Sequence[int]]]


def play_texts(game: Game, state: State, texts: Sequence[str]) -> None:
    """The steps named, as the checked door would let them pass."""
    for text in texts:
        code = game.code(game.parse(text))
        assert code in game.legal(state), f"{text}: not among {legal_texts(game, state)}"
        state.play(code)


def legal_texts(game: Game, state: State) -> list[str]:
    return [game.texts_by_code[code] for code in game.legal(state)]


def refusal_of(game: Game, state: State, text: str) -> tuple[str, str]:
    """Clause and reason."""
    refused = game.why_illegal(state, game.parse(text))
    assert refused is not None, f"{text} is legal"
    return refused.clause, refused.reason


def seen_by(game: Game, state: State, text: str, viewer: int | None) -> str:
    """What a viewer sees of a step."""
    seen = game.mask(state, game.code(game.parse(text)), viewer)
    assert seen is not None
    return seen.text


def outcome_weights(game: Game, state: State) -> dict[str, int]:
    assert state.turn == CHANCE
    return {game.texts_by_code[code]: weight for code, weight in game.outcomes(state).items()}


def without(cards: str, gone: str) -> str:
    for card in gone:
        cards = cards.replace(card, "", 1)
    return cards


def card_memory(
    document: Document, observer: int, given: Shuffles | None, in_order: Callable[[str], str]
) -> Document:
    """What an observer remembers: the shuffles given, or all hidden cards as of one shuffle."""
    hidden, unknown = document["pile"], []
    for seat, (hand, known) in enumerate(zip(document["hands"], document["known"], strict=True)):
        cards = "" if seat == observer else without(hand, known)
        hidden += cards
        unknown.append(len(cards))
    shuffles = given if given is not None else [(hidden, unknown)]
    return {
        "observer": observer,
        "shuffles": [{"unseen": in_order(c), "in_hands": list(n)} for c, n in shuffles],
    }
