package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"skills-ls/cli/report"
	"skills-ls/cli/term"
)

// TestTextOnTerminal compares what a terminal shows for the sample project with golden files.
func TestTextOnTerminal(t *testing.T) {
	dir, err := filepath.Abs("../testdata/workspace")
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{80, 140} {
		r := commandIn(t, term.System{Cwd: dir, StdoutWidth: width}, "", "check", "--color", "never")
		golden := filepath.Join("testdata", fmt.Sprintf("terminal-%d.txt", width))
		if *update {
			if err := os.WriteFile(golden, []byte(r.stdout), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := read(t, golden); r.stdout != want {
			t.Errorf("%d columns:\n%s\nwant:\n%s", width, r.stdout, want)
		}
	}
}

// TestFixable checks that the text, the JSON and --fix agree on the number of problems that --fix fixes.
func TestFixable(t *testing.T) {
	dir := realTemp(t)
	tree(t, dir, map[string]string{
		".agents/skills/x/SKILL.md":            fixable("See [it](references/Notes.md).\n"),
		".agents/skills/x/references/notes.md": "Notes.\n",
		".agents/skills/near-miss/SKILL.md":    "---\nname: near-miss\ndescription: Two: two. Use when two are wanted.\n---\nSee [y](y.md).\n",
		".agents/skills/lower/skill.md":        strings.Replace(goodSkill, "name: good", "name: lower", 1),
		"AGENTS.md":                            "Use $nearmiss.\n",
	})
	text := command(t, dir, "", "check").stdout
	json, _ := checkJSON(t, dir)
	fixed, _ := checkJSON(t, dir, "--fix")
	// The rename of a file is one of the fixes.
	if n := json.Summary.Fixable; n < 4 || n != fixed.Summary.Fixed.Problems || n != strings.Count(text, "  [fix]\n") ||
		!strings.HasSuffix(text, fmt.Sprintf(". %d fixable with --fix.\n", n)) {
		t.Errorf("%d fixable, %v fixed\n%s", n, fixed.Summary.Fixed, text)
	}
	if n := fixed.Summary.Fixable; n != 0 {
		t.Errorf("%d fixable after --fix", n)
	}
}

// TestFoldedText checks the text of a problem that has many places: a terminal shows the places, and the problem
// is fixable only if it is in all of them.
func TestFoldedText(t *testing.T) {
	for target, fix := range map[string]string{"#go_now": "  [fix]", "#gone": ""} {
		dir := realTemp(t)
		text := strings.TrimSuffix(goodSkill, "Go.\n") + strings.Repeat("[a]("+target+")\n", 5) + "[b](#go_now)\n\n# Go now\n"
		tree(t, dir, map[string]string{".agents/skills/good/SKILL.md": text})
		r := commandIn(t, term.System{Cwd: dir, StdoutWidth: 100}, "", "check", "--color", "never")
		row := "  5:5  information  6 links to missing headings  link/fragment" + fix + "\n"
		const places = "      = places: 5:5, 6:5, 7:5, 8:5, 9:5, 10:5\n"
		if !strings.Contains(r.stdout, row) || !strings.Contains(r.stdout, places) {
			t.Errorf("%s:\n%s\nwant:\n%s%s", target, r.stdout, row, places)
		}
	}
}

// TestSummary checks the last line of the text.
func TestSummary(t *testing.T) {
	for _, c := range []struct {
		sum  report.Summary
		want string
	}{
		{report.Summary{}, "No files checked."},
		{report.Summary{Files: 1, Skills: 1}, "No problems in 1 skill."},
		{report.Summary{Files: 5, Skills: 3}, "No problems in 3 skills and 2 other files."},
		{report.Summary{Files: 2}, "No problems in 2 files."},
		{report.Summary{Files: 1, Skills: 1, Baselined: 1}, "No new problems in 1 skill. 1 known problem in the baseline."},
		{report.Summary{Files: 1, Skills: 1, Fixed: &report.FixCount{Problems: 1, Files: 1}}, "No problems in 1 skill. 1 problem fixed in 1 file."},
		{report.Summary{Files: 1, Skills: 1, Errors: 1, BadSkills: 1}, "1 problem (1 error) in 1 skill."},
		{
			report.Summary{Files: 40, Skills: 36, Errors: 1, Warnings: 1, Fixable: 1, BadSkills: 1},
			"2 problems (1 error, 1 warning) in 1 of 36 skills. 1 fixable with --fix.",
		},
		{
			report.Summary{Files: 40, Skills: 36, Information: 2, Hints: 3, BadSkills: 2, BadFiles: 1},
			"5 problems (2 informational, 3 hints) in 2 of 36 skills and 1 other file.",
		},
		{report.Summary{Files: 40, Skills: 36, Warnings: 1, BadFiles: 1}, "1 problem (1 warning) in 1 of 40 files."},
		{
			report.Summary{Files: 2, Errors: 2, BadFiles: 2, Baselined: 3, Fixed: &report.FixCount{}},
			"2 problems (2 errors) in 2 of 2 files. No problems fixed. 3 known problems in the baseline.",
		},
	} {
		if got := c.sum.String(); got != c.want {
			t.Errorf("%+v:\n%s\nwant:\n%s", c.sum, got, c.want)
		}
	}
}

// TestConcise checks that every line of the concise format is one problem, without color in a pipe.
func TestConcise(t *testing.T) {
	dir, err := filepath.Abs("../testdata/workspace")
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^[^:]+:\d+:\d+: (error|warning|information|hint): .+ \([a-z-]+/[a-z-]+\)\n$`)
	for l := range strings.Lines(command(t, dir, "", "check", "--format", "concise").stdout) {
		if !line.MatchString(l) {
			t.Errorf("%q", l)
		}
	}
}
