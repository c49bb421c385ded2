"""Runs the kit over the toy in a house with no other room, for `tests/test_new_room.py`."""

from __future__ import annotations

from importlib import import_module

from spieltisch.core.rng import seeded
from tests.kit import moves, secrecy, truth
from tests.kit.rooms import LAYOUTS, Layout, viewers
from tests.kit.walks import policies, sampled


def check(layout: Layout) -> None:
    game, rng = layout.game, seeded("toy")
    moves.check_notation(game)
    for state in sampled(layout, 1):
        moves.check_legal(game, state)
        moves.check_weights(game, state)
        moves.check_refusals(game, state)
        truth.check_copy(game, state)
        truth.check_document(game, state)
        truth.check_edited_documents(game, state)
        secrecy.check_over(game, state)
        secrecy.check_masks(game, state)
        secrecy.check_mask_texts(game, state)
        secrecy.check_hidden_steps(game, state)
        for viewer in viewers(state):
            secrecy.check_determinize(game, state, viewer, rng)
            secrecy.check_non_interference(game, state, viewer, rng)
    for policy in policies(game):
        truth.check_game(layout, policy, "toy")


if __name__ == "__main__":
    for layout in LAYOUTS:
        check(layout)
        print(layout)
    print(import_module(type(LAYOUTS[0].start()).__module__).__file__)
