package analysis

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/skills"
)

// hubWorkspace returns a scanned workspace of n skills of 10 KB, of which so many mention and link a skill called hub, and the path of that.
func hubWorkspace(b *testing.B, n, mentioning int) (s *Snapshot, hub string) {
	b.Helper()
	root := manySkills(b, n)
	dir := filepath.Join(root, ".agents", "skills")
	hub = filepath.Join(dir, "hub", "SKILL.md")
	if err := writeFile(hub, "---\nname: hub\ndescription: Is mentioned by many. Use when a benchmark asks for it.\n---\n# Hub\n"); err != nil {
		b.Fatal(err)
	}
	for i := range mentioning {
		path := filepath.Join(dir, fmt.Sprintf("skill-%d", i), "SKILL.md")
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		if err := writeFile(path, string(text)+"Ask $hub, or see [the hub](../hub/SKILL.md#hub).\n"); err != nil {
			b.Fatal(err)
		}
	}
	s = New(skills.Disk{}, Config{Folders: []string{root}})
	if _, err := s.Scan(b.Context(), nil); err != nil {
		b.Fatal(err)
	}
	return s, hub
}

// unparsed makes the snapshot forget the files that it has parsed: then a person waits longest.
func (s *Snapshot) unparsed() { s.disk.documents.forget(s.cfg.Folders...) }

// BenchmarkReferences is the references of a skill, from its name.
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
							s.unparsed()
							b.StartTimer()
						}
						if found := s.References(b.Context(), hub, len("---\nname: h")); len(found) != want {
							b.Fatalf("%d references, want %d", len(found), want)
						}
					}
				})
			}
		})
	}
}

// BenchmarkRename renames a skill that a thousand files mention and link, and one heading of it.
func BenchmarkRename(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		s, hub := hubWorkspace(b, n, 1000)
		for _, bench := range []struct {
			name   string
			offset int
			edits  int
		}{
			{"skill", len("---\nname: h"), 2001},
			{"heading", strings.Index(textOf(b, s, hub), "# Hub") + 3, 1001},
		} {
			b.Run(fmt.Sprintf("%dskills/%s", n, bench.name), func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					s.unparsed()
					b.StartTimer()
					result, err := s.Rename(b.Context(), RenameQuery{Path: hub, Offset: bench.offset, Name: "centre", Files: true})
					if err != nil || len(result.Edits) != bench.edits {
						b.Fatalf("%+v, %v", result, err)
					}
				}
			})
		}
	}
}

func textOf(b *testing.B, s *Snapshot, path string) string {
	b.Helper()
	f, err := s.File(path)
	if err != nil {
		b.Fatal(err)
	}
	return f.Doc.Source
}
