package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkCheck checks the tree that SKILLS_LS_TREE names, or one of five hundred skills that it makes.
func BenchmarkCheck(b *testing.B) {
	dir := os.Getenv("SKILLS_LS_TREE")
	if dir == "" {
		dir = manySkills(b, 500)
	}
	sys := System{Cwd: dir, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard}
	for b.Loop() {
		if code := Run(b.Context(), sys, []string{"check"}); code == exitFailure {
			b.Fatal("the check failed")
		}
	}
}

// manySkills makes a project with so many skills of ordinary size.
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
