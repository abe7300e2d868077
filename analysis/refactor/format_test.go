package refactor_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/corpustest"
	"skills-ls/skills/text"
)

// TestFormatCorpus formats real skills, each as it is and with spaces where they do not belong.
func TestFormatCorpus(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	n, formatted := 0, 0
	corpustest.EachSkill(t, func(name, source string) {
		path := filepath.Join(root, ".agents/skills", filepath.Base(filepath.Dir(name)), "SKILL.md")
		if n++; n%5 != 0 {
			return
		}
		for _, text := range []string{source, untidy(source)} {
			formatted += checkFormat(t, s, path, text, refactor.Spaced) + checkFormat(t, s, path, text, refactor.Sorted)
		}
		if t.Failed() {
			t.Fatalf("in %s", name)
		}
	})
	t.Logf("%d texts formatted", formatted)
}

// TestFormatFiles formats the golden files of the parser, with all kinds of line endings.
func TestFormatFiles(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.PropertyWorkspace)
	path := filepath.Join(root, ".agents/skills/code-review/SKILL.md")
	files, err := filepath.Glob("../../skills/frontmatter/testdata/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test files: %v", err)
	}
	formatted := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		crlf := strings.ReplaceAll(strings.ReplaceAll(string(source), "\r\n", "\n"), "\n", "\r\n")
		for _, text := range []string{string(source), crlf, "\ufeff" + string(source), untidy(string(source))} {
			formatted += checkFormat(t, s, path, text, refactor.Spaced) + checkFormat(t, s, path, text, refactor.Sorted)
		}
		if t.Failed() {
			t.Fatalf("in %s", file)
		}
	}
	if formatted == 0 {
		t.Error("nothing was formatted")
	}
}

// FuzzFormat formats arbitrary texts.
func FuzzFormat(f *testing.F) {
	f.Add("---\nname:  a \ndescription: >-  \n  b  \n\n  c  \n \nx: {y:  'z \n '} # c \n---\nBody \n")
	s, root := analysistest.Workspace(f, analysistest.PropertyWorkspace)
	f.Fuzz(func(t *testing.T, source string) {
		if len(source) > 1<<12 {
			t.Skip("larger than a fuzzed file needs to be")
		}
		checkFormat(t, s, filepath.Join(root, ".agents/skills/code-review/SKILL.md"), source, refactor.Sorted)
	})
}

// untidy doubles the spaces after the colons of keys, and adds some at the ends of their lines.
func untidy(source string) string {
	doc := skills.Parse(source)
	var edits []diagnostic.Edit
	for i := range doc.Frontmatter.Entries {
		e := &doc.Frontmatter.Entries[i]
		end := lines.FirstLine(source, e.Colon).End
		edits = append(edits, diagnostic.Edit{Span: text.At(e.Colon + 1), Text: " "}, diagnostic.Edit{Span: text.At(end), Text: "  "})
		if end < e.Colon+1 {
			return source
		}
	}
	slices.SortStableFunc(edits, func(a, b diagnostic.Edit) int { return a.Span.Start - b.Span.Start })
	return diagnostic.ApplyEdits(source, edits)
}

// checkFormat formats a text, and fails the test if it changes the body, the comments, or what an agent
// reads. It returns 1 if it changed the text.
func checkFormat(t *testing.T, s *workspace.Snapshot, path, source string, format refactor.Format) int {
	t.Helper()
	ctx := context.Background()
	at := func(text string) *workspace.Snapshot {
		return s.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
	}
	edits := refactor.FormatFile(ctx, at(source), path, format)
	if len(edits) == 0 {
		return 0
	}
	last := 0
	for _, e := range edits {
		if e.Span.Start < last || e.Path != path || e.Text == e.Span.Of(source) {
			t.Errorf("%q: the edit %+v", analysistest.Clip(source), e)
		}
		last = e.Span.End
	}
	after := diagnostic.ApplyEdits(source, edits)
	if again := refactor.FormatFile(ctx, at(after), path, format); len(again) > 0 {
		t.Errorf("formatted twice\nbefore %q\nafter  %q", analysistest.Clip(after), analysistest.Clip(diagnostic.ApplyEdits(after, again)))
	}
	x, y := skills.Parse(source), skills.Parse(after)
	if x.Body.Of(source) != y.Body.Of(after) || x.BOM != y.BOM || len(x.Frontmatter.Comments) != len(y.Frontmatter.Comments) {
		t.Errorf("the body or the comments changed\nbefore %q\nafter  %q", analysistest.Clip(source), analysistest.Clip(after))
	}
	checkEndings(t, source, after)
	for _, agent := range agents.All() {
		v := agent.Accept(skills.File{Path: path, Source: source, Frontmatter: &x.Frontmatter})
		w := agent.Accept(skills.File{Path: path, Source: after, Frontmatter: &y.Frontmatter})
		if v.Accepted != w.Accepted || v.Name != w.Name || v.Description != w.Description || v.Exposure != w.Exposure || len(v.Refusals) != len(w.Refusals) {
			t.Errorf("%s: %+v\nwas %+v\nbefore %q\nafter  %q", agent.ID, w, v, analysistest.Clip(source), analysistest.Clip(after))
		}
	}
	return 1
}
