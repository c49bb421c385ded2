# Spieltisch. `make play` and `make test` set up all they need and are safe to repeat.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -type f -not -name '*.pyc' 2>/dev/null) setup.py pyproject.toml
PYTEST := SPIELTISCH_EXPECT=compiled $(BIN)/python -m pytest

.PHONY: play test test-long lint docs bench lock system clean pictures

play: $(VENV)/play.stamp
	@$(BIN)/spieltisch

test: system $(VENV)/test.stamp
	@echo "== Style, types and layers"
	@$(MAKE) --no-print-directory lint
	@echo "== Tests (a few minutes)"
	@$(PYTEST) -n 2 --dist worksteal -m "not long"

test-long: system $(VENV)/test.stamp
	@echo "== All tests in nightly size (this takes long)"
	@$(PYTEST) -n 2 --dist worksteal -m "" -o faulthandler_timeout=7200

lint: $(VENV)/test.stamp
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/deno fmt --check --quiet
	@$(BIN)/deno lint --quiet
	@$(BIN)/djlint --lint --quiet src/spieltisch/web
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(MAKE) --no-print-directory build/site

# Warnings, dead links among them, are errors (mkdocs.yml).
build/site: mkdocs.yml $(shell find docs -type f) $(shell find src/spieltisch -maxdepth 2 -name '*.py') $(VENV)/test.stamp
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --site-dir $@
	@touch $@

docs: build/site
	@echo "The site lies in build/site. To read it, search included: $(PYTHON) -m http.server --directory build/site"

bench: $(VENV)/test.stamp
	@echo "== Installing peers to measure against"
	@$(BIN)/python -m pip install -qq --require-hashes -r requirements/bench.lock
	@$(BIN)/python bench/rollouts.py --json bench/results/rollouts.json
	@$(BIN)/python bench/research.py --json bench/results/research.json
	@$(BIN)/python bench/load.py --json bench/results/load.json

pictures: system $(VENV)/test.stamp
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

$(VENV)/play.stamp: $(VENV)/created.stamp requirements/play.lock $(SOURCES)
	@echo "== Installing what the table needs (about a minute the first time)"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/play.lock
	@$(MAKE) --no-print-directory install-here
	@touch $@

$(VENV)/test.stamp: $(VENV)/created.stamp requirements/test.lock $(SOURCES)
	@echo "== Installing what the tests need (a minute or two the first time)"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/test.lock
	@$(MAKE) --no-print-directory install-here
	@touch $@ $(VENV)/play.stamp

.PHONY: install-here
install-here:
	@echo "== Compiling the games (a minute or two)"
	@rm -rf build
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall .
	@$(BIN)/spieltisch --version

# The locks hold versions and hashes; run after changing dependencies in pyproject.toml.
lock:
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  pyproject.toml --extra build --extra play -o requirements/play.lock
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  pyproject.toml --extra build --extra play --extra docs --extra test -c requirements/play.lock -o requirements/test.lock
	@uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	  pyproject.toml --extra bench -c requirements/test.lock -o requirements/bench.lock

clean:
	@rm -rf $(VENV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
