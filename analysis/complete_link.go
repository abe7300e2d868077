package analysis

import (
	"strings"
	"unicode/utf8"

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

// linkSite returns the link that the user is typing at the cursor.
func (c *cursor) linkSite() (linkSite, bool) {
	written := c.written()
	inline, label := strings.LastIndex(written, "]("), strings.LastIndex(written, "][")
	if label > inline {
		if site, ok := c.labelSite(label); ok {
			return site, true
		}
	}
	if inline >= 0 {
		if site, ok := c.inlineSite(inline); ok {
			return site, true
		}
	}
	return c.definitionSite()
}

// inlineSite parses "[text](dest". The closing bracket is at the given offset from the start of the line.
func (c *cursor) inlineSite(bracket int) (linkSite, bool) {
	bracket += c.line.Start
	open, ok := c.openingBracket(bracket)
	if !ok || c.inCode(bracket+1) {
		return linkSite{}, false
	}
	site, ok := c.destinationFrom(bracket + 2)
	site.text = c.source[max(open+1, c.line.Start):bracket]
	return site, ok
}

// destinationFrom parses the destination that begins at an offset, after spaces and tabs. It returns false if
// the cursor is not in the destination or is in code.
func (c *cursor) destinationFrom(start int) (linkSite, bool) {
	written := c.source[start:c.offset]
	start += len(written) - len(strings.TrimLeft(written, " \t"))
	site := linkSite{span: text.Span{Start: start, End: c.offset}}
	if site.angle = start < c.offset && c.source[start] == '<'; site.angle {
		site.span.Start++
	}
	if site.span.End = c.destinationEnd(site.span.Start, site.angle); site.span.End < c.offset {
		return site, false
	}
	return site, !c.codeHides(site)
}

// destinationEnd returns where the destination that begins at the offset ends on the cursor's line.
func (c *cursor) destinationEnd(start int, angle bool) int {
	depth := 0
	for i := start; i < c.line.End; i++ {
		switch b := c.source[i]; {
		case b == '\\' && i+1 < c.line.End && c.source[i+1] < utf8.RuneSelf:
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
	return c.line.End
}

// codeHides reports whether the cursor is in code, and not in a destination in angle brackets, which may look
// like a tag.
func (c *cursor) codeHides(site linkSite) bool {
	if !c.inCode(c.offset) {
		return false
	}
	code, _ := c.codeAround(c.offset)
	return !site.angle || code.Start != site.span.Start-1
}

// labelSite parses "[text][label". The first closing bracket is at the given offset from the start of the
// line.
func (c *cursor) labelSite(bracket int) (linkSite, bool) {
	bracket += c.line.Start
	start := bracket + 2
	if _, ok := c.openingBracket(bracket); !ok || strings.ContainsAny(c.source[start:c.offset], "[]") || c.inCode(c.offset) {
		return linkSite{}, false
	}
	end := c.offset
	if n := strings.IndexAny(c.source[c.offset:c.line.End], "[]"); n >= 0 && c.source[c.offset+n] == ']' {
		end += n
	}
	return linkSite{span: text.Span{Start: start, End: end}, isLabel: true}, true
}

// definitionSite parses "[label]: dest" at the start of the line.
func (c *cursor) definitionSite() (linkSite, bool) {
	written := c.written()
	indented := len(written) - len(strings.TrimLeft(written, " >"))
	label, ok := strings.CutPrefix(written[indented:], "[")
	if !ok || strings.HasPrefix(label, "^") {
		return linkSite{}, false // also a footnote, whose text is prose
	}
	end := strings.Index(label, "]:")
	if end < 1 || strings.ContainsAny(label[:end], "[]") {
		return linkSite{}, false
	}
	return c.destinationFrom(c.line.Start + indented + 1 + end + 2)
}

// maxLinkText limits how far before a closing bracket its opening one is searched for, in bytes.
const maxLinkText = 4096

// openingBracket returns the opening bracket that matches the closing one at an offset, within the paragraph.
func (c *cursor) openingBracket(closing int) (int, bool) {
	if c.isEscaped(closing) {
		return 0, false
	}
	depth := 0
	for i := closing; i >= max(c.bodyStart(), closing-maxLinkText); i-- {
		switch c.source[i] {
		case ']':
			if !c.isEscaped(i) {
				depth++
			}
		case '[':
			if !c.isEscaped(i) {
				depth--
			}
			if depth == 0 {
				return i, true
			}
		case '\n':
			if strings.TrimSpace(c.source[lineStart(c.source, i):i]) == "" {
				return 0, false // a blank line ends the paragraph
			}
		}
	}
	return 0, false
}

// isEscaped reports whether an odd number of backslashes precedes an offset.
func (c *cursor) isEscaped(offset int) bool {
	n := 0
	for n < offset && c.source[offset-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// completeLabel offers the labels of the file's definitions.
func (c *cursor) completeLabel(site linkSite) []Completion {
	var found []Completion
	seen := make(map[string]bool)
	for _, def := range c.file.Doc.Markdown().Definitions {
		label := def.Label.Of(c.source)
		if seen[def.Name] || strings.HasPrefix(label, "^") || strings.ContainsAny(label, "\r\n") {
			continue
		}
		seen[def.Name] = true
		found = append(found, Completion{
			Kind: AnchorCompletion, Label: label, Detail: def.Destination, Insert: text.Span{Start: site.span.Start, End: c.offset},
			Replace: site.span, Text: label, Filter: label, Sort: label,
		})
	}
	return found
}
