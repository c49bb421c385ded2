"""Small drawings for reports, as SVG text: bars with intervals, histograms, curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from statistics import median

import msgspec

WIDTH = 440
ROW = 34
LABELS = 104
RIGHT = 58
HUES = 5  # classes of the report, each with a colour for light and for dark pages
EDGE = 8
AXIS = 54  # room for the shares in front of curves
LONGEST_LABEL = 20
DASHES = ("", "7 3", "2 3", "9 3 2 3", "1 4")


class Bar(msgspec.Struct, frozen=True):
    """A value with its interval, and the mark to compare it with."""

    label: str
    value: float
    low: float
    high: float
    mark: float


class Line(msgspec.Struct, frozen=True):
    label: str
    points: list[tuple[float, float]]


def frame(height: int, title: str, inside: list[str]) -> str:
    """A drawing with a text for those who do not see it."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{''.join(inside)}</svg>"
    )


def bars(title: str, rows: Sequence[Bar], most: float = 1.0, percent: bool = True) -> str:
    span = WIDTH - LABELS - RIGHT
    parts = []
    for number, row in enumerate(rows):
        y = number * ROW + ROW / 2
        parts += bar_parts(row, y, span / most, number, percent)
    return frame(len(rows) * ROW + 6, title, parts)


def bar_parts(row: Bar, y: float, scale: float, number: int, percent: bool) -> list[str]:
    def at(value: float) -> str:
        return f"{LABELS + max(value, 0) * scale:.1f}"

    written = f"{row.value:.1%}" if percent else f"{row.value:.2f}"
    width, hue = f"{max(row.value, 0) * scale:.1f}", f"hue{number % HUES}"
    return [
        f'<text x="{LABELS - 8}" y="{y + 5}" text-anchor="end">{escape(row.label)}</text>',
        f'<rect x="{LABELS}" y="{y - 9}" width="{width}" height="18" rx="3" class="{hue}"/>',
        f'<path d="M{at(row.low)} {y}H{at(row.high)}" class="under"/>',
        f'<path d="M{at(row.low)} {y}H{at(row.high)}" class="span"/>',
        f'<path d="M{at(row.mark)} {y - 14}v28" class="mark"/>',
        f'<text x="{WIDTH - RIGHT + 8}" y="{y + 5}">{written}</text>',
    ]


def histogram(title: str, values: Sequence[float], unit: str, buckets: int = 24) -> str:
    low, high = min(values), max(values)
    step = width_of_bucket(values, buckets)
    counts = [0] * max(1, math.floor((high - low) / step) + 1)
    for value in values:
        counts[int((value - low) / step)] += 1
    return frame(144, title, columns(counts) + scale(values, unit, len(counts) * step))


def width_of_bucket(values: Sequence[float], buckets: int) -> float:
    """Whole numbers share a bucket with as many others in every bucket: no false gaps."""
    spread = max(values) - min(values)
    if all(value == int(value) for value in values):
        return float(max(1, math.ceil((spread + 1) / buckets)))
    return max(spread / (buckets - 1), 1e-9)


def columns(counts: Sequence[int]) -> list[str]:
    width, tallest = (WIDTH - 2 * EDGE) / len(counts), max(counts)
    return [
        f'<rect x="{EDGE + at * width:.1f}" y="{112 - 104 * count / tallest:.1f}" rx="1" '
        f'width="{max(width - 1, 1):.1f}" height="{104 * count / tallest:.1f}" class="hue0"/>'
        for at, count in enumerate(counts)
    ]


def scale(values: Sequence[float], unit: str, spread: float) -> list[str]:
    """From the least to the greatest value, with a mark at the one in the middle."""
    low, high, middle = min(values), max(values), median(values)
    x = EDGE + (WIDTH - 2 * EDGE) * (middle - low + 0.5) / max(spread, 1.0)
    return [
        f'<path d="M{EDGE} 112.5H{WIDTH - EDGE}" class="grid"/>',
        f'<path d="M{x:.1f} 4V112" class="mark"/>',
        f'<text x="{EDGE}" y="134">{low:g}</text>',
        f'<text x="{WIDTH / 2}" y="134" text-anchor="middle">{middle:g} {escape(unit)}</text>',
        f'<text x="{WIDTH - EDGE}" y="134" text-anchor="end">{high:g}</text>',
    ]


def curves(title: str, lines: Sequence[Line]) -> str:
    """Values between 0 and 1 over the game; lines differ in dashes as well as in colour."""
    last = max((x for line in lines for x, _ in line.points), default=1.0) or 1.0
    parts = [f'<path d="M{AXIS} {y}H{WIDTH - EDGE}" class="grid"/>' for y in (10, 85, 160)]
    parts += [
        f'<text x="{AXIS - 6}" y="{y + 4}" text-anchor="end">{text}</text>'
        for y, text in ((10, "100 %"), (85, "50 %"), (160, "0 %"))
    ]
    for number, line in enumerate(lines):
        path = " ".join(
            f"{AXIS + (WIDTH - AXIS - EDGE) * x / last:.1f},{160 - 150 * y:.1f}"
            for x, y in line.points
        )
        drawn = f'class="line{number % HUES}" stroke-dasharray="{DASHES[number % len(DASHES)]}"'
        parts.append(f'<polyline points="{path}" {drawn}/>')
        x, y = AXIS + number % 2 * 196, 184 + number // 2 * 22
        label = escape(line.label[:LONGEST_LABEL])
        parts.append(
            f'<path d="M{x} {y}h24" {drawn}/><text x="{x + 30}" y="{y + 5}">{label}</text>'
        )
    return frame(174 + 22 * math.ceil(len(lines) / 2), title, parts)
