package hover_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/file"
	"skills-ls/analysis/hover"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/corpustest"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// corpusSeed selects the files of [TestHoverOfCorpus]. Another seed selects other files.
const corpusSeed = 20260822

// TestHoverOfCorpus requests the hovers and definitions of 200 real skills, among the files of their
// repositories, for every key that some agent reads, every link and every path. For all skills, it does so
// for mentions. Each must have a hover, and each target that exists must be found.
func TestHoverOfCorpus(t *testing.T) {
	repositories := make(map[string]fstest.MapFS)
	var names []string
	corpustest.EachFile(t, func(name, source string) {
		parts := strings.SplitN(name, "/", 3) // the corpus, a repository, a file
		if len(parts) < 3 {
			return
		}
		if repositories[parts[1]] == nil {
			repositories[parts[1]] = make(fstest.MapFS)
		}
		repositories[parts[1]]["w/"+parts[2]] = &fstest.MapFile{Data: []byte(source), Mode: 0o644}
		if file.IsSkillFileName(path.Base(name)) && source != "" {
			names = append(names, parts[1]+"/"+parts[2])
		}
	})
	slices.Sort(names)
	draw := rand.New(rand.NewPCG(corpusSeed, 0))
	draw.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var total corpusCount
	snapshots := make(map[string]*workspace.Snapshot)
	for i, name := range names {
		repository, rest, _ := strings.Cut(name, "/")
		files := repositories[repository]
		if snapshots[repository] == nil {
			snapshots[repository] = analysis.New(analysistest.Memory{MapFS: files}, workspace.Config{Folders: []string{"/w"}})
		}
		asked := corpusAsker{t: t, snapshot: snapshots[repository], files: files, name: name, path: "/w/" + rest, corpusCount: &total}
		if i < 200 {
			asked.all()
		}
		asked.mentions() // there are few
	}
	t.Logf("%+v", total)
	if total.Keys < 400 || total.Links < 100 || total.Targets < 50 || total.Paths < 50 || total.Mentions < 10 {
		t.Errorf("too little was asked to say anything: %+v", total)
	}
}

// A corpusCount counts the requests. Targets are links to files that exist, Mentions are those of skills that
// exist, and Paths are those in code that exist.
type corpusCount struct{ Keys, Links, Targets, Mentions, Paths int }

// A corpusAsker makes requests for one file.
type corpusAsker struct {
	t          *testing.T
	snapshot   *workspace.Snapshot
	files      fstest.MapFS
	name, path string
	*corpusCount
}

func (a corpusAsker) all() {
	f, err := a.snapshot.File(a.path)
	if err != nil {
		a.t.Fatal(err)
	}
	known := rules.KnownKeys()
	for _, e := range f.Doc.Frontmatter.Entries {
		if slices.Contains(known, e.Key) {
			a.Keys++
			a.hover(e.KeySpan)
		}
	}
	md := f.Doc.Markdown()
	for _, l := range md.Links {
		a.Links++
		a.hover(l.Span)
		if want := a.target(l.Destination); want != "" && l.Kind != markdown.ReferenceLink {
			a.Targets++
			a.leadsTo(l.Span, want)
		}
	}
	for _, def := range md.Definitions {
		a.Links++
		a.hover(def.Span)
		if want := a.target(def.Destination); want != "" {
			a.Targets++
			a.leadsTo(def.Dest, want)
		}
	}
	for m := range refs.PathMentions(f.Doc) {
		if want := path.Join(path.Dir(a.path), m.Path); a.exists(want) {
			a.Paths++
			a.hover(m.Span)
			a.leadsTo(m.Span, want)
		}
	}
}

func (a corpusAsker) mentions() {
	f, err := a.snapshot.File(a.path)
	if err != nil {
		a.t.Fatal(err)
	}
	for _, m := range refs.Mentions(a.snapshot, f) {
		want := a.skillBeside(m.Name)
		if m.Kind == skills.LinkedMention {
			want = a.target(m.Path)
		}
		if want != "" {
			a.Mentions++
			a.hover(m.Span)
			a.leadsTo(m.Span, want)
		}
	}
}

func (a corpusAsker) place(span text.Span) string {
	f, _ := a.snapshot.File(a.path)
	return fmt.Sprintf("%s: %q", a.name, vantage.Shorten(span.Of(f.Doc.Source), 80))
}

// hover fails the test if there is no hover at the first or the last byte of a span.
func (a corpusAsker) hover(span text.Span) {
	for _, offset := range []int{span.Start, max(span.Start, span.End-1)} {
		if h, ok := hover.At(context.Background(), a.snapshot, a.path, offset); !ok || strings.TrimSpace(h.Markdown) == "" {
			a.t.Errorf("%s: no hover at %d of %v", a.place(span), offset, span)
		}
	}
}

// leadsTo fails the test if no definition is at a path, or if one is in a file that does not exist.
func (a corpusAsker) leadsTo(span text.Span, want string) {
	offset := (span.Start + span.End) / 2
	found := refs.Definition(context.Background(), a.snapshot, a.path, offset)
	if !slices.ContainsFunc(found, func(l refs.Location) bool { return l.Path == want }) {
		a.t.Errorf("%s: definitions %v, want %s", a.place(span), found, want)
	}
	for _, l := range found {
		if !a.exists(l.Path) {
			a.t.Errorf("%s: definition in %s, which does not exist", a.place(span), l.Path)
		}
	}
}

// exists reports whether there is a file at an absolute path.
func (a corpusAsker) exists(file string) bool { return a.files[strings.TrimPrefix(file, "/")] != nil }

// target returns the file that a link leads to, as a browser resolves it, or "" if it leads to no file here.
func (a corpusAsker) target(link string) string {
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "" || u.Host != "" || path.IsAbs(u.Path) {
		return ""
	}
	if file := path.Join(path.Dir(a.path), u.Path); u.Path != "" && a.exists(file) {
		return file
	}
	if u.Path == "" && u.Fragment != "" {
		return a.path
	}
	return ""
}

// skillBeside returns the SKILL.md of the skill with a name in the directory next to the file's own, or "" if
// there is no such skill.
func (a corpusAsker) skillBeside(name string) string {
	file := path.Join(path.Dir(path.Dir(a.path)), name, "SKILL.md")
	if !a.exists(file) || skills.Parse(string(a.files[file[1:]].Data)).Frontmatter.Name() != name {
		return ""
	}
	return file
}
