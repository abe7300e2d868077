package outline

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/hiddentext"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// Selections returns the spans around an offset that an editor selects as the user widens the selection, each
// contained in the next: a word, a value or a part of a link, the link, the paragraph, the code, the section,
// the enclosing sections, the whole file. The last is always the file. Selections returns nil if the file
// does not exist.
func Selections(ctx context.Context, s *workspace.Snapshot, path string, offset int) []text.Span {
	c, ok := refs.CursorAt(ctx, s, path, offset)
	if !ok {
		return nil
	}
	spans := append(around(c), text.Span{Start: 0, End: len(c.Source)})
	slices.SortStableFunc(spans, func(a, b text.Span) int { return cmp.Compare(a.Len(), b.Len()) })
	var list []text.Span
	for _, span := range spans {
		if last := len(list) - 1; !span.IsEmpty() && span.Contains(c.Offset) && (last < 0 || span.Encloses(list[last]) && span != list[last]) {
			list = append(list, span)
		}
	}
	return list
}

// around returns candidate spans, not all of which contain the cursor.
func around(c *refs.Cursor) []text.Span {
	spans := []text.Span{word(c), file.Trimmed(c.Source, c.Line), paragraph(c)}
	for _, symbol := range Symbols(c.Ctx, c.Snapshot, c.File.Path) {
		spans = inSymbol(c, &symbol, spans)
	}
	if c.File.IsData() {
		return spans
	}
	fm := &c.File.Doc.Frontmatter
	spans = append(spans, fm.Content, c.File.Doc.Body)
	for _, e := range fm.Entries {
		spans = append(spans, refs.InsideQuotes(c.Source, e.ValueSpan), e.ValueSpan)
	}
	return inMarkdown(c, spans)
}

// inSymbol adds the spans of a symbol, its name, and the symbols in it, if the cursor is in them.
func inSymbol(c *refs.Cursor, s *Symbol, to []text.Span) []text.Span {
	if !s.Span.Contains(c.Offset) {
		return to
	}
	to = append(to, s.Selection, s.Span)
	if s.Kind != FrontmatterSymbol {
		to = append(to, below(c, s))
	}
	for i := range s.Children {
		to = inSymbol(c, &s.Children[i], to)
	}
	return to
}

// below returns the span after a symbol's name: the text of a section, the value of a field.
func below(c *refs.Cursor, s *Symbol) text.Span {
	span := file.Trimmed(c.Source, text.Span{Start: s.Selection.End, End: s.Span.End})
	if s.Kind == FieldSymbol && strings.HasPrefix(span.Of(c.Source), ":") {
		span.Start++
	}
	return file.Trimmed(c.Source, span)
}

// inMarkdown adds the spans of links, definitions, headings and code, and of their parts.
func inMarkdown(c *refs.Cursor, to []text.Span) []text.Span {
	md := c.File.Doc.Markdown()
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
	for _, m := range refs.Mentions(c.Snapshot, c.File) {
		to = append(to, m.Span)
	}
	return append(to, md.Comments...)
}

// word returns the word at the cursor. Hyphens count as part of a word, because names contain them.
func word(c *refs.Cursor) text.Span {
	isPart := func(r rune) bool { return hiddentext.IsWordRune(r) || '0' <= r && r <= '9' || r == '-' || r == '_' }
	before := strings.TrimRightFunc(c.Source[c.Line.Start:c.Offset], isPart)
	after := strings.TrimLeftFunc(c.Source[c.Offset:c.Line.End], isPart)
	return text.Span{Start: c.Line.Start + len(before), End: c.Line.End - len(after)}
}

// paragraph returns the lines around the cursor up to the nearest blank lines.
func paragraph(c *refs.Cursor) text.Span {
	if strings.TrimSpace(c.Line.Of(c.Source)) == "" {
		return text.At(c.Offset)
	}
	span := c.Line
	for above, ok := lineAbove(c.Source, span.Start); ok && strings.TrimSpace(above.Of(c.Source)) != ""; above, ok = lineAbove(c.Source, span.Start) {
		span.Start = above.Start
	}
	for next := lines.Next(c.Source, span.End); next > span.End; next = lines.Next(c.Source, span.End) {
		below := lines.FirstLine(c.Source, next)
		if strings.TrimSpace(below.Of(c.Source)) == "" {
			break
		}
		span.End = below.End
	}
	return file.Trimmed(c.Source, span)
}

// lineAbove returns the line above the one that begins at an offset, without its line ending. It returns
// false for the first line.
func lineAbove(source string, start int) (text.Span, bool) {
	src := source[:start]
	end := strings.TrimSuffix(src, "\n")
	if end = strings.TrimSuffix(end, "\r"); len(end) == len(src) {
		return text.Span{}, false
	}
	return text.Span{Start: lines.LineStart(source, len(end)), End: len(end)}, true
}
