package analysis

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// A section is a heading with the text that belongs to it.
type section struct {
	heading *markdown.Heading
	// span reaches to the next heading of the same level or of a higher one, or to the end of the body, without the blank lines at its end.
	span     text.Span
	sections []section // the sections of lower levels in it
}

// outline returns the sections of a document that lie in no other. A level that is left out changes nothing: what follows a heading belongs
// to it until one comes that is no deeper.
func outline(doc *skills.Document) []section {
	headings := doc.Markdown().Headings
	found, _ := sectionsBelow(doc, headings, 0)
	return found
}

// sectionsBelow returns the sections that the headings begin with, up to the first of the level or of a higher one, and the headings
// from there on.
func sectionsBelow(doc *skills.Document, headings []markdown.Heading, level int) (found []section, rest []markdown.Heading) {
	for len(headings) > 0 && headings[0].Level > level {
		s := section{heading: &headings[0]}
		s.sections, headings = sectionsBelow(doc, headings[1:], s.heading.Level)
		end := doc.Body.End
		if len(headings) > 0 {
			end = headings[0].Span.Start
		}
		s.span = text.Span{Start: s.heading.Span.Start, End: textEnd(doc.Source, text.Span{Start: s.heading.Span.End, End: end})}
		found = append(found, s)
	}
	return found, headings
}

// textEnd returns the end of the text in a span, which is its start where nothing but blanks and line endings are in it.
func textEnd(source string, span text.Span) int {
	return span.Start + len(strings.TrimRight(span.Of(source), " \t\r\n"))
}
