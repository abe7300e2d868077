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

// layers are the packages from top to bottom. A package imports from layers below its own, and from its own subtree; nothing
// points the other way.
var layers = []string{
	".", "cli", "lsp", "analysis", "skills/agents", "skills", "skills/markdown", "skills/frontmatter", "skills/yamldialect", "skills/vfs",
	"skills/text", "skills/growthtest", "skills/treetest", "skills/goldentest", "skills/corpustest",
}

// owned are imports that only some places may have, by prefix of the import path. Tests may have them all.
var owned = []struct {
	imported string
	by       func(file string) bool
	rule     string
}{
	{"go.lsp.dev/jsonrpc2", oneOf("lsp/conn.go", "lsp/stream.go"), "only lsp/conn.go and lsp/stream.go know JSON-RPC"},
	{"go.lsp.dev/", below("lsp"), "only lsp knows LSP"},
	{"gopkg.in/yaml.v3", oneOf("skills/frontmatter/yaml_parse.go"), "only skills/frontmatter/yaml_parse.go knows the YAML parser"},
	{"github.com/yuin/goldmark", below("skills/markdown"), "only skills/markdown knows the Markdown parser"},
	{"github.com/bmatcuk/doublestar/v4", oneOf("analysis/pattern.go"), "only analysis/pattern.go knows the library for globs"},
	{"os", not(below("analysis")), "analysis sees files through vfs.FS"},
	{"net", nowhere, "nothing is fetched, and nothing is sent anywhere"},
	{"net/http", nowhere, "nothing is fetched, and nothing is sent anywhere"},
	{"os/exec", either(below("internal/demo"), either(below("internal/dist"), below("skills/vfs/fstest"))), "nothing in a skill is ever executed"},
	{"github.com/spf13/", either(below("cli"), below("internal/dist/manpages")), "only cli knows flags, and internal/dist/manpages, which documents them"},
	{"golang.org/x/term", below("cli"), "only cli knows terminals"},
}

func oneOf(files ...string) func(string) bool {
	return func(file string) bool { return slices.Contains(files, file) }
}

func below(dir string) func(string) bool {
	return func(file string) bool { return strings.HasPrefix(file, dir+"/") }
}

func either(a, b func(string) bool) func(string) bool {
	return func(file string) bool { return a(file) || b(file) }
}

func not(allowed func(string) bool) func(string) bool {
	return func(file string) bool { return !allowed(file) }
}

func nowhere(string) bool { return false }

const module = "skills-ls"

func TestImportsPointDown(t *testing.T) {
	files := goFiles(t)
	if len(files) < len(layers) {
		t.Fatalf("only %d Go files found", len(files))
	}
	for file, imports := range files {
		for _, imported := range imports {
			if why := refuse(file, imported); why != "" {
				t.Errorf("%s imports %s: %s", file, imported, why)
			}
		}
	}
}

// refuse says why a file must not have an import, and nothing if it may.
func refuse(file, imported string) string {
	if rest, ok := strings.CutPrefix(imported, module+"/"); ok {
		from, to := layerOf(file), layerOf(rest+"/x.go")
		switch {
		case to == 0 && !strings.HasPrefix(rest+"/", path.Dir(file)+"/"):
			return "nothing imports main, and internal packages serve their own program"
		case from > to:
			return "a lower layer knows nothing of " + layers[to]
		}
		return ""
	}
	if strings.HasSuffix(file, "_test.go") {
		return ""
	}
	for _, o := range owned {
		matches := imported == o.imported || strings.HasSuffix(o.imported, "/") && strings.HasPrefix(imported, o.imported)
		if matches && !o.by(file) {
			return o.rule
		}
	}
	return ""
}

// layerOf returns the index of the layer that a file belongs to: the innermost directory that is one. A file of no layer is beside
// main, at the top.
func layerOf(file string) int {
	found := 0
	for i, layer := range layers {
		if i > 0 && below(layer)(file) && len(layer) > len(layers[found]) {
			found = i
		}
	}
	return found
}

// goFiles returns the imports of every Go file of the module, by slash-separated path.
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

// TestArchitectureTest proves that the test above would notice.
func TestArchitectureTest(t *testing.T) {
	for _, c := range []struct {
		file, imported string
		refused        bool
	}{
		{"main.go", "skills-ls/cli", false},
		{"cli/check.go", "skills-ls/skills/agents", false},
		{"lsp/hover.go", "skills-ls/analysis", false},
		{"skills/agents/codex.go", "skills-ls/skills/agents/internal/js", false},
		{"skills/parse.go", "skills-ls/skills/agents", true},
		{"skills/parse_test.go", "skills-ls/analysis", true},
		{"skills/discover.go", "skills-ls/skills/vfs", false},
		{"skills/vfs/cache.go", "skills-ls/skills", true},
		{"skills/vfs/cache_test.go", "skills-ls/skills/vfs/fstest", false},
		{"skills/text/span.go", "skills-ls/skills/vfs", true},
		{"skills/frontmatter/scan.go", "skills-ls/skills", true},
		{"skills/frontmatter/scan.go", "gopkg.in/yaml.v3", true},
		{"skills/yamldialect/scan.go", "skills-ls/skills/agents", true},
		{"skills/yamldialect/scan.go", "skills-ls/skills/text", false},
		{"analysis/hover.go", "skills-ls/lsp", true},
		{"lsp/hover.go", "skills-ls/cli", true},
		{"skills/agents/codex.go", "skills-ls/analysis", true},
		{"cli/check.go", "skills-ls/internal/demo", true},
		{"internal/demo/main.go", "skills-ls/internal/dist", true},
		{"internal/dist/main.go", "skills-ls/internal/dist/manpages", false},
		{"analysis/hover.go", "go.lsp.dev/protocol", true},
		{"cli/check.go", "go.lsp.dev/uri", true},
		{"lsp/hover.go", "go.lsp.dev/protocol", false},
		{"lsp/hover.go", "go.lsp.dev/jsonrpc2", true},
		{"lsp/conn.go", "go.lsp.dev/jsonrpc2", false},
		{"analysis/hover.go", "os", true},
		{"analysis/hover_test.go", "os", false},
		{"skills/vfs/fs.go", "os", false},
		{"skills/document.go", "gopkg.in/yaml.v3", true},
		{"lsp/server.go", "net/http", true},
		{"lsp/server.go", "net/url", false},
		{"skills/vfs/fs.go", "os/exec", true},
	} {
		if why := refuse(c.file, c.imported); (why != "") != c.refused {
			t.Errorf("%s imports %s: refused because of %q, want refused: %t", c.file, c.imported, why, c.refused)
		}
	}
}
