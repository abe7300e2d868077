package refactor_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// hubWorkspace returns a scanned workspace of n skills of 10 KB, and the path of another skill, hub, that
// some of them mention and link to.
func hubWorkspace(b *testing.B, n, mentioning int) (s *workspace.Snapshot, hub string) {
	b.Helper()
	root := analysistest.ManySkills(b, n)
	dir := filepath.Join(root, ".agents", "skills")
	hub = filepath.Join(dir, "hub", "SKILL.md")
	if err := analysistest.WriteFile(hub, "---\nname: hub\ndescription: Is mentioned by many. Use when a benchmark asks for it.\n---\n# Hub\n"); err != nil {
		b.Fatal(err)
	}
	for i := range mentioning {
		path := filepath.Join(dir, fmt.Sprintf("skill-%d", i), "SKILL.md")
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		if err := analysistest.WriteFile(path, string(text)+"Ask $hub, or see [the hub](../hub/SKILL.md#hub).\n"); err != nil {
			b.Fatal(err)
		}
	}
	s = analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{root}})
	if _, err := workspace.Scan(b.Context(), s, nil); err != nil {
		b.Fatal(err)
	}
	return s, hub
}

// unparsed makes the snapshot forget its parsed files, which is when the user waits longest.
func unparsed(s *workspace.Snapshot) { s.Disk().Documents.Forget(s.Config().Folders...) }

// BenchmarkReferences measures a request for the references of a skill at its name.
func BenchmarkReferences(b *testing.B) {
	for _, bench := range []struct{ skills, mentioning int }{{1000, 1}, {10_000, 1}, {10_000, 1000}} {
		b.Run(fmt.Sprintf("%dskills/%dmentions", bench.skills, bench.mentioning), func(b *testing.B) {
			s, hub := hubWorkspace(b, bench.skills, bench.mentioning)
			want := 1 + 2*bench.mentioning
			for _, cold := range []bool{true, false} {
				b.Run(map[bool]string{true: "unparsed", false: "again"}[cold], func(b *testing.B) {
					for b.Loop() {
						if cold {
							b.StopTimer()
							unparsed(s)
							b.StartTimer()
						}
						if found := refs.References(b.Context(), s, hub, len("---\nname: h")); len(found) != want {
							b.Fatalf("%d references, want %d", len(found), want)
						}
					}
				})
			}
		})
	}
}

// BenchmarkRename measures renaming a skill that a thousand files mention and link to, and one of its
// headings.
func BenchmarkRename(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		s, hub := hubWorkspace(b, n, 1000)
		for _, bench := range []struct {
			name   string
			offset int
			edits  int
		}{
			{"skill", len("---\nname: h"), 2001},
			{"heading", strings.Index(analysistest.TextOf(b, s, hub), "# Hub") + 3, 1001},
		} {
			b.Run(fmt.Sprintf("%dskills/%s", n, bench.name), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					unparsed(s)
					b.StartTimer()
					result, err := refactor.Rename(b.Context(), s, refactor.RenameQuery{Path: hub, Offset: bench.offset, Name: "centre", Files: true})
					if err != nil || len(result.Edits) != bench.edits {
						b.Fatalf("%+v, %v", result, err)
					}
				}
			})
		}
	}
}

// BenchmarkWholeFix measures the fix that renames the directory of a skill that many files link to. For
// clients that do not resolve a fix when the user applies it, it is computed whenever the cursor is on the
// name.
func BenchmarkWholeFix(b *testing.B) {
	for _, bench := range []struct{ skills, mentioning int }{{1000, 1}, {10_000, 1}, {10_000, 1000}} {
		b.Run(fmt.Sprintf("%dskills/%dmentions", bench.skills, bench.mentioning), func(b *testing.B) {
			s, hub := hubWorkspace(b, bench.skills, bench.mentioning)
			dir := filepath.Dir(hub)
			fix := diagnostic.Fix{Rename: &diagnostic.Rename{From: dir, To: filepath.Join(filepath.Dir(dir), "centre")}}
			for b.Loop() {
				if whole, err := refactor.WholeFix(b.Context(), s, fix); err != nil || len(whole.Edits) != 2*bench.mentioning {
					b.Fatalf("%d edits, %v", len(whole.Edits), err)
				}
			}
		})
	}
}

// BenchmarkHighlights measures the highlights in a text of 500 KB, with the cursor on a heading, a mention or
// a link.
func BenchmarkHighlights(b *testing.B) {
	root := analysistest.ManySkills(b, 10)
	path := filepath.Join(root, ".agents", "skills", "skill-5", "SKILL.md")
	s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{root}})
	if _, err := workspace.Scan(b.Context(), s, nil); err != nil {
		b.Fatal(err)
	}
	text := analysistest.TextOf(b, s, path)
	_, body, _ := strings.Cut(text, "\n---\n")
	text += strings.Repeat(body, 500_000/len(body)) + "\nSee $skill-6, [a step](#step-7).\n"
	s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
	for _, at := range []string{"Step 7\n", "skill-6, [", "guide.md#guide", "#step-7)", "guide](ref"} {
		b.Run(strings.Trim(at, "\n"), func(b *testing.B) {
			for b.Loop() {
				if found := refs.Highlights(b.Context(), s, path, strings.Index(text, at)+1); len(found) == 0 {
					b.Fatal("nothing is highlighted")
				}
			}
		})
	}
}
