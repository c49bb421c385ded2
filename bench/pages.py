"""What a viewer's page costs the server after a move: milliseconds of processor time for drawing it
anew and finding what has changed, for every seat of a table and somebody who watches.

    python bench/pages.py [GAME …]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.looks import Telling

from spieltisch.games import game
from spieltisch.server.snapshot import Snapshot
from spieltisch.web.games import PAGES
from spieltisch.web.live import sse_event
from spieltisch.web.pages.showing import Changes, fragment
from spieltisch.web.pages.speech import speech

EARLIER = 3  # games that a server has shown before
GAMES = 2


def moves(name: str, seats: int, seed: int) -> Iterator[tuple[Snapshot, ...]]:
    """A look of each viewer, move by move."""
    viewers = [*range(seats), None]
    return zip(*(Telling(name, seats, seed, viewer).steps() for viewer in viewers), strict=True)


def milliseconds(name: str, seats: int) -> float:
    spent, pages = 0.0, 0
    for seed in range(EARLIER + GAMES):
        changes = [Changes() for _ in range(seats + 1)]
        for looks in moves(name, seats, seed):
            began = process_time()
            for look, last in zip(looks, changes, strict=True):
                sse_event("1", "look", last.of(fragment(look, speech("en"))))
            if seed >= EARLIER:
                spent += process_time() - began
                pages += len(looks)
    return round(1000 * spent / pages, 3)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(PAGES))
    for name in parser.parse_args().games:
        seats = (game(name).least_seats, game(name).most_seats)
        print(json.dumps({name: {each: milliseconds(name, each) for each in sorted({*seats})}}))


if __name__ == "__main__":
    main()
