# The two commands of the README: `make run` and `make test`. Each makes .venv by itself, and
# where there is apt it installs what that needs; uv is used where it is there.

# Where this is set every process of the tests would compile program and tests anew: minutes.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null)
VENV := .venv
BIN := $(VENV)/bin
ALL_BUT_PAGES := not browser and not slow and not long and not vm and not roots
ALL_CORES := -n auto --dist worksteal

.PHONY: engines run test test-slow test-lowest test-steady test-faults test-long test-roots test-vm test-pi check format setup lock pictures benchmarks stand clean

run: $(VENV)/run.stamp
	$(BIN)/companion run $(ARGS)

# All games and everything else; with GAME=name one game's rules and pages, without a browser.
OF_GAME := tests/test_every_*.py tests/test_green_means_right.py tests/test_heart.py \
  tests/test_messages.py tests/test_middle_title.py tests/test_nothing_translated.py \
  tests/games/test_twins.py tests/web/test_desk.py \
  tests/table/test_written.py tests/engine/test_events.py $(wildcard tests/games/$(GAME))

ifeq ($(GAME),)
test: $(VENV)/browser.stamp
	$(BIN)/python -m pytest $(ALL_CORES) $(ARGS)
else
test: $(VENV)/test.stamp
	$(BIN)/python -m pytest -k $(GAME) -m "$(ALL_BUT_PAGES)" -o verbosity_assertions=2 \
	  $(ALL_CORES) $(OF_GAME) $(ARGS)
endif

test-slow: $(VENV)/browser.stamp
	$(BIN)/python -m pytest -m "slow and not long" $(ALL_CORES) $(ARGS)

# What the default suite says of everything but pages in Chromium, with the lowest version of
# each package that pyproject.toml allows; what those stand on is the newest.
LOWEST := $(VENV)/lowest
test-lowest: $(VENV)/venv.stamp
	rm -rf $(LOWEST)
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m tests.lowest >$(LOWEST)/lowest.txt
	$(LOWEST)/bin/python -m pip install --quiet -c $(LOWEST)/lowest.txt -e '.[build,test]'
	$(LOWEST)/bin/python -m pytest -m "$(ALL_BUT_PAGES)" $(ALL_CORES) $(ARGS)

# The default suite fifteen times, five of them on a busy machine; ARGS="--quiet 1 --busy 1".
test-steady: $(VENV)/browser.stamp
	$(BIN)/python -m tests.steady $(ARGS)

# The table of all faults with a figure each; some minutes.
test-faults: $(VENV)/browser.stamp
	$(BIN)/python -m pytest -m "fault and not vm and not long and not roots" $(ARGS)

test-vm: $(VENV)/test.stamp
	$(INSTALL) --require-hashes --only-binary :all: -r systemd/requirements-pi.lock
	PYTHON=$(CURDIR)/$(BIN)/python sh tests/vm/run.sh
	$(BIN)/python -m pytest -m vm -n 2 --timeout 0 tests/vm

test-pi: $(VENV)/test.stamp
	PYTHON=$(CURDIR)/$(BIN)/python sh tests/pi/run.sh

test-roots: $(VENV)/test.stamp
	$(BIN)/python -m pytest -m roots --timeout 0 -s tests/service $(ARGS)

# Old browsers for `make test-slow`, which skips what is not there.
engines: $(VENV)/test.stamp
	$(BIN)/python -m tests.engines.install

test-long: $(VENV)/browser.stamp
	$(BIN)/python -m pytest -m long --timeout 0 $(ALL_CORES) $(ARGS)

check: $(VENV)/test.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/test.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

pictures: $(VENV)/browser.stamp
	$(BIN)/python -m web.pictures.take
	$(BIN)/python -m web.pictures.film

benchmarks: $(VENV)/test.stamp
	$(BIN)/python -m tests.benchmarks.run
	$(BIN)/python -m tests.benchmarks.phones
	$(BIN)/python -m tests.benchmarks.screens
	$(BIN)/python -m tests.benchmarks.flood
	$(BIN)/python -m tests.benchmarks
	$(BIN)/python -m tests.benchmarks.footprint
	$(BIN)/python -m tests.benchmarks.commit
	$(BIN)/python -m tests.benchmarks.understood
	$(BIN)/python -m tests.benchmarks.duels
	-$(BIN)/python -m tests.benchmarks.thoughts

# The printed stand for each panel, as meshes in build/stand, checked; wants openscad.
stand: $(VENV)/run.stamp
	mkdir -p build/stand
	for panel in 0.96 2.42; do openscad -q -D "panel=\"$$panel\"" \
	  -o build/stand/stand-$$panel.stl hardware/stand/stand.scad || exit 1; done
	$(BIN)/python -m hardware.stand.check build/stand/*.stl

setup: $(VENV)/test.stamp

# Remade from nothing if it was cut short.
$(VENV)/venv.stamp:
	@$(PYTHON) -c 'import $(if $(UV),venv,ensurepip)' 2>/dev/null || \
	  sh systemd/packages.sh "Python cannot make the program's environment" python3-venv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "This needs Python 3.11 or newer; $$($(PYTHON) --version 2>&1) is here." \
	         "Debian 12, Raspberry Pi OS 12 and newer have it."; exit 1; }
	@rm -rf $(VENV)
	@echo "The program's own environment is made in $(VENV): a minute, some more on a small Pi."
ifeq ($(UV),)
	@$(PYTHON) -m venv $(VENV)
else
	@UV_PYTHON_DOWNLOADS=never uv venv --quiet --seed --python $(PYTHON) $(VENV)
endif
	@touch $@

ifeq ($(UV),)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
else
INSTALL := uv pip install --quiet --python $(BIN)/python
endif

$(VENV)/run.stamp: $(VENV)/venv.stamp requirements.lock pyproject.toml
	@$(INSTALL) --require-hashes -r requirements.lock || \
	  { echo "The Python packages could not be had; the lines above say why (no internet?)."; \
	    exit 1; }
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@$(BIN)/python -m companion.process.compile_pages
	@touch $@

$(VENV)/test.stamp: $(VENV)/run.stamp requirements-test.lock
	@$(INSTALL) --require-hashes -r requirements-test.lock
	@touch $@

# Tests in a browser are skipped where none can be had; playwright's own node wants libatomic.
$(VENV)/browser.stamp: $(VENV)/test.stamp
	@missing=; \
	command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	  missing=chromium; \
	$(BIN)/python -m playwright --version >/dev/null 2>&1 || \
	  missing="$$missing libatomic1"; \
	[ -n "$$missing" ] || { touch $@; exit; }; \
	[ -z "$$CHROMIUM" ] || exit 0; \
	sh systemd/packages.sh "The pages are tested in a browser, which is not here" $$missing && \
	  touch $@ || \
	  echo "Tests in a browser are skipped (CHROMIUM=none make test: without asking)."

lock:
	uv pip compile pyproject.toml --extra build -o requirements.lock \
	  --universal --python-version 3.11 --generate-hashes --no-emit-index-url --upgrade
	uv pip compile pyproject.toml --extra build --extra test -o requirements-test.lock \
	  -c requirements.lock \
	  --universal --python-version 3.11 --generate-hashes --no-emit-index-url --upgrade

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
