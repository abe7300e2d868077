// Package refactor changes files: renames, moves, fixes of a whole file, formatting, new skills and switches of skills.
package refactor

import (
	"cmp"
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// A Refactoring changes names, together with everything that refers to them.
type Refactoring struct {
	// Edits are sorted by path and offset. Those of one file do not overlap.
	Edits []diagnostic.Edit
	// Rename is a file or directory to rename after the edits, or nil.
	Rename *diagnostic.Rename
}

// A refactorer collects the edits of a refactoring.
type refactorer struct {
	ctx      context.Context
	snapshot *workspace.Snapshot
	edits    map[string][]diagnostic.Edit // by path
	files    map[string]*file.File        // those with edits, by path
}

func newRefactorer(ctx context.Context, s *workspace.Snapshot) *refactorer {
	return &refactorer{
		ctx: ctx, snapshot: s, edits: make(map[string][]diagnostic.Edit), files: make(map[string]*file.File),
	}
}

// replace replaces a span of a file, unless the span has that text already.
func (r *refactorer) replace(f *file.File, span text.Span, text string) {
	if span.Of(f.Doc.Source) != text {
		r.edits[f.Path] = append(r.edits[f.Path], diagnostic.Edit{Path: f.Path, Span: span, Text: text})
		r.files[f.Path] = f
	}
}

// refactoring returns the collected edits. The error is a [RefusedError] about a read-only file, or that of
// the context.
func (r *refactorer) refactoring() (*Refactoring, error) {
	r.followAnchors()
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	result := new(Refactoring)
	for _, path := range slices.Sorted(maps.Keys(r.edits)) {
		if isReadOnly(r.snapshot, path) {
			return nil, refused(ReadOnly, []string{path}, "`%s` must change too, but is read-only", vantage.ShownPath(r.snapshot, path))
		}
		result.Edits = append(result.Edits, sortedEdits(r.edits[path])...)
	}
	return result, nil
}

// sortedEdits sorts the edits of a file, and removes duplicates.
func sortedEdits(edits []diagnostic.Edit) []diagnostic.Edit {
	slices.SortFunc(edits, func(a, b diagnostic.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	return slices.Compact(edits)
}

// isReadOnly reports whether the file on disk has no write permission at all.
func isReadOnly(s *workspace.Snapshot, path string) bool {
	info, err := s.Disk().FS.Stat(path)
	return err == nil && info.Mode().Perm()&0o222 == 0 && info.Mode().Perm() != 0
}

// edited returns a file's document with the edits so far.
func (r *refactorer) edited(f *file.File) *skills.Document {
	return reparsed(f, diagnostic.ApplyEdits(f.Doc.Source, sortedEdits(slices.Clone(r.edits[f.Path]))))
}

// reparsed returns another text parsed as a document of the file's kind.
func reparsed(f *file.File, text string) *skills.Document {
	doc := skills.Parse(text)
	if f.Kind != file.SkillFile && doc.Frontmatter.State == frontmatter.Unclosed {
		return skills.ParseBody(text)
	}
	return doc
}

// followAnchors updates the links to headings whose anchors the edits change. The anchor of an unedited
// heading may change, too: the second of two equal headings has a number.
func (r *refactorer) followAnchors() {
	for _, path := range slices.Sorted(maps.Keys(r.files)) {
		f := r.files[path]
		if f.IsData() || !r.touchesHeading(f) {
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

func (r *refactorer) touchesHeading(f *file.File) bool {
	headings := f.Doc.Markdown().Headings
	return slices.ContainsFunc(r.edits[f.Path], func(e diagnostic.Edit) bool {
		i, _ := slices.BinarySearchFunc(headings, e.Span.Start, func(h markdown.Heading, at int) int { return cmp.Compare(h.Span.End, at) })
		return i < len(headings) && headings[i].Span.Overlaps(e.Span)
	})
}

// moveFragments updates the fragments of all links to a file.
func (r *refactorer) moveFragments(path string, moved map[string]string) {
	k := refs.NewSeeker(r.ctx, r.snapshot, refs.Entity{Kind: refs.FileEntity, Path: path})
	paths := workspace.Candidates(r.snapshot, k.Places, nil)
	files, links := make([]*file.File, len(paths)), make([][]refs.LinkPlace, len(paths))
	skills.Parallel(len(paths), func(i int) {
		f, err := r.snapshot.File(paths[i])
		if err != nil || f.Kind == file.NotOurs || f.IsData() || r.ctx.Err() != nil {
			return
		}
		files[i], links[i] = f, k.LinksIn(f)
		if k.IsAt(f.Path) {
			links[i] = append(links[i], slices.DeleteFunc(refs.LinkPlaces(f), func(l refs.LinkPlace) bool { return file.ParseDestination(l.Destination).Kind != file.OwnFragment })...)
		}
	})
	for i, f := range files {
		for _, l := range links[i] {
			slug, ok := moved[strings.ToLower(file.ParseDestination(l.Destination).Fragment)]
			if _, span := l.Parts(f.Doc.Source); ok && !span.IsEmpty() {
				r.replace(f, span, likeFragment(span.Of(f.Doc.Source), slug))
			}
		}
	}
}

// likeFragment returns a slug in the form of another one: percent-encoded or not.
func likeFragment(written, slug string) string {
	if strings.Contains(written, "%") {
		return url.PathEscape(slug) // a slug has no other characters than letters, digits, "-" and "_"
	}
	return slug
}
