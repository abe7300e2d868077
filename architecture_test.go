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

// isAgent reports whether pkg is the package of an agent or of a vocabulary.
func isAgent(pkg string) bool {
	return path.Dir(pkg) == registry && !slices.Contains(testPackages, pkg) && arrows[pkg] == nil
}

const registry = "skills/agents"

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
