"""Pictures and tables of docs/performance.md, the curves of docs/bots.md and the learning curve of
docs/research.md, from what was measured (docs/performance).

python bench/plots.py
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import msgspec

from spieltisch.arena.pictures import (
    AXIS,
    DASHES,
    EDGE,
    HUES,
    WIDTH,
    Line,
    alone,
    axis_name,
    curves,
    frame,
)
from spieltisch.games import ROOMS, game

DOCS = Path(__file__).parents[1] / "docs"
MEASURED = DOCS / "performance"
PAGE = DOCS / "performance.md"
BOTS = DOCS / "bots.md"
TOP, BOTTOM = 30, 190
GROUND = '<rect width="100%" height="100%" rx="6" fill="#fff"/>'  # on dark pages too


class Scale:
    """Numbers to places along one side, by their logarithms: each tick is a power of ten."""

    def __init__(self, values: Sequence[float], begin: float, end: float) -> None:
        self.low = math.floor(math.log10(min(values)) + 1e-9)
        self.high = max(math.ceil(math.log10(max(values)) - 1e-9), self.low + 1)
        self.begin, self.end = begin, end

    def at(self, value: float) -> float:
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.begin + (self.end - self.begin) * share

    def ticks(self) -> list[float]:
        return [10.0**power for power in range(self.low, self.high + 1)]


class Shares:
    """Per cent to places, from 0 to 100."""

    def at(self, value: float) -> float:
        return BOTTOM + (TOP - BOTTOM) * value / 100

    def ticks(self) -> list[float]:
        return [0.0, 25.0, 50.0, 75.0, 100.0]


Spans = Sequence[tuple[float, float, float]]  # at which number, from, to


def chart(
    title: str, lines: Sequence[Line], across: str, up: str, spans: Sequence[Spans] = ()
) -> str:
    """With spans, of each line, the other numbers are shares in per cent."""
    points = [point for line in lines for point in line.points]
    x = Scale([one for one, _ in points], AXIS, WIDTH - EDGE - 30)
    y = Shares() if spans else Scale([one for _, one in points], BOTTOM, TOP)
    height = BOTTOM + 50 + (22 * math.ceil(len(lines) / 2) if len(lines) > 1 else 0)
    parts = [GROUND]
    parts.append(f'<text x="{EDGE}" y="14" class="axis">{escape(up)}</text>')
    for tick in y.ticks():
        at = y.at(tick)
        parts.append(f'<path d="M{AXIS} {at:.1f}H{WIDTH - EDGE}" class="grid"/>')
        parts.append(f'<text x="{AXIS - 6}" y="{at + 5:.1f}" text-anchor="end">{tick:,g}</text>')
    for tick in x.ticks():
        place = f'x="{x.at(tick):.1f}" y="{BOTTOM + 18}"'
        parts.append(f'<text {place} text-anchor="middle">{tick:,.0f}</text>')
    for number, line in enumerate(lines):
        parts += curve(line, x, y, number)
    for number, some in enumerate(spans):
        parts += [span(x.at(at), y.at(low), y.at(high), number) for at, low, high in some]
    parts.append(axis_name(across, (AXIS + WIDTH - EDGE) / 2, BOTTOM + 38))
    return alone(frame(height, title, parts))


def span(at: float, low: float, high: float, number: int) -> str:
    """Those of several lines stand beside each other."""
    path = f"M{at + 2 * number - 3:.1f} {low:.1f}V{high:.1f}"
    return f'<path d="{path}" class="line{number % HUES}" style="stroke-width:1"/>'


def curve(line: Line, x: Scale, y: Scale | Shares, number: int) -> list[str]:
    path = " ".join(f"{x.at(one):.1f},{y.at(other):.1f}" for one, other in line.points)
    drawn = f'class="line{number % HUES}" stroke-dasharray="{DASHES[number % len(DASHES)]}"'
    parts = [f'<polyline points="{path}" {drawn}/>']
    if line.label:
        left, top = AXIS + number % 2 * 196, BOTTOM + 58 + number // 2 * 22
        label = f'<text x="{left + 30}" y="{top + 5}">{escape(line.label)}</text>'
        parts += [f'<path d="M{left} {top}h24" {drawn}/>', label]
    return parts


def short(name: str) -> str:
    return game(name).title.partition(":")[0]


def by_room(curves: dict[str, list[tuple[float, float]]]) -> list[Line]:
    return [Line(short(name), points) for name, points in curves.items()]


def duels() -> list[dict[str, Any]]:
    """Each as `bench/duel.py --keep` wrote it."""
    return [json.loads(line) for line in (MEASURED / "duels.jsonl").read_text().splitlines()]


class Won(msgspec.Struct, frozen=True):
    """A share in per cent, and how far its 95 % interval reaches."""

    games: int
    share: float
    reach: float

    @property
    def span(self) -> tuple[float, float]:
        return max(self.share - self.reach, 0.0), min(self.share + self.reach, 100.0)

    def __str__(self) -> str:
        return f"{self.share:.0f} ± {self.reach:.0f}"


def reach_of(row: dict[str, Any]) -> float:
    """An interval is cut off at 0 and 1."""
    return float(max(row["share"] - row["low"], row["high"] - row["share"]))


def pooled(rows: Sequence[dict[str, Any]]) -> Won:
    """Of runs on different deals."""
    games = sum(row["games"] for row in rows)
    reaches = [row["games"] * reach_of(row) for row in rows]
    won = sum(row["games"] * row["share"] for row in rows) / games
    return Won(games, 100 * won, 100 * math.hypot(*reaches) / games)


def against_casual() -> dict[str, dict[int, Won]]:
    """Of each game what a number of iterations won at two seats."""
    found: dict[str, dict[int, list[dict[str, Any]]]] = {name: {} for name in ROOMS}
    for one in duels():
        if one["second"] == "casual" and one["seats"] == 2:
            found[one["game"]].setdefault(int(one["first"]), []).append(one)
    return {
        name: {number: pooled(rows) for number, rows in sorted(points.items())}
        for name, points in found.items()
    }


def curve_of_shares() -> str:
    every = against_casual()
    curves = {
        name: [(float(number), won.share) for number, won in points.items()]
        for name, points in every.items()
    }
    spans = [[(number, *won.span) for number, won in points.items()] for points in every.values()]
    title = "Share of the victories against casual"
    return chart(title, by_room(curves), "iterations", "per cent against casual", spans)


def shares_by_iterations() -> str:
    every = against_casual()
    columns = sorted({number for points in every.values() for number in points})
    rows = [["iterations", *[f"{number:,}" for number in columns]]]
    for name, points in every.items():
        rows.append([short(name), *[str(points.get(number, "–")) for number in columns]])
    return table(rows)


def nanoseconds(curves: dict[str, list[tuple[float, float]]]) -> str:
    """Seats are few: a table says more than a picture."""
    seats = range(2, 6)
    rows = [["nanoseconds a step", *[f"{number} seats" for number in seats]]]
    for name, points in curves.items():
        costs = {int(number): f"{1000 * cost:.0f}" for number, cost in points}
        rows.append([short(name), *[costs.get(number, "–") for number in seats]])
    return table(rows)


def table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def ratios(before: dict[str, Any], after: dict[str, Any], names: Sequence[str]) -> list[list[str]]:
    """Of each way of counting what our rooms make of the peers' median, before and after."""
    rows = []
    for way, speeds in after.items():
        pairs = [(share(before[way], name), share(speeds, name)) for name in names]
        rows.append([way, *[f"{one:.2f} → **{other:.2f}**" for one, other in pairs]])
    return rows


def share(speeds: dict[str, float], name: str) -> float:
    peers = sorted(speed for who, speed in speeds.items() if who.startswith("peer"))
    half = len(peers) // 2
    return speeds[name] / ((peers[half] + peers[~half]) / 2)


def measured(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((MEASURED / f"{name}.json").read_text())
    return found


def against_peers() -> str:
    names = list(ROOMS)
    rows = [["before → after", *[short(name) for name in names]]]
    for bench, part in (("rollouts", "steps"), ("search", "simulations")):
        before, after = measured(f"{bench}-before")[part], measured(f"{bench}-after")[part]
        rows += ratios(before, after, names)
    return table(rows)


def put(page: str, mark: str, text: str) -> str:
    """Between the mark and the next comment."""
    begin = page.index(f"<!-- {mark} -->") + len(f"<!-- {mark} -->")
    end = page.index("<!--", begin)
    return f"{page[:begin]}\n{text}\n{page[end:]}"


def draw(name: str, picture: str) -> None:
    (MEASURED / f"{name}.svg").write_text(picture)


def learning() -> str:
    """The share of each look, and the lower bound of its interval."""
    rows = list(csv.DictReader((MEASURED / "ladder.csv").open()))
    points = [(float(one["minutes"]), float(one["against_casual"])) for one in rows]
    bounds = [
        (at, max(share - float(one["half_width"]), 0.0))
        for (at, share), one in zip(points, rows, strict=True)
    ]
    lines = [Line("share of victory", points), Line("lower 95 % bound", bounds)]
    drawn = curves("Learning Troika: the share against casual", lines, "minutes of one core")
    return alone(drawn.replace("</title>", f"</title>{GROUND}", 1))


def main() -> None:
    draw("ladder", learning())
    growth = measured("growth")
    decisions = by_room(growth["milliseconds a decision"])
    draw("decision", chart("A decision", decisions, "iterations", "milliseconds"))
    cpu = [
        (row["tables"], 1000 * row["server_cpu"] / row["moves_a_second"])
        for row in growth["tables"]
    ]
    draw("move", chart("A move", [Line("", cpu)], "tables", "milliseconds of CPU a move"))
    memory = [(row["tables"], row["server_mb"]) for row in growth["tables"]]
    draw("memory", chart("Memory", [Line("", memory)], "tables", "megabytes"))
    draw("strength", curve_of_shares())
    BOTS.write_text(put(BOTS.read_text(), "curves", shares_by_iterations()))
    page = put(PAGE.read_text(), "ratios", against_peers())
    PAGE.write_text(put(page, "seats", nanoseconds(growth["microseconds a step"])))


if __name__ == "__main__":
    main()
