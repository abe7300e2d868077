package refactor_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/config"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/corpustest"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// TestSettle checks which fixes of a text are applied in one round, and what happens to the others. A
// diagnostic is written as the edits of its preferred fix, "word=text" for every edit of a word of the text.
// A rule reports it as long as the text has all of the words.
func TestSettle(t *testing.T) {
	for _, c := range []struct {
		name, text string
		rules      []string
		want       string
		made       int
		settled    bool
	}{
		{"nothing to fix", "a b c", nil, "a b c", 0, true},
		{"apart", "a b c", []string{"a=x", "c=z"}, "x b z", 2, true},
		{"whatever their order", "a b c", []string{"c=z", "a=x"}, "x b z", 2, true},
		{"several edits in one fix", "a b c", []string{"c=z a=x"}, "x b z", 1, true},
		{"the first by place wins", "abc", []string{"bc=BC", "ab=AB"}, "ABc", 1, true},
		{"what touches waits for the next round", "ab", []string{"a=x", "b=y"}, "xy", 2, true},
		{"what lies between the edits of another waits", "a b c", []string{"b=y", "a=x c=z"}, "x y z", 2, true},
		{"what comes up is fixed", "a", []string{"a=b", "b=c"}, "c", 2, true},
		{"one edit for two findings", "a", []string{"a=b", "a=b"}, "b", 2, true},
		{"deletion", "a b", []string{"a="}, " b", 1, true},
		{"one undoes the other", "a", []string{"a=b", "b=a"}, "", 0, false},
		{"no effect", "a", []string{"a=a"}, "", 0, false},
		{"without end", "a", []string{"a=aa"}, "", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, settled := refactor.Settle("f", c.text, func(text string) []diagnostic.Diagnostic {
				var found []diagnostic.Diagnostic
				for _, rule := range c.rules {
					if edits := editsOf(text, rule); edits != nil {
						found = append(found, diagnostic.Diagnostic{Fixes: []diagnostic.Fix{
							{Title: "not preferred", Safe: true, Edits: []diagnostic.Edit{{Path: "f", Text: "!"}}},
							{Title: "preferred", Safe: true, Preferred: true, Edits: edits},
						}})
					}
				}
				return found
			})
			if settled != c.settled || settled && (got.Text != c.want || got.Made != c.made) {
				t.Errorf("%q with %d made, settled %t; want %q with %d, %t", got.Text, got.Made, settled, c.want, c.made, c.settled)
			}
		})
	}
}

func editsOf(source, rule string) []diagnostic.Edit {
	var edits []diagnostic.Edit
	for _, edit := range strings.Fields(rule) {
		word, after, _ := strings.Cut(edit, "=")
		at := strings.Index(source, word)
		if at < 0 {
			return nil
		}
		edits = append(edits, diagnostic.Edit{Path: "f", Span: text.Span{Start: at, End: at + len(word)}, Text: after})
	}
	return edits
}

// TestPreferredFix checks which fixes need a decision by the user.
func TestPreferredFix(t *testing.T) {
	edits := []diagnostic.Edit{{Path: "f", Text: "x"}}
	for _, c := range []struct {
		name string
		fix  diagnostic.Fix
		made bool
	}{
		{"preferred", diagnostic.Fix{Safe: true, Preferred: true, Edits: edits}, true},
		{"one of several", diagnostic.Fix{Safe: true, Edits: edits}, false},
		{"not safe", diagnostic.Fix{Edits: edits}, false},
		{"with a placeholder", diagnostic.Fix{Safe: true, Preferred: true, Snippet: true, Edits: edits}, false},
		{"of another file", diagnostic.Fix{Safe: true, Preferred: true, Edits: append(edits, diagnostic.Edit{Path: "g", Text: "y"})}, false},
	} {
		if got, _, _ := refactor.PreferredFixes("f", []diagnostic.Diagnostic{{Fixes: []diagnostic.Fix{c.fix}}}); (got != nil) != c.made {
			t.Errorf("%s: made: %t", c.name, got != nil)
		}
	}
	file := diagnostic.Fix{Safe: true, Preferred: true, Rename: &diagnostic.Rename{From: "f", To: "g"}}
	if _, made, rename := refactor.PreferredFixes("f", []diagnostic.Diagnostic{{Fixes: []diagnostic.Fix{file}}}); made != 0 || rename == nil || rename.To != "g" {
		t.Errorf("the file's name: %d made, %v", made, rename)
	}
	directory := diagnostic.Fix{Safe: true, Preferred: true, Rename: &diagnostic.Rename{From: "d", To: "e"}}
	if _, _, rename := refactor.PreferredFixes("d/f", []diagnostic.Diagnostic{{Fixes: []diagnostic.Fix{directory}}}); rename != nil {
		t.Error("a directory would get another name")
	}
}

// TestFixAllOfExamples applies all fixes of the texts of the parser's golden files and of the examples
// of rules.TestByAgent, for all targets.
func TestFixAllOfExamples(t *testing.T) {
	texts := make(map[string]string)
	paths, err := filepath.Glob("../../skills/frontmatter/testdata/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[path] = string(source)
	}
	for _, e := range analysistest.MatrixExamples(t, "../rules/testdata") {
		texts[e.Rule+"_"+e.Name] = analysistest.Unescape(string(e.Files[0].Data))
	}
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	made := 0
	for _, targets := range analysistest.EveryTargets() {
		s := analysistest.WithTargets(s, targets)
		for name, text := range texts {
			made += checkFixAll(t, s, filepath.Join(root, ".agents/skills/code-review/SKILL.md"), text)
			if t.Failed() {
				t.Fatalf("in %s for %s", name, targets)
			}
		}
	}
	t.Logf("%d texts, %d findings fixed", len(texts), made)
}

// TestFixAllOfMixtures applies all fixes of texts that are made of lines of the parser's golden files. Most
// bugs are in combinations of lines that no test author thinks of.
func TestFixAllOfMixtures(t *testing.T) {
	var lines []string
	paths, err := filepath.Glob("../../skills/frontmatter/testdata/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines = slices.AppendSeq(lines, strings.Lines(string(source)))
	}
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	s = analysistest.WithTargets(s, analysistest.EveryTargets()[0])
	path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
	check := func(text string) { checkFixAll(t, s, path, text) }
	for _, text := range []string{
		"---\n\r\n---\n",
		" ---\r\n\r\n ---\r\nfoo",
		"---\n08: 0\n\xef \x8f\nname: -a\n---\n",
		"---\n\x85\nname: {{N\xff\x00\x1fdescription: @here\n---\n",
		"---\n  name: x\n  description: |\n\x80   \nname: x\ndescription: a\xffb\n---\n\xfe\n",
		"---\n\n# first\n---  \nname: x # trailing\n# Cetween\nde\x86criptIon: a#b}}}}~\xff\xff\xf9\x00indented\n---\nW\x00@\xfe",
	} {
		check(text)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 1000 {
		var text strings.Builder
		length := 1 + r.IntN(12)
		for i := range length {
			if i == 0 && n%2 == 0 || i == length/2 && n%4 < 2 {
				text.WriteString("---\n")
			}
			text.WriteString(lines[r.IntN(len(lines))])
		}
		check(text.String())
	}
}

// TestFixAllOfCorpus applies all fixes of each real skill among the files of its repository, for the targets
// that it has there and for all agents at once.
func TestFixAllOfCorpus(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	byRepository := make(map[string][]string) // paths of skills, and of companions
	n := 0
	corpustest.EachFile(t, func(name, source string) {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
			t.Fatal(err)
		}
		if parts := strings.Split(name, "/"); len(parts) > 2 && strings.EqualFold(filepath.Base(path), "SKILL.md") && source != "" {
			if n++; n%8 == 1 || !testing.Short() {
				folder := filepath.Join(root, parts[0], parts[1])
				byRepository[folder] = append(byRepository[folder], path)
			}
		} else if strings.HasSuffix(name, "/agents/openai.yaml") && source != "" && len(parts) > 2 {
			folder := filepath.Join(root, parts[0], parts[1])
			byRepository[folder] = append(byRepository[folder], path)
		}
	})
	var made atomic.Int64
	t.Run("repositories", func(t *testing.T) {
		for folder, paths := range byRepository {
			t.Run(filepath.Base(folder), func(t *testing.T) {
				t.Parallel()
				s := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{folder}})
				if _, err := workspace.Scan(t.Context(), s, nil); err != nil {
					t.Fatal(err)
				}
				all := analysistest.WithTargets(s, analysistest.EveryTargets()[0])
				for _, path := range paths {
					source, err := os.ReadFile(path)
					if err != nil {
						t.Fatal(err)
					}
					if config.IsYAMLName(path) {
						made.Add(int64(checkCompanionFixes(t, s, path, string(source)) + checkCompanionFixes(t, all, path, string(source))))
					} else {
						made.Add(int64(checkFixAll(t, s, path, string(source)) + checkFixAll(t, all, path, string(source))))
					}
					if t.Failed() {
						t.Fatalf("in %s", path)
					}
				}
			})
		}
	})
	t.Logf("%d skills, %d problems fixed", n, made.Load())
}

// FuzzFixAll applies all fixes of arbitrary texts, for all agents at once.
func FuzzFixAll(f *testing.F) {
	paths, _ := filepath.Glob("../../skills/frontmatter/testdata/*.md")
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(source))
	}
	s, root := analysistest.Workspace(f, analysistest.PropertyWorkspace)
	s = analysistest.WithTargets(s, analysistest.EveryTargets()[0])
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 1<<14 {
			t.Skip("larger than a fuzzed file needs to be")
		}
		checkFixAll(t, s, filepath.Join(root, ".agents/skills/code-review/SKILL.md"), source)
	})
}

// checkFixAll applies all fixes of a text. It fails the test if that never ends, if fixes are left, if a fix
// changes the body outside the marked spans, or if an agent, target or not, that loaded the skill rejects it
// or reads another name or description. It returns the number of problems fixed.
func checkFixAll(t *testing.T, s *workspace.Snapshot, path, source string) int {
	t.Helper()
	at := func(text string) *workspace.Snapshot {
		return s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
	}
	ctx := context.Background()
	before := at(source)
	fixed, err := refactor.FixAll(ctx, before, path)
	if err != nil {
		t.Errorf("%v: %q", err, analysistest.Clip(source))
		return 0
	}
	if fixed.Made == 0 {
		if fixed.Text != source {
			t.Errorf("nothing was fixed and the text is another\nbefore %q\nafter  %q", analysistest.Clip(source), analysistest.Clip(fixed.Text))
		}
		return 0
	}
	checkFixEdits(t, path, source, fixed)
	replayed, _ := refactor.Settle(path, source, func(text string) []diagnostic.Diagnostic {
		found := rules.Diagnose(ctx, at(text), path)
		checkMarked(t, path, text, found)
		return found
	})
	if replayed.Text != fixed.Text {
		t.Errorf("fixed once %q\nand again  %q", analysistest.Clip(fixed.Text), analysistest.Clip(replayed.Text))
	}
	after := at(fixed.Text)
	again, err := refactor.FixAll(ctx, after, path)
	if err != nil || again.Made > 0 || again.Text != fixed.Text {
		t.Errorf("%d more problems are fixed the second time, error %v\nbefore %q\nafter  %q", again.Made, err, analysistest.Clip(fixed.Text), analysistest.Clip(again.Text))
	}
	for _, agent := range agents.All() {
		was, is := verdictOf(t, before, agent, path), verdictOf(t, after, agent, path)
		if worse := worsened(source, was, is); worse != "" {
			t.Errorf("%s %s\nbefore %q\nafter  %q", agent.ID, worse, analysistest.Clip(source), analysistest.Clip(fixed.Text))
		}
		if was.Accepted && is.Accepted && agent.Inject != nil {
			checkBody(t, agent, path, fixed.Edits(path, source), bodyOf(t, before, agent, path, was), bodyOf(t, after, agent, path, is), source)
		}
	}
	return fixed.Made
}

// checkBody fails if an agent tells the model another body although the edits leave the body as it is. An
// agent that shows a number of lines may show more or fewer of them. If not all agents recognize the
// frontmatter, such as an empty one, what they read as the body may change.
func checkBody(t *testing.T, agent *skills.Agent, path string, edits []diagnostic.Edit, before, after, source string) {
	t.Helper()
	doc := skills.Parse(source)
	fm := &doc.Frontmatter
	isPlain := fm.State == frontmatter.Closed && fm.Err == nil && fm.Open.Of(source) == "---" && fm.Close.Of(source) == "---" &&
		!fm.Content.IsEmpty() && strings.Count(source, "\r") == strings.Count(source, "\r\n")
	if !isPlain || slices.ContainsFunc(edits, func(e diagnostic.Edit) bool { return e.Span.End > doc.Body.Start }) {
		return
	}
	if before == "" && after != "" || !strings.HasPrefix(before, after) && !strings.HasPrefix(after, before) {
		t.Errorf("%s tells the model another body of %s\nbefore %q\nafter  %q", agent.ID, path, analysistest.Clip(before), analysistest.Clip(after))
	}
}

// bodyOf returns the body of a skill as an agent tells it to the model.
func bodyOf(t *testing.T, s *workspace.Snapshot, agent *skills.Agent, path string, v skills.Verdict) string {
	t.Helper()
	f, err := s.File(path)
	if err != nil {
		t.Fatal(err)
	}
	skill := vantage.Describe(s, agent, f, s.JudgedPath(agent, f), v)
	injection := agent.Inject(skills.Load{Skill: skill, Source: f.Doc.Source, FS: s.FS()})
	var body strings.Builder
	for _, part := range injection.Segments {
		if part.Kind == skills.SegmentBody {
			body.WriteString(part.Of(injection.Content))
		}
	}
	return body.String()
}

// checkCompanionFixes applies all fixes of the text of a companion. It fails the test if an agent then reads
// something else about who sees the skill. It returns the number of problems fixed.
func checkCompanionFixes(t *testing.T, s *workspace.Snapshot, path, source string) int {
	t.Helper()
	at := func(text string) *workspace.Snapshot {
		return s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
	}
	fixed, err := refactor.FixAll(t.Context(), at(source), path)
	if err != nil {
		t.Errorf("%v: %q", err, analysistest.Clip(source))
		return 0
	}
	policies := func(text string) (list []string) {
		s := at(text)
		f, err := s.File(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range vantage.ReadCompanion(s, f, agents.All()) {
			list = append(list, fmt.Sprint(r.Agent.ID, rules.PolicyOf(r.Taken)))
		}
		return list
	}
	if was, is := policies(source), policies(fixed.Text); !slices.Equal(was, is) {
		t.Errorf("the policy was %q and is %q\nbefore %q\nafter  %q", was, is, analysistest.Clip(source), analysistest.Clip(fixed.Text))
	}
	return fixed.Made
}

// checkMarked fails the test if the preferred fixes of diagnostics change the body outside the spans that the
// diagnostics mark, except for white space next to them.
func checkMarked(t *testing.T, path, source string, found []diagnostic.Diagnostic) {
	t.Helper()
	if !strings.EqualFold(filepath.Ext(path), ".md") {
		return
	}
	body := skills.Parse(source).Body
	for _, d := range found {
		fix := refactor.PreferredFix(&d)
		if fix == nil {
			continue
		}
		marks := []text.Span{d.Span}
		for _, r := range d.Related {
			if r.Path == path {
				marks = append(marks, r.Span)
			}
		}
		for _, e := range fix.Edits {
			if e.Span.End > body.Start && !slices.ContainsFunc(marks, func(m text.Span) bool {
				return strings.TrimSpace(source[min(m.Start, e.Span.Start):m.Start]+source[m.End:max(m.End, e.Span.End)]) == "" &&
					strings.TrimSpace(source[min(e.Span.End, m.Start):m.Start]+source[m.End:max(m.End, e.Span.Start)]) == ""
			}) {
				t.Errorf("%s: fix %q changes %v, and the marks are %v in %q", d.Rule, fix.Title, e.Span, marks, analysistest.Clip(source))
			}
		}
	}
}

// checkFixEdits fails the test unless the edits of all fixes produce the fixed text, in source order, without
// splitting characters or line endings.
func checkFixEdits(t *testing.T, path, source string, fixed refactor.Fixed) {
	t.Helper()
	edits := fixed.Edits(path, source)
	end := 0
	for _, e := range edits {
		if e.Path != path || e.Span.Start < end || e.Span.End > len(source) || refactor.Splits(source, e.Span.Start) || refactor.Splits(source, e.Span.End) {
			t.Fatalf("edit %+v of %q", e, analysistest.Clip(source))
		}
		end = e.Span.End
	}
	if got := diagnostic.ApplyEdits(source, edits); got != fixed.Text {
		t.Errorf("the edits %+v of %q make %q, want %q", edits, analysistest.Clip(source), analysistest.Clip(got), analysistest.Clip(fixed.Text))
	}
}

func verdictOf(t *testing.T, s *workspace.Snapshot, agent *skills.Agent, path string) skills.Verdict {
	t.Helper()
	f, err := s.File(path)
	if err != nil {
		t.Fatal(err)
	}
	return s.Verdict(agent, f, s.JudgedFile(f))
}

// separators matches what a name may gain, lose or change.
var separators = regexp.MustCompile(`[-_.\s]+`)

// worsened describes what is worse for an agent that loaded a skill: it rejects the skill, reads another name
// or description, or shows the skill to others. A name may differ in case and separators. A description that
// was not the author's, but markup or text that the agent read instead, is no loss. Neither is the beginning
// of a description whose rest was lost because of invalid YAML.
func worsened(source string, was, is skills.Verdict) string {
	plain := func(name string) string { return strings.ToLower(separators.ReplaceAllString(name, "")) }
	standIn := holdsWords("", was.Description) || !holdsWords(descriptionOf(source), was.Description) ||
		skills.Parse(source).Frontmatter.Err != nil && strings.HasPrefix(is.Description, was.Description)
	switch {
	case !was.Accepted:
	case !is.Accepted:
		return fmt.Sprintf("refuses the skill now: %+v", is.Refusals)
	case was.Name != "" && plain(was.Name) != plain(is.Name):
		return fmt.Sprintf("reads the name %q now, not %q", is.Name, was.Name)
	case was.Name != "" && plain(cmp.Or(was.Label, was.Name)) != plain(cmp.Or(is.Label, is.Name)):
		return fmt.Sprintf("shows the name %q now, not %q", is.Label, was.Label)
	case was.Description != is.Description && !standIn:
		return fmt.Sprintf("reads the description %q now, not %q", is.Description, was.Description)
	case was.Hidden && was.Description == "" && is.Description != "": // it was hidden for lack of one
	case was.Hidden != is.Hidden || was.ModelOnly != is.ModelOnly:
		return fmt.Sprintf("shows the skill to others: %+v, not %+v", is.Exposure, was.Exposure)
	}
	return ""
}

// descriptionOf returns the value of the key "description" as written.
func descriptionOf(source string) string {
	if e, ok := skills.Parse(source).Frontmatter.Entry("description"); ok {
		return e.ValueSpan.Of(source)
	}
	return ""
}

// holdsWords reports whether a text has the words of a part in order, with any characters between them.
func holdsWords(text, part string) bool {
	words := func(text string) string {
		return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
	}
	return strings.Contains(words(text), words(part))
}
