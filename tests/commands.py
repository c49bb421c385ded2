"""The command line in this process: one of its own takes a second to load what is here already."""

from __future__ import annotations

import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from unittest.mock import patch

from spieltisch.cli import main

Said = subprocess.CompletedProcess[str]


def spieltisch(*arguments: object) -> Said:
    words = ["spieltisch", *map(str, arguments)]
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "argv", words):
        try:
            main()
        except SystemExit as end:
            return Said(words, int(end.code or 0), out.getvalue(), err.getvalue())
    return Said(words, 0, out.getvalue(), err.getvalue())


def in_a_process(*arguments: object) -> Said:
    """As a shell starts it."""
    command = [sys.executable, "-m", "spieltisch", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
