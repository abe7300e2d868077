# On a fresh machine with Go: `make demo` shows what skills-ls does, `make test` proves that it does it.

GO          ?= go
FUZZTIME    ?= 5000x
VSCODE      ?= code
DISTFLAGS   ?=
DIST        := CGO_ENABLED=0 $(GO) run -trimpath ./internal/dist
GOFUMPT     := mvdan.cc/gofumpt@v0.12.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOTESTSUM   := gotest.tools/gotestsum@v1.13.0

.PHONY: demo build man test compiler vet format staticcheck unit race fuzz vscode dist clean

# Starts the real server on a sample project, over the same pipes as an editor, and prints what it says.
demo: build
	@$(GO) run ./internal/demo ./skills-ls testdata/workspace

build:
	$(GO) build -trimpath -o skills-ls .

# Manual pages for packages, in dist/man, with the date of the commit unless SOURCE_DATE_EPOCH says another.
man:
	$(DIST) man dist/man

# The files of a release, in dist/release, checked; see docs/releasing.md. Needs Node 20. DISTFLAGS="-platforms host" for this machine only.
dist: editors/vscode/node_modules/.package-lock.json
	$(DIST) $(DISTFLAGS)

test: vet format staticcheck unit race fuzz
	@echo "make test: all passed"

vet:
	$(GO) vet ./...

format:
	@echo "gofumpt -l"
	@unformatted=$$(find . \( -name node_modules -o -name '.?*' \) -prune -o -name '*.go' -exec $(GO) run $(GOFUMPT) -l {} +) || exit 1; \
	if [ -n "$$unformatted" ]; then echo "not formatted as gofumpt does it:"; echo "$$unformatted"; exit 1; fi

staticcheck:
	$(GO) run $(STATICCHECK) ./...

# Four tests at a time: many of them wait for a server or for typing to pause. What is skipped is told at the end, with the reason.
unit:
	$(GO) run $(GOTESTSUM) --format standard-quiet --raw-command -- $(GO) test -json -parallel 4 -timeout 30m ./...

# The race detector is the one thing that needs a C compiler.
compiler:
	@if ! command -v "$$($(GO) env CC)" >/dev/null; then \
		command -v apt-get >/dev/null || { echo "install a C compiler, which go test -race needs"; exit 1; }; \
		echo "installing a C compiler, which go test -race needs"; \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		$$sudo apt-get -qq update && $$sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends gcc libc6-dev; \
	fi

# Once more, ten times as slow and so with a part of the corpus and of the markers' variants. The tag makes the JSON-RPC library overwrite what a
# handler must not have kept.
race: compiler
	CGO_ENABLED=1 $(GO) test -race -short -parallel 4 -tags jsonrpc2poison -timeout 30m ./...

# Every fuzz target, for a number of runs; FUZZTIME=10m for longer. By time alone Go 1.26 now and then fails at the end with "context
# deadline exceeded" and no input that fails (go.dev/issue/75804, mended in Go 1.27).
fuzz:
	@set -e; work=$$(mktemp -d); trap 'rm -rf "$$work"' EXIT; \
	for dir in $$(grep -lr --include='*_test.go' --exclude-dir=node_modules --exclude-dir='.?*' '^func Fuzz' . | xargs -n 1 dirname | sort -u); do \
		$(GO) test -c -fuzz=. -o "$$work/fuzz.test" "$$dir"; \
		cache=$$($(GO) env GOCACHE)/fuzz/$$($(GO) list "$$dir"); \
		for target in $$(cd "$$dir" && "$$work/fuzz.test" -test.list '^Fuzz'); do \
			echo "fuzz $$dir $$target $(FUZZTIME)"; \
			(cd "$$dir" && "$$work/fuzz.test" -test.run '^$$' -test.fuzz "^$$target\$$" -test.fuzztime $(FUZZTIME) -test.fuzzcachedir "$$cache"); \
		done; \
	done

# Builds the extension with the server inside and installs it; VSCODE=codium for VSCodium. Needs Node 20.
vscode: editors/vscode/node_modules/.package-lock.json
	mkdir -p dist
	cd editors/vscode && npm run --silent package -- --out "$(CURDIR)/dist/skills-ls.vsix"
	$(VSCODE) --install-extension dist/skills-ls.vsix

editors/vscode/node_modules/.package-lock.json: editors/vscode/package-lock.json
	cd editors/vscode && npm ci --no-audit --no-fund --ignore-scripts
	touch $@

clean:
	rm -rf skills-ls dist
