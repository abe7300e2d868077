package skills

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

// HTML renders an injected text for display, segment by segment: the frontmatter as a table of its fields
// with the values as written, the body as Markdown, everything else as plain text. A body that the agent
// writes in another form, such as a JSON string, is shown as in the source. The result is a safe fragment:
// raw HTML is escaped, remote images are replaced by their text, and links have only http, https, mailto or
// relative targets. Blocks of the body and the other segments have the attribute data-offset: the byte offset
// in content at which they begin, approximate for a body in another form.
//
// The result has at most [markdown.HTMLLimit] bytes. A frontmatter or a body whose markup takes more is shown
// as plain text, and so is the whole content if its parts together take more.
func HTML(content, source string, segments []Segment) string {
	limit := markdown.HTMLLimit(content)
	var out, body strings.Builder
	var pieces []bodyPiece
	flush := func() {
		if body.Len() > 0 {
			out.WriteString(markdown.HTML(body.String(), func(at int) int { return contentOffset(pieces, at) }))
			body.Reset()
			pieces = pieces[:0]
		}
	}
	for _, s := range segments {
		if out.Len() > limit {
			break
		}
		piece := s.Of(content)
		written := piece
		if s.Source != nil && s.Kind != SegmentSubstituted {
			written = text.DecodeUTF8(s.Source.Of(source))
		}
		switch {
		case s.Kind == SegmentBody, s.Kind == SegmentSubstituted, s.Kind == SegmentUnexecuted:
			pieces = append(pieces, bodyPiece{body.Len(), s.Span})
			if s.Kind == SegmentBody {
				piece = written
			}
			body.WriteString(piece)
		case s.Kind == SegmentFrontmatter && written == piece:
			flush()
			out.WriteString(frontmatterHTML(piece, s.Start))
		default:
			flush()
			out.WriteString(markdown.PlainHTML(string(s.Kind), piece, s.Start))
		}
	}
	flush()
	if out.Len() > limit {
		return markdown.PlainHTML("plain", content, 0)
	}
	return out.String()
}

// frontmatterHTML renders a frontmatter with its delimiters as a table of fields. start is its byte offset in
// the content.
func frontmatterHTML(text string, start int) string {
	fm := Parse(text).Frontmatter
	// A table of the fields shows all of a frontmatter only if it has fields and nothing else, except
	// comments.
	if fm.State != frontmatter.Closed || len(fm.Entries) == 0 || len(fm.Stray) > 0 {
		return markdown.PlainHTML(string(SegmentFrontmatter), text, start)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "<table class=\"frontmatter\" data-offset=\"%d\">\n", start)
	for _, e := range fm.Entries {
		value := e.ValueSpan.Of(text)
		fmt.Fprintf(&out, "<tr><th>%s</th><td>%s</td></tr>\n", markdown.EscapeText(e.Key), markdown.EscapeText(value))
		if out.Len() > markdown.HTMLLimit(text) {
			return markdown.PlainHTML(string(SegmentFrontmatter), text, start)
		}
	}
	return out.String() + "</table>\n"
}

// A bodyPiece is a segment that is part of a body to render.
type bodyPiece struct {
	at      int       // its byte offset in the body
	content text.Span // its bytes in the content
}

// contentOffset returns the byte offset in the content for a byte offset in the body.
func contentOffset(pieces []bodyPiece, at int) int {
	i, found := slices.BinarySearchFunc(pieces, at, func(p bodyPiece, at int) int { return p.at - at })
	if !found {
		i--
	}
	return min(pieces[i].content.Start+at-pieces[i].at, pieces[i].content.End)
}
