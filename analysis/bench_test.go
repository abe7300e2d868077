package analysis

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"skills-ls/skills/vfs"
)

// tenKilobytes returns a skill of about 10 KB with typical contents: headings, lists, fences, links and
// mentions.
func tenKilobytes() string {
	var out strings.Builder
	out.WriteString("---\nname: code-review\ndescription: Reviews a change. Use when somebody asks for a review.\n---\n\n# Code review\n")
	for i := 0; out.Len() < 10_000; i++ {
		fmt.Fprintf(&out, "\n## Step %d\n\nRead the [guide](references/guide.md#guide) and `git diff`, then ask $release-notes or /code-review.\n\n- first *point*\n- second **point** with [a missing file](references/none-%d.md)\n\n```sh\ngit log --oneline $REV\n```\n", i, i)
	}
	return out.String()
}

// BenchmarkKeystroke measures an edit in the body, without the protocol, in workspaces of several sizes:
// making the new snapshot and the file's own diagnostics.
func BenchmarkKeystroke(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("%dskills", n), func(b *testing.B) {
			root := manySkills(b, n)
			s := New(vfs.Disk{}, Config{Folders: []string{root}})
			if _, err := s.Scan(b.Context(), nil); err != nil {
				b.Fatal(err)
			}
			path := filepath.Join(root, ".agents", "skills", "skill-5", "SKILL.md")
			text, err := vfs.Disk{}.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			s = s.With(Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
			s.Diagnose(b.Context(), path)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				edited := text + strings.Repeat("x", i%5)
				s = s.With(Change{Path: path, Text: &edited, Time: time.Unix(int64(i), 0)})
				s.DiagnoseOwn(b.Context(), path)
			}
		})
	}
}

// manySkills writes a workspace of n skills of 10 KB, each with a reference file, and returns its directory.
func manySkills(tb testing.TB, n int) string {
	tb.Helper()
	root := tb.TempDir()
	_, body, _ := strings.Cut(tenKilobytes(), "\n---\n")
	// A skill has few files, and most links point to one of them.
	for i := range strings.Count(body, "](references/none-") {
		body = strings.Replace(body, fmt.Sprintf("references/none-%d.md", i), fmt.Sprintf("scripts/run-%d.sh", i%3), 1)
	}
	for i := range n {
		name := fmt.Sprintf("skill-%d", i)
		text := fmt.Sprintf("---\nname: %s\ndescription: Does task %d of the %s kind. Use when task %d is asked for.\n---\n%s\nSee $skill-%d.\n", name, i, name, i, body, (i+1)%n)
		dir := filepath.Join(root, ".agents", "skills", name)
		for path, text := range map[string]string{"SKILL.md": text, "references/guide.md": "# Guide\n\nText.\n"} {
			path = filepath.Join(dir, filepath.FromSlash(path))
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
				tb.Fatal(err)
			}
		}
	}
	return root
}

// BenchmarkScan measures the first scan of a workspace.
func BenchmarkScan(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("%dskills", n), func(b *testing.B) {
			root := manySkills(b, n)
			var s *Snapshot
			for b.Loop() {
				s = New(vfs.Disk{}, Config{Folders: []string{root}})
				if _, err := s.Scan(b.Context(), nil); err != nil {
					b.Fatal(err)
				}
			}
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "kept-MB")
			writeHeapProfile(b)
			runtime.KeepAlive(s)
		})
	}
}

// writeHeapProfile writes a heap profile to the file that SKILLS_LS_HEAP names, if it is set. The profile of
// -memprofile would be empty: it is written after the benchmark, when the snapshot is garbage.
func writeHeapProfile(b *testing.B) {
	b.Helper()
	path := os.Getenv("SKILLS_LS_HEAP")
	if path == "" {
		return
	}
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := errors.Join(pprof.WriteHeapProfile(f), f.Close()); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkRefresh measures a change of one closed file on disk, without the protocol: making the new
// snapshot, finding the affected files, and the diagnostics of the open file that links to the changed one.
func BenchmarkRefresh(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("%dskills", n), func(b *testing.B) {
			root := manySkills(b, n)
			s := New(vfs.Disk{}, Config{Folders: []string{root}})
			if _, err := s.Scan(b.Context(), nil); err != nil {
				b.Fatal(err)
			}
			dir := filepath.Join(root, ".agents", "skills", "skill-5")
			path, guide := filepath.Join(dir, "SKILL.md"), filepath.Join(dir, "references", "guide.md")
			text, err := vfs.Disk{}.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			s = s.With(Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
			s.Diagnose(b.Context(), path)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				if err := os.WriteFile(guide, []byte("# Guide\n\n"+strings.Repeat("x", i%5)+"\n"), 0o644); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				s = s.Refresh(guide)
				s.Affected(guide)
				s.DiagnoseOwn(b.Context(), path)
				s.DiagnoseCrossFile(b.Context(), path)
			}
		})
	}
}

// BenchmarkCrossFile measures each rule that depends on other files, for one skill among many, after an edit
// of its body and of its description.
func BenchmarkCrossFile(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		root := manySkills(b, n)
		s := New(vfs.Disk{}, Config{Folders: []string{root}, Settings: Settings{Targets: []string{"agent-skills", "codelia", "codex", "opencode", "goose"}}})
		if _, err := s.Scan(b.Context(), nil); err != nil {
			b.Fatal(err)
		}
		path := filepath.Join(root, ".agents", "skills", "skill-5", "SKILL.md")
		text, err := vfs.Disk{}.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		s = s.With(Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
		for _, rule := range Rules() {
			if !rule.crossFile {
				continue
			}
			only := func(r *Rule) bool { return r == rule }
			s.diagnose(b.Context(), path, only)
			b.Run(fmt.Sprintf("%s/%dskills", strings.ReplaceAll(rule.ID, "/", "-"), n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					edited := text + strings.Repeat("x", i%5)
					s = s.With(Change{Path: path, Text: &edited, Time: time.Unix(int64(i), 0)})
					s.diagnose(b.Context(), path, only)
				}
			})
			b.Run(fmt.Sprintf("%s/%dskills/description", strings.ReplaceAll(rule.ID, "/", "-"), n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					edited := strings.Replace(text, "description: ", "description: "+strings.Repeat("x", i%5), 1)
					s = s.With(Change{Path: path, Text: &edited, Time: time.Unix(int64(i), 0)})
					s.diagnose(b.Context(), path, only)
				}
			})
		}
	}
}
