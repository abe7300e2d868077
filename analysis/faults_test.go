package analysis

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// leastFaults is how many faults there are at least in testdata/faults.
const leastFaults = 140

// TestFaults shows of everything that can be wrong that it is found, where it is, for whom, and nothing beside it. Each archive in
// testdata/faults is a project with one fault and is called for the rule that tells it: name_format_capitals.txtar. Before the files it
// says, in a sentence, what is wrong, and then, each on a line of its own:
//
//	at: Code_Review           the text of the finding's range; in quotes as in Go where it has several lines, is empty or has blanks around it
//	for: agent-skills codelia the agents that the finding names; absent where it names none
//	file: AGENTS.md           the file that it is found in; absent for the first SKILL.md
//	line: 3                   the line that the finding begins on; absent where the text of the range is in the file once
//	besides: name/ambiguous   rules that tell what follows from it; absent for none
//	row: 16                   the row of docs/differences.md that it stands for; absent for none
//	pad: 2000000              how many bytes of plain text are added to the file; absent for none
//
// The texts of files are written as those of [TestByAgent]. Hints beside the finding are no fault.
func TestFaults(t *testing.T) {
	names, err := filepath.Glob("testdata/faults/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < leastFaults {
		t.Errorf("%d faults, and at least %d are wanted", len(names), leastFaults)
	}
	rules, rows := make(map[string]bool), make(map[string]bool)
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".txtar")
		t.Run(base, func(t *testing.T) {
			f := readFault(t, name, base)
			rules[f.rule], rows[f.row] = true, true
			f.check(t)
		})
	}
	for _, r := range Rules() {
		if !rules[r.ID] {
			t.Errorf("no fault is told by %s", r.ID)
		}
	}
	for _, row := range differences(t) {
		if !rows[row] {
			t.Errorf("no fault stands for row %s of docs/differences.md", row)
		}
	}
}

// A fault is a project in which one thing is wrong.
type fault struct {
	rule    string
	at      string
	agents  []string
	file    string
	line    int
	besides []string
	row     string
	pad     int
	archive *txtar.Archive
}

func readFault(t *testing.T, name, base string) *fault {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	family, rest, _ := strings.Cut(base, "_")
	rest, _, _ = strings.Cut(rest, "_")
	f := &fault{rule: family + "/" + rest, archive: archive}
	if _, ok := RuleByID(f.rule); !ok {
		t.Fatalf("there is no rule %s", f.rule)
	}
	located := false
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch key {
		case "at":
			located = true
			if f.at = value; strings.HasPrefix(value, `"`) {
				f.at, err = strconv.Unquote(value)
			}
		case "for":
			f.agents = strings.Fields(value)
		case "file":
			f.file = value
		case "line":
			f.line, err = strconv.Atoi(value)
		case "besides":
			f.besides = strings.Fields(value)
		case "row":
			f.row = value
		case "pad":
			f.pad, err = strconv.Atoi(value)
		}
		if err != nil {
			t.Fatalf("%s: %v", key, err)
		}
	}
	for _, file := range archive.Files {
		name, _, _ := strings.Cut(file.Name, "->")
		if f.file == "" && isSkillFileName(filepath.Base(name)) {
			f.file = name
		}
	}
	if !located || f.file == "" {
		t.Fatal("it is not said where the fault is")
	}
	return f
}

// check fails unless the fault is found and nothing else.
func (f *fault) check(t *testing.T) {
	t.Helper()
	s, root := f.workspace(t)
	if _, err := s.Scan(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	told := false
	for _, name := range f.names() {
		path := filepath.Join(root, filepath.FromSlash(name))
		for _, d := range s.Diagnose(context.Background(), path) {
			switch {
			case name == f.file && d.Rule == f.rule && !told:
				told = true
				f.checkFinding(t, path, d)
			case name != f.file && d.Rule == f.rule, slices.Contains(f.besides, d.Rule):
				// the other of two that have a fault together, and what follows
			case d.Severity > Hint:
				t.Errorf("%s: %s %s besides: %s", name, d.Severity, d.Rule, d.Message)
			}
		}
	}
	if !told {
		t.Errorf("%s finds nothing in %s", f.rule, f.file)
	}
}

// workspace lays the project out on the disk. An archive cannot hold a file without a line end at its end, so the texts are written anew.
func (f *fault) workspace(t *testing.T) (*Snapshot, string) {
	t.Helper()
	s, root := workspace(t, string(txtar.Format(&txtar.Archive{Files: f.archive.Files})))
	for _, file := range f.archive.Files {
		if strings.Contains(file.Name, "->") || strings.HasSuffix(file.Name, "/") {
			continue
		}
		text := unescape(string(file.Data))
		if file.Name == f.file {
			text += strings.Repeat("Read the diff first, and then the tests.\n", f.pad/41)
		}
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(file.Name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return s, root
}

// names returns the files of the project, the one with the fault among them: that may be what a link leads to.
func (f *fault) names() []string {
	names := []string{f.file}
	for _, file := range f.archive.Files {
		if name, _, _ := strings.Cut(file.Name, "->"); name != f.file {
			names = append(names, name)
		}
	}
	return names
}

// checkFinding fails unless the finding is where the fault is and names whom it concerns.
func (f *fault) checkFinding(t *testing.T, path string, d Diagnostic) {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil && d.Span.Len() > 0 {
		t.Fatal(err)
	}
	line := 1 + strings.Count(string(source[:d.Span.Start]), "\n")
	if at := d.Span.Of(string(source)); at != f.at {
		t.Errorf("found at %q, want %q: %s", at, f.at, d.Message)
	} else if f.line == 0 && strings.Count(string(source), f.at) != 1 && len(source) > 0 {
		t.Errorf("%q is there more than once; name the line, such as %d", f.at, line)
	} else if f.line != 0 && f.line != line {
		t.Errorf("found on line %d, want %d: %s", line, f.line, d.Message)
	}
	if !slices.Equal(d.Agents, f.agents) {
		t.Errorf("found for %q, want %q: %s", d.Agents, f.agents, d.Message)
	}
}

// differenceRow is a row that a rule tells.
var differenceRow = regexp.MustCompile("(?m)^\\| (\\d+) \\|.*\\| `[a-z-]+/[a-z-]+`[^|]*\\|$")

// differences returns the numbers of the rows of docs/differences.md that rules tell.
func differences(t *testing.T) (rows []string) {
	t.Helper()
	page, err := os.ReadFile("../docs/differences.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range differenceRow.FindAllStringSubmatch(string(page), -1) {
		rows = append(rows, m[1])
	}
	if len(rows) == 0 {
		t.Fatal("docs/differences.md has no rows")
	}
	return rows
}
