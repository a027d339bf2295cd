# Everything here needs only Python 3.11 or newer, GNU make and git. File names are relative, so the path of the
# checkout may contain anything, including spaces and Chinese.

ADDR ?= 127.0.0.1:8000

PYTHON := .venv/bin/python
READY := .venv/.ready

export PYTHONUTF8 := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Otherwise the theme announces its end in May 2027 at every build; ProperDocs can then take MkDocs' place.
export NO_MKDOCS_2_WARNING := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test test-slow build bench search weights screenshots format lock minisearch clean browser

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1	\2/p' Makefile

serve: $(READY) ## live preview; another address: make serve ADDR=127.0.0.1:8001
	$(PYTHON) -m mkdocs serve --dev-addr "$(ADDR)"

test: $(READY) browser ## lint, types, and every test that is not slow
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check
	$(PYTHON) -m mypy
	$(PYTHON) -m pytest -m "not slow"

test-slow: $(READY) browser ## the tests that take long
	$(PYTHON) -m pytest -m slow --durations 10

# Built in another folder and renamed: a build that fails or is killed leaves the previous site intact.
build: $(READY) ## the site, into site/
	@if [ -e .site.old ] && [ ! -e site ]; then mv .site.old site; fi # a run was killed between the renames
	@rm -rf .site.new .site.old
	$(PYTHON) -m mkdocs build --strict --site-dir .site.new
	@if [ -e site ]; then mv site .site.old; fi
	@mv .site.new site
	@rm -rf .site.old

N ?= 5 19 100

bench: $(READY) ## time and memory of builds, compared with stock Material: make bench N="5 19 100" FILES="a.md b.md"
	PYTHONPATH=tests $(PYTHON) bench/builds.py $(FILES) -n $(N)

search: $(READY) browser ## how well and how fast search works, in a browser; for a built site: make search SITE=DIR
	PYTHONPATH=tests $(PYTHON) bench/search.py $(SITE)

weights: $(READY) browser ## results at each number that was chosen by measuring and around it: make weights ONLY="areas matching"
	PYTHONPATH=tests $(PYTHON) bench/weights.py $(ONLY)

screenshots: $(READY) browser ## a screenshot of every kind of page, in screenshots/: make screenshots SITE=DIR
	PYTHONPATH=tests $(PYTHON) bench/screenshots.py $(SITE)

format: $(READY) ## fix and format what ruff can
	$(PYTHON) -m ruff check --fix-only
	$(PYTHON) -m ruff format

# Only wheels, also for pip when it reads the files: installing a source distribution would run its code.
COMPILE = $(PYTHON) -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--only-binary :all: --emit-build-options --no-emit-index-url --no-emit-find-links --no-annotate --no-header pyproject.toml

lock: $(READY) ## update requirements*.txt from pyproject.toml, and THIRD-PARTY.md
	$(COMPILE) --output-file requirements.txt
	$(COMPILE) --output-file requirements-dev.txt --extra dev --constraint requirements.txt
	@$(MAKE) --no-print-directory $(READY)
	@sed '/^| Name/,$$d' THIRD-PARTY.md >THIRD-PARTY.md.new
	@$(PYTHON) -m piplicenses --from=mixed --format=markdown --no-version --partial-match \
		--allow-only='MIT;BSD;Apache;MPL;PSF' --packages $$(sed -n 's/^\([a-z0-9-]*\)==.*/\1/p' requirements.txt) \
		>>THIRD-PARTY.md.new
	@mv THIRD-PARTY.md.new THIRD-PARTY.md

VERSION ?= latest

# The file is the published one; npm compares it with the registry's checksum, and the tests with the one written here.
minisearch: $(READY) ## update the search library (needs npm): make minisearch VERSION=7.2.0
	@set -e; new=$$(mktemp -d); trap 'rm -rf "$$new"' EXIT; \
	npm pack --silent --pack-destination "$$new" "minisearch@$(VERSION)" >/dev/null; \
	tar -xzf "$$new"/minisearch-*.tgz -C "$$new"; \
	cp "$$new/package/dist/es/index.js" "$$new/package/LICENSE.txt" docs/assets/vendor/minisearch/; \
	version=$$(sed -n 's/^  "version": "\(.*\)",$$/\1/p' "$$new/package/package.json"); \
	hash=$$($(PYTHON) -c 'import hashlib, sys; print(hashlib.sha256(sys.stdin.buffer.read()).hexdigest())' \
		<docs/assets/vendor/minisearch/index.js); \
	sed "s/^MINISEARCH = .*/MINISEARCH = (\"$$version\", \"$$hash\")/" tests/unit/test_supply.py >"$$new/test.py"; \
	cp "$$new/test.py" tests/unit/test_supply.py; \
	echo "MiniSearch $$version: read its changes, then make test search"

clean: ## remove everything that make created
	rm -rf .venv .cache site .site.* screenshots .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find hooks tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Makes `import atlas` work. An editable install would write the absolute path of the checkout, and Python 3.11 fails
# to start if the locale cannot decode that path; a relative one also survives moving the checkout.
define LINK_HOOKS
import os, pathlib, sysconfig
site = sysconfig.get_path("purelib")
pathlib.Path(site, "atlas.pth").write_text(os.path.relpath("hooks", site) + "\n")
endef
export LINK_HOOKS

# Recreated whenever the requirements change, so that nothing outdated is left in it.
$(READY): requirements-dev.txt
	@for python in python3 python3.13 python3.12 python3.11 ''; do \
		"$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; \
	if [ -z "$$python" ]; then \
		echo 'Python 3.11 or newer, with its venv module (Debian: python3-venv), was not found.' >&2; exit 1; \
	fi; \
	echo "Setting up .venv ..."; \
	"$$python" -m venv --clear .venv
	@$(PYTHON) -m pip install --quiet --require-hashes --requirement requirements-dev.txt
	@$(PYTHON) -c "$$LINK_HOOKS"
	@touch $@

browser: $(READY)
	@for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do \
		command -v "$$name" >/dev/null && exit 0; \
	done; \
	$(PYTHON) -m playwright install chromium
