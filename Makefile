# make demo shows what skills-ls does, and needs Go. make test checks that it works, and needs a C compiler and git as well.

GO          ?= go
SHORT       ?= -short
FUZZTIME    ?= 1000x
VSCODE      ?= code
DISTFLAGS   ?=
DIST        := $(GO) run ./internal/dist
# Tests without debug information and symbols link in less than half of the time.
TEST        := $(GO) test -vet=off -ldflags=-s -timeout 30m
# The tag makes the JSON-RPC library overwrite buffers that a handler must not keep.
RACE        := CGO_ENABLED=1 $(TEST) -race -short -tags jsonrpc2poison
GOFUMPT     := mvdan.cc/gofumpt@v0.12.0
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOTESTSUM   := gotest.tools/gotestsum@v1.13.0

# Every command builds as a release is built, so that each package is compiled once.
export GOFLAGS     += -trimpath
export CGO_ENABLED ?= 0

.PHONY: demo build man rule update test compiler vet format staticcheck unit race fuzz vscode dist clean

# Starts the server on a sample project, talks to it as an editor does, and prints what it answers.
demo: build
	@$(GO) run ./internal/demo ./skills-ls testdata/workspace

build:
	$(GO) build -o skills-ls .

# Writes the manual pages to dist/man.
man:
	$(DIST) man dist/man

# Writes the files of a release to dist/release and checks them; see docs/releasing.md. Needs Node 20.
# DISTFLAGS="-platforms host" builds for this machine only.
dist: editors/vscode/node_modules/.package-lock.json
	$(DIST) $(DISTFLAGS)

# Begins a rule: make rule ID=name/example. See docs/contributing.md.
rule:
	$(GO) run ./internal/newrule $(ID)

# Writes the golden files, the generated pages and the schemas. Read the difference before you commit it. A test that fails for
# another reason does not stop the others.
UPDATE := $(TEST) -short
update:
	@status=0; \
	$(UPDATE) ./analysis/rules -run 'ByAgent|RulesIndex|Faults' -update || status=1; \
	$(UPDATE) ./analysis/workspace -run 'KnobTable|SchemaFiles|EditorsKnowSettings' -update || status=1; \
	$(UPDATE) ./cli -run 'TestScripts|AgentTable' -update || status=1; \
	$(UPDATE) ./internal/precision -run Sums -update || status=1; \
	$(UPDATE) ./lsp -run 'Markers|Sessions|Clients' -update || status=1; \
	exit $$status

# Two checks run at a time, because each has a part that uses only one processor. One that fails does not stop the others.
test: vet format
	@$(MAKE) --no-print-directory -k -j 2 -O staticcheck unit race fuzz
	@echo "make test: all passed"

vet:
	$(GO) vet ./...

format:
	@echo "gofumpt -l"
	@unformatted=$$(find . \( -name node_modules -o -name '.?*' \) -prune -o -name '*.go' -exec $(GO) run $(GOFUMPT) -l {} +) || exit 1; \
	if [ -n "$$unformatted" ]; then echo "run gofumpt on these files:"; echo "$$unformatted"; exit 1; fi

staticcheck:
	$(GO) run $(STATICCHECK) ./...

# The tests of lsp that run without the race detector: they repeat work on larger input, or use one goroutine.
ALONE    := Markers|Corpus|Long|Huge|Large|Flood|Soak|UnconcernedChanges|Crowded|LogUnread|OtherLetters|Spellings|NamesFold|^Fuzz
# Fewer garbage collections save a tenth of the processor time, but use more memory.
UNIT      = GOGC=400 $(TEST) -json $(SHORT) -parallel 4
UNIT_LSP  = $(UNIT) -run "$(ALONE)" ./lsp/...
UNIT_REST = $(UNIT) $$($(GO) list ./... | grep -v /lsp)

# Runs all tests, except those of lsp that race runs. With -short, the marker and corpus tests use samples; SHORT= runs everything, as
# .ci/run does. The output ends with the skipped tests and the reasons.
unit:
	$(GO) run $(GOTESTSUM) --format standard-quiet --raw-command -- sh -c '$(UNIT_LSP); status=$$?; $(UNIT_REST) && exit $$status'

# Only the race detector needs a C compiler.
compiler:
	@command -v "$$($(GO) env CC)" >/dev/null || { echo "go test -race needs a C compiler: install gcc and libc6-dev"; exit 1; }

# The packages that start goroutines.
race: compiler
	$(RACE) -parallel 4 -skip '$(ALONE)' ./lsp/...
	$(RACE) -run 'TimeoutFS|Parallel|Scan|Learn|Refresh|Affected|Churn|Together|LogWriter|Rounds|Parts|Progress|ManyFiles' \
		./skills/vfs ./analysis/workspace ./analysis/affected ./analysis/rules ./cli

# The fuzz targets of the parsers, positions and messages, each for FUZZTIME: a number of inputs, or a time such as 10m.
# FUZZ="./analysis/... ./cli" NOFUZZ=none fuzzes other packages. Only the package itself is built for fuzzing; what it imports comes from the cache.
FUZZ   ?= ./skills ./skills/frontmatter ./skills/markdown ./skills/yamldialect ./lsp ./lsp/position
NOFUZZ ?= Requests|Places|Moved

fuzz:
	@set -e; work=$$(mktemp -d); trap 'rm -rf "$$work"' EXIT; cache=$$($(GO) env GOCACHE)/fuzz; \
	for package in $$($(GO) list $(FUZZ)); do \
		dir=.$${package#skills-ls}; \
		grep -qs '^func Fuzz' "$$dir"/*_test.go || continue; \
		$(GO) test -c -gcflags="$$package=-d=libfuzzer" -o "$$work/fuzz.test" "$$package"; \
		for target in $$("$$work/fuzz.test" -test.list '^Fuzz' | grep -vE '$(NOFUZZ)'); do \
			echo "fuzz $$package $$target $(FUZZTIME)"; \
			(cd "$$dir" && "$$work/fuzz.test" -test.run '^$$' -test.fuzz "^$$target\$$" \
				-test.fuzztime $(FUZZTIME) -test.fuzzminimizetime 100x -test.fuzzcachedir "$$cache/$$package"); \
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
