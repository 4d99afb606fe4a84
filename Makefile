# make serve: the explorer on localhost. make test: every test. Both set up what they need.
PYTHON ?= python3
PORT ?= 5006
TEST_PROCESSES ?= 2
DATABASE ?= results.sqlite
EXPERIMENTS ?= $(wildcard notebooks/experiments/*.toml)
TABLES := webapp/explorer/pages/results/stored
VENV := .venv
BIN := $(VENV)/bin
TOOLS := webapp/node_modules
SCRIPT_TESTS := $(shell find tests/webapp -name '*.test.mjs')
CORE := $(shell find core -name '*.py' -o -name '*.pxd')

.PHONY: help serve test check sanitize lint types results site site-twice measure measure-page bench-wasm preview browser clean
.DEFAULT_GOAL := help

help:
	@echo "make serve    open the explorer on localhost:$(PORT); the first time it is compiled meanwhile"
	@echo "make test     run every test: unit, property, parity of the builds, scripts, end to end"
	@echo "make check    lint, types and the unit tests of what has changed: for every day"
	@echo "make lint     check the style of Python and of the scripts;  make types: check their types"
	@echo "make sanitize  search in a core that checks every index and every access to memory (gcc)"
	@echo "make results  put the tables of the runs in DATABASE=$(DATABASE) on the Results page"
	@echo "make site     build the static site in build/site;  make preview: serve it"
	@echo "make measure  how fast the built site starts;  make site-twice: the same bytes twice?"
	@echo "make measure-page  print how fast the page is, served and static"
	@echo "make bench-wasm  how fast the wasm build searches beside the native one, in Node.js"
	@echo "make clean    remove everything that was built"

# Python compiles what it imports, when it does: pip would compile everything
INSTALL := MCSEARCH_COMPILE_LATER=1 $(BIN)/pip install --quiet --no-compile --editable

# what compiling needs comes first: the rest is fetched while the processors compile
$(VENV)/compiler: pyproject.toml setup.py
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) '.[compile]'
	touch $@

$(VENV)/app: $(VENV)/compiler
	$(INSTALL) '.[app]'
	touch $@

# what serving does without
$(VENV)/installed: $(VENV)/app
	$(INSTALL) '.[adapters,app,compile,runs,notebooks,dev]'
	touch $@

# here and not while installing: pip compiles in a folder that it forgets
$(VENV)/compiled: $(VENV)/compiler $(CORE)
	$(BIN)/python setup.py --quiet build_ext --inplace
	touch $@

# the linter and the type checker of the scripts, as webapp/package-lock.json locks them
$(TOOLS)/installed: webapp/package.json webapp/package-lock.json webapp/.npmrc
	cd webapp && npm ci --no-audit --no-fund
	touch $@

# The page of a clone in which nothing is compiled yet is there before it is: until then its engine
# runs interpreted. A page that is open goes on by itself with the server that takes its place.
PAGE := $(BIN)/panel serve webapp --port $(PORT)
# by another name than its own, of which `make -n` would run the lines
AGAIN := $(MAKE) --no-print-directory
serve: $(VENV)/compiler
	@if [ -e $(VENV)/compiled ] || ls core/mcsearch/*.so >/dev/null 2>&1; then \
		$(AGAIN) --jobs=2 $(VENV)/app $(VENV)/compiled && exec $(PAGE) --show; \
	else \
		nice $(AGAIN) $(VENV)/compiled & compiling=$$!; \
		trap 'kill $$page $$compiling 2>/dev/null' EXIT; trap 'exit 130' INT TERM; \
		$(AGAIN) $(VENV)/app || exit; \
		MCSEARCH_COMPILING=1 $(PAGE) --show & page=$$!; \
		wait $$compiling || exit; \
		kill $$page; wait $$page; trap - EXIT INT TERM; \
		exec $(PAGE); \
	fi

test: $(VENV)/installed $(VENV)/compiled browser
	node --test $(SCRIPT_TESTS)
	$(BIN)/pytest --numprocesses $(TEST_PROCESSES) --dist worksteal

check: lint types $(VENV)/compiled
	node --test $(SCRIPT_TESTS)
	$(BIN)/pytest --quiet --exitfirst --numprocesses $(TEST_PROCESSES) \
		$$($(BIN)/python tests/changed.py $(BASE))

# a copy of the core, so that the one in use stays as fast as it is; it takes minutes. What Python
# itself never gives back is no leak of the core's.
SANITIZED := build/sanitize
sanitize: $(VENV)/installed
	mkdir -p $(SANITIZED)
	rm -rf $(SANITIZED)/core
	cp -R core setup.py pyproject.toml README.md LICENSE $(SANITIZED)
	find $(SANITIZED)/core \( -name '*.so' -o -name '*.pyd' \) -delete
	cd $(SANITIZED) && MCSEARCH_SANITIZE=1 MCSEARCH_REQUIRE_COMPILED=1 \
		../../$(BIN)/python setup.py --quiet build_ext --inplace
	LD_PRELOAD=$$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 \
		PYTHONMALLOC=malloc PYTHONPATH=$(SANITIZED)/core:tests/core:tests/core/searches \
		$(BIN)/python tests/sanitize.py

lint: $(VENV)/installed $(TOOLS)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	cd webapp && node_modules/.bin/biome check --error-on-warnings \
		explorer types.d.ts ../site/page ../site/build ../tests/webapp

types: $(VENV)/installed $(TOOLS)/installed
	$(BIN)/mypy
	$(TOOLS)/.bin/tsc --project webapp
	$(TOOLS)/.bin/tsc --project site/page
	$(TOOLS)/.bin/tsc --project site/page/tsconfig.workers.json

# each file is replaced when its table is complete, so that the page never has half of one
results: $(VENV)/compiled
	@mkdir -p build $(TABLES)
	@for experiment in $(EXPERIMENTS); do \
		table=$$(basename $$experiment .toml).json; \
		$(BIN)/mcsearch report $$experiment --database $(DATABASE) --json \
			$(if $(BOARDS),--boards "$(BOARDS)") >build/$$table || exit 1; \
		mv build/$$table $(TABLES)/$$table; \
		echo $(TABLES)/$$table; \
	done

# the browser makes the memory of Python that the site ships
site: $(VENV)/installed $(VENV)/compiled browser
	$(BIN)/python site build

# fails unless two builds from nothing but the same parts have the same bytes
site-twice: $(VENV)/installed $(VENV)/compiled browser
	$(BIN)/python site build --check

measure: $(VENV)/installed $(VENV)/compiled browser
	$(BIN)/python site measure

# how fast the page is; other programs slow it down
measure-page: site
	$(BIN)/python tests/e2e/measure_page.py
	$(BIN)/python tests/e2e/measure_tree.py

# both builds do the workloads of bench in turn
bench-wasm: $(VENV)/installed $(VENV)/compiled
	$(BIN)/python site bench

preview: site
	$(BIN)/python site preview

# the site's build and the end-to-end tests drive a Chromium; root on Debian gets it when there is none
browser:
	@if command -v chromium || command -v chromium-browser || command -v google-chrome; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium; \
	else \
		echo "No Chromium found: install Chromium or Chrome, then run make again." >&2; \
		exit 1; \
	fi

clean:
	rm -rf build dist *.egg-info $(VENV) core/*.egg-info $(TOOLS)
	find core \( -name '*.so' -o -name '*.pyd' \) -delete
