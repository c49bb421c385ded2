"""Whole games of the room beside the second referee: questions, weights, masks and results."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from spieltisch.core.edition import built_in
from spieltisch.core.game import Game
from spieltisch.core.rng import seeded
from spieltisch.core.state import CHANCE, OVER, State, new_buffer
from spieltisch.games import game
from tests.games.holmes.referee import Question, Referee

COUNTED = (
    "pay",
    "gain",
    "gain_per_kind_in_display",
    "take_open",
    "draw_hidden",
    "sniff",
    "steal_clue",
    "steal_markers",
)
VIEWERS = (0, 1, None)


def check_question(room: Game, state: State, question: Question) -> None:
    who = "chance" if state.turn == CHANCE else state.turn
    assert who == question.who
    codes = room.legal(state)
    assert codes == sorted(codes)
    weights = room.outcomes(state) if who == "chance" else dict.fromkeys(codes, 1)
    found = [(room.texts_by_code[code], weight) for code, weight in weights.items()]
    assert found == list(question.options.items())


def check_game(room: Game, table: dict[str, Any], seed: object, casual: bool = False) -> int:
    """Play one game beside the referee; how many steps were compared."""
    rng = seeded("referee", seed)
    buffer = new_buffer(room.most_moves)
    state = room.start(2)
    referee = Referee(table)
    play = referee.game()
    question = next(play)
    steps = 0
    while state.turn != OVER:
        check_question(room, state, question)
        if state.turn == CHANCE:
            code = state.draw(rng, buffer)
        elif casual:
            code = room.casual.choose(state, rng, buffer)
        else:
            code = buffer[rng.below(state.legal(buffer))]
        text = room.texts_by_code[code]
        for viewer in VIEWERS:
            seen = room.mask(state, code, viewer)
            assert seen is not None
            assert seen.text == question.shown(text, viewer)
        state.play(code)
        steps += 1
        question = next_question(play, text, question)
    with pytest.raises(StopIteration):
        play.send("")
    result = room.result(state)
    assert result.scores == referee.scores
    assert result.winners == referee.winners
    assert steps <= room.most_steps(2)
    return steps


def next_question(play: Any, text: str, last: Question) -> Question:
    """The next one; after the last step the one before stays and must not be asked again."""
    try:
        question: Question = play.send(text)
    except StopIteration:
        return last
    return question


def random_step(rng: Random) -> dict[str, Any]:
    word = rng.choice((*COUNTED, "copy", "renew_display"))
    if word in ("copy", "renew_display"):
        return {word: True}
    step: dict[str, Any] = {word: rng.choice((1, 1, 1, 2, 2, 3, 5))}
    if word == "take_open":
        if rng.random() < 0.3:
            step["kinds"] = "same"
        if rng.random() < 0.4:
            step["hidden"] = True
    return step


def random_edition(seed: int) -> dict[str, Any]:
    """Any combination of the vocabulary, few or many cards, jokers and glasses."""
    rng = Random(seed)
    names = ["false_pass", "explosive", "cigarette", "bullet", "button", "footprint", "fingerprint"]
    kinds = {name: value for value, name in enumerate(names, 3) if rng.random() < 0.6}
    glasses = rng.randint(0, 12)
    on_day_1 = rng.randint(0, 3)
    persons = [
        {
            "id": f"{'abcdefghijklmnopqrst'[number]}{rng.randint(0, 9)}",
            "name": f"Person {number}",
            "always": number < 3,
            "ability": [random_step(rng) for _ in range(rng.randint(1, 4))],
        }
        for number in range(3 + on_day_1 + 6 + rng.randint(0, 2))
    ]
    rng.shuffle(persons)
    return {
        "name": f"random {seed}",
        "markers": 2 * glasses + rng.randint(0, 6),
        "start_markers": glasses,
        "persons_on_day_1": on_day_1,
        "joker": rng.randint(0, 12),
        "map_fragment": rng.randint(0, 5),
        "kinds": kinds or {"bullet": 6},
        "person": persons,
    }


@pytest.mark.parametrize("casual", [False, True])
def test_ho27_the_default_edition_agrees_with_the_second_referee(casual: bool) -> None:
    room = game("holmes")
    steps = sum(check_game(room, built_in("holmes"), seed, casual) for seed in range(25))
    assert steps > 25 * 42


@pytest.mark.parametrize("block", range(5))
def test_ho28_any_edition_agrees_with_the_second_referee(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        table = random_edition(seed)
        assert check_game(game("holmes", table), table, seed) >= 42


@pytest.mark.long
def test_thousands_of_games_agree_with_the_second_referee() -> None:
    room = game("holmes")
    for seed in range(1000):
        assert check_game(room, built_in("holmes"), seed, casual=seed % 2 == 0) >= 42
    for seed in range(2000):
        table = random_edition(1000 + seed)
        assert check_game(game("holmes", table), table, seed) >= 42
