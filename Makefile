# Common tasks for development. Every step is idempotent and prints one line about what it does.
#   make run    install everything and serve the app at http://127.0.0.1:8000 (PORT=... for another port)
#   make test   install everything and run the tests that matter most
PORT ?= $(or $(DAYSHIFT_PORT),8000)
export DAYSHIFT_DATA_DIR ?= var

BIN := .venv/bin
DONE := .venv/.done
WEB_SOURCES := $(shell find web/src web/messages web/public web/scripts web/index.html web/vite.config.ts -type f -not -path '*/messages.gen/*' 2>/dev/null) dayshift/knowledge/occupations/categories.json dayshift/knowledge/occupations/more_categories.json
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Some machines disable bytecode, which makes every start a third slower.
export PYTHONDONTWRITEBYTECODE :=
SAY := @printf '%s\n'

.DEFAULT_GOAL := help
.PHONY: docs help setup run dev check test lint lint-server lint-web server-tests server-tests-rest web-tests e2e e2e-rest e2e-engines e2e-firefox e2e-many e2e-webkit test-rest test-all bench bench-api bench-booking bench-cases bench-desk bench-exchange bench-faults bench-load bench-matching bench-interviewer bench-privacy bench-room bench-speech bench-web mutants train-scorer part-pictures readme-pictures room-drawing room-pictures api lock sbom advisories wheel package clean system-packages

help:
	@sed -n 's/^#   //p' Makefile
	@printf '%s\n' 'make setup  install everything, start nothing' 'make dev    serve with reload on both sides' \
	  'make check  style, types and quick tests of what changed since main' 'make bench  run every bench/bench_*.py' \
	  'make test-rest  lint, and the tests that make test leaves out; make test-all runs both' \
	  'make api    update the OpenAPI contract and the client after a change to routes or settings' \
	  'make e2e-engines  the journey of a candidate in Firefox and WebKit (ENGINES="firefox webkit" for some)' \
	  'make lock   update both lock files after a change to dependencies' \
	  'make sbom   list our dependencies and their licenses' \
	  'make train-scorer  train the scoring network again, from training/scoring' \
	  'make advisories  list known vulnerabilities in our dependencies' \
	  'make docs   build the documentation site in site/' \
	  'make package  build what an operator installs: wheel with the web app, lock, deploy/'

setup: $(DONE)/server $(DONE)/web

run: setup
	$(SAY) 'database: migrating, and loading the sample catalog and coaches'
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
	$(SAY) 'venv: creating .venv, with uv to install the rest'
	@python3 -m venv .venv && mkdir -p $(DONE)
	@$(BIN)/pip install -qq --disable-pip-version-check --require-hashes --only-binary :all: -r requirements-install.lock
	@touch $@

$(DONE)/server: $(DONE)/venv requirements.lock pyproject.toml
	$(SAY) 'server: installing the locked Python packages, including Node'
	@$(INSTALL) --require-hashes --no-build -r requirements.lock
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(DONE)/dev-tools: $(DONE)/server requirements-dev.lock web/package-lock.json
	$(SAY) 'dev tools: installing the locked test and lint packages of both sides'
	@$(INSTALL) --require-hashes --no-build -r requirements-dev.lock
	@cd web && npm ci --silent
	@touch $(DONE)/node $@

$(DONE)/node: $(DONE)/server web/package-lock.json
	$(SAY) 'web: installing the locked packages needed to build the app'
	@cd web && npm ci $(if $(wildcard $(DONE)/dev-tools),,--omit=dev) --silent # Test tools that are here stay.
	@touch $@

$(DONE)/web: $(DONE)/node $(WEB_SOURCES)
	$(SAY) 'web: building the app'
	@cd web && npm run --silent build >$(CURDIR)/$(DONE)/build.log 2>&1 || { cat $(CURDIR)/$(DONE)/build.log; exit 1; }
	@touch $@

system-packages:
	@sh scripts/system-packages.sh

lint: $(DONE)/dev-tools
	$(SAY) 'lint: style, types and import rules, both sides in parallel'
	@$(MAKE) --no-print-directory -j2 lint-server lint-web

lint-server:
	@$(BIN)/ruff check -q .
	@$(BIN)/ruff format --check -q .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports >$(DONE)/imports.log || { cat $(DONE)/imports.log; exit 1; }

lint-web:
	@cd web && npm run --silent messages >/dev/null && npm run --silent types && npm run --silent lint
	@web/node_modules/.bin/tsc --noEmit -p e2e

check: $(DONE)/dev-tools
	$(SAY) 'check: style, types and quick tests of what changed since main'
	@$(BIN)/python scripts/check.py

server-tests: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'server tests: over HTTP on SQLite, and on PostgreSQL where the engine matters'
	@$(BIN)/pytest -n 3 --part quick

web-tests: $(DONE)/dev-tools
	$(SAY) 'web tests: logic and components'
	@cd web && npm run --silent messages >/dev/null && npm test --silent

e2e: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'journeys: what each side does most, in a real browser against a real server'
	@cd e2e && E2E_PART=quick ../web/node_modules/.bin/playwright test

server-tests-rest: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'server tests, the rest: on PostgreSQL, and those that start processes, break them or try thousands of inputs'
	@$(BIN)/pytest -n 4 --maxschedchunk 2 --part rest

e2e-rest: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'journeys, the rest: on a desktop, with faults, and what is done seldom'
	@cd e2e && E2E_PART=rest ../web/node_modules/.bin/playwright test

e2e-many: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'journey: the full candidate journey against many processes, a bucket and the proxy from deploy/'
	@cd e2e && PYTHONPATH=.. $(CURDIR)/$(BIN)/python -m bench.topology ../web/node_modules/.bin/playwright test full-journey --project=desktop

e2e-engines: $(DONE)/dev-tools $(DONE)/web
	$(SAY) 'engines: the journey of a candidate in Firefox and WebKit, and playback of each recording in all others'
	@sh scripts/browser-engines.sh
	@$(BIN)/node e2e/engines/run.ts $(ENGINES)

e2e-firefox: $(DONE)/dev-tools $(DONE)/web
	$(SAY) 'engine: the journey of a candidate in Firefox'
	@sh scripts/browser-engines.sh firefox
	@$(BIN)/node e2e/engines/run.ts --no-playback firefox

e2e-webkit: $(DONE)/dev-tools $(DONE)/web
	$(SAY) 'engine: the journey of a candidate in WebKit, where `make e2e-engines` has installed it'
	@$(BIN)/node e2e/engines/run.ts --no-playback webkit

test: server-tests web-tests e2e

test-rest: lint server-tests-rest e2e-rest e2e-firefox e2e-webkit

test-all: test test-rest

part-pictures: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'pictures: updating the component screenshots in e2e/pictures; review the changes before you commit them'
	@cd e2e && ../web/node_modules/.bin/playwright test pseudo --grep 'every component' --update-snapshots

readme-pictures: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'pictures: those of the README and its film, from a running server with the people of the demo'
	@cd e2e && ../web/node_modules/.bin/playwright test --config readme.config.ts

room-drawing: $(DONE)/dev-tools
	@cd web && npx vitest run src/features/interview/model/drawing.test.ts --update --silent

room-pictures: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'pictures: screenshots and contact sheets of every interview room state at 360x740, 740x360 and 1280x800, in $(or $(SHOTS),e2e/test-results/shots)'
	@cd e2e && $(if $(SHOTS),SHOTS=$(abspath $(SHOTS))) ../web/node_modules/.bin/playwright test --config room.config.ts

bench-room: $(DONE)/dev-tools $(DONE)/web
	$(SAY) 'room: server kills, ingest, finalizing (WHOLE=1 adds higher loads and the fault journeys)'
	@$(if $(WHOLE),$(BIN)/python -c 'import tuspyserver' 2>/dev/null || $(INSTALL) --no-deps tuspyserver==4.4.3)
	@$(BIN)/python -m bench.room $(if $(WHOLE),--whole)

bench-faults: $(DONE)/dev-tools system-packages
	$(SAY) 'faults: $(or $(N),100) in a row during interviews and hiring, on many processes and on one (N=8 PHONES=8 for a quick run)'
	@$(BIN)/python -m bench.faults $(or $(N),100) $(or $(PHONES),100)

bench-load: $(DONE)/dev-tools system-packages
	$(SAY) 'load: concurrent interviews on one and two server processes, and full journeys (LOADS=20 for a quick run)'
	@$(BIN)/python -m bench.capacity $(LOADS)

bench-exchange: $(DONE)/dev-tools system-packages
	$(SAY) 'exchange: checks by tools that we did not write, and the sitemap of $(or $(JOBS),1000000) jobs'
	@$(BIN)/python -m bench.exchange $(JOBS)

bench-interviewer: $(DONE)/dev-tools
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m bench.interviewer $(if $(SEALED),--sealed)

train-scorer: $(DONE)/dev-tools
	$(SAY) 'scorer: training the network and measuring its thresholds (an hour of one core with products in bfloat16, else three; it goes on where it was stopped)'
	@$(INSTALL) --require-hashes --no-build -r requirements-training.lock
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m training.scoring.train var/training dayshift/interviews/scoring/data/network.npz
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m training.scoring.calibrate dayshift/interviews/scoring/data/network.npz

bench: $(DONE)/dev-tools $(DONE)/web
	@for script in bench/bench_*.py; do $(BIN)/python -m bench.$$(basename $$script .py) || exit 1; done

bench-api: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'api: requests per second compared with a typical FastAPI application (EFFORT=--quick for a smoke test)'
	@$(BIN)/python -m bench.bench_api $(EFFORT)

bench-booking: $(DONE)/dev-tools system-packages
	$(SAY) 'booking: 200 clients race for one slot, on both databases'
	@$(BIN)/python -m bench.bench_booking

bench-cases: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'cases: inputs of public bug reports, tried from outside (CASES_SET=FOLDER with a cases.jsonl)'
	@$(BIN)/python -m bench.cases

bench-desk: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'desk: pages, moves and export with $(or $(N),1000000) applications, a tenth of them one employer'"'"'s (N=100000 for a quick run)'
	@$(BIN)/python -m bench.desk $(N)

bench-privacy: $(DONE)/dev-tools system-packages
	$(SAY) 'privacy: copies, erasures and a restore under load, and what an erasure leaves'
	@$(BIN)/python -m bench.bench_privacy

bench-web: $(DONE)/dev-tools $(DONE)/web system-packages
	$(SAY) 'web: pages on a simulated cheap phone (full journey, Lighthouse at 4x and 8x CPU slowdown, taps, axe); takes 15 minutes'
	@PORT=8099 sh scripts/bench_web.sh

bench-matching: $(DONE)/dev-tools system-packages
	$(SAY) 'matching: a million jobs, compared with other engines, which are installed first (JOBS="10000000 --alone" for ours alone)'
	@$(INSTALL) --group bench
	@POLARS_MAX_THREADS=1 $(BIN)/python -m bench.bench_matching $(JOBS)

bench-speech: $(DONE)/dev-tools
	$(SAY) 'speech: word error rates by group of speakers, inventions for noise, cost (SPEECH_SET=FOLDER with a manifest.jsonl)'
	@$(INSTALL) --group bench
	@$(BIN)/python -m bench.speech

mutants: $(DONE)/dev-tools
	$(SAY) 'mutants: mutation testing by sampling (MODULE=throttle for one module, SAMPLE=0 for all mutants)'
	@$(BIN)/python scripts/mutants.py --module '$(MODULE)' --sample $(or $(SAMPLE),40)

api: $(DONE)/dev-tools
	$(SAY) 'contract: web/openapi.json, the generated client, docs/api.md, the settings example, the export schema and the employer client'
	@$(BIN)/dayshift openapi web/openapi.json && $(BIN)/python scripts/write_api_docs.py && $(BIN)/python scripts/write_settings_example.py && $(BIN)/python scripts/write_export_schema.py && $(BIN)/python scripts/write_employer_client.py && $(BIN)/ruff format -q clients && PYTHONPATH=. $(BIN)/python scripts/draw_data_flow.py
	@cd web && npm run --silent api

sbom: $(DONE)/server
	$(SAY) 'sbom: dist/sbom-*.cdx.json (CycloneDX) and docs/licenses.md, from the lock files'
	@$(BIN)/python scripts/write_sbom.py

advisories: $(DONE)/dev-tools
	$(SAY) 'advisories: known vulnerabilities in the locked packages of both sides (queries public databases)'
	@$(BIN)/uv tool run pip-audit --disable-pip --require-hashes -r requirements.lock
	@cd web && npm audit

wheel: $(DONE)/server $(DONE)/web
	$(SAY) 'wheel: dist/dayshift-*.whl, including the built web app'
	@rm -f dist/dayshift-*.whl
	@$(BIN)/python -m hatchling build -t wheel >/dev/null

package: wheel
	$(SAY) 'package: dist/dayshift-*.tar.gz, with the wheel, its lock, deploy/ and docs/first-day.md'
	@$(BIN)/python scripts/write_package.py dist

PINNED := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate -q
COMPILE := $(BIN)/uv pip compile pyproject.toml $(PINNED)
lock: $(DONE)/dev-tools
	$(SAY) 'locks: resolving the dependencies of both sides'
	@$(COMPILE) --extra postgresql --extra redis --group build --group dev -o requirements-dev.lock
	@$(COMPILE) --extra postgresql --extra redis --group build --constraint requirements-dev.lock -o requirements.lock
	@$(COMPILE) --all-extras --constraint requirements-dev.lock -o requirements-server.lock
	@$(BIN)/uv pip compile --group install --no-deps $(PINNED) --constraint requirements-dev.lock -o requirements-install.lock
	@$(BIN)/uv pip compile --group docs $(PINNED) --constraint requirements-dev.lock -o requirements-docs.lock
	@$(COMPILE) --group training --constraint requirements-dev.lock -o requirements-training.lock
	@cd web && npm install --package-lock-only --silent && node scripts/strip-lock.mjs

docs: $(DONE)/docs
	$(SAY) 'docs: site/, with every link checked; pages and search need no internet (python3 -m http.server -d site)'
	@log=$$(NO_MKDOCS_2_WARNING=1 .venv/docs/bin/mkdocs build --strict -f $(or $(CONFIG),mkdocs.yml) 2>&1) || { printf '%s\n' "$$log" | grep -v '^INFO'; exit 1; } # With --quiet, it fails for no warning.

$(DONE)/docs: $(DONE)/venv requirements-docs.lock
	@python3 -m venv .venv/docs
	@$(BIN)/uv pip install -q --python .venv/docs/bin/python --link-mode copy --require-hashes --no-build -r requirements-docs.lock
	@touch $@

clean:
	@rm -rf site .venv web/node_modules dayshift/_web web/src/messages.gen
