package refactor_test

import (
	"context"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/corpustest"
	"skills-ls/skills/text"
)

// TestRefactoringsOfCorpus makes all refactorings of real skills, each on the original text.
func TestRefactoringsOfCorpus(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	claude := analysistest.WithTargets(s, []string{"claude-code"}) // Claude Code reads tools in any form
	made := make(map[string]int)
	n := 0
	corpustest.EachSkill(t, func(name, source string) {
		n++
		if n%14 != 0 {
			return // sorting alone asks every agent twice
		}
		path := filepath.Join(root, ".agents/skills", filepath.Base(filepath.Dir(name)), "SKILL.md")
		checkRefactorings(t, s, path, source, made, true)
		checkTrigger(t, s, path, source, made)
		checkRefactorings(t, claude, path, source, made, true)
		if t.Failed() {
			t.Fatalf("in %s", name)
		}
	})
	t.Logf("made: %v", made)
}

// FuzzRefactorings makes all refactorings of arbitrary texts.
func FuzzRefactorings(f *testing.F) {
	for _, source := range []string{
		"---\ndescription: Reviews a diff and reports\n  the bugs in it\nname: a\n---\nText.\n",
		"---\ndescription: >-\r\n  Reviews a diff and reports\r\n  the bugs in it.\r\n\r\nname: a\n---\nText.\n",
		"---\ndescription: b\n\n# c\nname: a\n---\n# A\n\n## B\n\n[c](d.md) `SKILL.md`\n\n### D\n\n[e]\n\n[e]: f\n",
		"\ufeff---\r\ndescription: |\r\n  b\r\n\r\nallowed-tools: [a, b]\r\nname: a\r\n---\r\nA\r\n=\r\n\r\n> # B\r\n\r\n- # C\r\n\r\n# D\r\nx",
	} {
		f.Add(source)
	}
	s, root := analysistest.Workspace(f, analysistest.PropertyWorkspace)
	s = analysistest.WithTargets(s, analysistest.EveryTargets()[0])
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 1<<12 {
			t.Skip("larger than a fuzzed file needs to be")
		}
		checkRefactorings(t, s, filepath.Join(root, ".agents/skills/code-review/SKILL.md"), source, make(map[string]int), false)
	})
}

// checkRefactorings makes the refactorings at every heading, at the first code spans, and in the frontmatter.
// It checks that the line endings stay, that sorted keys are in order, and that sorting leaves the body
// unchanged. For text that people write, it checks that moved text is in one of the files.
func checkRefactorings(t *testing.T, s *workspace.Snapshot, path, source string, made map[string]int, written bool) {
	t.Helper()
	ctx := context.Background()
	at := s.With(workspace.Change{Path: path, Text: &source, Time: time.Unix(1, 0)})
	f, err := at.File(path)
	if err != nil {
		t.Fatal(err)
	}
	places := []text.Span{f.Doc.Frontmatter.Open}
	if e, ok := f.Doc.Frontmatter.Entry("allowed-tools"); ok {
		places = append(places, e.KeySpan)
	}
	for _, h := range f.Doc.Markdown().Headings {
		places = append(places, h.Span)
	}
	for _, c := range f.Doc.Markdown().CodeSpans[:min(20, len(f.Doc.Markdown().CodeSpans))] {
		places = append(places, c.Span)
	}
	for _, place := range places {
		for _, r := range refactor.Refactors(ctx, at, path, place) {
			fix, ok := r.Fix()
			if !ok {
				made["not "+r.ID]++
				continue
			}
			made[r.ID]++
			after := diagnostic.ApplyEdits(source, fix.WithoutPlaceholder().Edits)
			checkEndings(t, source, after)
			if r.ID == "sort-keys" {
				if _, again := refactor.SortedKeys(skills.Parse(after)); again {
					t.Errorf("sorted keys are not in order: %q", analysistest.Clip(after))
				}
				if doc := skills.Parse(after); doc.Body.Of(after) != f.Doc.Body.Of(source) {
					t.Errorf("sorting changed the body")
				}
			}
			if fix.Create != nil && written {
				checkMoved(t, source, after, fix.Create.Text)
			}
		}
	}
}

// checkTrigger adds the sentence that a description lacks, and checks that the placeholder in it is reported instead.
func checkTrigger(t *testing.T, s *workspace.Snapshot, path, source string, made map[string]int) {
	t.Helper()
	ctx := context.Background()
	at := s.With(workspace.Change{Path: path, Text: &source, Time: time.Unix(1, 0)})
	for _, d := range rules.Diagnose(ctx, at, path) {
		fix, ok := refactor.Adding(ctx, at, path, d)
		if d.Rule != "description/trigger" || !ok {
			continue
		}
		made[d.Rule]++
		after := diagnostic.ApplyEdits(source, fix.WithoutPlaceholder().Edits)
		checkEndings(t, source, after)
		edited := at.With(workspace.Change{Path: path, Text: &after, Time: time.Unix(2, 0)})
		found := rules.Diagnose(ctx, edited, path)
		if analysistest.Count(found, "body/placeholder") == 0 || analysistest.Count(found, "description/trigger") > 0 {
			t.Errorf("with the added sentence: %s\nin %s", analysistest.Describe(edited, path, found), analysistest.Clip(after))
		}
	}
}

// checkMoved checks that every word of a text is in one of two others.
func checkMoved(t *testing.T, source, left, moved string) {
	t.Helper()
	checkEndings(t, source, moved)
	words := make(map[string]int)
	for _, word := range strings.Fields(left + " " + moved) {
		words[path.Base(word)]++ // directories change
	}
	for _, word := range strings.Fields(source) {
		if strings.ContainsAny(word, "[]()#<>") { // links and headings are rewritten
			continue
		}
		if word = path.Base(word); words[word] == 0 {
			t.Fatalf("%q is in neither text\nbefore %q\nleft %q\nmoved %q", word, analysistest.Clip(source), analysistest.Clip(left), analysistest.Clip(moved))
		}
		words[word]--
	}
}

// checkEndings checks that a text has the line endings of another one.
func checkEndings(t *testing.T, before, after string) {
	t.Helper()
	bare := func(text string) bool { return strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\n") }
	if strings.Contains(before, "\n") && !bare(before) && bare(after) || !strings.Contains(before, "\r") && strings.Contains(after, "\r") {
		t.Errorf("the line endings changed\nbefore %q\nafter  %q", analysistest.Clip(before), analysistest.Clip(after))
	}
}

// TestRefactoredEnds checks that a text keeps its byte order mark and the line endings at its end.
func TestRefactoredEnds(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	path := filepath.Join(root, ".agents/skills/a/SKILL.md")
	for _, source := range []string{
		"---\ndescription: b\nname: a\n---\nText.\n\n## B\n\nMore.\n",
		"---\r\ndescription: b\r\nname: a\r\n---\r\nText.\r\n\r\n## B\r\n\r\nMore.\r\n\r\n",
		"\ufeff---\ndescription: b\nname: a\n---\nText.\n\n## B\n\nMore.",
	} {
		at := s.With(workspace.Change{Path: path, Text: &source, Time: time.Unix(1, 0)})
		n := 0
		for _, place := range []int{strings.Index(source, "name"), strings.Index(source, "## B")} {
			for _, r := range refactor.Refactors(context.Background(), at, path, text.At(place)) {
				fix, ok := r.Fix()
				after := diagnostic.ApplyEdits(source, fix.Edits)
				end := source[len(strings.TrimRight(source, "\r\n")):]
				if !ok || strings.HasPrefix(source, "\ufeff") != strings.HasPrefix(after, "\ufeff") || end != after[len(strings.TrimRight(after, "\r\n")):] {
					t.Errorf("%s of %q made %q, %t", r.ID, source, after, ok)
				}
				checkEndings(t, source, after)
				n++
			}
		}
		if n != 2 {
			t.Errorf("%q: %d refactorings, want 2", source, n)
		}
	}
}
