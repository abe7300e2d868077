package refactor

import (
	"context"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// A RefactorKind is the kind of a refactoring, in the protocol's terms.
type RefactorKind uint8

const (
	Rewrite RefactorKind = iota // writes the same in another way
	Extract                     // moves text elsewhere
)

// A Refactor is a change of a file that fixes no problem. It keeps what the file means.
type Refactor struct {
	// ID identifies it among the refactorings of one span, so that it can be found again in the same text.
	ID    string
	Kind  RefactorKind
	Title string
	// Creates means that the change creates a file.
	Creates bool

	fix func() (diagnostic.Fix, bool)
}

// Fix makes the change. It returns false if the change would alter the meaning of the text, which is too
// expensive to check before the user selects the refactoring.
func (r Refactor) Fix() (diagnostic.Fix, bool) {
	fix, ok := r.fix()
	fix.Title = r.Title
	return fix, ok
}

// maxRefactored is the maximum size, in bytes, of a file that has refactorings.
const maxRefactored = markdown.MaxBody

// Refactors returns the refactorings for what a span of a file touches. The span is in bytes. Refactors
// returns nil for files that the server does not handle, and if ctx is canceled.
func Refactors(ctx context.Context, s *workspace.Snapshot, path string, span text.Span) []Refactor {
	f, err := s.File(path)
	if err != nil || f.Kind != file.SkillFile && f.Kind != file.SkillMarkdown && f.Kind != file.Instructions || len(f.Doc.Source) > maxRefactored || ctx.Err() != nil ||
		len(f.Doc.Problems()) > 0 || span.Start < 0 || span.End > len(f.Doc.Source) || s.Silent(path, false) {
		return nil
	}
	p := refs.ScopeOf(ctx, s, f)
	var list []Refactor
	for _, find := range []func(*refs.Scope, text.Span) []Refactor{sortingKeys, respellingTools, extracting, linkingPath} {
		list = append(list, find(p, span)...)
	}
	return list
}

// inFrontmatter reports whether a span touches a skill's frontmatter, and the frontmatter is YAML.
func inFrontmatter(p *refs.Scope, span text.Span) bool {
	return p.File.Kind == file.SkillFile && p.Fm.State == frontmatter.Closed && p.Fm.Root != nil &&
		span.Start <= p.Fm.Close.End && span.End >= p.Fm.Open.Start
}

// made returns a function that returns a change.
func made(fix diagnostic.Fix) func() (diagnostic.Fix, bool) {
	return func() (diagnostic.Fix, bool) { return fix, true }
}
