"""The end of a game, or a whole pocket game, solved: what each seat can be sure of, and how far our
bots are from it.

OpenSpiel's CFR+ solves what can still happen from a position, and OpenSpiel says how far that is
from an equilibrium. Then a bot plays against the equilibrium from both seats.

    python docs/examples/endgames.py docs/examples/endgames/holmes_1.json --games 200
    python docs/examples/endgames.py troika holmes --games 2000
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev

from spieltisch.bots.levels import bot
from spieltisch.core.game import Game
from spieltisch.core.state import State
from spieltisch.files import read_position
from spieltisch.games import game as room
from spieltisch.games import game_of_position
from spieltisch.research.openspiel.extensive_form import share_against, solved, written


def begun(asked: str) -> tuple[Game, State]:
    """A position of a file, or the pocket game of a room."""
    if not asked.endswith(".json"):
        game = room(asked)
        return game, game.start(2, {"size": "pocket"})
    position = read_position(Path(asked))
    game = game_of_position(position)
    return game, game.from_document(position.position)


def main(asked: str, games: int, levels: list[str]) -> None:
    game, state = begun(asked)
    tree = written(game, state)
    found = solved(tree, enough=0.002)
    sys.stdout.write(
        f"{Path(asked).stem}: {tree.nodes} nodes, {tree.number()} information sets,"
        f" value {found.value:.4f}, exploitability {found.exploitability:.4f}"
        f" after {found.iterations} iterations\n"
    )
    for level in levels:
        lost, spread = [], []
        for seat, worth in enumerate((found.value, 1 - found.value)):
            payoffs = share_against(game, state, found, bot(level), seat, games)
            lost.append(worth - fmean(payoffs))
            spread.append(pstdev(payoffs) / sqrt(games))
        error = 1.96 * sqrt(sum(one * one for one in spread)) / 2
        sys.stdout.write(f"  {level} loses {fmean(lost):+.3f} ± {error:.3f}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Solve the end of a game, or a pocket game.")
    parser.add_argument("asked", nargs="+", metavar="position.json or game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--levels", default="casual,strong")
    given = parser.parse_args()
    for one in given.asked:
        main(one, given.games, given.levels.split(","))
