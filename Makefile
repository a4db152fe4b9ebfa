# `make run` and `make test` are all a user or a developer needs; the rest are their parts.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/.stamps
UI := src/keenbench/server/ui/index.html

.PHONY: help setup run test test-all lint style bench clean lock ui test-system

help:
	@echo "make run    start KeenBench on this machine"
	@echo "make test   install what the tests need, then lint, types and all tests"
	@echo "make setup | lint | test-all | bench | clean | lock"

$(STAMPS)/venv:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "KeenBench needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	mkdir -p $(STAMPS) && touch $@

# The product alone. --require-hashes: what is installed is what the lock file names.
$(STAMPS)/product: $(STAMPS)/venv requirements.lock pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(STAMPS)/dev: $(STAMPS)/product requirements-dev.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

ui: $(UI)

$(UI): $(STAMPS)/product web/package.json web/package-lock.json web/index.html web/vite.config.ts $(shell find web/src -type f 2>/dev/null)
	$(BIN)/python scripts/build_ui.py

setup: $(STAMPS)/product $(UI)

run: setup
	$(BIN)/keenbench serve --demo

test-system: $(STAMPS)/dev
	$(BIN)/python -m scripts.system_parts

style: $(STAMPS)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint: style
	$(BIN)/mypy

# Types are checked while the tests run: mypy takes a minute, and one core alone. Modules go to the
# three processes whole and in order, so that the long ones come first and many short ones last. Half
# the time a test waits for another process: on two cores three of them take 15 minutes, two took 27.
test: $(STAMPS)/dev $(UI) test-system style
	@$(BIN)/mypy > $(STAMPS)/types.txt 2>&1 & types=$$!; \
	$(BIN)/pytest -m "not slow" -n 3 --dist loadscope --no-loadscope-reorder; tests=$$?; \
	wait $$types; types=$$?; cat $(STAMPS)/types.txt; exit $$((tests + types))

test-all: $(STAMPS)/dev $(UI) test-system lint
	KEENBENCH_SCREENSHOTS=all $(BIN)/pytest -n 3 --dist loadscope --no-loadscope-reorder --hypothesis-profile searching --timeout 1800

bench: $(STAMPS)/dev
	$(BIN)/python -m bench

# Exact pins and hashes, and no download address.
lock: $(STAMPS)/venv
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml scripts/build.in --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links --output-file requirements.lock
	$(BIN)/uv pip compile pyproject.toml scripts/build.in --extra dev --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links --constraint requirements.lock --output-file requirements-dev.lock
	$(BIN)/uv pip compile scripts/node.in --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links --output-file scripts/node.lock

clean:
	rm -rf $(VENV) web/node_modules src/keenbench/server/ui .mypy_cache .ruff_cache .pytest_cache .hypothesis bench.json screenshots
