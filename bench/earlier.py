"""The search of an earlier commit as a program that speaks the line protocol (docs/bots.md), to
measure today's against: `python bench/duel.py troika 400 "bench/earlier.py 7c3945e 400"`.

The commit is compiled once into build/earlier; what it needs besides is what this Python has.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLAYER = """
import json, sys
from spieltisch.bots.searching import SearchBot
from spieltisch.core.rng import Rng
from spieltisch.games import game_of

bot = SearchBot(int(sys.argv[1]))
for line in sys.stdin:
    asked = json.loads(line)
    game = game_of(asked["game"], asked["edition"])
    bot.sit(game, asked["seat"])
    view = game.view_from_json(json.dumps(asked["view"]).encode())
    move = bot.choose(view, asked["legal"], Rng(asked["seed"], 1, 2, 3))
    print(json.dumps({"move": move}), flush=True)
"""


def built(commit: str) -> Path:
    """Where the package of that commit lies."""
    place = ROOT / "build" / "earlier" / commit
    if not (place / "spieltisch").exists():
        tree = place.with_suffix(".tree")
        tree.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "-x"], cwd=tree, check=True, input=archive.stdout)
        install = ["pip", "install", "-qq", "--no-deps", "--no-build-isolation", "--target"]
        subprocess.run([sys.executable, "-m", *install, place, tree], check=True, stdout=sys.stderr)
    return place


def main() -> None:
    _, commit, iterations = sys.argv
    os.environ["PYTHONPATH"] = str(built(commit))
    os.chdir("/")  # the current folder comes first on the path
    os.execv(sys.executable, [sys.executable, "-c", PLAYER, iterations])


if __name__ == "__main__":
    main()
