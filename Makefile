# `make play` and `make test` set up all they need in .venv the first time and start at once after that.
# All that is asked of the machine: make, and Python 3.11 to 3.14 with venv (PYTHON=python3.12 picks another).

PYTHON ?= python3
BIN := .venv/bin
BROWSER := chromium-headless-shell fonts-noto-cjk
PIP_FLAGS := -qq --disable-pip-version-check --no-input
UV := uv==0.13.7
PYODIDE := src/duskfall/web/pyodide
SCALED = $(shell grep -rl "tests.volume import" tests --include=test_*.py)
LOCKS := run build models web arena ray inspect mcp batch rl dev bench openspiel audit

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play host serve mcp models arena ray inspect batch rl page site wheel wire words test test-fast soak lint check-cases check-page collected release-check format goldens
.PHONY: docs bench winrates lock audit clean

help:
	@echo "make play     watch a game at the terminal"
	@echo "make host     open the page for whoever runs a live table (HOST='--lan' lets phones in)"
	@echo "make serve    tables for people in browsers, bots and models (SERVE='--lan' lets phones in)"
	@echo "make models   install what language models at the table need"
	@echo "make arena    install what leagues need (make ray: a cluster; make inspect: inspect_ai)"
	@echo "make mcp      install what a seat for MCP clients needs"
	@echo "make batch    install what the simulator needs (make rl: environments for reinforcement learning, too)"
	@echo "make page     build the page anew, and bring Pyodide; needs Node 20.19 or newer"
	@echo "make site     the page as a static site for any HTTPS host, in ./site; needs Node"
	@echo "make wheel    a wheel with the page and Pyodide in it, in ./dist; needs Node"
	@echo "make wire     write the page's types anew, out of what src/duskfall/wire declares"
	@echo "make words    extract and compile the catalogues of words"
	@echo "make test     lint, types, import rules, the built page, rulebook cases, tests; what took longest, what to translate"
	@echo "make test-fast the tests that are quick, in a minute: for while one works"
	@echo "make soak     200 games of models against a server that fails on 30 % of the calls; 400 leagues with known skill; 500 leagues of identical players, of each kind; a million simulated games beside the kernel; the detective beside brute force; eight times as many random cases in the tests that draw them"
	@echo "make lint     ruff, mypy and the import rules only"
	@echo "make release-check  whether this tree can be released: translated, committed, told of, the page fresh; needs Node"
	@echo "make format   let ruff format and fix the code"
	@echo "make goldens  write the golden playthroughs, transcripts and prompts anew"
	@echo "make docs     write anew what is generated of the docs: rules pages, vocabulary, measures, the picture of the rooms"
	@echo "make bench    measure against TextArena and OpenSpiel, in environments of their own (BENCH='--save' keeps the result)"
	@echo "make winrates how often each side wins, with random and with scripted players; and absurdities of these"
	@echo "make lock     lock requirements/*.txt anew (LOCK=--upgrade takes the newest versions)"
	@echo "make audit    known vulnerabilities in all that is locked, for Python and for the page; needs a network"
	@echo "make clean    remove the environments, caches and builds"

play: .venv/.ready-play
	@$(BIN)/duskfall play || [ $$? -eq 130 ]  # stopped by who watches

host: .venv/.ready-web
	@$(BIN)/duskfall host $(HOST)

serve: .venv/.ready-web
	@$(BIN)/duskfall serve $(SERVE)

mcp: .venv/.ready-mcp

models: .venv/.ready-models

arena: .venv/.ready-arena

ray: .venv/.ready-ray

inspect: .venv/.ready-inspect

batch: .venv/.ready-batch

rl: .venv/.ready-rl

page: page/node_modules/.ready $(PYODIDE)/package.json
	cd page && npm run -s build

site: .venv/.ready-web page
	$(BIN)/duskfall host --bundle site

wheel: .venv/.ready-play page
	$(BIN)/python -m hatchling build -t wheel -d dist

wire: .venv/.ready-dev
	$(BIN)/python -m tools.wire --write

words: .venv/.ready-dev
	$(BIN)/python -m tools.words

# What is looked at before the tests goes side by side: the page is built by Node while mypy reads.
# Four at once, also on two cores: tests wait for browsers, servers and other processes a third of their time. A file
# goes to one worker, which makes what its tests share once; tests/conftest.py says which come first. Bytecode of what is
# collected is kept, whatever the environment says: every worker and every process that a test starts would compile it.
test test-fast: export PYTHONDONTWRITEBYTECODE =
test: .venv/.ready-browser
	@$(MAKE) --no-print-directory -j 2 --output-sync=target check-page lint check-cases collected
	$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder --durations 20 --durations-min 1
	@$(BIN)/python -m tools.words --pending

# tests/conftest.py names those that are left out.
test-fast: .venv/.ready-dev
	$(BIN)/ruff check
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not slow" --durations 5 --durations-min 1

soak: .venv/.ready-dev
	$(BIN)/python -m tests.llm.soak --games 200
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.arena.rating.rating_study --leagues 400
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.arena.rating.aa_study --leagues 500
	$(BIN)/python -m tests.batch.lockstep.soak --games 1000000
	$(BIN)/python -m tests.detect.soak --lines 1e7
	DUSKFALL_VOLUME=8 DUSKFALL_PATIENCE=8 $(BIN)/python -m pytest -n 4 --dist loadfile $(SCALED)

lint: .venv/.ready-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy -n 2
	$(BIN)/lint-imports --no-logo

check-cases: .venv/.ready-dev
	$(BIN)/duskfall check cases

# Rewritten by pytest once, beside the types, and not by four workers at the same time.
collected: .venv/.ready-dev
	@mkdir -p build
	@$(BIN)/python -m pytest --collect-only -q >build/collected.txt || { tail -n 40 build/collected.txt; exit 1; }

# The built page is in the repository, so that nobody needs Node to use it: it must be what page/ builds.
check-page:
ifeq ($(shell command -v npm),)
	@echo "there is no Node here: the built page is not compared with its source, and Pyodide is not brought"
else
	@$(MAKE) --no-print-directory page/node_modules/.ready $(PYODIDE)/package.json
	@[ ! -d page/node_modules/pyodide ] || "$(PYTHON)" -m tools.notices
	cd page && npm run -s check && npm run -s build -- --outDir node_modules/.built --logLevel warn
	@diff -r page/node_modules/.built src/duskfall/web/static >/dev/null || \
		{ echo "src/duskfall/web/static is not what page/ builds: run make page, and commit it" >&2; exit 1; }
endif

release-check: check-page .venv/.ready-dev
	@command -v npm >/dev/null || { echo "without Node nobody knows whether the built page is fresh" >&2; exit 1; }
	@$(BIN)/python -m tools.release

format: .venv/.ready-dev
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

goldens: .venv/.ready-dev
	$(BIN)/python -m tests.goldens --write
	$(BIN)/python -m tests.transcripts --write
	$(BIN)/python -m tests.llm.prompts --write

docs: .venv/.ready-play
	$(BIN)/python tools/citations.py
	$(BIN)/duskfall rules --export docs/rules
	$(BIN)/python -m tools.vocabulary --write
	$(BIN)/python -m tools.rooms --write
	$(BIN)/python -m tools.measures --write

bench: .venv/.ready-models .venv/.ready-arena .venv/.ready-web .venv/.ready-rl .venv-bench/.ready .venv-openspiel/.ready
	$(BIN)/python bench/run.py $(BENCH)

# Offline it says so, and ends with status 2.
audit: .venv-audit/.ready
	@.venv-audit/bin/python -m tools.audit

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

.venv/.ready-arena .venv/.ready-ray .venv/.ready-inspect: .venv/.ready-%: requirements/%.txt .venv/.ready-play
	@echo "installing what leagues need ..."
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/$*.txt
	@touch $@

.venv/.ready-batch .venv/.ready-rl: .venv/.ready-%: requirements/%.txt .venv/.ready-play
	@echo "installing what the simulator needs ..."
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/$*.txt
	@touch $@

.venv/.ready-mcp: requirements/mcp.txt .venv/.ready-play
	@echo "installing what MCP clients need ..."
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/mcp.txt
	@touch $@

.venv/.ready-web: requirements/web.txt .venv/.ready-play
	@echo "installing the server of the page ..."
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/web.txt
	@touch $@

.venv/.ready-dev: requirements/dev.txt .venv/.ready-play
	@$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/dev.txt
	@touch $@

# The tests of the page drive a real browser. Without one they fail, and say what to install.
.venv/.ready-browser: | .venv/.made
	@if command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null; then touch $@; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "installing Chromium without its window (once) ..." && { apt-get install -y -qq $(BROWSER) >/dev/null 2>&1 || \
		{ apt-get update -qq && apt-get install -y -qq $(BROWSER) >/dev/null; }; } && touch $@; \
	else echo "the tests in a browser will fail; they need: apt-get install $(BROWSER)"; fi

page/node_modules/.ready: page/package.json page/package-lock.json page/.npmrc
	@command -v npm >/dev/null || { echo "the page is built with Node 20.19 or newer; there is no npm here" >&2; exit 1; }
	@echo "installing what the page is built with (once) ..."
	@cd page && npm ci --loglevel=error
	@touch $@

# What the engine in the page needs of Pyodide; package.json tells its version, licence and source.
$(PYODIDE)/package.json: page/node_modules/.ready
	@mkdir -p $(PYODIDE)
	@cd page/node_modules/pyodide && cp pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json \
		package.json $(CURDIR)/$(PYODIDE)/
	@touch $@

# Peers have environments of their own.
.venv-bench/.made .venv-openspiel/.made .venv-audit/.made: %/.made:
	$(check-python)
	@echo "setting up $* (once) ..."
	@"$(PYTHON)" -m venv $*
	@touch $@

.venv-bench/.ready .venv-openspiel/.ready .venv-audit/.ready: .venv-%/.ready: requirements/%.txt | .venv-%/.made
	@.venv-$*/bin/python -m pip install $(PIP_FLAGS) --require-hashes -r requirements/$*.txt || \
		{ echo "requirements/$*.txt could not be installed: this machine may be offline" >&2; exit 2; }
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
	rm -rf .venv .venv-bench .venv-openspiel .venv-lock .venv-audit build dist site bench/results page/node_modules $(PYODIDE)
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
