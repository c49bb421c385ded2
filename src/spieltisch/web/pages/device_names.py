"""What a list of one's devices calls each of them."""

from __future__ import annotations

import re

BROWSERS = (
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Edge", r"Edg"),
    ("Opera", r"OPR/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Chrome", r"Chrome/|CriOS/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Windows", r"Windows"),
    ("Mac", r"Macintosh|Mac OS"),
    ("Linux", r"Linux|X11"),
)


def device_name(agent: str) -> str:
    """What a browser says of itself, in two words."""
    found = [first_of(BROWSERS, agent), first_of(SYSTEMS, agent)]
    return ", ".join(one for one in found if one)


def first_of(kinds: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for name, sign in kinds if re.search(sign, agent)), "")
