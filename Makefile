# make play   the table in the browser: all games, with friends or against bots
# make terminal  a game against the bots, in the terminal; make terminal GAME=han, or any other
# make test   everything that is checked, from formatting to whole games; some twenty minutes on two cores
# make quick  what to run every few minutes while working: formatting, types, layers, the tests that matter most
# make thorough  what takes long: whole games by click on every screen, all of it with plain rules, fuzz, soaks; hours
# make mutants  200 small random changes, and which tests find them; hours, and goes on where it was left (ARGS="--minutes 60")
# make screenshots  pictures of every page and game, written to screenshots/
# make browser-under-load  the browser's tests ten times beside four busy processes; hours (ARGS="--runs 3 tests/browser/test_access.py")
# make cards  what a link to a page is shown as, and the icons, drawn from the start page
# make bench-browser  how much a page loads, how long a click takes
# make wheels  dist/: a wheel for any machine, and wheels with compiled code for Linux on x86-64 and ARM
# make image  the image for containers, built and tried; needs podman and buildah, and to be root
# make bench  speed, beside another implementation
# make bench-server  the server under load: moves a second, waiting, memory; a quarter of an hour
# make ladder every level of bots against the one below it; goes on where it was left (ARGS="--minutes 30")
# make strength  the experts with more time against less; make tuning: with other settings; make hanabi-scores: Hanabi's bots, 20,000 deals a row
# make bots-page  docs/bots.md from its text and what those three found
# make picture  docs/pictures/layers.svg, drawn from the code
# make soak   hundreds of kills of the server while people play; half an hour
# make siege  one attack on the server after the other while somebody else plays; ARGS="sockets --seconds 30"
.DEFAULT_GOAL := help
.PHONY: help play terminal client test quick thorough mutants check compile compiled beside unit plain screenshots cards browser-under-load wheels image bench bench-browser bench-server ladder strength tuning hanabi-scores bots-page soak siege golden picture lock clean

run := .venv/bin/
GAME := hanabi
files := pyproject.toml Makefile scripts/environment
client := src/lantern/server/client/index.html
client_files := client/index.html client/vite.config.js $(shell find client/src client/public client/worker -type f) $(wildcard src/lantern/languages/*.json)

help:
	@sed -n 's/^# make/make/p' Makefile

play: .venv/ready-for-play $(client)
	@$(run)lantern serve --open $(ARGS)

terminal: .venv/ready-for-play
	@$(run)lantern play $(GAME) $(ARGS)

client: $(client)

test: .venv/ready-for-test
	@$(MAKE) --no-print-directory --jobs 2 compiled beside
	@echo "lantern: all is well"

# One after another, beside the tests with compiled rules, which wait now and then.
beside: $(client)
	@$(MAKE) --no-print-directory check
	@$(MAKE) --no-print-directory plain

check: .venv/ready-for-test client/node_modules/.ready
	@echo "lantern: formatting, names, types, layers, the client"
	@$(run)ruff format --check --quiet . && $(run)ruff check --quiet .
	@$(run)mypy --no-error-summary
	@$(run)lint-imports --no-cache >.venv/layers.log || { cat .venv/layers.log; exit 1; }
	@scripts/client schema
	@$(MAKE) --no-print-directory client/node_modules/.checked

# What is checked of the client stays so until something of it changes.
client/node_modules/.checked: client/node_modules/.ready scripts/client client/tsconfig.json $(client_files) $(shell find client/tests -type f)
	@scripts/client check
	@touch $@

# Processes that tests start, and the next run of them, read what the first one made of the sources.
compiled unit plain quick thorough: export PYTHONDONTWRITEBYTECODE :=
side_by_side := -n 2 --dist worksteal

# One more process than cores, for a test in the browser waits most of its time.
with_browser := -n 3 --dist worksteal

compile: .venv/ready-for-test
	@LANTERN_RULES=checked $(run)python -m tests.compile

compiled: compile $(client)
	@echo "lantern: tests, with compiled rules and checked indices; the server, the browser"
	@LANTERN_RULES=checked $(run)pytest $(with_browser) -m "not thorough" $(ARGS)

plain: .venv/ready-for-test
	@echo "lantern: tests that need the rules as plain Python"
	@LANTERN_RULES=plain $(run)pytest -m "plain_only and not thorough" -p no:schemathesis \
		$$(grep -lr plain_only tests --include='test_*.py') $(ARGS) >.venv/plain.log 2>&1 || { cat .venv/plain.log; exit 1; }
	@echo "lantern: with plain rules $$(tail -n 1 .venv/plain.log)"

unit: .venv/ready-for-test
	@LANTERN_RULES=checked $(run)pytest $(side_by_side) -m "not thorough" -p no:schemathesis \
		--ignore=tests/server --ignore=tests/browser $(ARGS)

matters_most := tests/test_clauses.py tests/*/test_clauses_*.py tests/han/test_examples.py \
	tests/khan/test_examples.py tests/kernel/test_battery_on_the_toy.py tests/kernel/test_match.py \
	tests/kernel/test_record.py tests/kernel/test_rule.py tests/kernel/test_rng.py tests/kernel/test_chance.py \
	tests/kernel/test_files.py tests/test_golden.py tests/server/test_tables.py

quick: .venv/ready-for-test
	@$(run)ruff format --check --quiet . && $(run)ruff check --quiet .
	@$(run)mypy --no-error-summary
	@$(run)lint-imports --no-cache >.venv/layers.log || { cat .venv/layers.log; exit 1; }
	@LANTERN_RULES=plain $(run)pytest $(side_by_side) -m "not thorough" -p no:schemathesis $(matters_most) $(ARGS)

thorough: compile $(client)
	@LANTERN_RULES=checked LANTERN_TESTS=thorough $(run)pytest $(with_browser) $(ARGS)
	@LANTERN_RULES=plain LANTERN_TESTS=thorough $(run)pytest $(side_by_side) -m "not thorough" --ignore=tests/cli $(ARGS)
	@LANTERN_RULES=checked LANTERN_FUZZ=50 $(run)pytest $(side_by_side) tests/fuzz tests/server/test_spoiled.py $(ARGS)
	@$(MAKE) soak

mutants: .venv/ready-for-test $(client)
	@LANTERN_RULES=plain nice -n 10 $(run)python -m tests.mutants $(ARGS)

screenshots: .venv/ready-for-test $(client)
	@LANTERN_RULES=plain $(run)python -m tests.browser.screenshots screenshots

cards: .venv/ready-for-test $(client)
	@LANTERN_RULES=plain $(run)python -m tests.browser.cards

browser-under-load: .venv/ready-for-test $(client)
	@LANTERN_RULES=plain $(run)python -m tests.browser.under_load $(ARGS)

wheels: .venv/ready-for-test
	@$(run)python scripts/wheels.py $(ARGS)

image: .venv/ready-for-test
	@$(run)python -m tests.image $(ARGS)

bench-browser: .venv/ready-for-test $(client)
	@$(run)python -m benchmarks.browser $(ARGS)

bench: .venv/ready-for-test
	@$(run)python -m benchmarks.speed
	@$(run)python -m benchmarks.rules

bench-server: .venv/ready-for-test
	@$(run)python -m benchmarks.server $(ARGS)

ladder strength tuning: .venv/ready-for-test
	@$(run)python -m benchmarks.matches $@ $(ARGS)

hanabi-scores: .venv/ready-for-test
	@$(run)python -m benchmarks.matches hanabi $(ARGS)
	@$(run)python -m benchmarks.matches thought $(ARGS)
	@$(run)python -m benchmarks.matches mixed $(ARGS)

bots-page: .venv/ready-for-test
	@$(run)python -m benchmarks.bots_page

soak: .venv/ready-for-test
	@LANTERN_RULES=plain $(run)python -m tests.server.soak --database sqlite --kills 200 --minutes 6 $(ARGS)
	@LANTERN_RULES=plain $(run)python -m tests.server.soak --database postgres --kills 200 --minutes 10 $(ARGS)

siege: .venv/ready-for-test
	@$(run)python -m tests.server.siege $(ARGS)

picture: .venv/ready-for-test
	@$(run)python -m tests.layers

golden: .venv/ready-for-test
	@$(run)python -m tests.golden

lock:
	python3 -m venv .venv/uv && .venv/uv/bin/pip install --quiet --upgrade uv
	echo uv | .venv/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command "make lock" --upgrade - -o locks/uv.txt
	.venv/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command "make lock" --upgrade pyproject.toml --group build -o locks/play.txt
	.venv/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command "make lock" --upgrade pyproject.toml -c locks/play.txt -o locks/serve.txt
	.venv/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command "make lock" --upgrade pyproject.toml --extra research --group build --group test -c locks/play.txt -o locks/test.txt

clean:
	rm -rf src/lantern/server/client client/node_modules .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/ready-for-play: locks/uv.txt locks/play.txt $(files)
	@scripts/environment play

.venv/ready-for-test: locks/uv.txt locks/test.txt locks/hle.txt $(files)
	@scripts/environment test

client/node_modules/.ready: client/package-lock.json .venv/ready-for-play
	@scripts/client install
	@touch $@

$(client): client/node_modules/.ready client/tsconfig.json $(client_files)
	@scripts/client build
	@touch $@
