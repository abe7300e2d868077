package workspace_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/corpustest"
)

// checkSummary reports what a parser finds in a file and its summary lacks.
func checkSummary(t *testing.T, f *file.File) {
	t.Helper()
	sum := index.Summarize(f, nil)
	want := func(list []string, kind, text string) {
		if !slices.Contains(list, text) {
			t.Errorf("%s: the summary lacks the %s %q", f.Path, kind, text)
		}
	}
	md := f.Doc.Markdown()
	var destinations []string
	for _, l := range md.Links {
		destinations = append(destinations, l.Destination)
	}
	for _, d := range md.Definitions {
		destinations = append(destinations, d.Destination)
	}
	for _, text := range destinations {
		if d := file.ParseDestination(text); d.Kind == file.RelativePath {
			want(sum.Targets, "target", filepath.Join(f.Dir, filepath.FromSlash(d.Path)))
		}
	}
	for _, m := range refs.WrittenMentions(f) {
		want(sum.Mentions, "mention", m.Name)
	}
}

// FuzzSummary checks that a summary, which is made without parsing the Markdown, lacks nothing that a parser
// finds.
func FuzzSummary(f *testing.F) {
	for _, seed := range []string{
		"[a](b.md) ![c](<d e.md> \"t\") [f]( g.md#h 't')\n\n[i]: j.md\n[k]:\n  <l m.md>\n",
		"[a](b(c).md) [d](e\\)f.md) [g](h&amp;i.md) [j](k%20l.md)",
		"> [a](\n> b.md) $demo /review [$demo](../demo/SKILL.md)\n",
		"- [a]: b.md\n- `[c](d.md)` \\[e](f.md)",
		"[a](b((c)d)e.md) [x](y\n'z')",
		"p:s, `p:s` **p:s** [p:s](p:s) p:s-t.\n\n```\np:s\n```\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		checkSummary(t, &file.File{Path: "/w/s/SKILL.md", Kind: file.SkillFile, Dir: "/w/s", Skill: "/w/s", Doc: skills.Parse("---\nname: s\n---\n" + body)})
	})
}

// TestSummaryCorpus checks the same on real skills.
func TestSummaryCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs without -short")
	}
	files := make(fstest.MapFS)
	corpustest.EachFile(t, func(name, source string) { files["w/"+name] = &fstest.MapFile{Data: []byte(source), Mode: 0o644} })
	s := analysis.New(analysistest.Memory{MapFS: files}, workspace.Config{Folders: []string{"/w"}})
	n := 0
	for name := range files {
		if !strings.HasSuffix(name, ".md") {
			continue
		}
		if f, err := s.File("/" + name); err == nil && f.Kind != file.NotOurs {
			checkSummary(t, f)
			n++
		}
	}
	if t.Logf("%d files", n); n == 0 {
		t.Error("none of the corpus' files is one of a skill")
	}
}
