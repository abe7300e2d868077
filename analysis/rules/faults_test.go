package rules_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/vfs"
)

// leastFaults is the minimum number of archives in testdata/faults.
const leastFaults = 140

// TestFaults checks for every kind of problem that it is reported at the right place, for the right agents,
// and without another diagnostic. Each archive in testdata/faults is a project with one fault, named after
// the rule that reports it: name_format_capitals.txtar. The comment of the archive describes the fault in a
// sentence, and has these lines:
//
//	at: Code_Review           text of the span; a Go string if empty, multi-line or with space around it
//	for: agent-skills codelia agents that the diagnostic names; absent if it names none
//	file: AGENTS.md           file with the diagnostic; absent for the first SKILL.md
//	line: 3                   first line of the span; absent if the file has the text of the span once
//	besides: name/ambiguous   rules that report a consequence; absent for none
//	row: 16                   row of docs/differences.md that the fault is for; absent for none
//	page: 2                   the file is the second wrong example of the rule's page; absent if the archive has it
//	pad: 2000000              number of bytes of plain text to add to the file; absent for none
//
// The texts of files are escaped as in [TestByAgent]. Hints in addition to the diagnostic are allowed. The row must name
// the agents that the fault affects.
func TestFaults(t *testing.T) {
	names, err := filepath.Glob("../testdata/faults/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(names) < leastFaults {
		t.Errorf("%d faults, and at least %d are wanted", len(names), leastFaults)
	}
	rows := make(map[string][]string) // titles of the agents that the faults of each row affect
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".txtar")
		t.Run(base, func(t *testing.T) {
			f := readFault(t, name, base)
			rows[f.row] = append(rows[f.row], f.check(t)...)
		})
	}
	for row := range differences(t) {
		if _, ok := rows[row]; !ok {
			t.Errorf("no fault stands for row %s of docs/differences.md", row)
		}
	}
	if !t.Failed() && len(rows) > len(differences(t)) { // all faults ran
		checkAffected(t, rows)
	}
}

// checkAffected compares the list of agents that the faults of each row affect, at the end of docs/differences.md, with
// what the agents do, or updates it.
func checkAffected(t *testing.T, rows map[string][]string) {
	t.Helper()
	const begin, end = "<!-- agents -->\n", "<!-- /agents -->"
	page, err := os.ReadFile(differencesPage)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(page), begin)
	got, after, found := strings.Cut(rest, end)
	if !found {
		t.Fatalf("%s has no list of agents", differencesPage)
	}
	var want strings.Builder
	want.WriteString("| # | agents |\n|---|---|\n")
	for _, row := range slices.SortedFunc(maps.Keys(rows), func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) }) {
		if titles := rows[row]; row != "" && len(titles) > 0 {
			fmt.Fprintf(&want, "| %s | %s |\n", row, strings.Join(titles, ", "))
		}
	}
	switch {
	case got == want.String():
	case !*analysistest.Update:
		t.Errorf("%s has\n%s\nwant\n%s\nRun the test with -update to write it.", differencesPage, got, want.String())
	default:
		if err := os.WriteFile(differencesPage, []byte(before+begin+want.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A fault is a project with one problem.
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
	if _, ok := rules.ByID(f.rule); !ok {
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
		case "page":
			err = f.addExample(t, value)
		case "pad":
			f.pad, err = strconv.Atoi(value)
		}
		if err != nil {
			t.Fatalf("%s: %v", key, err)
		}
	}
	for _, fl := range archive.Files {
		name, _, _ := strings.Cut(fl.Name, "->")
		if f.file == "" && file.IsSkillFileName(filepath.Base(name)) {
			f.file = name
		}
	}
	if !located || f.file == "" {
		t.Fatal("it is not said where the fault is")
	}
	return f
}

// addExample adds the file of the wrong example with a number, counted from 1, of the rule's page.
func (f *fault) addExample(t *testing.T, number string) error {
	t.Helper()
	rule, _ := rules.ByID(f.rule)
	wrong := slices.DeleteFunc(analysistest.ExamplesOf(t, rule), func(e analysistest.Example) bool { return !e.Wrong })
	n, err := strconv.Atoi(number)
	if err == nil && (n < 1 || n > len(wrong)) {
		err = fmt.Errorf("the page has %d wrong examples, not %s", len(wrong), number)
	}
	if err != nil {
		return err
	}
	e := wrong[n-1]
	f.file = e.Path()
	f.archive.Files = append(f.archive.Files, txtar.File{Name: f.file, Data: []byte(e.Text)})
	return nil
}

// check fails the test unless the fault is reported, and nothing else. It returns the titles of the agents that the
// fault affects, if its row is about the skill as a whole.
func (f *fault) check(t *testing.T) (affected []string) {
	t.Helper()
	s, root := f.workspace(t)
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	told := false
	for _, name := range f.names() {
		path := filepath.Join(root, filepath.FromSlash(name))
		for _, d := range rules.Diagnose(context.Background(), s, path) {
			checkWording(t, name, d)
			switch {
			case name == f.file && d.Rule == f.rule && !told:
				told = true
				f.checkFinding(t, path, d)
			case name != f.file && d.Rule == f.rule, slices.Contains(f.besides, d.Rule):
				// the second file of a fault in two files, or a consequence
			case d.Severity > diagnostic.Hint:
				t.Errorf("%s: %s %s besides: %s", name, d.Severity, d.Rule, d.Text())
			}
		}
	}
	if !told {
		t.Errorf("%s finds nothing in %s", f.rule, f.file)
	}
	if f.row != "" && file.IsSkillFileName(filepath.Base(f.file)) {
		for _, agent := range agents.All() {
			if f.affects(t, agent, root) {
				affected = append(affected, agent.Title)
			}
		}
		f.checkRow(t, root)
	}
	return affected
}

// unnamed matches what a row of docs/differences.md says about agents that it does not name.
var unnamed = regexp.MustCompile(`\bothers\b|\bagents that\b`)

// checkRow fails the test unless the row of docs/differences.md names each agent that rejects the file with the fault or
// does not find it, or says what other agents do. Agents that came after the row are only in the list of
// [checkAffected].
func (f *fault) checkRow(t *testing.T, root string) {
	t.Helper()
	cells := strings.Split(differences(t)[f.row], "|")
	if len(cells) < 6 {
		t.Fatalf("docs/differences.md has no row %s that a rule reports", f.row)
	}
	others := cells[len(cells)-3]
	if unnamed.MatchString(others) {
		return
	}
	for _, agent := range agents.All() {
		title := strings.TrimSuffix(strings.TrimPrefix(agent.Title, "OpenAI "), " in VS Code")
		if agent == agents.Standard {
			title = "the standard"
		}
		isNew := !slices.Contains(agenttest.GoldenAgents, agent.ID)
		if !isNew && f.affects(t, agent, root) && !strings.Contains(others, title) {
			t.Errorf("row %s of docs/differences.md does not say that %s rejects the skill or does not find it", f.row, title)
		}
	}
}

// affects reports whether an agent rejects the file with the fault or, if the fault is about the place, does not find it.
func (f *fault) affects(t *testing.T, agent *skills.Agent, root string) bool {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(f.file))
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	document := skills.Parse(string(source))
	v := agent.Accept(skills.File{Path: path, Source: string(source), Frontmatter: &document.Frontmatter})
	if f.rule != "file/location" || agent == agents.Standard {
		return !v.Accepted
	}
	catalog, err := skills.BuildCatalog(t.Context(), vfs.Disk{}, agent, skills.Vantage{Cwd: root}, nil)
	if err != nil {
		t.Fatal(err)
	}
	found := slices.ContainsFunc(catalog.Files(), func(file skills.SkillFile) bool { return file.Path == path })
	looks := slices.ContainsFunc(catalog.Roots, func(r skills.RootDir) bool {
		return strings.HasPrefix(path, r.Dir+string(filepath.Separator))
	})
	return !found && (looks || slices.Contains(rootRows, f.row))
}

// rootRows are the rows of docs/differences.md about agents that do not look in a directory at all.
var rootRows = []string{"29", "30"}

// workspace writes the project to disk. An archive cannot have a file without a final line ending, so the
// texts are written a second time.
func (f *fault) workspace(t *testing.T) (*workspace.Snapshot, string) {
	t.Helper()
	s, root := analysistest.Workspace(t, string(txtar.Format(&txtar.Archive{Files: f.archive.Files})))
	for _, file := range f.archive.Files {
		if strings.Contains(file.Name, "->") || strings.HasSuffix(file.Name, "/") {
			continue
		}
		text := analysistest.Unescape(string(file.Data))
		if file.Name == f.file {
			text += strings.Repeat("Read the diff first, and then the tests.\n", f.pad/41)
		}
		if err := os.WriteFile(filepath.Join(root, filepath.FromSlash(file.Name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return s, root
}

// names returns the files of the project, and the file with the fault, which may be the target of a link.
func (f *fault) names() []string {
	names := []string{f.file}
	for _, file := range f.archive.Files {
		if name, _, _ := strings.Cut(file.Name, "->"); name != f.file {
			names = append(names, name)
		}
	}
	return names
}

// checkFinding fails the test unless the diagnostic is where the fault is and names the agents that it
// concerns.
func (f *fault) checkFinding(t *testing.T, path string, d diagnostic.Diagnostic) {
	t.Helper()
	source, err := os.ReadFile(path)
	if err != nil && d.Span.Len() > 0 {
		t.Fatal(err)
	}
	line := 1 + strings.Count(string(source[:d.Span.Start]), "\n")
	if at := d.Span.Of(string(source)); at != f.at {
		t.Errorf("found at %q, want %q: %s", at, f.at, d.Text())
	} else if f.line == 0 && strings.Count(string(source), f.at) != 1 && len(source) > 0 {
		t.Errorf("%q is there more than once; name the line, such as %d", f.at, line)
	} else if f.line != 0 && f.line != line {
		t.Errorf("found on line %d, want %d: %s", line, f.line, d.Text())
	}
	if !slices.Equal(d.Affected(), f.agents) {
		t.Errorf("found for %q, want %q: %s", d.Affected(), f.agents, d.Text())
	}
}

const differencesPage = "../../docs/differences.md"

// differenceRow matches a row that a rule reports.
var differenceRow = regexp.MustCompile("(?m)^\\| (\\d+) \\|.*\\| `[a-z-]+/[a-z-]+`[^|]*\\|$")

// differences returns the rows of docs/differences.md that rules report, by their numbers.
func differences(t *testing.T) map[string]string {
	t.Helper()
	rows := make(map[string]string)
	page, err := os.ReadFile(differencesPage)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range differenceRow.FindAllStringSubmatch(string(page), -1) {
		rows[m[1]] = m[0]
	}
	if len(rows) == 0 {
		t.Fatal("docs/differences.md has no rows")
	}
	return rows
}
