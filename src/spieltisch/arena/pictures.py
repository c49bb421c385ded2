"""Small drawings for reports, as SVG text: bars with intervals, histograms, curves."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

WIDTH = 640
ROW = 34
LABELS = 150
RIGHT = 70
HUES = ("#0b6b50", "#24416b", "#8a3a12", "#6a3bc4", "#9c2c10")
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
    width = f"{max(row.value, 0) * scale:.1f}"
    hue = HUES[number % len(HUES)]
    return [
        f'<text x="{LABELS - 8}" y="{y + 5}" text-anchor="end">{escape(row.label)}</text>',
        f'<rect x="{LABELS}" y="{y - 9}" width="{width}" height="18" rx="3" fill="{hue}"/>',
        f'<path d="M{at(row.low)} {y}H{at(row.high)}" class="span"/>',
        f'<path d="M{at(row.mark)} {y - 14}v28" class="mark"/>',
        f'<text x="{WIDTH - RIGHT + 8}" y="{y + 5}">{written}</text>',
    ]


def histogram(title: str, values: Sequence[float], unit: str, buckets: int = 24) -> str:
    low, high = min(values), max(values)
    step = max((high - low) / buckets, 1e-9 if high > low else 1.0)
    counts = [0] * buckets
    for value in values:
        counts[min(int((value - low) / step), buckets - 1)] += 1
    tallest = max(counts)
    width = (WIDTH - 40) / buckets
    parts = [
        f'<rect x="{20 + at * width:.1f}" y="{110 - 100 * count / tallest:.1f}" '
        f'width="{width - 1:.1f}" height="{100 * count / tallest:.1f}" fill="{HUES[0]}"/>'
        for at, count in enumerate(counts)
    ]
    parts.append(f'<text x="20" y="130">{low:g} {escape(unit)}</text>')
    parts.append(f'<text x="{WIDTH - 20}" y="130" text-anchor="end">{high:g} {escape(unit)}</text>')
    return frame(140, title, parts)


def curves(title: str, lines: Sequence[Line]) -> str:
    """Values between 0 and 1 over the game; lines differ in dashes as well as in colour."""
    last = max((x for line in lines for x, _ in line.points), default=1.0) or 1.0
    parts = [f'<path d="M40 {y}H{WIDTH - 10}" class="grid"/>' for y in (10, 85, 160)]
    parts += [
        f'<text x="34" y="{y + 4}" text-anchor="end">{text}</text>'
        for y, text in ((10, "100 %"), (85, "50 %"), (160, "0 %"))
    ]
    for number, line in enumerate(lines):
        path = " ".join(
            f"{40 + (WIDTH - 50) * x / last:.1f},{160 - 150 * y:.1f}" for x, y in line.points
        )
        hue, dash = HUES[number % len(HUES)], DASHES[number % len(DASHES)]
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{hue}" stroke-width="2.5" '
            f'stroke-dasharray="{dash}"/>'
        )
        x = 50 + number * 110
        parts.append(
            f'<path d="M{x} 182h22" stroke="{hue}" stroke-width="2.5" stroke-dasharray="{dash}"/>'
            f'<text x="{x + 28}" y="186">{escape(line.label)}</text>'
        )
    return frame(196, title, parts)
