package rules_test

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

	"skills-ls/analysis"
	"skills-ls/analysis/affected"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// BenchmarkKeystroke measures an edit in the body, without the protocol, in workspaces of several sizes:
// making the new snapshot and the file's own diagnostics.
func BenchmarkKeystroke(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("%dskills", n), func(b *testing.B) {
			root := analysistest.ManySkills(b, n)
			s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{root}})
			if _, err := workspace.Scan(b.Context(), s, nil); err != nil {
				b.Fatal(err)
			}
			path := filepath.Join(root, ".agents", "skills", "skill-5", "SKILL.md")
			text, err := vfs.Disk{}.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
			rules.Diagnose(b.Context(), s, path)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				edited := text + strings.Repeat("x", i%5)
				s = s.With(workspace.Change{Path: path, Text: &edited, Time: time.Unix(int64(i), 0)})
				rules.DiagnoseOwn(b.Context(), s, path)
			}
		})
	}
}

// BenchmarkScan measures the first scan of a workspace.
func BenchmarkScan(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		b.Run(fmt.Sprintf("%dskills", n), func(b *testing.B) {
			root := analysistest.ManySkills(b, n)
			var s *workspace.Snapshot
			for b.Loop() {
				s = analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{root}})
				if _, err := workspace.Scan(b.Context(), s, nil); err != nil {
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
			root := analysistest.ManySkills(b, n)
			s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{root}})
			if _, err := workspace.Scan(b.Context(), s, nil); err != nil {
				b.Fatal(err)
			}
			dir := filepath.Join(root, ".agents", "skills", "skill-5")
			path, guide := filepath.Join(dir, "SKILL.md"), filepath.Join(dir, "references", "guide.md")
			text, err := vfs.Disk{}.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
			rules.Diagnose(b.Context(), s, path)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				if err := os.WriteFile(guide, []byte("# Guide\n\n"+strings.Repeat("x", i%5)+"\n"), 0o644); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				s = s.Refresh(guide)
				affected.Paths(s, s, affected.Change{OnDisk: []string{guide}})
				rules.DiagnoseOwn(b.Context(), s, path)
				rules.DiagnoseCrossFile(b.Context(), s, path)
			}
		})
	}
}

// BenchmarkCrossFile measures each rule that depends on other files, for one skill among many, after an edit
// of its body and of its description.
func BenchmarkCrossFile(b *testing.B) {
	for _, n := range []int{10, 1000, 10_000} {
		root := analysistest.ManySkills(b, n)
		s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{root}, Settings: config.Settings{Targets: []string{"agent-skills", "codelia", "codex", "opencode", "goose"}}})
		if _, err := workspace.Scan(b.Context(), s, nil); err != nil {
			b.Fatal(err)
		}
		path := filepath.Join(root, ".agents", "skills", "skill-5", "SKILL.md")
		text, err := vfs.Disk{}.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		s = s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
		for _, rule := range rules.All() {
			if !rule.Is(rules.CrossFile) {
				continue
			}
			only := func(r *rules.Rule) bool { return r == rule }
			rules.DiagnoseForTest(b.Context(), s, path, only)
			b.Run(fmt.Sprintf("%s/%dskills", strings.ReplaceAll(rule.ID, "/", "-"), n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					edited := text + strings.Repeat("x", i%5)
					s = s.With(workspace.Change{Path: path, Text: &edited, Time: time.Unix(int64(i), 0)})
					rules.DiagnoseForTest(b.Context(), s, path, only)
				}
			})
			b.Run(fmt.Sprintf("%s/%dskills/description", strings.ReplaceAll(rule.ID, "/", "-"), n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					edited := strings.Replace(text, "description: ", "description: "+strings.Repeat("x", i%5), 1)
					s = s.With(workspace.Change{Path: path, Text: &edited, Time: time.Unix(int64(i), 0)})
					rules.DiagnoseForTest(b.Context(), s, path, only)
				}
			})
		}
	}
}
