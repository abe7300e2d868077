package analysis

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// A Refactoring changes names, together with everything that refers to them.
type Refactoring struct {
	// Edits are sorted by path and offset. Those of one file do not overlap.
	Edits []Edit
	// Rename is a file or directory to rename after the edits, or nil.
	Rename *Rename
}

// A refactorer collects the edits of a refactoring.
type refactorer struct {
	ctx      context.Context
	snapshot *Snapshot
	edits    map[string][]Edit // by path
}

func (s *Snapshot) newRefactorer(ctx context.Context) *refactorer {
	return &refactorer{ctx: ctx, snapshot: s, edits: make(map[string][]Edit)}
}

// replace replaces a span of a file, unless the span has that text already.
func (r *refactorer) replace(f *File, span text.Span, text string) {
	if span.Of(f.Doc.Source) != text {
		r.edits[f.Path] = append(r.edits[f.Path], Edit{Path: f.Path, Span: span, Text: text})
	}
}

// refactoring returns the collected edits. The error is a [RenameError] about a read-only file, or that of
// the context.
func (r *refactorer) refactoring() (*Refactoring, error) {
	r.followAnchors()
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	result := new(Refactoring)
	for _, path := range slices.Sorted(maps.Keys(r.edits)) {
		if r.snapshot.isReadOnly(path) {
			return nil, renameError(ReadOnly, []string{path}, "`%s` would have to change, and is read-only", r.snapshot.shownPath(path))
		}
		result.Edits = append(result.Edits, sortedEdits(r.edits[path])...)
	}
	return result, nil
}

// sortedEdits sorts the edits of a file, and removes duplicates.
func sortedEdits(edits []Edit) []Edit {
	slices.SortFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	return slices.Compact(edits)
}

// isReadOnly reports whether the file on disk has no write permission at all.
func (s *Snapshot) isReadOnly(path string) bool {
	info, err := s.disk.fs.Stat(path)
	return err == nil && info.Mode().Perm()&0o222 == 0 && info.Mode().Perm() != 0
}

// edited returns a file's document with the edits so far.
func (r *refactorer) edited(f *File) *skills.Document {
	return f.reparsed(applyEdits(f.Doc.Source, sortedEdits(slices.Clone(r.edits[f.Path]))))
}

// reparsed returns another text parsed as a document of the file's kind.
func (f *File) reparsed(text string) *skills.Document {
	doc := skills.Parse(text)
	if f.Kind != SkillFile && doc.Frontmatter.State == frontmatter.Unclosed {
		return skills.ParseBody(text)
	}
	return doc
}

// followAnchors updates the links to headings whose anchors the edits change. The anchor of an unedited
// heading may change, too: the second of two equal headings has a number.
func (r *refactorer) followAnchors() {
	for _, path := range slices.Sorted(maps.Keys(r.edits)) {
		f, err := r.snapshot.File(path)
		if err != nil || f.isYAML() || !r.touchesHeading(f) {
			continue
		}
		before, after := f.Doc.Markdown().Headings, r.edited(f).Markdown().Headings
		if len(before) != len(after) {
			continue
		}
		moved := make(map[string]string) // new slugs by the old ones in lowercase
		for i := range before {
			if before[i].Slug != after[i].Slug && before[i].Slug != "" {
				moved[strings.ToLower(before[i].Slug)] = after[i].Slug
			}
		}
		if len(moved) > 0 {
			r.moveFragments(path, moved)
		}
	}
}

func (r *refactorer) touchesHeading(f *File) bool {
	headings := f.Doc.Markdown().Headings
	return slices.ContainsFunc(r.edits[f.Path], func(e Edit) bool {
		i, _ := slices.BinarySearchFunc(headings, e.Span.Start, func(h markdown.Heading, at int) int { return cmp.Compare(h.Span.End, at) })
		return i < len(headings) && headings[i].Span.Overlaps(e.Span)
	})
}

// moveFragments updates the fragments of all links to a file.
func (r *refactorer) moveFragments(path string, moved map[string]string) {
	k := r.snapshot.newSeeker(r.ctx, entity{kind: fileEntity, path: path})
	paths := r.snapshot.candidates(k.places, nil)
	files, links := make([]*File, len(paths)), make([][]linkPlace, len(paths))
	skills.Parallel(len(paths), func(i int) {
		f, err := r.snapshot.File(paths[i])
		if err != nil || f.Kind == NotOurs || f.isYAML() || r.ctx.Err() != nil {
			return
		}
		files[i], links[i] = f, k.linksIn(f)
		if k.isAt(f.Path) {
			links[i] = append(links[i], slices.DeleteFunc(f.linkPlaces(), func(l linkPlace) bool { return parseDestination(l.destination).kind != ownFragment })...)
		}
	})
	for i, f := range files {
		for _, l := range links[i] {
			slug, ok := moved[strings.ToLower(parseDestination(l.destination).fragment)]
			if _, span := l.parts(f.Doc.Source); ok && !span.IsEmpty() {
				r.replace(f, span, likeFragment(span.Of(f.Doc.Source), slug))
			}
		}
	}
}

// likeFragment returns a slug in the form of another one: percent-encoded or not.
func likeFragment(written, slug string) string {
	if strings.Contains(written, "%") {
		return percentEncoded(slug)
	}
	return slug
}

// percentEncoded encodes every byte that is not ASCII.
func percentEncoded(text string) string {
	const digits = "0123456789ABCDEF"
	var out strings.Builder
	for i := range len(text) {
		if c := text[i]; c < 0x80 {
			out.WriteByte(c)
		} else {
			out.WriteString("%" + digits[c>>4:c>>4+1] + digits[c&15:c&15+1])
		}
	}
	return out.String()
}
