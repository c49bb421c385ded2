"""Small drawings for reports, as SVG text: bars with intervals, histograms, curves. Each is also a
figure of its own (`alone`), to be put into a paper or a page."""

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
ROOM = 44  # between two numbers of a scale
AXIS = 54  # room for the shares in front of curves
LONGEST_LABEL = 20
LONGEST_NAME = 14
ON_ITS_OWN = (
    "text{font:14px sans-serif;fill:#14231f}"
    ".hue0{fill:#0b6b50}.hue1{fill:#24416b}.hue2{fill:#8a3a12}.hue3{fill:#6a2f9e}.hue4{fill:#a3174f}"
    ".line0,.line1,.line2,.line3,.line4{fill:none;stroke-width:2.5;stroke-linejoin:round}"
    ".line0{stroke:#0b6b50}.line1{stroke:#24416b}.line2{stroke:#8a3a12}"
    ".line3{stroke:#6a2f9e}.line4{stroke:#a3174f}"
    ".under{stroke:#fff;stroke-width:5;fill:none}.span{stroke:#14231f;stroke-width:2;fill:none}"
    ".mark{stroke:#14231f;stroke-width:1.5;stroke-dasharray:4 3}.grid{stroke:#14231f40}"
)
DASHES = ("", "7 3", "2 3", "9 3 2 3", "1 4")


class Bar(msgspec.Struct, frozen=True):
    """A value between 0 and 1 with its interval, and the mark to compare it with."""

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


def alone(drawing: str) -> str:
    """The drawing as a file of its own, with its colours inside."""
    opening = '<svg xmlns="http://www.w3.org/2000/svg" '
    named = drawing.replace("<svg ", opening, 1)
    return named.replace("</title>", f"</title><style>{ON_ITS_OWN}</style>", 1) + "\n"


def shortened(label: str, longest: int) -> str:
    """A long name keeps its end, where the names of programs and classes stand."""
    return label if len(label) <= longest else f"…{label[1 - longest :]}"


def bars(title: str, rows: Sequence[Bar], axis: str) -> str:
    """Shares between 0 and 1, on a scale that is named."""
    span = WIDTH - LABELS - RIGHT
    parts = []
    for number, row in enumerate(rows):
        parts += bar_parts(row, number * ROW + ROW / 2, span, number)
    below = len(rows) * ROW + 4
    parts.append(f'<path d="M{LABELS} {below}H{LABELS + span}" class="grid"/>')
    parts += [
        f'<text x="{LABELS + span * at}" y="{below + 18}" text-anchor="middle">{at:.0%}</text>'
        for at in (0.0, 0.5, 1.0)
    ]
    parts.append(axis_name(axis, LABELS + span / 2, below + 38))
    return frame(below + 46, title, parts)


def axis_name(axis: str, x: float, y: float) -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="middle" class="axis">{escape(axis)}</text>'


def bar_parts(row: Bar, y: float, scale: float, number: int) -> list[str]:
    def at(value: float) -> str:
        return f"{LABELS + max(value, 0) * scale:.1f}"

    label = escape(shortened(row.label, LONGEST_NAME))
    width, hue = f"{max(row.value, 0) * scale:.1f}", f"hue{number % HUES}"
    return [
        f'<text x="{LABELS - 8}" y="{y + 5}" text-anchor="end">{label}</text>',
        f'<rect x="{LABELS}" y="{y - 9}" width="{width}" height="18" rx="3" class="{hue}"/>',
        f'<path d="M{at(row.low)} {y}H{at(row.high)}" class="under"/>',
        f'<path d="M{at(row.low)} {y}H{at(row.high)}" class="span"/>',
        f'<path d="M{at(row.mark)} {y - 14}v28" class="mark"/>',
        f'<text x="{WIDTH - RIGHT + 8}" y="{y + 5}">{row.value:.1%}</text>',
    ]


def histogram(
    title: str, values: Sequence[float], axis: str, counted: str, buckets: int = 24
) -> str:
    """How many of what is `counted` there are at each value of the axis."""
    low, high = min(values), max(values)
    step = width_of_bucket(values, buckets)
    counts = [0] * max(1, math.floor((high - low) / step) + 1)
    for value in values:
        counts[int((value - low) / step)] += 1
    parts = columns(counts) + scale(values, len(counts) * step)
    parts += heights(max(counts), counted)
    parts.append(axis_name(axis, (AXIS + WIDTH - EDGE) / 2, 174))
    return frame(182, title, parts)


def heights(tallest: int, counted: str) -> list[str]:
    return [
        f'<text x="{AXIS - 6}" y="30" text-anchor="end">{tallest}</text>',
        f'<text x="{AXIS - 6}" y="132" text-anchor="end">0</text>',
        f'<text x="{AXIS}" y="13" class="axis">{escape(counted)}</text>',
    ]


def width_of_bucket(values: Sequence[float], buckets: int) -> float:
    """Whole numbers share a bucket with as many others in every bucket: no false gaps."""
    spread = max(values) - min(values)
    if all(value == int(value) for value in values):
        return float(max(1, math.ceil((spread + 1) / buckets)))
    return max(spread / (buckets - 1), 1e-9)


def columns(counts: Sequence[int]) -> list[str]:
    width, tallest = (WIDTH - AXIS - EDGE) / len(counts), max(counts)
    return [
        f'<rect x="{AXIS + at * width:.1f}" y="{128 - 104 * count / tallest:.1f}" rx="1" '
        f'width="{max(width - 1, 1):.1f}" height="{104 * count / tallest:.1f}" class="hue0"/>'
        for at, count in enumerate(counts)
    ]


def scale(values: Sequence[float], spread: float) -> list[str]:
    """From the least to the greatest value, with a mark at the one in the middle."""
    low, high, middle = min(values), max(values), median(values)
    x = AXIS + (WIDTH - AXIS - EDGE) * (middle - low + 0.5) / max(spread, 1.0)
    parts = [
        f'<path d="M{AXIS} 128.5H{WIDTH - EDGE}" class="grid"/>',
        f'<path d="M{x:.1f} 20V128" class="mark"/>',
        f'<text x="{x:.1f}" y="150" text-anchor="middle">{middle:g}</text>',
    ]
    if x - AXIS > ROOM:
        parts.append(f'<text x="{AXIS}" y="150">{low:g}</text>')
    if WIDTH - EDGE - x > ROOM:
        parts.append(f'<text x="{WIDTH - EDGE}" y="150" text-anchor="end">{high:g}</text>')
    return parts


def curves(title: str, lines: Sequence[Line], axis: str) -> str:
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
        x, y = AXIS + number % 2 * 196, 224 + number // 2 * 22
        label = escape(line.label[:LONGEST_LABEL])
        parts.append(
            f'<path d="M{x} {y}h24" {drawn}/><text x="{x + 30}" y="{y + 5}">{label}</text>'
        )
    parts += [
        f'<text x="{AXIS}" y="182" text-anchor="middle">0</text>',
        f'<text x="{WIDTH - EDGE}" y="182" text-anchor="end">{last:g}</text>',
        axis_name(axis, (AXIS + WIDTH - EDGE) / 2, 200),
    ]
    return frame(214 + 22 * math.ceil(len(lines) / 2), title, parts)
