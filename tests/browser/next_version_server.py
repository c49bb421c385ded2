"""The server after an update: its static files have another address, the old one is gone."""

from __future__ import annotations

import sys

from spieltisch.web.pages import environment

NEXT = "/static/abcdef"

if __name__ == "__main__":
    environment.static_path = lambda: NEXT  # type: ignore[assignment]
    from spieltisch.cli import main

    sys.argv = ["spieltisch", "serve", *sys.argv[1:]]
    main()
