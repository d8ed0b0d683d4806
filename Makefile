# `make play` and `make test` set up all they need in .venv the first time and start at once after that.
# All that is asked of the machine: make, and Python 3.11 to 3.14 with venv (PYTHON=python3.12 picks another).

PYTHON ?= python3
BIN := .venv/bin
PIP_FLAGS := -qq --disable-pip-version-check --no-input
UV := uv==0.13.7
LOCKS := run build models dev bench

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play models test soak lint format goldens docs bench winrates lock clean

help:
	@echo "make play     watch a game at the terminal"
	@echo "make models   install what language models at the table need"
	@echo "make test     lint, types, import rules, rulebook cases, tests"
	@echo "make soak     200 games of models against a server that fails on 30 % of the calls"
	@echo "make lint     ruff, mypy and the import rules only"
	@echo "make format   let ruff format and fix the code"
	@echo "make goldens  write the golden playthroughs, transcripts and prompts anew"
	@echo "make docs     write docs/rules anew"
	@echo "make bench    measure against TextArena, in .venv-bench (BENCH='--save' keeps the result)"
	@echo "make winrates how often each side wins, with random and with scripted players"
	@echo "make lock     lock requirements/*.txt anew (LOCK=--upgrade takes the newest versions)"
	@echo "make clean    remove the environments, caches and builds"

play: .venv/.ready-play
	@$(BIN)/duskfall play

models: .venv/.ready-models

test: lint
	$(BIN)/duskfall check cases
	$(BIN)/python -m pytest -n 2

soak: .venv/.ready-dev
	$(BIN)/python -m tests.llm.soak --games 200

lint: .venv/.ready-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: .venv/.ready-dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

goldens: .venv/.ready-dev
	$(BIN)/python -m tests.goldens --write
	$(BIN)/python -m tests.transcripts --write
	$(BIN)/python -m tests.llm.prompts --write

docs: .venv/.ready-play
	$(BIN)/duskfall rules --export docs/rules

bench: .venv/.ready-models .venv-bench/.ready
	$(BIN)/python bench/run.py $(BENCH)

winrates: .venv/.ready-play
	$(BIN)/python bench/winrates.py $(WINRATES)

# --- environments -----------------------------------------------------------------------------------------
# A stamp is newer than the locks that it was made from; while it is, pip is not called.

define check-python
@command -v "$(PYTHON)" >/dev/null || \
	{ echo "duskfall needs Python 3.11 to 3.14; there is no $(PYTHON) here (try PYTHON=...)" >&2; exit 1; }
@"$(PYTHON)" -c 'import sys; v = sys.version_info; sys.exit(not (3, 11) <= v[:2] < (3, 15) and \
	"duskfall needs Python 3.11 to 3.14; $(PYTHON) is %d.%d (try PYTHON=python3.12)" % v[:2])'
endef

.venv/.made:
	$(check-python)
	@echo "setting up .venv (once) ..."
	@"$(PYTHON)" -m venv .venv
	@touch $@

.venv/.ready-play: requirements/run.txt requirements/build.txt pyproject.toml | .venv/.made
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/run.txt -r requirements/build.txt
	@$(BIN)/python -m pip install $(PIP_FLAGS) --no-index --no-deps --no-build-isolation -e .
	@touch $@

.venv/.ready-models: requirements/models.txt .venv/.ready-play
	@echo "installing the openai and anthropic packages ..."
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/models.txt
	@touch $@

.venv/.ready-dev: requirements/dev.txt .venv/.ready-play
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/dev.txt
	@touch $@

.venv-bench/.made:
	$(check-python)
	@echo "setting up .venv-bench (once) ..."
	@"$(PYTHON)" -m venv .venv-bench
	@touch $@

.venv-bench/.ready: requirements/bench.txt | .venv-bench/.made
	@.venv-bench/bin/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/bench.txt
	@touch $@

.venv-lock/.ready:
	$(check-python)
	@echo "setting up .venv-lock (once) ..."
	@"$(PYTHON)" -m venv .venv-lock
	@.venv-lock/bin/python -m pip install $(PIP_FLAGS) $(UV)
	@touch $@

# In the order of LOCKS: dev.in is constrained by run.txt.
lock: .venv-lock/.ready
	@cd requirements && for name in $(LOCKS); do \
		../.venv-lock/bin/uv pip compile -q --universal --generate-hashes --python-version 3.11 --no-header \
			--no-emit-index-url $(LOCK) $$name.in -o $$name.txt || exit 1; \
	done

clean:
	rm -rf .venv .venv-bench .venv-lock build dist bench/results
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
