# Everything that a newcomer or a maintainer runs. Each target does its own set-up.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q
SOURCE := pyproject.toml setup.py README.md $(shell find cli engine replays -not -path '*/__pycache__*')

.PHONY: help demo test test-all test-share checks tested pictures bench simulate fuzz fuzz-guided dist docs format clean

help:
	@echo 'make demo      play, validate, score and rank a small tournament'
	@echo 'make test      ruff, mypy --strict and pytest against the installed package'
	@echo 'make test-all  the same with the exhaustive tests, which take far longer'
	@echo 'make test-share  an eighth of the exhaustive tests alone, which the commit decides; SHARE=2/8: the second'
	@echo 'make pictures  draw the pictures in README anew'
	@echo 'make bench     compare the speed with python-chess, PokerKit and catanatron; with valgrind, prove the bars'
	@echo '               SCALE=--large: a log of 1 GB, too; SCALE=--quick: no large logs'
	@echo 'make simulate  how often intervals of ratings hold, how often --until top=1 and studies are wrong'
	@echo 'make fuzz      spoil logs, component files, plans, shards, answers of bots and requests; SECONDS=60'
	@echo '               with valgrind, it looks for the refused log that takes most instructions, too'
	@echo 'make fuzz-guided  logs and component files, chosen by the code that they reach (atheris); SECONDS=60'
	@echo 'make dist      build the packages, try them, list what they need and make the manual page, into dist/'
	@echo 'make docs      build the site of the documents into dist/docs; a warning is an error'
	@echo 'make format    format the code with ruff'
	@echo 'make clean     remove what the other targets made'

$(VENV)/python: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo 'cityleague needs Python 3.11 or newer: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	    { echo 'this Python has no venv module (Debian: apt install python3-venv)' >&2; exit 1; }
	@touch $@

# Not an editable install, so that the checks and tests see what a user gets.
$(VENV)/package: $(VENV)/python $(SOURCE)
	@echo 'installing cityleague into $(VENV)'
	@$(PIP) install -c constraints.txt .
	@touch $@

# The package and its extras at once: each call of pip would build it anew. Python compiles what the tests import when
# they do; to compile all of it now would take as long as the rest of the installation.
$(VENV)/dev: $(VENV)/python $(SOURCE)
	@echo 'installing cityleague and what its tests need into $(VENV)'
	@$(PIP) install --no-compile -c constraints.txt '.[dev]'
	@touch $(VENV)/package $@

# What only exhaustive tests need. The libraries for tables are large, and DuckDB tries the same ones.
$(VENV)/frames: $(VENV)/dev
	@$(PIP) install --no-compile -c constraints.txt '.[frames,docs]'
	@touch $@

$(VENV)/docs: $(VENV)/package
	@$(PIP) install --no-compile -c constraints.txt '.[docs]'
	@touch $@

$(VENV)/peers: $(VENV)/package
	@$(PIP) install -c constraints.txt '.[bench]'
	@touch $@

$(VENV)/release: $(VENV)/package
	@$(PIP) install -c constraints.txt '.[dist]'
	@touch $@

demo: $(VENV)/package
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh examples/demo.sh

test-all: MARKED := -m ''
test-all: $(VENV)/frames
# mypy has one process for all of its work, so the tests begin meanwhile.
test test-all: $(VENV)/dev
	@$(MAKE) --no-print-directory -j 2 checks tested MARKED="$(MARKED)"

# Another commit, another eighth: so all of them are run in time, though none of them each time. Without git, the first.
SHARE ?= $(shell commit=$$(git rev-parse HEAD 2>/dev/null | cut -c1-7); echo $$((0x$${commit:-0} % 8 + 1))/8)
test-share: $(VENV)/frames
	@echo 'share $(SHARE) of the exhaustive tests; to run it again: make test-share SHARE=$(SHARE)'
	@$(MAKE) --no-print-directory tested MARKED="--share=$(SHARE)"

checks:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy cli engine replays tests examples/backyards/backyards

# A file is run by one process: what its tests share is made once. Those that take longest come first (tests/conftest.py),
# the others in the order of their names.
# Some tests wait for programs and clocks: three processes keep two cores busy. They and all that they start share
# bytecode, even where Python is told to write none: it would compile the same modules in hundreds of processes.
tested: export PYTHONDONTWRITEBYTECODE :=
tested: export PYTHONPYCACHEPREFIX := $(CURDIR)/$(VENV)/bytecode
tested:
	$(BIN)/pytest -n 3 --dist loadfile --no-loadscope-reorder $(MARKED)

# Needs Chromium and its driver.
pictures: $(VENV)/dev
	$(BIN)/python -m tests.pages.pictures examples/pictures

bench: $(VENV)/peers
	$(BIN)/python -m tests.benchmarks.bench $(SCALE)

simulate: $(VENV)/package
	$(BIN)/python -m tests.benchmarks.simulate
	$(BIN)/python -m tests.benchmarks.tuning

# What goes wrong is kept in .fuzz, with the error beside it.
SECONDS := 60
fuzz: $(VENV)/dev
	$(BIN)/python -m tests.fuzz $(SECONDS)

# Where atheris cannot be installed, this says so and is skipped.
$(VENV)/fuzz: $(VENV)/dev
	@$(PIP) install -c constraints.txt '.[fuzz]' || echo 'atheris cannot be installed here' >&2
	@touch $@

fuzz-guided: $(VENV)/fuzz
	$(BIN)/python -m tests.fuzz.guided logs $(SECONDS)
	$(BIN)/python -m tests.fuzz.guided components $(SECONDS)

# README is what a package index would show.
dist: $(VENV)/release
	rm -rf dist
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m build
	$(BIN)/twine check --strict dist/*.whl dist/*.tar.gz
	$(BIN)/python -m tests.dist dist
	@rm -rf *.egg-info

# Without -E, a second run after a failure would not warn again. The site needs no server: open dist/docs/index.html.
docs: $(VENV)/docs
	rm -rf dist/docs
	$(BIN)/sphinx-build -q -W --keep-going -E -c .docs -d $(VENV)/doctrees . dist/docs
	@echo 'the site is in dist/docs; it begins with index.html'

# With the hashes of an index. Dependabot keeps them, too.
requirements.txt: constraints.txt pyproject.toml tests/dist/hashes.py | $(VENV)/dev
	$(BIN)/python -m tests.dist.hashes > $@.new
	mv $@.new $@

format: $(VENV)/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build demo dist .fuzz *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
