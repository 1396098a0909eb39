# Both `make demo` and `make test` set up what they need: Python 3.11+, make and a package registry are enough.
# Who plays gets what a player needs; the first that asks for tests adds the rest to the same `.venv`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAYS := $(VENV)/plays
READY := $(VENV)/ready
# One worker more than cores: some tests wait for servers and browsers. Each begins with a stretch of modules of its
# own, so that what a module sets up is seldom set up twice.
WORKERS := $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --editable
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal

# Processes that tests start read what others have compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test rest costs check soak faults bench reference title lint format clean

demo: $(PLAYS)  ## referee a real game from its mails to the verdict
	@$(BIN)/bugyo demo --force

test: $(READY)  ## every test that takes little, a third of the others by turns; none may take too much
	@$(PYTEST) -m "not soak and not rest" --budget

rest: $(READY)  ## what `make test` has left to other turns
	@$(PYTEST) -m rest --budget

costs: $(READY)  ## which tests are so dear that a run makes a third of them: tests/families.toml anew
	@$(PYTEST) -m "not soak" --keep-costs

check: test lint  ## what must be green before a commit

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

soak: $(READY)  ## the long proofs: thousands of games, kills; THIRD=0, 1 or 2: a third of them
	@$(PYTEST) -m soak $(if $(THIRD),--third $(THIRD))

faults: $(READY)  ## the campaign of docs/reliability.md, and its table anew
	@$(BIN)/python -m tests.faults --write

bench: $(READY)  ## speed, each figure a ratio in one run
	@$(BIN)/python -m benchmarks

reference: $(READY)  ## the help of every command, and the keys of its JSON
	@$(BIN)/python -m cli.reference build/cli.md

# The words behind `title` are titles and no goals; alone, a title is none either.
ifeq (title,$(firstword $(MAKECMDGOALS)))
TITLE ?= $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
NAMED := $(filter $(notdir $(patsubst %/RULINGS.md,%,$(wildcard domain/*/RULINGS.md))),$(MAKECMDGOALS))
.PHONY: $(NAMED)
$(NAMED):: ; @:
endif

title: $(READY)  ## make title shinobi: what a change of this title needs, and what is to be done; WRITE=1: and does it
	@$(BIN)/python -m tests.titles.change $(TITLE) $(if $(WRITE),--write)

format: $(READY)
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

clean:
	rm -rf $(VENV) demo

$(PLAYS): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("Bugyo needs Python 3.11 or newer; this is %s." % sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "Setting up $(VENV) (once)…" >&2
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) '.[pictures,web]'
	@touch $@

$(READY): $(PLAYS)
	@echo "Adding what the tests need to $(VENV) (once)…" >&2
	@$(PIP) '.[dev]'
	@touch $@
