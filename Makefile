# Spieltisch. `make play` and `make test` set up all they need and are safe to repeat.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -type f -not -name '*.pyc' 2>/dev/null) setup.py pyproject.toml
READY := $(VENV)/test.stamp $(VENV)/installed.stamp
QUICK := tests/core tests/games tests/search tests/bots tests/server/test_table.py tests/server/test_secrets.py \
  tests/test_conformance.py tests/test_clauses.py tests/test_complete.py tests/test_planted_faults.py
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check
LOCKED := $(PIP) --require-hashes -r
# On two cores: half of the time a browser or a server is waited for.
WORKERS := 3
PYTEST := SPIELTISCH_EXPECT=compiled $(BIN)/python -m pytest

.PHONY: play test check test-long lint docs bench performance lock system clean pictures

play:
	@$(MAKE) --no-print-directory --jobs=2 $(VENV)/installed.stamp
	@$(BIN)/spieltisch

# Set up side by side: one core compiles while the other installs, then lints. What fails in the tests is run once
# more by itself: a fault fails again, a browser that starved beside other tests does not.
test:
	@command -v cc >/dev/null || sh tools/system_packages.sh
	@$(MAKE) --no-print-directory --jobs=3 system $(READY) lint
	@echo "== Tests (about a quarter of an hour)"
	@$(PYTEST) -n $(WORKERS) --dist worksteal -m "not long" || { echo "== What failed, once more by itself"; \
	  $(PYTEST) -m "not long" --last-failed --last-failed-no-failures none; }

# The two minutes before a commit: rules, kit, texts and secrets; the rest is for make test.
check: $(READY) lint
	@$(PYTEST) -n 2 --dist worksteal -m "not long" $(QUICK)

test-long: system $(READY)
	@echo "== Installing what learning agents need"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check torch==2.13.0
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/learn.lock
	@echo "== All tests in nightly size (this takes long)"
	@$(PYTEST) -n 2 --dist worksteal -m "" -o faulthandler_timeout=7200

lint: $(VENV)/test.stamp
	@echo "== Style, types and layers"
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/deno fmt --check --quiet
	@$(BIN)/deno lint --quiet
	@$(BIN)/djlint --lint --quiet src/spieltisch/web
	@$(BIN)/mypy
	@PYTHONPATH=src $(BIN)/lint-imports --no-logo
	@$(MAKE) --no-print-directory build/site

# Warnings, dead links among them, are errors (mkdocs.yml).
build/site: mkdocs.yml $(shell find docs -type f) $(shell find src/spieltisch -maxdepth 2 -name '*.py') $(VENV)/test.stamp
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --site-dir $@
	@touch $@

docs: build/site
	@echo "The site lies in build/site. To read it, search included: $(PYTHON) -m http.server --directory build/site"

bench: $(READY)
	@echo "== Installing peers to measure against"
	@$(PIP) --require-hashes -r requirements/bench.lock
	@$(BIN)/python bench/rollouts.py --json bench/results/rollouts.json
	@$(BIN)/python bench/research.py --json bench/results/research.json
	@$(BIN)/python bench/load.py --json bench/results/load.json

# docs/performance.md anew, all in one run: for a quiet machine. Research and load are printed, to be copied.
performance: $(READY)
	@echo "== Installing peers to measure against"
	@$(PIP) --require-hashes -r requirements/bench.lock
	@$(BIN)/python bench/rollouts.py --json docs/performance/rollouts-after.json
	@$(BIN)/python bench/search.py --json docs/performance/search-after.json
	@$(BIN)/python bench/growth.py --json docs/performance/growth.json
	@$(BIN)/python bench/plots.py
	@$(BIN)/python bench/research.py --json bench/results/research.json
	@$(BIN)/python bench/load.py --json bench/results/load.json

pictures: system $(READY)
	@$(BIN)/python docs/take_pictures.py

# System packages, only where they are missing and can be installed.
system:
	@sh tools/system_packages.sh

$(VENV)/created.stamp:
	@echo "== Making a virtual environment in $(VENV)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Spieltisch needs Python 3.11 or newer; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/build.stamp: $(VENV)/created.stamp requirements/build.lock
	@echo "== Installing the compiler of Python"
	@$(LOCKED) requirements/build.lock
	@touch $@

$(VENV)/play.stamp: $(VENV)/build.stamp requirements/play.lock
	@echo "== Installing what the table needs (about a minute the first time)"
	@$(LOCKED) requirements/play.lock
	@touch $@

$(VENV)/test.stamp: $(VENV)/play.stamp requirements/test.lock
	@echo "== Installing what the tests need (a minute or two the first time)"
	@$(LOCKED) requirements/test.lock
	@touch $@

# What an earlier build left must not get into this one; build/compiled has only what is complete (setup.py).
build/wheel.stamp: $(VENV)/build.stamp $(SOURCES)
	@echo "== Building Spieltisch (a minute or two if compiled files changed)"
	@rm -rf build/lib* build/temp* build/bdist* build/wheel $@
	@$(BIN)/python -m pip wheel -qq --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir build/wheel .
	@touch $@

$(VENV)/installed.stamp: $(VENV)/play.stamp build/wheel.stamp
	@rm -f $@
	@$(PIP) --no-deps --force-reinstall build/wheel/*.whl
	@$(BIN)/spieltisch --version
	@touch $@

# The locks hold versions and hashes; run after changing dependencies in pyproject.toml.
lock:
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  pyproject.toml --extra build --extra play --extra push -o requirements/play.lock
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  pyproject.toml --extra build -c requirements/play.lock -o requirements/build.lock
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  pyproject.toml --extra build --extra play --extra push --extra docs --extra test -c requirements/play.lock -o requirements/test.lock
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  pyproject.toml --extra bench -c requirements/test.lock -o requirements/bench.lock
	@uv pip compile --quiet --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header \
	  --no-emit-package torch pyproject.toml --extra learn -c requirements/test.lock -o requirements/learn.lock

clean:
	@rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
