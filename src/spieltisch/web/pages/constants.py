"""What is the same on every page, words and the house's pictures, is compiled into its template."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from jinja2.ext import Extension

CONSTANT = re.compile(r"\{\{ (_|use)\('([^'\\]*)'\) \}\}")


class Constants(Extension):
    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        made: Mapping[str, Any] = self.environment.globals
        return CONSTANT.sub(lambda found: str(made[found[1]](found[2])), source)
