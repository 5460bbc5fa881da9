# The whole of Dayshift in a few verbs. Every step is idempotent and says in one line what it does.
#   make run    set everything up and serve the product at http://127.0.0.1:8000 (PORT=... for another port)
#   make test   set everything up and run every test
PORT ?= 8000
export DAYSHIFT_DATA_DIR ?= var

BIN := .venv/bin
DONE := .venv/.done
WEB_SOURCES := $(shell find web/src web/messages web/public web/scripts web/index.html web/vite.config.ts -type f -not -path '*/messages.gen/*' 2>/dev/null) dayshift/occupations/categories.json
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Some machines forbid bytecode, which makes every start a third slower.
export PYTHONDONTWRITEBYTECODE :=
SAY := @printf '%s\n'

.DEFAULT_GOAL := help
.PHONY: help setup run dev check test lint lint-server lint-web unit server-tests web-tests e2e e2e-many bench bench-api bench-booking bench-faults bench-load bench-matching bench-interviewer bench-room bench-web mutants part-pictures room-drawing room-pictures api lock sbom advisories wheel clean system-packages

help:
	@sed -n 's/^#   //p' Makefile
	@printf '%s\n' 'make setup  all set-up, nothing started' 'make dev    serve with reload on both sides' \
	  'make check  lint, types and unit tests, under a minute' 'make bench  the benchmarks, one table each' \
	  'make api    renew the contract and the client after a change of routes' \
	  'make lock   renew both locks after a change of dependencies' \
	  'make sbom   what we ship with, and under which licences' \
	  'make advisories  known vulnerabilities in what we ship with' \
	  'make wheel  the package to install elsewhere, with the web app in it'

setup: $(DONE)/server $(DONE)/web

run: setup
	$(SAY) 'database: bringing it to the newest schema, and loading the sample catalogue and coaches'
	@$(BIN)/dayshift sample
	$(SAY) 'server: http://127.0.0.1:$(PORT) (stop it with Ctrl-C)'
	@exec $(BIN)/dayshift serve --port $(PORT)

dev: setup
	$(SAY) 'dev: open http://127.0.0.1:5173; both sides reload as you save'
	@$(BIN)/dayshift sample
	@trap 'kill 0' EXIT INT TERM; \
	  $(BIN)/uvicorn --factory dayshift.app:from_environment --port $(PORT) --reload --reload-dir dayshift & \
	  (cd web && DAYSHIFT_API=http://127.0.0.1:$(PORT) npm run --silent dev) & wait

INSTALL := $(BIN)/uv pip install -q --python $(BIN)/python --link-mode copy

$(DONE)/venv: requirements-install.lock
	$(SAY) 'venv: making .venv, with uv to install the rest'
	@python3 -m venv .venv && mkdir -p $(DONE)
	@$(BIN)/pip install -qq --disable-pip-version-check --require-hashes --only-binary :all: -r requirements-install.lock
	@touch $@

$(DONE)/server: $(DONE)/venv requirements.lock pyproject.toml
	$(SAY) 'server: installing the locked Python packages, Node among them'
	@$(INSTALL) --require-hashes --no-build -r requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(DONE)/dev-tools: $(DONE)/server requirements-dev.lock web/package-lock.json
	$(SAY) 'dev tools: installing the locked test and lint packages of both sides'
	@$(INSTALL) --require-hashes --no-build -r requirements-dev.lock
	@cd web && npm ci --silent
	@touch $(DONE)/node $@

$(DONE)/node: $(DONE)/server web/package-lock.json
	$(SAY) 'web: installing the locked packages that the app is built of and with'
	@cd web && npm ci --omit=dev --silent
	@touch $@

$(DONE)/web: $(DONE)/node $(WEB_SOURCES)
	$(SAY) 'web: building the app'
	@cd web && npm run --silent build >$(CURDIR)/$(DONE)/build.log 2>&1 || { cat $(CURDIR)/$(DONE)/build.log; exit 1; }
	@touch $@

system-packages:
	@sh scripts/system-packages.sh

lint: $(DONE)/dev-tools
	$(SAY) 'lint: style, types and the rules of the house, both sides at once'
	@$(MAKE) --no-print-directory -j2 lint-server lint-web

lint-server:
	@$(BIN)/ruff check -q .
	@$(BIN)/ruff format --check -q .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports >$(DONE)/imports.log || { cat $(DONE)/imports.log; exit 1; }

lint-web:
	@cd web && npm run --silent messages >/dev/null && npm run --silent types && npm run --silent lint
	@web/node_modules/.bin/tsc --noEmit -p e2e

unit: $(DONE)/dev-tools
	$(SAY) 'unit: the quick tests of both sides'
	@$(BIN)/pytest -n 2 -m 'not slow' -k 'not postgresql'
	@cd web && npm test --silent

check: lint unit

server-tests: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'server tests: over HTTP, on SQLite and on PostgreSQL'
	@$(BIN)/pytest -n 4 --maxschedchunk 2

web-tests: $(DONE)/dev-tools
	$(SAY) 'web tests: logic and parts'
	@cd web && npm run --silent messages >/dev/null && npm test --silent

e2e: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'journeys: a real browser against a real server'
	@cd e2e && ../web/node_modules/.bin/playwright test

e2e-many: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'journey: the whole way through many processes, a bucket and the proxy of deploy/'
	@cd e2e && PYTHONPATH=.. $(CURDIR)/$(BIN)/python -m bench.topology ../web/node_modules/.bin/playwright test whole-way --project=desktop

test: lint server-tests web-tests e2e

part-pictures: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'pictures: every part as it looks now, in e2e/pictures; look at what changed before you keep it'
	@cd e2e && ../web/node_modules/.bin/playwright test pseudo --grep 'every part' --update-snapshots

room-drawing: $(DONE)/dev-tools
	@cd web && npx vitest run src/features/interview/model/drawing.test.ts --update --silent

room-pictures: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'pictures: every moment of the room at 360x740, 740x360 and 1280x800, and sheets of them, in $(or $(SHOTS),e2e/test-results/shots)'
	@cd e2e && $(if $(SHOTS),SHOTS=$(abspath $(SHOTS))) ../web/node_modules/.bin/playwright test --config room.config.ts

bench-room: $(DONE)/dev-tools $(DONE)/web
	$(SAY) 'room: kills, ingest, finalising (WHOLE=1 for all loads and the journeys of the faults)'
	@$(if $(WHOLE),$(BIN)/python -c 'import tuspyserver' 2>/dev/null || $(INSTALL) --no-deps tuspyserver==4.4.3)
	@$(BIN)/python -m bench.room $(if $(WHOLE),--whole)

bench-faults: $(DONE)/dev-tools system-packages
	$(SAY) 'faults: $(or $(N),100) in a row while interviews go on, on many processes and on one (N=8 PHONES=8 for a quick look)'
	@$(BIN)/python -m bench.faults $(or $(N),100) $(or $(PHONES),100)

bench-load: $(DONE)/dev-tools system-packages
	$(SAY) 'load: interviews at once on one server process and on two, and whole journeys (LOADS=20 for a quick look)'
	@$(BIN)/python -m bench.capacity $(LOADS)

bench-interviewer: $(DONE)/dev-tools
	@$(BIN)/python -m bench.interviewer

bench: $(DONE)/dev-tools $(DONE)/web
	@for script in bench/bench_*.py; do $(BIN)/python -m bench.$$(basename $$script .py) || exit 1; done

bench-api: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'api: requests a second beside an application of the usual kind (EFFORT=--quick only shows that it runs)'
	@$(BIN)/python -m bench.bench_api $(EFFORT)

bench-booking: $(DONE)/dev-tools system-packages
	$(SAY) 'booking: two hundred clients race for one slot, on both databases'
	@$(BIN)/python -m bench.bench_booking

bench-web: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'web: pages on a simulated cheap phone (the whole way, Lighthouse at 4 and 8 times slower, taps, axe); a quarter of an hour'
	@PORT=8099 sh scripts/bench_web.sh

bench-matching: $(DONE)/dev-tools system-packages
	$(SAY) 'matching: a million jobs in cells, beside other engines, which are installed for it (JOBS="10000000 --alone" for ours alone)'
	@$(INSTALL) --group bench
	@POLARS_MAX_THREADS=1 $(BIN)/python -m bench.bench_matching $(JOBS)

mutants: $(DONE)/dev-tools
	$(SAY) 'mutants: how many small changes of the code its own tests notice (MODULE=throttle for one, SAMPLE=0 for all)'
	@$(BIN)/python scripts/mutants.py --module '$(MODULE)' --sample $(or $(SAMPLE),40)

api: $(DONE)/dev-tools
	$(SAY) 'contract: web/openapi.json and the client generated from it'
	@$(BIN)/dayshift openapi web/openapi.json && $(BIN)/python scripts/write_api_docs.py && $(BIN)/python scripts/write_settings_example.py
	@cd web && npm run --silent api

sbom: $(DONE)/server
	$(SAY) 'sbom: dist/sbom-*.cdx.json (CycloneDX) and docs/licences.md, from the locks'
	@$(BIN)/python scripts/write_sbom.py

advisories: $(DONE)/dev-tools
	$(SAY) 'advisories: known vulnerabilities in the locked packages of both sides (asks the public databases)'
	@$(BIN)/uv tool run pip-audit --disable-pip --require-hashes -r requirements.lock
	@cd web && npm audit

wheel: $(DONE)/server $(DONE)/web
	$(SAY) 'wheel: dist/dayshift-*.whl, with the built web app in it'
	@$(BIN)/python -m hatchling build -t wheel >/dev/null

PINNED := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate -q
COMPILE := $(BIN)/uv pip compile pyproject.toml $(PINNED)
lock: $(DONE)/dev-tools
	$(SAY) 'locks: resolving both sides'
	@$(COMPILE) --extra postgresql --extra redis --group build --group dev -o requirements-dev.lock
	@$(COMPILE) --extra postgresql --extra redis --group build --constraint requirements-dev.lock -o requirements.lock
	@$(BIN)/uv pip compile --group install --no-deps $(PINNED) --constraint requirements-dev.lock -o requirements-install.lock
	@cd web && npm install --package-lock-only --silent && node scripts/strip-lock.mjs

clean:
	@rm -rf .venv web/node_modules dayshift/_web web/src/messages.gen
