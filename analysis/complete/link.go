package complete

import (
	"strings"
	"unicode/utf8"

	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vocabulary"
	"skills-ls/skills/text"
)

// A linkSite is the destination of a link, or the label of a reference, that the user is typing. The Markdown
// parser does not recognize a link before it is complete, so the line is read backward from the cursor.
type linkSite struct {
	span    text.Span // the part that is written, on both sides of the cursor
	isLabel bool
	angle   bool   // the destination is in angle brackets
	text    string // the link's text, as far as it is on the line
}

// linkSiteOf returns the link that the user is typing at the cursor.
func linkSiteOf(c *refs.Cursor) (linkSite, bool) {
	written := c.Written()
	inline, label := strings.LastIndex(written, "]("), strings.LastIndex(written, "][")
	if label > inline {
		if site, ok := labelSite(c, label); ok {
			return site, true
		}
	}
	if inline >= 0 {
		if site, ok := inlineSite(c, inline); ok {
			return site, true
		}
	}
	return definitionSite(c)
}

// inlineSite parses "[text](dest". The closing bracket is at the given offset from the start of the line.
func inlineSite(c *refs.Cursor, bracket int) (linkSite, bool) {
	bracket += c.Line.Start
	open, ok := openingBracket(c, bracket)
	if !ok || c.InCode(bracket+1) {
		return linkSite{}, false
	}
	site, ok := destinationFrom(c, bracket+2)
	site.text = c.Source[max(open+1, c.Line.Start):bracket]
	return site, ok
}

// destinationFrom parses the destination that begins at an offset, after spaces and tabs. It returns false if
// the cursor is not in the destination or is in code.
func destinationFrom(c *refs.Cursor, start int) (linkSite, bool) {
	written := c.Source[start:c.Offset]
	start += len(written) - len(strings.TrimLeft(written, " \t"))
	site := linkSite{span: text.Span{Start: start, End: c.Offset}}
	if site.angle = start < c.Offset && c.Source[start] == '<'; site.angle {
		site.span.Start++
	}
	if site.span.End = destinationEnd(c, site.span.Start, site.angle); site.span.End < c.Offset {
		return site, false
	}
	return site, !c.InCode(c.Offset)
}

// destinationEnd returns where the destination that begins at the offset ends on the cursor's line.
func destinationEnd(c *refs.Cursor, start int, angle bool) int {
	depth := 0
	for i := start; i < c.Line.End; i++ {
		switch b := c.Source[i]; {
		case b == '\\' && i+1 < c.Line.End && c.Source[i+1] < utf8.RuneSelf:
			i++
		case angle && (b == '<' || b == '>'):
			return i
		case angle:
		case b == ' ' || b == '\t' || b == ')' && depth == 0:
			return i
		case b == '(':
			depth++
		case b == ')':
			depth--
		}
	}
	return c.Line.End
}

// labelSite parses "[text][label". The first closing bracket is at the given offset from the start of the
// line.
func labelSite(c *refs.Cursor, bracket int) (linkSite, bool) {
	bracket += c.Line.Start
	start := bracket + 2
	if _, ok := openingBracket(c, bracket); !ok || strings.ContainsAny(c.Source[start:c.Offset], "[]") || c.InCode(c.Offset) {
		return linkSite{}, false
	}
	end := c.Offset
	if n := strings.IndexAny(c.Source[c.Offset:c.Line.End], "[]"); n >= 0 && c.Source[c.Offset+n] == ']' {
		end += n
	}
	return linkSite{span: text.Span{Start: start, End: end}, isLabel: true}, true
}

// definitionSite parses "[label]: dest" at the start of the line.
func definitionSite(c *refs.Cursor) (linkSite, bool) {
	written := c.Written()
	indented := len(written) - len(strings.TrimLeft(written, " >"))
	label, ok := strings.CutPrefix(written[indented:], "[")
	if !ok || strings.HasPrefix(label, "^") {
		return linkSite{}, false // also a footnote, whose text is prose
	}
	end := strings.Index(label, "]:")
	if end < 1 || strings.ContainsAny(label[:end], "[]") {
		return linkSite{}, false
	}
	return destinationFrom(c, c.Line.Start+indented+1+end+2)
}

// maxLinkText limits how far before a closing bracket its opening one is searched for, in bytes.
const maxLinkText = 4096

// openingBracket returns the opening bracket that matches the closing one at an offset, within the paragraph.
func openingBracket(c *refs.Cursor, closing int) (int, bool) {
	if isEscaped(c, closing) {
		return 0, false
	}
	depth := 0
	for i := closing; i >= max(c.BodyStart(), closing-maxLinkText); i-- {
		switch c.Source[i] {
		case ']':
			if !isEscaped(c, i) {
				depth++
			}
		case '[':
			if !isEscaped(c, i) {
				depth--
			}
			if depth == 0 {
				return i, true
			}
		case '\n':
			if strings.TrimSpace(c.Source[lines.LineStart(c.Source, i):i]) == "" {
				return 0, false // a blank line ends the paragraph
			}
		}
	}
	return 0, false
}

// isEscaped reports whether an odd number of backslashes precedes an offset.
func isEscaped(c *refs.Cursor, offset int) bool {
	n := 0
	for n < offset && c.Source[offset-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// completeLabel offers the labels of the file's definitions.
func completeLabel(c *refs.Cursor, site linkSite) []Completion {
	var found []Completion
	seen := make(map[string]bool)
	for _, def := range c.File.Doc.Markdown().Definitions {
		label := def.Label.Of(c.Source)
		if seen[def.Name] || strings.HasPrefix(label, "^") || strings.ContainsAny(label, "\r\n") {
			continue
		}
		seen[def.Name] = true
		found = append(found, Completion{
			Kind: vocabulary.AnchorCompletion, Label: label, Detail: def.Destination,
			Replace: site.span, Sort: label,
		})
	}
	return found
}
