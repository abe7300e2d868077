package analysis

import (
	"hash/maphash"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"skills-ls/skills"
)

// A summary is what is kept of a file that is not open: what other files may have to do with. It holds on to nothing of the
// file's text, and is immutable.
type summary struct {
	path  string
	kind  Kind
	skill string // directory of the skill that the file belongs to, empty for none
	head  head   // of a SKILL.md
	// hash and size are those of the whole text; equal ones mean equal texts for all that matters here.
	hash uint64
	size int // bytes
	time time.Time
	// targets are the absolute paths that links lead to, existing or not, and mentions the names of the skills that are
	// mentioned; each once.
	targets  []string
	mentions []string
	anchors  []string // what fragments of links may name, in lower case; sorted
}

// A head is what a SKILL.md says of itself.
type head struct {
	name, description string
	nameSpan          skills.Span // of the value; empty where there is none
}

// hashSeed makes hashes comparable within this process.
var hashSeed = maphash.MakeSeed()

// summarize makes the summary of a file.
func summarize(f *File, info fs.FileInfo) *summary {
	sum := &summary{path: f.Path, kind: f.Kind, skill: f.Skill, hash: maphash.String(hashSeed, f.Doc.Source), size: len(f.Doc.Source)}
	if info != nil {
		sum.time = info.ModTime()
	}
	if f.Kind == SkillFile {
		sum.head = headOf(f.Doc)
	}
	sum.targets = linkTargets(f)
	for _, m := range f.mentions() {
		sum.mentions = append(sum.mentions, strings.Clone(m.Name))
	}
	sum.mentions = sorted(sum.mentions)
	for anchor := range anchors(f.Doc) {
		sum.anchors = append(sum.anchors, strings.Clone(anchor))
	}
	sum.anchors = sorted(sum.anchors)
	return sum
}

func headOf(doc *skills.Document) head {
	h := head{name: strings.Clone(doc.Frontmatter.Name()), description: strings.Clone(doc.Frontmatter.Description())}
	if e, ok := doc.Frontmatter.Entry("name"); ok {
		h.nameSpan = e.ValueSpan
	}
	return h
}

// linkTargets returns the paths that the links of a file name: counted from its own directory, and from the skill's, where agents
// stand.
func linkTargets(f *File) []string {
	if f.Dir == "" {
		return nil
	}
	var paths []string
	add := func(destination string) {
		d := parseDestination(destination)
		if d.kind != relativePath {
			return
		}
		path := filepath.FromSlash(d.path)
		paths = append(paths, filepath.Join(f.Dir, path))
		if f.Skill != "" && f.Skill != f.Dir {
			paths = append(paths, filepath.Join(f.Skill, path))
		}
	}
	md := f.Doc.Markdown()
	for i := range md.Links {
		add(md.Links[i].Destination)
	}
	for _, def := range md.Definitions {
		add(def.Destination)
	}
	return sorted(paths)
}

// sorted returns the texts in order, each once.
func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}
