package analysis

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// Selections returns the spans around an offset that an editor selects as the user widens the selection, each
// contained in the next: a word, a value or a part of a link, the link, the paragraph, the code, the section,
// the enclosing sections, the whole file. The last is always the file. Selections returns nil if the file
// does not exist and if the context is canceled.
func (s *Snapshot) Selections(ctx context.Context, path string, offset int) []text.Span {
	c, ok := s.cursorAt(ctx, path, offset)
	if !ok {
		return nil
	}
	spans := append(c.around(), text.Span{Start: 0, End: len(c.source)})
	slices.SortStableFunc(spans, func(a, b text.Span) int { return cmp.Compare(a.Len(), b.Len()) })
	var list []text.Span
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

// around returns candidate spans, not all of which contain the cursor.
func (c *cursor) around() []text.Span {
	spans := []text.Span{c.word(), trimmed(c.source, c.line), c.paragraph()}
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

// inSymbol adds the spans of a symbol, its name, and the symbols in it, if the cursor is in them.
func (c *cursor) inSymbol(s *Symbol, to []text.Span) []text.Span {
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

// below returns the span after a symbol's name: the text of a section, the value of a field.
func (c *cursor) below(s *Symbol) text.Span {
	span := trimmed(c.source, text.Span{Start: s.Selection.End, End: s.Span.End})
	if s.Kind == FieldSymbol && strings.HasPrefix(span.Of(c.source), ":") {
		span.Start++
	}
	return trimmed(c.source, span)
}

// inMarkdown adds the spans of links, definitions, headings and code, and of their parts.
func (c *cursor) inMarkdown(to []text.Span) []text.Span {
	md := c.file.Doc.Markdown()
	for _, l := range md.Links {
		to = append(to, l.Text, l.Label, l.Span)
		if l.Kind == markdown.InlineLink {
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

// word returns the word at the cursor. Hyphens count as part of a word, because names contain them.
func (c *cursor) word() text.Span {
	isPart := func(r rune) bool { return isWordRune(r) || '0' <= r && r <= '9' || r == '-' || r == '_' }
	before := strings.TrimRightFunc(c.source[c.line.Start:c.offset], isPart)
	after := strings.TrimLeftFunc(c.source[c.offset:c.line.End], isPart)
	return text.Span{Start: c.line.Start + len(before), End: c.line.End - len(after)}
}

// paragraph returns the lines around the cursor up to the nearest blank lines.
func (c *cursor) paragraph() text.Span {
	if strings.TrimSpace(c.line.Of(c.source)) == "" {
		return text.At(c.offset)
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

// lineAbove returns the line above the one that begins at an offset, without its line ending. It returns
// false for the first line.
func lineAbove(source string, start int) (text.Span, bool) {
	src := source[:start]
	end := strings.TrimSuffix(src, "\n")
	if end = strings.TrimSuffix(end, "\r"); len(end) == len(src) {
		return text.Span{}, false
	}
	return text.Span{Start: lineStart(source, len(end)), End: len(end)}, true
}
