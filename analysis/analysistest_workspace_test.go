package analysis

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"skills-ls/skills/vfs"
)

var update = flag.Bool("update", false, "write the goldens anew")

// scanned returns a [workspace] after its first scan.
func scanned(t testing.TB, archive string) (*Snapshot, string) {
	t.Helper()
	s, root := workspace(t, archive)
	if _, err := s.Scan(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return s, root
}

func withTargets(s *Snapshot, targets []string) *Snapshot {
	return s.WithConfig(Config{Folders: s.cfg.Folders, Settings: Settings{Targets: targets}})
}

// workspace writes the files of a txtar archive to a new directory and returns a snapshot of it. A file named
// link->target becomes a symbolic link, and a file whose name ends with a slash an empty directory.
func workspace(t testing.TB, archive string) (*Snapshot, string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name, target, isLink := strings.Cut(f.Name, "->")
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		switch {
		case isLink:
			err = os.Symlink(filepath.FromSlash(target), path)
		case strings.HasSuffix(name, "/"):
			err = os.MkdirAll(path, 0o755)
		default:
			err = os.WriteFile(path, f.Data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return New(vfs.Disk{}, Config{Folders: []string{root}}), root
}

// diagnose returns the diagnostics of a file below the root.
func diagnose(s *Snapshot, root, name string) []Diagnostic {
	return s.Diagnose(context.Background(), filepath.Join(root, filepath.FromSlash(name)))
}

// describe formats diagnostics as "severity rule `text under the span`", one per line.
func describe(s *Snapshot, path string, found []Diagnostic) string {
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

// apply returns the text of the file after the fix's edits, which must all be in that file.
func apply(t testing.TB, source, path string, fix Fix) string {
	t.Helper()
	edits := slices.Clone(fix.Edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Span.Start - b.Span.Start })
	for i, e := range edits {
		if e.Path != path {
			t.Fatalf("fix %q edits %s", fix.Title, e.Path)
		}
		if e.Span.Start < 0 || e.Span.End > len(source) || e.Span.Start > e.Span.End || i > 0 && e.Span.Start < edits[i-1].Span.End {
			t.Fatalf("fix %q: edit %v does not fit %q", fix.Title, e.Span, source)
		}
	}
	after := applyEdits(source, edits)
	if fix.Snippet {
		after = strings.NewReplacer("${1:", "", "}", "").Replace(after)
	}
	return after
}
