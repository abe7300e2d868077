package analysis

import (
	"context"

	"skills-ls/skills/text"
)

// A Fold is text that an editor can hide, but for its first line.
type Fold struct {
	Span    text.Span // from its first line to its last one, of which there may be only one
	Comment bool
}

// Folds returns what can be folded in a file, in no particular order: the frontmatter and its values, sections, code and comments. It
// returns nil for files that are not ours, and where the context is cancelled.
func (s *Snapshot) Folds(ctx context.Context, path string) []Fold {
	f, err := s.File(path)
	if err != nil || f.Kind == NotOurs || f.Kind == NativeFile || ctx.Err() != nil {
		return nil
	}
	var list []Fold
	for _, symbol := range s.Symbols(ctx, path) {
		list = symbol.folds(list)
	}
	if f.isYAML() {
		return list
	}
	md := f.Doc.Markdown()
	for _, fence := range md.Fences {
		end := fence.Span.End
		if fence.Close.IsEmpty() {
			end = textEnd(f.Doc.Source, fence.Span)
		}
		list = append(list, Fold{Span: text.Span{Start: fence.Span.Start, End: end}})
	}
	for _, comment := range md.Comments {
		list = append(list, Fold{Span: comment, Comment: true})
	}
	return list
}

// folds adds a symbol and what is in it.
func (s *Symbol) folds(to []Fold) []Fold {
	to = append(to, Fold{Span: s.Span})
	for i := range s.Children {
		to = s.Children[i].folds(to)
	}
	return to
}
