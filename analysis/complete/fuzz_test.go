package complete_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/complete"
	"skills-ls/analysis/hover"
	"skills-ls/analysis/refactor"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/corpustest"
	"skills-ls/skills/vfs"
)

// FuzzRequests makes every request for arbitrary text at an arbitrary offset.
func FuzzRequests(f *testing.F) {
	seeds := []string{
		"", "---\n", "\ufeff---\r\nname: x\r\n---\r\n", "---\nname: pdf\ndescription: >\n  Like $code-review\nmetadata:\n  a: b\n---\n\n# A\n\n[a](#a) [$code-review](../code-review/SKILL.md) /release-notes\n",
		"[a][b]\n\n[b]: <references/forms.md#forms> \"t\"\n", "![x](scripts/fill%20form%20%281%29.py)", "```sh\necho $x\n", "<a id=\"b\">[x](<a b", "[x\\](y [z](([w](", "😀$\xff\xfe`a`",
	}
	for _, seed := range seeds {
		for _, offset := range []int{-1, 0, len(seed) / 2, len(seed), len(seed) + 1} {
			f.Add(seed, offset, uint8(offset&3))
		}
	}
	paths := []string{"/w/" + analysistest.InSkill, "/w/.agents/skills/pdf-tools/references/new.md", "/w/AGENTS.md", "untitled:Untitled-1"}
	base := analysistest.InMemory(analysistest.Authoring)
	if _, err := workspace.Scan(context.Background(), base, nil); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, offset int, file uint8) {
		p := paths[int(file)%len(paths)]
		s := base.With(workspace.Change{Path: p, Text: &text, Language: "skill", Time: time.Unix(1, 0)})
		checkRequests(t, s, p, text, offset)
	})
}

// checkRequests fails the test if an answer breaks what its type promises.
func checkRequests(t *testing.T, s *workspace.Snapshot, p, text string, offset int) {
	t.Helper()
	ctx := context.Background()
	at := refs.ClampOffset(text, offset)
	found := complete.At(ctx, s, p, offset).List
	var about []complete.Subject
	for _, c := range found {
		checkCompletion(t, text, at, c)
		about = append(about, c.About)
	}
	if docs := complete.Docs(ctx, s, p, about...); len(docs) != len(about) {
		t.Errorf("%d documentations of %d completions", len(docs), len(about))
	}
	if !slices.IsSortedFunc(found, func(a, b complete.Completion) int { return strings.Compare(a.Sort, b.Sort) }) {
		t.Errorf("completions are not in the order of Sort")
	}
	if h, ok := hover.At(ctx, s, p, offset); ok {
		if !analysistest.InText(h.Span, text) || !h.Span.Contains(at) || h.Markdown == "" {
			t.Errorf("hover %v at %d: %q", h.Span, at, h.Markdown)
		}
		if utf8.ValidString(text) && !utf8.ValidString(h.Markdown) {
			t.Errorf("hover is not UTF-8: %q", h.Markdown)
		}
	}
	for _, l := range refs.Definition(ctx, s, p, offset) {
		target, err := s.File(l.Path)
		if err == nil && !(analysistest.InText(l.Span, target.Doc.Source) && l.Span.Encloses(l.Selection)) {
			t.Errorf("definition %v and %v of %d bytes", l.Span, l.Selection, len(target.Doc.Source))
		}
		if !analysistest.InText(l.Origin, text) || !l.Origin.Contains(at) {
			t.Errorf("definition's origin %v at %d", l.Origin, at)
		}
	}
	checkNaming(t, s, p, text, offset)
	end := 0
	for _, l := range refs.DocumentLinks(ctx, s, p) {
		if !analysistest.InText(l.Span, text) || l.Span.Start < end || (l.Target == "") == (l.URL == "") {
			t.Errorf("link %+v after %d", l, end)
		}
		end = l.Span.End
	}
}

// checkNaming fails the test if references or the edits of a rename do not fit their files.
func checkNaming(t *testing.T, s *workspace.Snapshot, p, text string, offset int) {
	t.Helper()
	ctx := context.Background()
	source := func(path string) string {
		f, err := s.File(path)
		if err != nil {
			t.Fatalf("a place in %s: %v", path, err)
		}
		return f.Doc.Source
	}
	for _, r := range refs.References(ctx, s, p, offset) {
		if !analysistest.InText(r.Span, source(r.Path)) {
			t.Errorf("reference %+v", r)
		}
	}
	q := refactor.RenameQuery{Path: p, Offset: offset, Files: true}
	site, ok, err := refactor.PrepareRename(ctx, s, q)
	if err != nil || !ok {
		return
	}
	if !analysistest.InText(site.Span, text) {
		t.Errorf("the name %v of %d bytes", site.Span, len(text))
	}
	q.Name = site.Placeholder + "-x"
	result, err := refactor.Rename(ctx, s, q)
	if err != nil {
		return
	}
	for i, e := range result.Edits {
		if !analysistest.InText(e.Span, source(e.Path)) || i > 0 && result.Edits[i-1].Path == e.Path && result.Edits[i-1].Span.End > e.Span.Start {
			t.Errorf("%+v: edit %+v", q, e)
		}
	}
}

// TestRequestsOfCorpus makes requests for real skills, at offsets where there is something to answer.
func TestRequestsOfCorpus(t *testing.T) {
	base := analysistest.InMemory(analysistest.Authoring)
	path := "/w/" + analysistest.InSkill
	corpustest.EachSkill(t, func(name, text string) {
		s := base.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
		asked := 0
		for i := 0; i < len(text) && asked < 8; i++ {
			if strings.IndexByte("$/(#[:", text[i]) >= 0 && i%3 == 0 {
				asked++
				checkRequests(t, s, path, text, i+1)
			}
		}
		checkRequests(t, s, path, text, len(text))
		if t.Failed() {
			t.Fatalf("in %s", name)
		}
	})
}

// longSkill returns a skill of about 100 KB with everything that requests look for.
func longSkill() string {
	var out strings.Builder
	out.WriteString(analysistest.ValidHead)
	for i := 0; out.Len() < 100_000; i++ {
		fmt.Fprintf(&out, "## Section %d\n\nSee [the forms](references/forms.md#fields--values) and [below](#section-%d), use $code-review.\n\n", i, i+1)
		out.WriteString("```sh\necho \"$HOME\"\n```\n\nSome `code` and *text* of no interest, for three more lines of prose,\nas skills have them between headings.\n\n")
	}
	return out.String()
}

func BenchmarkRequests(b *testing.B) {
	base, root := analysistest.Workspace(b, analysistest.Authoring)
	text := longSkill()
	for _, request := range []struct {
		name, mark string
		ask        func(s *workspace.Snapshot, path string, offset int) int
	}{
		{"Complete/mention", "\nUse $‸", func(s *workspace.Snapshot, path string, offset int) int {
			return len(complete.At(context.Background(), s, path, offset).List)
		}},
		{"Complete/path", "\n[x](references/‸)", func(s *workspace.Snapshot, path string, offset int) int {
			return len(complete.At(context.Background(), s, path, offset).List)
		}},
		{"Complete/anchor", "\n[x](#‸)", func(s *workspace.Snapshot, path string, offset int) int {
			return len(complete.At(context.Background(), s, path, offset).List)
		}},
		{"Hover/mention", "\nUse $code‸-review", func(s *workspace.Snapshot, path string, offset int) int {
			h, _ := hover.At(context.Background(), s, path, offset)
			return len(h.Markdown)
		}},
		{"Hover/link", "\n[x](references/fo‸rms.md)", func(s *workspace.Snapshot, path string, offset int) int {
			h, _ := hover.At(context.Background(), s, path, offset)
			return len(h.Markdown)
		}},
		{"Definition", "\n[x](references/fo‸rms.md#forms)", func(s *workspace.Snapshot, path string, offset int) int {
			return len(refs.Definition(context.Background(), s, path, offset))
		}},
		{"DocumentLinks", "‸", func(s *workspace.Snapshot, path string, _ int) int {
			return len(refs.DocumentLinks(context.Background(), s, path))
		}},
	} {
		marked := text + request.mark
		b.Run(request.name, func(b *testing.B) {
			s, path, _, offset := analysistest.OpenAt(b, base, root, analysistest.InSkill, marked)
			for b.Loop() {
				if request.ask(s, path, offset) == 0 {
					b.Fatal("no answer")
				}
			}
		})
		// As above, but the text is parsed again each time, as after a keystroke.
		b.Run(request.name+"/edited", func(b *testing.B) {
			for b.Loop() {
				s, path, _, offset := analysistest.OpenAt(b, base, root, analysistest.InSkill, marked)
				if request.ask(s, path, offset) == 0 {
					b.Fatal("no answer")
				}
			}
		})
	}
}

// BenchmarkCompleteMany completes a mention among many skills.
func BenchmarkCompleteMany(b *testing.B) {
	root := analysistest.ManySkills(b, 10_000)
	base := analysis.New(vfs.Disk{}, workspace.Config{Folders: []string{root}})
	if _, err := workspace.Scan(b.Context(), base, nil); err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(root, ".agents", "skills", "skill-5", "SKILL.md")
	for _, typed := range []string{"$", "$skill-99", "$nothing"} {
		b.Run(typed, func(b *testing.B) {
			text := analysistest.TextOf(b, base, path) + "\nUse " + typed
			s := base.With(workspace.Change{Path: path, Text: &text, Time: time.Unix(1, 0)})
			for b.Loop() {
				if found := complete.At(b.Context(), s, path, len(text)); !found.More {
					b.Fatalf("%d completions", len(found.List))
				}
			}
		})
	}
}
