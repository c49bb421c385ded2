"""How long a look back takes on one core: until one seat's decisions are judged, and in all.

Games of casual bots, three where three can sit; processor time is counted, medians are told.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import process_time

from spieltisch.bots.analysis import decisions, judge
from spieltisch.bots.levels import bot
from spieltisch.bots.luck import luck_of
from spieltisch.games import ROOMS, game
from spieltisch.trace import trace


def seconds(name: str, seed: int) -> tuple[float, float]:
    room = game(name)
    bots = [bot("casual") for _ in range(min(3, room.most_seats))]
    record = trace(room, bots, seed=seed)
    start = process_time()
    asked = decisions(room, record, "strong")
    for one in asked:
        if one.seat == 0:
            judge(one)
    own = process_time() - start
    luck_of(room, record)
    for one in asked:
        if one.seat != 0:
            judge(one)
    return own, process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--room", choices=sorted(ROOMS), action="append")
    asked = parser.parse_args()
    for name in asked.room or ROOMS:
        found = [seconds(name, seed) for seed in range(asked.games)]
        own, whole = (median(column) for column in zip(*found, strict=True))
        print(f"{name}: one seat {own:.1f} s, all {whole:.1f} s", flush=True)


if __name__ == "__main__":
    main()
