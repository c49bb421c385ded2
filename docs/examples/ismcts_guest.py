"""OpenSpiel's Python IS-MCTS sits down at our table, against our strong bot.

python docs/examples/ismcts_guest.py [GAME] [SIMULATIONS]
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from spieltisch.arena.match import play_match
from spieltisch.bots.levels import bot
from spieltisch.games import game
from spieltisch.research.openspiel.bots import TheirBot
from spieltisch.research.openspiel.game import SpieltischGame


def guest(simulations: int) -> TheirBot:
    def seated(loaded: SpieltischGame, seat: int) -> ismcts.ISMCTSBot:
        rng = np.random.RandomState(seat)
        evaluator = mcts.RandomRolloutEvaluator(1, rng)
        return ismcts.ISMCTSBot(loaded, evaluator, 1.4, simulations, random_state=rng)

    return TheirBot(seated)


def main(name: str, simulations: int) -> None:
    played = play_match(game(name), [guest(simulations), bot("strong")], "example")
    for seat, who in enumerate((f"IS-MCTS, {simulations} simulations a move", "our strong bot")):
        score, seconds = played.scores[seat], played.seconds[seat]
        sys.stdout.write(f"{who}: {score:g} points, {seconds:.1f} s of thought\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="IS-MCTS against our strong bot.")
    parser.add_argument("game", nargs="?", default="holmes")
    parser.add_argument("simulations", nargs="?", type=int, default=10)
    asked = parser.parse_args()
    main(asked.game, asked.simulations)
