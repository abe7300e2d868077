// Package outline has symbols, folding and selection ranges, semantic tokens, lenses and inlay hints.
package outline

import (
	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// A section is a heading with the text that belongs to it.
type section struct {
	heading *markdown.Heading
	// span ends at the next heading of the same or a higher level, or at the end of the body, without
	// trailing blank lines.
	span     text.Span
	sections []section // the sections of lower levels in it
}

// outline returns the top-level sections of a document. Skipped levels make no difference: a section contains
// what follows its heading, up to the next heading that is not deeper.
func outline(doc *skills.Document) []section {
	headings := doc.Markdown().Headings
	found, _ := sectionsBelow(doc, headings, 0)
	return found
}

// sectionsBelow returns the sections at the start of headings, up to the first heading of the given level or
// a higher one, and the remaining headings.
func sectionsBelow(doc *skills.Document, headings []markdown.Heading, level int) (found []section, rest []markdown.Heading) {
	for len(headings) > 0 && headings[0].Level > level {
		s := section{heading: &headings[0]}
		s.sections, headings = sectionsBelow(doc, headings[1:], s.heading.Level)
		end := doc.Body.End
		if len(headings) > 0 {
			end = headings[0].Span.Start
		}
		s.span = text.Span{Start: s.heading.Span.Start, End: file.TextEnd(doc.Source, text.Span{Start: s.heading.Span.End, End: end})}
		found = append(found, s)
	}
	return found, headings
}
