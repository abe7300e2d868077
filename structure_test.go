package main_test

import (
	"bufio"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// The limits of what a reader can hold. A knot is a set of files of one package each of which reaches every other by the
// names that it uses: none of them can be understood alone.
const (
	maxKnot      = 16  // files
	maxMethods   = 60  // of one type
	maxSpread    = 12  // files with methods of one type
	maxFileLines = 600 // of one file, tests left out
)

// TestStructure checks that no package has a knot, a type or a file over the limits.
func TestStructure(t *testing.T) {
	config := &packages.Config{Mode: packages.LoadSyntax, Fset: token.NewFileSet()}
	loaded, err := packages.Load(config, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded) < 40 {
		t.Fatalf("only %d packages were found", len(loaded))
	}
	for _, pkg := range loaded {
		for _, problem := range pkg.Errors {
			t.Error(problem)
		}
		if knot := largestKnot(references(config.Fset, pkg)); len(knot) > maxKnot {
			t.Errorf("%s has a knot of %d files, the limit is %d: %s", pkg.PkgPath, len(knot), maxKnot, strings.Join(knot, " "))
		}
		for name, files := range methods(config.Fset, pkg) {
			if n := len(files); n > maxMethods {
				t.Errorf("%s.%s has %d methods, the limit is %d", pkg.PkgPath, name, n, maxMethods)
			}
			if n := len(slices.Compact(slices.Sorted(slices.Values(files)))); n > maxSpread {
				t.Errorf("%s.%s has methods in %d files, the limit is %d", pkg.PkgPath, name, n, maxSpread)
			}
		}
		for _, file := range pkg.GoFiles {
			if n := countLines(t, file); n > maxFileLines {
				t.Errorf("%s has %d lines, the limit is %d", file, n, maxFileLines)
			}
		}
	}
}

// references returns, for each file of a package, the other files whose declarations, methods and fields it uses.
func references(fset *token.FileSet, pkg *packages.Package) map[string][]string {
	uses := make(map[string][]string)
	for _, file := range pkg.Syntax {
		from := fileOf(fset, file.Pos())
		uses[from] = nil
		ast.Inspect(file, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			used := pkg.TypesInfo.Uses[id]
			if used == nil || used.Pkg() != pkg.Types || !used.Pos().IsValid() {
				return true
			}
			if to := fileOf(fset, used.Pos()); to != from && !slices.Contains(uses[from], to) {
				uses[from] = append(uses[from], to)
			}
			return true
		})
	}
	return uses
}

// methods returns the file of each method of a package's types, by the type's name.
func methods(fset *token.FileSet, pkg *packages.Package) map[string][]string {
	files := make(map[string][]string)
	for _, file := range pkg.Syntax {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Recv == nil {
				continue
			}
			receiver := pkg.TypesInfo.Defs[fn.Name].(*types.Func).Signature().Recv().Type()
			if pointer, ok := receiver.(*types.Pointer); ok {
				receiver = pointer.Elem()
			}
			name := receiver.(*types.Named).Obj().Name()
			files[name] = append(files[name], fileOf(fset, fn.Pos()))
		}
	}
	return files
}

func fileOf(fset *token.FileSet, pos token.Pos) string {
	return filepath.Base(fset.Position(pos).Filename)
}

// largestKnot returns the files of the largest knot, sorted. A file that no cycle passes is a knot of its own.
func largestKnot(uses map[string][]string) []string {
	reached := make(map[string]map[string]bool)
	for from := range uses {
		seen := make(map[string]bool)
		for queue := []string{from}; len(queue) > 0; queue = queue[1:] {
			for _, to := range uses[queue[0]] {
				if !seen[to] {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
		reached[from] = seen
	}
	var largest []string
	for from := range uses {
		knot := []string{from}
		for to := range reached[from] {
			if to != from && reached[to][from] {
				knot = append(knot, to)
			}
		}
		if len(knot) > len(largest) {
			largest = knot
		}
	}
	slices.Sort(largest)
	return largest
}

// TestLargestKnot checks that a knot has the files on a cycle and no others.
func TestLargestKnot(t *testing.T) {
	uses := map[string][]string{"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": {"d"}, "f": {"a"}, "g": nil}
	if got := largestKnot(uses); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("got %v", got)
	}
	for _, file := range slices.Collect(maps.Keys(uses)) {
		uses[file] = nil
	}
	if got := largestKnot(uses); len(got) != 1 {
		t.Errorf("without references, got %v", got)
	}
}

func countLines(t *testing.T, path string) int {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	n := 0
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		n++
	}
	if err := lines.Err(); err != nil {
		t.Fatalf("reading %s: %v", path, err)
	}
	return n
}

// TestSystems checks that the program compiles for macOS, and the layers below agents for the browser. Only types
// are checked, because a compiler would first compile the standard library for each system.
func TestSystems(t *testing.T) {
	for _, system := range []struct {
		os, arch string
		packages []string
	}{
		{"darwin", "arm64", []string{"."}},
		{"js", "wasm", []string{"./skills/vfs", "./skills/text", "./skills/yamldialect", "./skills/frontmatter", "./skills/markdown"}},
	} {
		t.Run(system.os, func(t *testing.T) {
			loaded, err := packages.Load(&packages.Config{
				Mode: packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax,
				Env:  append(os.Environ(), "GOOS="+system.os, "GOARCH="+system.arch, "CGO_ENABLED=0"),
			}, system.packages...)
			if err != nil {
				t.Fatal(err)
			}
			packages.Visit(loaded, nil, func(pkg *packages.Package) {
				for _, problem := range pkg.Errors {
					t.Error(problem)
				}
			})
		})
	}
}
