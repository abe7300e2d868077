package outline

import (
	"context"

	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/text"
)

// A Fold is text that an editor can hide, except for its first line.
type Fold struct {
	Span    text.Span // from its first line to its last, which may be the same
	Comment bool
}

// Folds returns the parts of a file that can be folded, in no particular order: the frontmatter and its
// values, sections, code and comments. It returns nil for JSON, if the kind of the file is
// [file.NotOurs], or if ctx is canceled.
func Folds(ctx context.Context, s *workspace.Snapshot, path string) []Fold {
	f, err := s.File(path)
	if err != nil || f.Kind == file.NotOurs || f.IsJSON() || ctx.Err() != nil {
		return nil
	}
	var list []Fold
	for _, symbol := range Symbols(ctx, s, path) {
		list = symbol.folds(list)
	}
	if f.IsYAML() {
		return list
	}
	md := f.Doc.Markdown()
	for _, fence := range md.Fences {
		end := fence.Span.End
		if fence.Close.IsEmpty() {
			end = file.TextEnd(f.Doc.Source, fence.Span)
		}
		list = append(list, Fold{Span: text.Span{Start: fence.Span.Start, End: end}})
	}
	for _, comment := range md.Comments {
		list = append(list, Fold{Span: comment, Comment: true})
	}
	return list
}

// folds appends the folds of a symbol and its children to a list.
func (s *Symbol) folds(to []Fold) []Fold {
	to = append(to, Fold{Span: s.Span})
	for i := range s.Children {
		to = s.Children[i].folds(to)
	}
	return to
}
