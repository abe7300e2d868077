package main_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// arrows lists, for every package of the module, the packages of the module that it may import. Any other
// import is a violation, so sibling packages stay independent.
var arrows = map[string][]string{
	".": {"cli", "cli/term"},
	"analysis": {
		"analysis/config",
		"analysis/rules",
		"analysis/workspace",
		"skills/vfs",
	},
	"analysis/affected": {
		"analysis/config",
		"analysis/file",
		"analysis/index",
		"analysis/match",
		"analysis/refs",
		"analysis/vantage",
		"analysis/workspace",
		"skills/vfs",
	},
	"analysis/analysistest": {
		"analysis",
		"analysis/config",
		"analysis/diagnostic",
		"analysis/file",
		"analysis/refs",
		"analysis/rules",
		"analysis/vantage",
		"analysis/workspace",
		"skills",
		"skills/agents",
		"skills/text",
		"skills/vfs",
	},
	"analysis/complete": {
		"analysis/describe",
		"analysis/file",
		"analysis/index",
		"analysis/internal/spdx",
		"analysis/lines",
		"analysis/match",
		"analysis/refs",
		"analysis/render",
		"analysis/rules",
		"analysis/suppress",
		"analysis/vantage",
		"analysis/vocabulary",
		"analysis/workspace",
		"analysis/yamlsite",
		"skills",
		"skills/agents",
		"skills/frontmatter",
		"skills/text",
		"skills/vfs",
	},
	"analysis/config": {
		"analysis/diagnostic",
		"analysis/match",
		"skills",
		"skills/agents",
		"skills/frontmatter",
		"skills/text",
		"skills/vfs",
	},
	"analysis/describe": {
		"analysis/file",
		"analysis/hiddentext",
		"analysis/lines",
		"analysis/refs",
		"analysis/render",
		"analysis/rules",
		"analysis/vantage",
		"analysis/workspace",
		"skills",
		"skills/agents",
	},
	"analysis/diagnostic": {
		"skills/text",
	},
	"analysis/file": {
		"analysis/config",
		"analysis/diagnostic",
		"skills",
		"skills/agents",
		"skills/frontmatter",
		"skills/markdown",
		"skills/text",
		"skills/vfs",
	},
	"analysis/hiddentext": {
		"analysis/lines",
		"skills/text",
	},
	"analysis/hover": {
		"analysis/describe",
		"analysis/diagnostic",
		"analysis/file",
		"analysis/hiddentext",
		"analysis/internal/spdx",
		"analysis/match",
		"analysis/refs",
		"analysis/render",
		"analysis/rules",
		"analysis/vantage",
		"analysis/vocabulary",
		"analysis/workspace",
		"analysis/yamlsite",
		"skills",
		"skills/agents",
		"skills/frontmatter",
		"skills/text",
	},
	"analysis/index": {
		"analysis/file",
		"analysis/match",
		"skills",
		"skills/frontmatter",
		"skills/markdown",
		"skills/text",
		"skills/vfs",
	},
	"analysis/lines": {
		"skills/text",
	},
	"analysis/outline": {
		"analysis/file",
		"analysis/hiddentext",
		"analysis/index",
		"analysis/lines",
		"analysis/match",
		"analysis/refs",
		"analysis/rules",
		"analysis/vantage",
		"analysis/workspace",
		"analysis/yamlsite",
		"skills",
		"skills/agents",
		"skills/frontmatter",
		"skills/markdown",
		"skills/text",
		"skills/vfs",
	},
	"analysis/refactor": {
		"analysis/config",
		"analysis/diagnostic",
		"analysis/file",
		"analysis/index",
		"analysis/lines",
		"analysis/match",
		"analysis/refs",
		"analysis/rules",
		"analysis/suppress",
		"analysis/vantage",
		"analysis/workspace",
		"skills",
		"skills/agents",
		"skills/frontmatter",
		"skills/markdown",
		"skills/text",
		"skills/vfs",
	},
	"analysis/refs": {
		"analysis/diagnostic",
		"analysis/file",
		"analysis/index",
		"analysis/lines",
		"analysis/match",
		"analysis/vantage",
		"analysis/workspace",
		"analysis/yamlsite",
		"skills",
		"skills/agents",
		"skills/frontmatter",
		"skills/markdown",
		"skills/text",
		"skills/vfs",
	},
	"analysis/render": {
		"skills/vfs",
	},
	"analysis/rules": {
		"analysis/config",
		"analysis/diagnostic",
		"analysis/file",
		"analysis/hiddentext",
		"analysis/index",
		"analysis/lines",
		"analysis/match",
		"analysis/refs",
		"analysis/suppress",
		"analysis/vantage",
		"analysis/workspace",
		"skills",
		"skills/agents",
		"skills/frontmatter",
		"skills/markdown",
		"skills/text",
		"skills/vfs",
	},
	"analysis/suppress": {
		"analysis/config",
		"analysis/diagnostic",
		"analysis/lines",
		"skills/frontmatter",
		"skills/text",
	},
	"analysis/vantage": {
		"analysis/file",
		"analysis/index",
		"analysis/match",
		"analysis/workspace",
		"skills",
		"skills/agents",
		"skills/text",
		"skills/vfs",
	},
	"analysis/vocabulary": {
		"analysis/config",
		"analysis/diagnostic",
		"analysis/file",
		"analysis/refs",
		"analysis/render",
		"analysis/rules",
		"analysis/vantage",
		"analysis/workspace",
		"analysis/yamlsite",
		"skills",
		"skills/agents",
	},
	"analysis/watchlist": {
		"analysis/file",
		"analysis/workspace",
		"skills",
		"skills/agents",
		"skills/vfs",
	},
	"analysis/workspace": {
		"analysis/config",
		"analysis/diagnostic",
		"analysis/file",
		"analysis/index",
		"analysis/match",
		"analysis/suppress",
		"skills",
		"skills/agents",
		"skills/frontmatter",
		"skills/text",
		"skills/vfs",
	},
	"analysis/yamlsite": {
		"analysis/lines",
		"skills/text",
	},
	"cli": {
		"analysis",
		"analysis/config",
		"analysis/diagnostic",
		"analysis/file",
		"analysis/refactor",
		"analysis/rules",
		"analysis/vantage",
		"analysis/workspace",
		"cli/fix",
		"cli/project",
		"cli/report",
		"cli/term",
		"lsp",
		"lsp/position",
		"lsp/session",
		"skills",
		"skills/agents",
		"skills/vfs",
	},
	"cli/fix": {
		"analysis",
		"analysis/diagnostic",
		"analysis/file",
		"analysis/refactor",
		"analysis/workspace",
		"cli/project",
		"cli/term",
		"skills/vfs",
	},
	"cli/project": {
		"analysis",
		"analysis/file",
		"analysis/workspace",
		"cli/term",
		"skills",
		"skills/agents",
		"skills/vfs",
	},
	"cli/report": {
		"analysis/diagnostic",
		"analysis/file",
		"analysis/rules",
		"analysis/workspace",
		"cli/project",
		"cli/term",
		"lsp/position",
		"skills/text",
		"skills/vfs",
	},
	"cli/term": {
		"analysis/diagnostic",
		"skills/vfs",
	},
	"lsp": {
		"analysis",
		"analysis/complete",
		"analysis/diagnostic",
		"analysis/file",
		"analysis/hover",
		"analysis/outline",
		"analysis/refactor",
		"analysis/refs",
		"analysis/rules",
		"analysis/vantage",
		"analysis/vocabulary",
		"analysis/workspace",
		"lsp/convert",
		"lsp/diagnose",
		"lsp/position",
		"lsp/session",
		"lsp/watch",
		"lsp/wire",
		"skills",
		"skills/agents",
		"skills/text",
		"skills/vfs",
	},
	"lsp/convert": {
		"analysis/diagnostic",
		"lsp/position",
		"lsp/session",
		"skills/text",
	},
	"lsp/diagnose": {
		"analysis/affected",
		"analysis/diagnostic",
		"analysis/rules",
		"analysis/workspace",
		"lsp/convert",
		"lsp/position",
		"lsp/session",
		"skills/text",
		"skills/vfs",
	},
	"lsp/fswatch": {
		"analysis/file",
		"analysis/watchlist",
	},
	"lsp/position": {
		"skills/text",
		"skills/vfs",
	},
	"lsp/session": {
		"analysis",
		"analysis/config",
		"analysis/diagnostic",
		"analysis/refactor",
		"analysis/rules",
		"analysis/workspace",
		"lsp/position",
		"skills/text",
		"skills/vfs",
	},
	"lsp/watch": {
		"analysis/file",
		"analysis/watchlist",
		"analysis/workspace",
		"lsp/fswatch",
		"lsp/position",
		"lsp/session",
		"lsp/wire",
		"skills/vfs",
	},

	"analysis/internal/spdx": {},
	"analysis/match":         {},

	"skills/agents": {"skills"}, // and the packages of the agents
	"skills/agents/kit": {
		"skills", "skills/frontmatter", "skills/text", "skills/vfs", "skills/yamldialect",
	},
	"skills":             {"skills/frontmatter", "skills/markdown", "skills/text", "skills/vfs"},
	"skills/frontmatter": {"skills/text"},
	"skills/markdown":    {"skills/text"},
	"skills/yamldialect": {"skills/text"},
	"skills/vfs":         {"skills/text"},
	"skills/text":        {},

	"skills/agents/agenttest": {"skills", "skills/corpustest", "skills/text", "skills/vfs"},

	"skills/corpustest":  {},
	"skills/goldentest":  {},
	"skills/growthtest":  {},
	"skills/treetest":    {},
	"skills/vfs/fstest":  {"skills/vfs"},
	"internal/demo":      {},
	"internal/dist":      {"cli", "cli/term", "internal/dist/manpages"},
	"internal/precision": {},
	"internal/registry":  {},

	"internal/dist/manpages": {"cli", "cli/term"},
}

// agentArrows lists the packages that the package of an agent may import. Agents do not import one another.
var agentArrows = []string{
	"skills", "skills/agents/kit", "skills/frontmatter", "skills/text", "skills/vfs", "skills/yamldialect",
}

// isAgent reports whether pkg is the package of an agent or of a vocabulary.
func isAgent(pkg string) bool {
	return path.Dir(pkg) == registry && !slices.Contains(testPackages, pkg) && arrows[pkg] == nil
}

const registry = "skills/agents"

// testArrows lists the packages that only the tests of a package import. All tests may import testPackages
// too.
var testArrows = map[string][]string{
	"analysis/complete": {
		"analysis",
		"analysis/hover",
		"analysis/refactor",
	},
	"analysis/hiddentext": {
		"analysis/diagnostic",
		"analysis/rules",
	},
	"analysis/hover": {
		"analysis",
		"skills/markdown",
	},
	"analysis/match": {
		"analysis/refs",
	},
	"analysis/outline": {
		"analysis",
	},
	"analysis/refactor": {
		"analysis",
	},
	"analysis/refs": {
		"analysis",
		"analysis/refactor",
	},
	"analysis/rules": {
		"analysis",
		"analysis/affected",
		"analysis/hover",
		"analysis/refactor",
		"skills/agents/claudecode",
	},
	"analysis/vantage": {
		"analysis/diagnostic",
		"analysis/hover",
		"analysis/rules",
	},
	"analysis/workspace": {
		"analysis",
		"analysis/affected",
		"analysis/hover",
		"analysis/outline",
		"analysis/refs",
		"analysis/render",
		"analysis/rules",
		"analysis/vantage",
		"analysis/vocabulary",
		"analysis/watchlist",
		"skills/agents/geminicli",
		"skills/agents/opencode",
		"skills/agents/openoxide",
	},
	"analysis/yamlsite": {
		"analysis/refs",
	},
	"internal/precision": {
		"analysis/rules",
		"cli",
		"cli/term",
	},
	"lsp": {
		"analysis/config",
		"lsp/fswatch",
		"skills/frontmatter",
	},
	"skills/agents":   {"skills/agents/kit", "skills/vfs"},
	"skills/markdown": {"skills/frontmatter"},
}

// testPackages are imported by tests and by one another, but never by the program.
var testPackages = []string{
	"analysis/analysistest", "analysis/analysistest", "analysis/analysistest", "analysis/analysistest", "skills/agents/agenttest", "skills/corpustest", "skills/goldentest", "skills/growthtest", "skills/treetest", "skills/vfs/fstest",
}

// restricted lists the packages outside the module that only some files may import. A path that ends in a
// slash stands for all packages below it. Tests may import all of them.
var restricted = []struct {
	imported string
	allowed  func(file string) bool
	rule     string
}{
	{"go.lsp.dev/jsonrpc2", below("lsp/wire"), "only lsp/wire uses JSON-RPC"},
	{"go.lsp.dev/", below("lsp"), "only lsp uses LSP types"},
	{"gopkg.in/yaml.v3", oneOf("skills/frontmatter/yaml_parse.go"), "only yaml_parse.go uses the YAML parser"},
	{"github.com/yuin/goldmark", below("skills/markdown"), "only skills/markdown uses the Markdown parser"},
	{"github.com/bmatcuk/doublestar/v4", oneOf("analysis/config/pattern.go"), "only pattern.go uses the glob library"},
	{"os", either(not(below("analysis")), below("analysis/analysistest")), "analysis reads files through vfs.FS"},
	{"net", nowhere, "the program does not use the network"},
	{"net/http", nowhere, "the program does not use the network"},
	{
		"os/exec", below("analysis/analysistest", "internal/demo", "internal/dist", "skills/vfs/fstest"),
		"the program does not execute other programs",
	},
	{"github.com/spf13/", below("cli", "internal/dist/manpages"), "only cli and its manual pages use flags"},
	{"golang.org/x/term", below("cli"), "only cli uses terminals"},
}

func oneOf(files ...string) func(string) bool {
	return func(file string) bool { return slices.Contains(files, file) }
}

func below(dirs ...string) func(string) bool {
	return func(file string) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return strings.HasPrefix(file, dir+"/") })
	}
}

func not(allowed func(string) bool) func(string) bool {
	return func(file string) bool { return !allowed(file) }
}

func either(one, other func(string) bool) func(string) bool {
	return func(file string) bool { return one(file) || other(file) }
}

func nowhere(string) bool { return false }

const module = "skills-ls"

// TestImports checks that every import is allowed, and that arrows and testArrows list no unused import.
func TestImports(t *testing.T) {
	files := goFiles(t)
	used := make(map[string]bool) // "from to" for each import of a package, and "from" for each package
	for file, imports := range files {
		from := path.Dir(file)
		used[from] = true
		for _, imported := range imports {
			if why := violation(file, imported); why != "" {
				t.Errorf("%s imports %s: %s", file, imported, why)
			}
			if to, ok := strings.CutPrefix(imported, module+"/"); ok {
				used[from+" "+to] = true
			}
		}
	}
	for from, imports := range arrows {
		if !used[from] {
			t.Errorf("arrows has %s, which has no Go files", from)
		}
		for _, to := range slices.Concat(imports, testArrows[from]) {
			if !used[from+" "+to] {
				t.Errorf("%s may import %s and does not: delete it from the list", from, to)
			}
		}
	}
}

// violation returns the rule that an import breaks, or "".
func violation(file, imported string) string {
	from, isTest := path.Dir(file), strings.HasSuffix(file, "_test.go")
	if to, ok := strings.CutPrefix(imported, module+"/"); ok {
		allowed, known := arrows[from]
		if isAgent(from) {
			allowed, known = agentArrows, true
		}
		isTestPackage := slices.Contains(testPackages, to)
		switch {
		case !known:
			return from + " is missing in arrows"
		case isTestPackage && !isTest && !slices.Contains(testPackages, from):
			return "only tests import " + to
		case slices.Contains(allowed, to), from == registry && isAgent(to):
			return ""
		case isTest && (isTestPackage || to == from || slices.Contains(testArrows[from], to)):
			return ""
		}
		return from + " must not depend on " + to
	}
	if isTest {
		return ""
	}
	for _, r := range restricted {
		isBelow := strings.HasSuffix(r.imported, "/") && strings.HasPrefix(imported, r.imported)
		if (isBelow || imported == r.imported) && !r.allowed(file) {
			return r.rule
		}
	}
	return ""
}

// goFiles returns the imports of every Go file of the module, by slash-separated path. It ignores build
// constraints.
func goFiles(t *testing.T) map[string][]string {
	t.Helper()
	files := make(map[string][]string)
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if path != "." && (name[0] == '.' || name == "testdata" || name == "node_modules") {
				return fs.SkipDir
			}
			return nil
		case filepath.Ext(name) != ".go":
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		imports := []string{}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports = append(imports, imported)
		}
		files[filepath.ToSlash(path)] = imports
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestViolation checks that violation reports the imports that break a rule, and no others.
func TestViolation(t *testing.T) {
	for _, tt := range []struct {
		file, imported string
		forbidden      bool
	}{
		{"main.go", "skills-ls/cli", false},
		{"main.go", "skills-ls/lsp", true},
		{"cli/check.go", "skills-ls/skills/agents", false},
		{"cli/check.go", "skills-ls/internal/demo", true},
		{"lsp/hover.go", "skills-ls/analysis/hover", false},
		{"lsp/hover.go", "skills-ls/cli", true},
		{"analysis/hover/hover.go", "skills-ls/lsp", true},
		{"analysis/hover/hover.go", "skills-ls/skills/yamldialect", true},
		{"skills/agents/agents.go", "skills-ls/skills/agents/codex", false},
		{"skills/agents/agents.go", "skills-ls/skills/yamldialect", true},
		{"skills/agents/agents.go", "skills-ls/skills/agents/kit", true},
		{"skills/agents/codex/codex.go", "skills-ls/skills/agents/kit", false},
		{"skills/agents/codex/codex.go", "skills-ls/skills/yamldialect", false},
		{"skills/agents/codex/codex.go", "skills-ls/skills/agents/openoxide", true},
		{"skills/agents/codex/codex.go", "skills-ls/skills/agents", true},
		{"skills/agents/codex/codex.go", "skills-ls/skills/markdown", true},
		{"skills/agents/codex/codex.go", "skills-ls/analysis", true},
		{"skills/agents/codex/codex_test.go", "skills-ls/skills/agents/openoxide", true},
		{"skills/agents/codex/codex_test.go", "skills-ls/skills/agents/agenttest", false},
		{"skills/agents/kit/rust.go", "skills-ls/skills/agents/codex", true},
		{"analysis/hover/hover.go", "skills-ls/skills/agents/codex", true},
		{"analysis/hover/hover.go", "skills-ls/analysis/complete", true},
		{"analysis/rules/name.go", "skills-ls/analysis/hover", true},
		{"analysis/workspace/scan.go", "skills-ls/analysis/rules", true},
		{"analysis/workspace/scan.go", "skills-ls/analysis/analysistest", true},
		{"internal/demo/main.go", "skills-ls/internal/dist", true},
		{"internal/dist/main.go", "skills-ls/internal/dist/manpages", false},

		// The parsers, vfs and text do not import skills, and of one another they import only text.
		{"skills/document.go", "skills-ls/skills/vfs", false},
		{"skills/document.go", "skills-ls/skills/agents", true},
		{"skills/document.go", "skills-ls/skills/yamldialect", true},
		{"skills/frontmatter/scan.go", "skills-ls/skills/text", false},
		{"skills/frontmatter/scan.go", "skills-ls/skills", true},
		{"skills/frontmatter/scan.go", "skills-ls/skills/agents", true},
		{"skills/frontmatter/scan.go", "skills-ls/skills/markdown", true},
		{"skills/frontmatter/scan.go", "skills-ls/skills/yamldialect", true},
		{"skills/frontmatter/scan.go", "skills-ls/skills/vfs", true},
		{"skills/markdown/parse.go", "skills-ls/skills/frontmatter", true},
		{"skills/markdown/parse.go", "skills-ls/skills/agents", true},
		{"skills/yamldialect/scan.go", "skills-ls/skills/text", false},
		{"skills/yamldialect/scan.go", "skills-ls/skills/frontmatter", true},
		{"skills/yamldialect/scan.go", "skills-ls/skills/agents", true},
		{"skills/vfs/cache.go", "skills-ls/skills", true},
		{"skills/vfs/cache.go", "skills-ls/skills/frontmatter", true},
		{"skills/text/span.go", "skills-ls/skills/vfs", true},

		// Tests import what their package imports, and test packages.
		{"skills/document_test.go", "skills-ls/skills", false},
		{"skills/document_test.go", "skills-ls/skills/treetest", false},
		{"skills/document_test.go", "skills-ls/analysis", true},
		{"skills/markdown/markdown_test.go", "skills-ls/skills/frontmatter", false},
		{"skills/frontmatter/scan_test.go", "skills-ls/skills/markdown", true},
		{"skills/vfs/cache_test.go", "skills-ls/skills/vfs/fstest", false},
		{"skills/vfs/cache.go", "skills-ls/skills/treetest", true},
		{"cli/check.go", "skills-ls/skills/vfs/fstest", true},
		{"skills/vfs/fstest/folding.go", "skills-ls/skills/vfs", false},
		{"skills/growthtest/growth.go", "skills-ls/skills/text", true},

		{"unknown/x.go", "skills-ls/skills/text", true},
		{"skills/text/unknown/x.go", "skills-ls/skills/text", true},

		{"analysis/hover.go", "go.lsp.dev/protocol", true},
		{"cli/check.go", "go.lsp.dev/uri", true},
		{"lsp/hover.go", "go.lsp.dev/protocol", false},
		{"lsp/hover.go", "go.lsp.dev/jsonrpc2", true},
		{"lsp/wire/conn.go", "go.lsp.dev/jsonrpc2", false},
		{"analysis/hover.go", "os", true},
		{"analysis/hover_test.go", "os", false},
		{"skills/vfs/fs.go", "os", false},
		{"skills/document.go", "gopkg.in/yaml.v3", true},
		{"skills/frontmatter/scan.go", "gopkg.in/yaml.v3", true},
		{"lsp/server.go", "net/http", true},
		{"lsp/server.go", "net/url", false},
		{"skills/vfs/fs.go", "os/exec", true},
		{"internal/dist/main.go", "os/exec", false},
	} {
		if why := violation(tt.file, tt.imported); (why != "") != tt.forbidden {
			t.Errorf("%s imports %s: violation = %q, want forbidden = %t", tt.file, tt.imported, why, tt.forbidden)
		}
	}
}
