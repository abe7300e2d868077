package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skills-ls/cli/term"
)

// BenchmarkCheck checks the tree of [benchmarkTree].
func BenchmarkCheck(b *testing.B) { benchmarkCommand(b, benchmarkTree(b), "check") }

// BenchmarkCheckIsolated checks every SKILL.md of the tree of [benchmarkTree] alone.
func BenchmarkCheckIsolated(b *testing.B) {
	dir := benchmarkTree(b)
	skills := skillFiles(b, dir)
	benchmarkCommand(b, dir, append([]string{"check", "--isolated"}, skills...)...)
	b.ReportMetric(float64(len(skills)), "skills")
}

// BenchmarkCompat runs compat on every skill of the tree of [benchmarkTree].
func BenchmarkCompat(b *testing.B) {
	dir := benchmarkTree(b)
	skills := skillFiles(b, dir)
	benchmarkCommand(b, dir, append([]string{"compat", "--format", "json"}, skills...)...)
	b.ReportMetric(float64(len(skills)), "skills")
}

// skillFiles returns the paths of all SKILL.md below a directory.
func skillFiles(b *testing.B, dir string) (paths []string) {
	b.Helper()
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() && entry.Name() == "SKILL.md" {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return paths
}

func benchmarkCommand(b *testing.B, dir string, args ...string) {
	sys := term.System{Cwd: dir, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard}
	for b.Loop() {
		if code := Run(b.Context(), sys, args); code == exitFailure {
			b.Fatalf("%s failed", args[0])
		}
	}
}

// benchmarkTree returns the directory that SKILLS_LS_TREE names, or a new project with 500 skills.
func benchmarkTree(b *testing.B) string {
	b.Helper()
	if dir := os.Getenv("SKILLS_LS_TREE"); dir != "" {
		return dir
	}
	return manySkills(b, 500)
}

// manySkills creates a project with n skills of ordinary size and returns its directory.
func manySkills(b *testing.B, n int) string {
	b.Helper()
	dir := b.TempDir()
	section := "## Section\n\nRead [the notes](references/notes.md#notes), then `run` this:\n\n```sh\nmake all\n```\n\n" +
		strings.Repeat("- A step that says *what* to do, and **why**.\n", 20) + "\n"
	for i := range n {
		name := fmt.Sprintf("skill-%04d", i)
		skill := filepath.Join(dir, ".agents", "skills", name)
		write(b, filepath.Join(skill, "SKILL.md"), fmt.Sprintf("---\nname: %s\ndescription: Does thing %d. Use when it is wanted.\n---\n\n# Skill\n\n%s", name, i, strings.Repeat(section, 8)))
		write(b, filepath.Join(skill, "references", "notes.md"), "# Notes\n\nMore.\n")
	}
	return dir
}
