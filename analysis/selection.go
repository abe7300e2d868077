package analysis

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"skills-ls/skills"
)

// Selections returns what an editor selects around an offset as its user widens the selection, each span within the next: a word, a value or
// a part of a link, the link, the paragraph, the code, the section, those around it, the whole file. The last is always the file. It returns
// nil where there is no such file, and where the context is cancelled.
func (s *Snapshot) Selections(ctx context.Context, path string, offset int) []skills.Span {
	c, ok := s.cursorAt(ctx, path, offset)
	if !ok {
		return nil
	}
	spans := append(c.around(), skills.Span{Start: 0, End: len(c.source)})
	slices.SortStableFunc(spans, func(a, b skills.Span) int { return cmp.Compare(a.Len(), b.Len()) })
	var list []skills.Span
	for _, span := range spans {
		if last := len(list) - 1; !span.IsEmpty() && span.Contains(c.offset) && (last < 0 || span.Encloses(list[last]) && span != list[last]) {
			list = append(list, span)
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return list
}

// around returns spans of which some may be around the cursor.
func (c *cursor) around() []skills.Span {
	spans := []skills.Span{c.word(), trimmed(c.source, c.line), c.paragraph()}
	for _, symbol := range c.snapshot.Symbols(c.ctx, c.file.Path) {
		spans = c.inSymbol(&symbol, spans)
	}
	if c.file.isYAML() {
		return spans
	}
	fm := &c.file.Doc.Frontmatter
	spans = append(spans, fm.Content, c.file.Doc.Body)
	for _, e := range fm.Entries {
		spans = append(spans, insideQuotes(c.source, e.ValueSpan), e.ValueSpan)
	}
	return c.inMarkdown(spans)
}

// inSymbol adds a symbol, its name, and the same of those in it.
func (c *cursor) inSymbol(s *Symbol, to []skills.Span) []skills.Span {
	if !s.Span.Contains(c.offset) {
		return to
	}
	to = append(to, s.Selection, s.Span)
	if s.Kind != FrontmatterSymbol {
		to = append(to, c.below(s))
	}
	for i := range s.Children {
		to = c.inSymbol(&s.Children[i], to)
	}
	return to
}

// below returns what follows the name of a symbol: the text of a section, the value of a field.
func (c *cursor) below(s *Symbol) skills.Span {
	span := trimmed(c.source, skills.Span{Start: s.Selection.End, End: s.Span.End})
	if s.Kind == FieldSymbol && strings.HasPrefix(span.Of(c.source), ":") {
		span.Start++
	}
	return trimmed(c.source, span)
}

// inMarkdown adds links, definitions, headings and code with their parts.
func (c *cursor) inMarkdown(to []skills.Span) []skills.Span {
	md := c.file.Doc.Markdown()
	for _, l := range md.Links {
		to = append(to, l.Text, l.Label, l.Span)
		if l.Kind == skills.InlineLink {
			to = append(to, l.Dest, l.Title)
		}
	}
	for _, d := range md.Definitions {
		to = append(to, d.Label, d.Dest, d.Title, d.Span)
	}
	for _, h := range md.Headings {
		to = append(to, h.TextSpan)
	}
	for _, code := range md.CodeSpans {
		to = append(to, code.Content, code.Span)
	}
	for _, fence := range md.Fences {
		to = append(to, fence.Info, fence.Content, fence.Span)
	}
	for _, m := range c.snapshot.mentions(c.file) {
		to = append(to, m.Span)
	}
	return append(to, md.Comments...)
}

// word returns the word that the cursor stands in or at, with hyphens in it, as names have.
func (c *cursor) word() skills.Span {
	isPart := func(r rune) bool { return isWordRune(r) || '0' <= r && r <= '9' || r == '-' || r == '_' }
	before := strings.TrimRightFunc(c.source[c.line.Start:c.offset], isPart)
	after := strings.TrimLeftFunc(c.source[c.offset:c.line.End], isPart)
	return skills.Span{Start: c.line.Start + len(before), End: c.line.End - len(after)}
}

// paragraph returns the lines around the cursor that no blank line parts.
func (c *cursor) paragraph() skills.Span {
	if strings.TrimSpace(c.line.Of(c.source)) == "" {
		return skills.At(c.offset)
	}
	span := c.line
	for above, ok := lineAbove(c.source, span.Start); ok && strings.TrimSpace(above.Of(c.source)) != ""; above, ok = lineAbove(c.source, span.Start) {
		span.Start = above.Start
	}
	for next := nextLine(c.source, span.End); next > span.End; next = nextLine(c.source, span.End) {
		below := firstLine(c.source, next)
		if strings.TrimSpace(below.Of(c.source)) == "" {
			break
		}
		span.End = below.End
	}
	return trimmed(c.source, span)
}

// lineAbove returns the line above one that begins at an offset, without its line ending; false for the first.
func lineAbove(source string, start int) (skills.Span, bool) {
	text := source[:start]
	end := strings.TrimSuffix(text, "\n")
	if end = strings.TrimSuffix(end, "\r"); len(end) == len(text) {
		return skills.Span{}, false
	}
	return skills.Span{Start: lineStart(source, len(end)), End: len(end)}, true
}

// trimmed returns a span without the blanks and line endings at its ends.
func trimmed(source string, span skills.Span) skills.Span {
	text := span.Of(source)
	start := span.Start + len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	if start == span.End {
		return skills.At(start)
	}
	return skills.Span{Start: start, End: textEnd(source, skills.Span{Start: start, End: span.End})}
}

// insideQuotes returns a value without the quotes around it.
func insideQuotes(source string, value skills.Span) skills.Span {
	text := value.Of(source)
	if n := len(text); n >= 2 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		return skills.Span{Start: value.Start + 1, End: value.End - 1}
	}
	return value
}
