package kit

import (
	"iter"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// LineFeeds returns the text of a file as some programs for Node read it: without a byte order mark, with
// line feeds in place of CRLF and CR, and with U+FFFD in place of invalid UTF-8.
func LineFeeds(source string) string {
	return ToLineFeeds(text.DecodeUTF8(strings.TrimPrefix(source, text.ByteOrderMark)))
}

// LinesFrom yields the lines from an offset on, without their line endings: \n, \r\n or \r.
func LinesFrom(source string, start int) iter.Seq[text.Span] {
	return func(yield func(text.Span) bool) {
		for line := (text.Span{Start: start}); line.Start < len(source); {
			end, next := text.LineAt(source, line.Start, len(source))
			if line.End = end; !yield(line) {
				return
			}
			line.Start = next
		}
	}
}

// ToLineFeeds replaces CRLF and CR by line feeds. Unlike a [strings.Replacer], it allocates nothing for a text
// that has neither, as most have.
func ToLineFeeds(source string) string {
	return strings.ReplaceAll(strings.ReplaceAll(source, "\r\n", "\n"), "\r", "\n")
}

// SourceSpan returns the span in a file of a span in its decoded text, as [SourceOffset] does.
func SourceSpan(source, decoded string, at text.Span) text.Span {
	return text.Span{Start: SourceOffset(source, decoded, at.Start), End: SourceOffset(source, decoded, at.End)}
}

// CopyDecoded appends a part of decoded, which is the result of [LineFeeds], or that with CRLF in place of each
// line feed.
func CopyDecoded(c *skills.Composition, kind skills.SegmentKind, source, decoded string, part text.Span) {
	at := SourceSpan(source, decoded, part)
	if text.DecodeUTF8(at.Of(source)) == part.Of(decoded) {
		c.Copy(kind, source, at)
		return
	}
	const note = "line endings are normalized, and invalid UTF-8 in the file appears as U+FFFD"
	c.CopyAs(kind, part.Of(decoded), at, note)
}

// CopyBody appends the body that parts finds in the result of [LineFeeds], without white space around it. If the
// agent finds no frontmatter, the body is that of the author's view.
func CopyBody(c *skills.Composition, source string, parts func(decoded string) (matter, body text.Span, ok bool)) {
	decoded := LineFeeds(source)
	_, body, ok := parts(decoded)
	if !ok {
		body = skills.Parse(decoded).Body
	}
	CopyDecoded(c, skills.SegmentBody, source, decoded, body.TrimJS(decoded))
}

// SourceOffset returns the offset in a file of an offset in decoded, which is the result of [LineFeeds], or
// that with CRLF in place of each line feed, or that of [text.DecodeUTF8].
func SourceOffset(source, decoded string, at int) int {
	if source == decoded {
		return min(at, len(source))
	}
	i := len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
	for n := 0; n < at && i < len(source); {
		r, size := utf8.DecodeRuneInString(source[i:])
		width := size
		before, after := strings.HasPrefix(source[i:], "\r\n"), strings.HasPrefix(decoded[n:], "\r\n")
		switch {
		case r == utf8.RuneError && size == 1:
			size, _ = text.BrokenUTF8(source[i:])
			width = utf8.RuneLen(utf8.RuneError)
		case before && !after:
			size = 2
		case after && !before:
			width = 2
		}
		n, i = n+width, i+size
	}
	return i
}
