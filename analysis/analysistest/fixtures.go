package analysistest

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"skills-ls/analysis"
	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/text"
	"skills-ls/skills/treetest"
	"skills-ls/skills/vfs"
)

// WriteFile writes a file and makes the directories above it.
func WriteFile(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// TenKilobytes returns a skill of about 10 KB with typical contents: headings, lists, fences, links and
// mentions.
func TenKilobytes() string {
	var out strings.Builder
	out.WriteString("---\nname: code-review\ndescription: Reviews a change. Use when somebody asks for a review.\n---\n\n# Code review\n")
	for i := 0; out.Len() < 10_000; i++ {
		fmt.Fprintf(&out, "\n## Step %d\n\nRead the [guide](references/guide.md#guide) and `git diff`, then ask $release-notes or /code-review.\n\n- first *point*\n- second **point** with [a missing file](references/none-%d.md)\n\n```sh\ngit log --oneline $REV\n```\n", i, i)
	}
	return out.String()
}

// ManySkills writes a workspace of n skills of 10 KB, each with a reference file, and returns its directory.
func ManySkills(tb testing.TB, n int) string {
	tb.Helper()
	files := make(map[string]string)
	_, body, _ := strings.Cut(TenKilobytes(), "\n---\n")
	// A skill has few files, and most links point to one of them.
	for i := range strings.Count(body, "](references/none-") {
		body = strings.Replace(body, fmt.Sprintf("references/none-%d.md", i), fmt.Sprintf("scripts/run-%d.sh", i%3), 1)
	}
	for i := range n {
		name := fmt.Sprintf("skill-%d", i)
		text := fmt.Sprintf("---\nname: %s\ndescription: Does task %d of the %s kind. Use when task %d is asked for.\n---\n%s\nSee $skill-%d.\n", name, i, name, i, body, (i+1)%n)
		files[".agents/skills/"+name+"/SKILL.md"] = text
		files[".agents/skills/"+name+"/references/guide.md"] = "# Guide\n\nText.\n"
	}
	return treetest.Make(tb, files)
}

// Unescape replaces the escapes for bytes that an archive cannot hold.
func Unescape(text string) string {
	return strings.NewReplacer(`\r`, "\r", `\ufeff`, "\ufeff", `\xff`, "\xff", `\s`, " ", "\\\n", "").Replace(text)
}

// Authoring is the workspace for the tests of completion, hover, definition and links.
const Authoring = `
-- .git/HEAD --
-- AGENTS.md --
# Rules
-- notes/todo.md --
# Of no skill
-- .agents/skills/pdf-tools/SKILL.md --
---
name: pdf-tools
description: Fills *PDF* forms. Use when a form is to be filled.
---
# PDF tools

## Filling a form (fast)

## Größe ändern
-- .agents/skills/pdf-tools/LICENSE.txt --
MIT
-- .agents/skills/pdf-tools/references/forms.md --
# Forms

<a id="Old-Name"></a>

## Fields & values

Text about fields.
-- .agents/skills/pdf-tools/references/deep/more.md --
# More
-- .agents/skills/pdf-tools/scripts/fill form (1).py --
print()
-- .agents/skills/pdf-tools/.cache/x --
-- .agents/skills/pdf-tools/node_modules/m/index.js --
-- .agents/skills/pdf-tools/outside->../../../.. --
-- .agents/skills/pdf-tools/loop->loop --
-- .agents/skills/code-review/SKILL.md --
---
name: code-review
description: Reviews code. Use when code is to be reviewed.
---
# Review
-- .agents/skills/review-copy/SKILL.md --
---
name: code-review
description: A <b>copy</b> with a [link](https://example.com).
---
# Copy
-- .agents/skills/release-notes/SKILL.md --
---
name: release-notes
description: Writes notes.
---
# Notes
-- .agents/skills/linked->../../elsewhere/linked --
-- elsewhere/linked/SKILL.md --
---
name: linked
description: Lies elsewhere.
---
# Linked
-- elsewhere/linked/data.md --
# Data
`

const (
	InSkill   = ".agents/skills/pdf-tools/SKILL.md"
	ValidHead = "---\nname: pdf-tools\ndescription: Fills forms.\n---\n"
)

// OpenAt opens a text under a name, with the cursor at the "‸". It returns the snapshot, the path, the text
// without the mark, and the offset.
func OpenAt(t testing.TB, s *workspace.Snapshot, root, name, marked string) (_ *workspace.Snapshot, path, source string, offset int) {
	t.Helper()
	before, after, ok := strings.Cut(marked, "‸")
	if !ok {
		t.Fatalf("no cursor in %q", marked)
	}
	source, path = before+after, name
	if !strings.HasPrefix(name, "untitled:") {
		path = filepath.Join(root, filepath.FromSlash(name))
	}
	return s.With(workspace.Change{Path: path, Text: &source, Language: "skill", Time: time.Unix(1, 0)}), path, source, len(before)
}

// EveryTargets returns all agents, then each alone.
func EveryTargets() [][]string {
	list := [][]string{nil}
	for _, agent := range agents.All() {
		list[0] = append(list[0], agent.ID)
		list = append(list, []string{agent.ID})
	}
	return list
}

// An Asked counts the times that agents judge files of one path, by agent.
type Asked struct {
	mu    sync.Mutex
	count map[string]int // guarded by mu
}

// CountAsked wraps every agent for the duration of a test.
func CountAsked(t *testing.T, path string) *Asked {
	a := &Asked{count: make(map[string]int)}
	note := func(what string, f skills.File) {
		if f.Path == path {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.count[what]++
		}
	}
	for _, agent := range agents.All() {
		accept, validate := agent.Accept, agent.Validator.Check
		t.Cleanup(func() { agent.Accept, agent.Validator.Check = accept, validate })
		agent.Accept = func(f skills.File) skills.Verdict { note(agent.ID, f); return accept(f) }
		if validate != nil {
			agent.Validator.Check = func(f skills.File) []skills.Refusal { note(agent.ID+" validator", f); return validate(f) }
		}
	}
	return a
}

// Since returns the counts since its last call, as "codex claude-code×2".
func (a *Asked) Since() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var list []string
	for _, id := range slices.Sorted(maps.Keys(a.count)) {
		if n := a.count[id]; n == 1 {
			list = append(list, id)
		} else {
			list = append(list, fmt.Sprintf("%s×%d", id, n))
		}
	}
	clear(a.count)
	return strings.Join(list, " ")
}

// DeployAnd is two skills in a root of Claude Code, and a third in a root of Codex.
var DeployAnd = "-- .git/HEAD --\n" +
	SkillFile(".claude/skills", "deploy", "Deploys the service. Use when asked to release.", "Do it.") +
	SkillFile(".claude/skills", "other", "Does something else. Use when nothing else helps.", "Do it.") +
	SkillFile(".agents/skills", "third", "Is the third. Use when asked for it.", "Do it.")

// Readings records the files that are read.
type Readings struct {
	vfs.FS
	mu    sync.Mutex
	Names []string // guarded by mu: a scan reads with several goroutines
}

func (r *Readings) ReadFile(name string) (string, error) {
	r.mu.Lock()
	r.Names = append(r.Names, name)
	r.mu.Unlock()
	return r.FS.ReadFile(name)
}

// CheckPhases reports an error if the diagnostics of a file in two steps differ from those in one.
func CheckPhases(t *testing.T, s *workspace.Snapshot, path string) {
	t.Helper()
	joined := slices.Concat(rules.DiagnoseOwn(t.Context(), s, path), rules.DiagnoseCrossFile(t.Context(), s, path))
	rules.SortDiagnostics(joined)
	if diff := cmp.Diff(rules.Diagnose(t.Context(), s, path), joined, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("findings in one step (-) are not those in two (+):\n%s", diff)
	}
}

func Count(found []diagnostic.Diagnostic, rule string) int {
	return CountFrom(diagnostic.Hint, found, rule)
}

// CountFrom returns the number of diagnostics of a rule with at least a severity.
func CountFrom(least diagnostic.Severity, found []diagnostic.Diagnostic, rule string) int {
	n := 0
	for _, d := range found {
		if d.Rule == rule && d.Severity >= least {
			n++
		}
	}
	return n
}

func Clip(text string) string {
	if len(text) > 1500 {
		return text[:1500] + "…"
	}
	return text
}

const PropertyWorkspace = `
-- .codelia/config.json --
{}
-- .agents/skills/code-review/SKILL.md --
-- .agents/skills/code-review/references/guide.md --
# Guide
-- .agents/skills/release-notes/SKILL.md --
---
name: release-notes
description: Writes notes. Use when releasing.
---
body
`

// MakeFix makes a fix on the disk and returns the path of the file after it.
func MakeFix(t *testing.T, fix diagnostic.Fix, file string) string {
	t.Helper()
	edits := make(map[string][]diagnostic.Edit)
	for _, e := range fix.Edits {
		edits[e.Path] = append(edits[e.Path], e)
	}
	for path, list := range edits {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		after := Apply(t, string(source), path, diagnostic.Fix{Title: fix.Title, Edits: list})
		if err := os.WriteFile(path, []byte(after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if fix.Rename == nil {
		return file
	}
	if err := os.Rename(fix.Rename.From, fix.Rename.To); err != nil {
		t.Fatal(err)
	}
	return fix.Rename.To + strings.TrimPrefix(file, fix.Rename.From)
}

// AfterFix applies a fix on the disk that keeps the path of the file. It returns a snapshot of the result, and
// the text of the file.
func AfterFix(t *testing.T, s *workspace.Snapshot, fix diagnostic.Fix, file string) (*workspace.Snapshot, string) {
	t.Helper()
	MakeFix(t, fix, file)
	next := analysis.New(vfs.Disk{}, s.Config())
	f, err := next.File(file)
	if err != nil {
		t.Fatal(err)
	}
	return next, f.Doc.Source
}

// CheckRanges reports an error if a range of a diagnostic or of its fixes is not in its file, or not on
// character boundaries.
func CheckRanges(t *testing.T, s *workspace.Snapshot, file string, d diagnostic.Diagnostic) {
	t.Helper()
	check := func(what, path string, span text.Span) {
		t.Helper()
		f, err := s.File(path)
		if err != nil {
			return // the file cannot be read, so no client shows the range
		}
		if span.Start < 0 || span.Start > span.End || span.End > len(f.Doc.Source) {
			t.Errorf("%s: %s %v is outside of %d bytes: %q", d.Rule, what, span, len(f.Doc.Source), Clip(f.Doc.Source))
		} else if refs.ClampOffset(f.Doc.Source, span.Start) != span.Start || refs.ClampOffset(f.Doc.Source, span.End) != span.End {
			t.Errorf("%s: %s %v parts a character or a line ending of %q", d.Rule, what, span, Clip(f.Doc.Source))
		}
	}
	check("the range", file, d.Span)
	for _, r := range d.Related {
		check("a related range", r.Path, r.Span)
	}
	for _, fix := range d.Fixes {
		for _, e := range fix.Edits {
			check("an edit of "+fix.Title, e.Path, e.Span)
		}
	}
}

func TextOf(b testing.TB, s *workspace.Snapshot, path string) string {
	b.Helper()
	f, err := s.File(path)
	if err != nil {
		b.Fatal(err)
	}
	return f.Doc.Source
}

// SkillFile returns the SKILL.md of a skill in a root, as a file of an archive.
func SkillFile(root, name, description, body string) string {
	return "-- " + root + "/" + name + "/SKILL.md --\n---\nname: " + name + "\ndescription: " + description + "\n---\n" + body + "\n"
}

// notShown are examples for the rules that no text in a page can violate. There are also separate tests for
// them below.
var notShown = map[string][]Example{
	// A file in a page can always be read.
	"file/unreadable": {{Wrong: true, file: "SKILL.md->../gone/SKILL.md", dir: plainDir}, plainExample},
	// A page is always UTF-8.
	"file/encoding": {{Wrong: true, file: "SKILL.md", dir: plainDir, Text: PlainSkill + "caf\xe9\n"}, plainExample},
	// A page is shorter than any limit.
	"file/limit": {{Wrong: true, file: "SKILL.md", dir: plainDir, Text: PlainSkill + strings.Repeat("[", 200_000) + "\n"}, plainExample},
}

const plainDir = ".agents/skills/code-review"

var plainExample = Example{file: "SKILL.md", dir: plainDir, Text: PlainSkill + "Read the diff first.\n"}

// An Example is a fenced block of a page, with the workspace that contains it.
type Example struct {
	Wrong bool
	file  string   // relative to dir
	dir   string   // of the skill, relative to the workspace's root
	with  []string // further files, relative to dir
	Text  string
	// config is the configuration that turns a preview on.
	config string
	// beside are the texts of further files, by path relative to dir.
	beside map[string]string
}

var exampleMarker = regexp.MustCompile(`^<!-- (wrong|right): (\S+) in (\S+)/(?: with ([^…]+?))?(?:, … stands for (\d+) characters)? -->$`)

var besideMarker = regexp.MustCompile(`^<!-- beside: (\S+) -->$`)

// pageExamples returns the marked blocks of a page. At least one must be wrong and one right.
func pageExamples(t *testing.T, page string) []Example {
	t.Helper()
	var examples []Example
	var wrong, right bool
	beside := make(map[string]string) // of the next example
	lines := strings.Split(page, "\n")
	for i := 0; i < len(lines); i++ {
		if m := besideMarker.FindStringSubmatch(lines[i]); m != nil {
			beside[m[1]], i = fencedBlock(t, lines, i+1)
			continue
		}
		m := exampleMarker.FindStringSubmatch(lines[i])
		if m == nil {
			if strings.HasPrefix(lines[i], "<!--") {
				t.Errorf("line %d: %s is no marker of an example", i+1, lines[i])
			}
			continue
		}
		e := Example{Wrong: m[1] == "wrong", file: m[2], dir: m[3], beside: beside}
		beside = make(map[string]string)
		if e.file == config.SettingsFile {
			e.dir = "."
		} else if !strings.Contains(e.dir, "/") {
			e.dir = ".agents/skills/" + e.dir
		}
		if m[4] != "" {
			e.with = strings.Split(m[4], ", ")
		}
		e.Text, i = fencedBlock(t, lines, i+1)
		if m[5] != "" {
			n, err := strconv.Atoi(m[5])
			if err != nil {
				t.Fatal(err)
			}
			e.Text = strings.ReplaceAll(e.Text, "…", strings.Repeat("x", n))
		}
		wrong, right = wrong || e.Wrong, right || !e.Wrong
		examples = append(examples, e)
	}
	if !wrong || !right {
		t.Error("the page shows no wrong or no right example")
	}
	return examples
}

// fencedBlock returns the text of the block that begins at a line, and the index of the line that ends it.
func fencedBlock(t *testing.T, lines []string, i int) (text string, end int) {
	t.Helper()
	fence := lines[i][:len(lines[i])-len(strings.TrimLeft(lines[i], "`"))]
	if len(fence) < 3 {
		t.Fatalf("line %d: no fence follows the marker", i+1)
	}
	for i++; lines[i] != fence; i++ {
		text += lines[i] + "\n"
	}
	return text, i
}

// ExamplesOf returns the examples of a rule: those of its page, or those in notShown.
func ExamplesOf(t *testing.T, r *rules.Rule) []Example {
	if list := notShown[r.ID]; list != nil {
		return list
	}
	list := pageExamples(t, r.Doc())
	for i := range list {
		if r.Is(rules.Preview) {
			list[i].config = "-- " + config.SettingsFile + " --\nrules: {" + r.ID + ": " + r.Default.String() + "}\n"
		}
	}
	return list
}

// Path returns the path of the example's file, relative to the workspace's root.
func (e Example) Path() string { return path.Join(e.dir, e.file) }

// Workspace writes the example to disk and returns the path of its file.
func (e Example) Workspace(t *testing.T) (s *workspace.Snapshot, fl string) {
	t.Helper()
	archive := e.config + "-- .codelia/config.json --\n{}\n-- " + path.Join(e.dir, e.file) + " --\n" + e.Text
	for name, text := range e.beside {
		archive += "-- " + path.Join(e.dir, name) + " --\n" + text
	}
	with := e.with
	name, _, _ := strings.Cut(e.file, "->")
	if _, told := e.beside["SKILL.md"]; !told && !file.IsSkillFileName(name) && name != config.SettingsFile {
		with = append(with, "SKILL.md")
	}
	for _, name := range with {
		full := path.Join(e.dir, name)
		title := strings.TrimSuffix(path.Base(name), path.Ext(name))
		if title == "SKILL" {
			title = path.Base(path.Dir(full))
			archive += "-- " + full + " --\n---\nname: " + title + "\ndescription: A skill.\n---\n# " + title + "\n"
			continue
		}
		archive += "-- " + full + " --\n# " + text.UpperFirst(title) + "\n"
	}
	s, root := Workspace(t, archive)
	if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
		t.Fatal(err)
	}
	return s, filepath.Join(root, filepath.FromSlash(path.Join(e.dir, name)))
}

const PlainSkill = "---\nname: code-review\ndescription: Reviews code.\n---\n"

func MakePipe(t *testing.T, path string) {
	t.Helper()
	mkfifo, err := exec.LookPath("mkfifo")
	if err != nil {
		t.Skipf("SKIPPED: %v", err)
	}
	if out, err := exec.Command(mkfifo, path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func Forbid(t *testing.T, path string) {
	t.Helper()
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(path); err == nil {
		f.Close()
		t.Skip("SKIPPED: permissions mean nothing to this file system")
	}
}
