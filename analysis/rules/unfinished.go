package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// Unfinished returns a function that reports whether a problem of the file at a path may only mean that the author has
// not finished typing: its [Rule.Unfinished] says so, or it is in the lines of the frontmatter that the author is
// editing. Frontmatter without an end extends over the whole text.
func Unfinished(s *workspace.Snapshot, path string, edited text.Span) func(diagnostic.Diagnostic) bool {
	header := 0 // the end of the frontmatter
	if f, err := s.File(path); err == nil && f.Kind == file.SkillFile {
		header = f.Doc.Body.Start
		if f.Doc.Frontmatter.State != frontmatter.Closed {
			header = len(f.Doc.Source)
		}
	}
	return func(d diagnostic.Diagnostic) bool {
		if r, ok := ByID(d.Rule); ok && r.Unfinished {
			return true
		}
		return header > 0 && d.Span.End <= header && d.Span.Start <= edited.End && d.Span.End >= edited.Start
	}
}
