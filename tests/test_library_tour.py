"""The tour of the library and the examples of its public objects run as they are printed."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

import spieltisch
from spieltisch.core import chance, match, record

TOUR = Path(__file__).parents[1] / "docs" / "library.md"
EXACT = doctest.ELLIPSIS
CONSTANTS = {"CHANCE", "OVER"}


def test_every_example_of_the_tour_runs() -> None:
    parsed = doctest.DocTestParser().get_doctest(
        TOUR.read_text(encoding="utf-8").replace("```", ""), {}, "library.md", str(TOUR), 0
    )
    assert len(parsed.examples) > 40
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=EXACT)
    assert runner.run(parsed, out=said.append).failed == 0, "".join(said)


@pytest.mark.parametrize("module", [spieltisch, match, chance, record])
def test_the_examples_in_docstrings_run(module: object) -> None:
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=EXACT)
    for found in doctest.DocTestFinder().find(module):
        assert runner.run(found, out=said.append).failed == 0, "".join(said)
    assert runner.summarize(verbose=False).attempted > 0


@pytest.mark.parametrize("name", sorted(set(spieltisch.__all__) - CONSTANTS))
def test_every_public_object_has_a_docstring_with_an_example_that_runs(name: str) -> None:
    thing = getattr(spieltisch, name)
    written = inspect.getdoc(thing) if "__doc__" in vars(thing) or callable(thing) else None
    assert written and ">>>" in written, f"{name} has no example"
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=EXACT)
    names = dict(vars(inspect.getmodule(thing)))
    parsed = doctest.DocTestParser().get_doctest(written, names, name, None, 0)
    assert runner.run(parsed, out=said.append).failed == 0, "".join(said)
