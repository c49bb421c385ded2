"""Checks of codes, texts, legal lists and refusals."""

from __future__ import annotations

from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer
from tests.kit.truth import fingerprint

DRAWS = 5


def check_notation(game: Game) -> None:
    """Every code has one move and one text, and each leads back to the others."""
    texts = [game.text(game.move(code)) for code in range(game.codes)]
    for code, text in enumerate(texts):
        assert text.isascii() and text == text.strip(), f"not plain ASCII: {text!r}"
        assert game.code(game.move(code)) == code, f"{text}: the move has another code"
        assert game.code(game.parse(text)) == code, f"{text}: the text has another code"
        assert game.texts_by_code[code] == text, f"{text}: listed under another text"
    assert len(set(texts)) == len(texts), "two moves share a text"


def check_legal(game: Game, state: State) -> None:
    """The list is unique, ascends in notation order, stays the same when asked again and does
    not change the state."""
    before = fingerprint(game, state)
    codes = game.legal(state)
    assert codes == game.legal(state), "asked twice, two lists"
    assert codes == sorted(set(codes)), f"not ascending: {codes}"
    assert len(codes) <= game.most_moves
    assert all(0 <= code < game.codes for code in codes)
    texts = [game.text(game.move(code)) for code in codes]
    assert len(set(texts)) == len(texts), f"two legal moves share a text: {texts}"
    assert bool(codes) == (state.turn != OVER), "a decision without a legal move"
    assert fingerprint(game, state) == before, "listing the moves changed the state"


def check_weights(game: Game, state: State) -> None:
    """At CHANCE, the outcomes stand for all the cards or tiles that could come, and a room that
    draws in its own quick way draws what the weights say."""
    if state.turn != CHANCE:
        return
    weights = game.outcomes(state)
    assert all(weight > 0 for weight in weights.values()), weights
    unseen = game.unseen(state)
    assert unseen is None or sum(weights.values()) == unseen, (weights, unseen)
    buffer = new_buffer(game.most_moves)
    for number in range(DRAWS):
        rng = seeded("draw", number)
        slowly = State.draw(state, rng.copy(), buffer)
        assert state.draw(rng, buffer) == slowly, "draw() differs from the weights"


def check_refusals(game: Game, state: State) -> None:
    """Exactly the moves that are not legal are refused, whatever is asked."""
    legal = set(game.legal(state))
    for code in range(game.codes):
        refusal = game.why_illegal(state, game.move(code))
        text = game.texts_by_code[code]
        assert (refusal is None) == (code in legal), f"{text}: {refusal}"
