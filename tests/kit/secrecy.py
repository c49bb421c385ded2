"""Checks that a seat's output holds nothing the seat cannot know.

Non-interference: re-deal what a viewer cannot know. Whatever the viewer gets from the real state
and from the re-dealt one must be the same bytes, now and while both are played on in step.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32

from spieltisch.core.game import Game
from spieltisch.core.rng import Rng
from spieltisch.core.state import CHANCE, OVER, UNSEEN, State
from spieltisch.core.view import to_json
from tests.kit.rooms import observer, viewers

STEPS_IN_STEP = 8


def check_determinize(game: Game, state: State, viewer: int | None, rng: Rng) -> None:
    """A state made from a view gives that view again, and asks the viewer the same question."""
    view = game.view(state, viewer)
    read = game.view_from_json(to_json(view))
    assert read == view, "the view is another one after JSON"
    for given in (view, read):
        made = game.determinize(given, rng)
        assert to_json(game.view(made, viewer)) == to_json(view), "another view of the made state"
        assert game.material(made) == game.material(state)
        if state.turn == viewer:
            assert game.legal(made) == game.legal(state), "another list of legal moves"


def check_non_interference(game: Game, state: State, viewer: int | None, rng: Rng) -> None:
    twin = state.copy()
    twin.resample(observer(state, viewer), rng)
    assert game.material(twin) == game.material(state), "re-dealing lost material"
    real = state.copy()
    compare_questions(game, real, twin, viewer)
    for _ in range(STEPS_IN_STEP):
        compare_outputs(game, real, twin, viewer)
        code = common_step(game, real, twin, rng)
        if code is None:
            return
        if not play_both(game, real, twin, code, viewer):
            return


def compare_outputs(game: Game, real: State, twin: State, viewer: int | None) -> None:
    assert to_json(game.view(twin, viewer)) == to_json(game.view(real, viewer)), "the view leaks"
    assert (twin.turn == viewer) == (real.turn == viewer), "only one of them asks the viewer"
    if viewer is not None:
        assert observation(game, twin, viewer) == observation(game, real, viewer)
    if viewer is not None and real.turn == viewer:
        assert game.legal(twin) == game.legal(real), "the legal moves leak"


def compare_questions(game: Game, real: State, twin: State, viewer: int | None) -> None:
    """Refusals are told to the deciding seat alone."""
    if real.turn != viewer:
        return
    for move in game.moves:
        answers = game.why_illegal(real, move), game.why_illegal(twin, move)
        assert to_json(answers[0]) == to_json(answers[1]), f"the refusal leaks: {answers}"


def observation(game: Game, state: State, seat: int) -> list[int]:
    """Bits of float32 numbers."""
    begin, length = list(game.observation_layout(state.seats).values())[-1]
    numbers = vec[i32]([0] * (begin + length))
    state.observe(seat, numbers, 0)
    return list(numbers)


def common_step(game: Game, real: State, twin: State, rng: Rng) -> int | None:
    """A step both could make; none if hidden choices put them before different questions."""
    if real.turn != twin.turn:
        return None
    codes = sorted(set(game.legal(real)) & set(game.legal(twin)))
    return codes[rng.below(len(codes))] if codes else None


def play_both(game: Game, real: State, twin: State, code: int, viewer: int | None) -> bool:
    """What the viewer is told of the same step, before and after, must not differ. False when the
    step turned up hidden things for it: from there on the two may look different."""
    told = game.mask(real, code, viewer), game.mask(twin, code, viewer)
    openly = game.reveals
    if all(seen is not None and seen.what in openly for seen in told):
        return False
    assert to_json(told[0]) == to_json(told[1]), f"the masked move leaks: {told}"
    before = real.copy(), twin.copy()
    real.play(code)
    twin.play(code)
    news = game.aftermath(before[0], real), game.aftermath(before[1], twin)
    if all(any(seen.what in openly for seen in told) for told in news):
        return False
    assert to_json(news[0]) == to_json(news[1]), f"the log leaks: {news}"
    return True


def check_masks(game: Game, state: State) -> None:
    """What State.observed and Game.mask tell agree: codes a viewer cannot tell apart are worded
    alike, and those it can are not. The deciding seat sees its own move."""
    codes = game.legal(state)
    for viewer in viewers(state):
        worded: dict[int, bytes] = {}
        for code in codes:
            seen_as = state.observed(code, observer(state, viewer))
            told = to_json(game.mask(state, code, viewer))
            assert worded.setdefault(seen_as, told) == told, f"{told!r} shows what is hidden"
            assert (told == b"null") == (seen_as == UNSEEN), f"{told!r} for an unseen step"
            assert state.turn != viewer or seen_as == code, "a seat does not see its own move"
        assert len(set(worded.values())) == len(worded), "different steps, the same words"


def check_mask_texts(game: Game, state: State) -> None:
    """A step seen whole carries its notation text; a veiled one has ?? in it."""
    for viewer in viewers(state):
        for code in game.legal(state):
            told = game.mask(state, code, viewer)
            if told is None:
                continue
            whole = state.observed(code, observer(state, viewer)) == code
            assert told.text == game.texts_by_code[code] if whole else "??" in told.text, told
            assert told.who == state.turn, told


def check_hidden_steps(game: Game, state: State) -> None:
    """A step of which a viewer sees nothing leaves its view alone, unless something public
    happened by itself or the viewer is asked now; hidden outcomes of chance leave the same view
    behind, unless all of them are revealed at once."""
    for viewer in viewers(state):
        before = to_json(game.view(state, viewer))
        after: dict[int, bytes] = {}
        for code in game.legal(state):
            seen_as = state.observed(code, observer(state, viewer))
            if seen_as == code:
                continue
            played = state.copy()
            played.play(code)
            view = to_json(game.view(played, viewer))
            by_itself = game.aftermath(state, played)
            silent = played.turn != viewer and not by_itself
            if seen_as == UNSEEN and silent:
                assert view == before, "the view changed by a step nobody was told of"
            revealed = any(seen.what in game.reveals for seen in by_itself)
            if state.turn == CHANCE and not revealed:
                assert after.setdefault(seen_as, view) == view, "a hidden outcome shows"


def check_over(game: Game, state: State) -> None:
    """Nothing is left to do, and re-dealing leaves the result alone."""
    if state.turn != OVER:
        return
    for viewer in viewers(state):
        twin = state.copy()
        twin.resample(observer(state, viewer), Rng(1, 2, 3, 4))
        assert to_json(game.result(twin)) == to_json(game.result(state)), "the result leaks"
