// Package analysistest has what the tests of several packages of analysis share.
package analysistest

import (
	"context"
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"skills-ls/analysis"
	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

var Update = flag.Bool("update", false, "update the goldens")

// Scanned returns a [Workspace] after its first scan.
func Scanned(t testing.TB, archive string) (*workspace.Snapshot, string) {
	t.Helper()
	s, root := Workspace(t, archive)
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	return s, root
}

func WithTargets(s *workspace.Snapshot, targets []string) *workspace.Snapshot {
	return s.WithConfig(workspace.Config{Folders: s.Config().Folders, Settings: config.Settings{Targets: targets}})
}

// Workspace writes the files of a txtar archive to a new directory and returns a snapshot of it. A file named
// link->target becomes a symbolic link, and a file whose name ends with a slash an empty directory.
func Workspace(t testing.TB, archive string) (*workspace.Snapshot, string) {
	t.Helper()
	files := make(map[string]string)
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name, target, isLink := strings.Cut(f.Name, "->")
		files[name] = string(f.Data)
		if isLink {
			files[name] = "->" + filepath.FromSlash(target)
		}
	}
	root := treetest.Make(t, files)
	return analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{root}}), root
}

// Diagnose returns the diagnostics of a file below the root.
func Diagnose(s *workspace.Snapshot, root, name string) []diagnostic.Diagnostic {
	return rules.Diagnose(context.Background(), s, filepath.Join(root, filepath.FromSlash(name)))
}

// Describe formats diagnostics as "severity rule `text under the span`", one per line.
func Describe(s *workspace.Snapshot, path string, found []diagnostic.Diagnostic) string {
	var out strings.Builder
	f, err := s.File(path)
	for _, d := range found {
		text := ""
		if err == nil {
			text = d.Span.Of(f.Doc.Source)
		}
		out.WriteString(d.Severity.String() + " " + d.Rule + " `" + text + "`\n")
	}
	return out.String()
}

// Apply returns the text of the file after the fix's edits, which must all be in that file.
func Apply(t testing.TB, source, path string, fix diagnostic.Fix) string {
	t.Helper()
	edits := slices.Clone(fix.Edits)
	slices.SortStableFunc(edits, func(a, b diagnostic.Edit) int { return a.Span.Start - b.Span.Start })
	for i, e := range edits {
		if e.Path != path {
			t.Fatalf("fix %q edits %s", fix.Title, e.Path)
		}
		if e.Span.Start < 0 || e.Span.End > len(source) || e.Span.Start > e.Span.End || i > 0 && e.Span.Start < edits[i-1].Span.End {
			t.Fatalf("fix %q: edit %v does not fit %q", fix.Title, e.Span, source)
		}
	}
	after := diagnostic.ApplyEdits(source, edits)
	if fix.Snippet {
		after = strings.NewReplacer("${1:", "", "}", "").Replace(after)
	}
	return after
}
