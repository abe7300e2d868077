package kit

import (
	"iter"
	"regexp"
	"strings"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// IsOpened reports whether a file begins with a line that is exactly "---".
func IsOpened(source string) bool { return OpeningLength(source) > 0 }

// OpeningLength returns the length in bytes of the line "---" at the beginning of the file, including its
// line ending. It returns 0 if the file does not begin with that line.
func OpeningLength(source string) int {
	for _, open := range []string{"---\n", "---\r\n"} {
		if strings.HasPrefix(source, open) {
			return len(open)
		}
	}
	return 0
}

// Fenced returns what ^---\r?\n([\s\S]*?)\r?\n--- matches in a file: the text between the delimiters, and the
// text after the second delimiter. Three hyphens at the start of a line close the frontmatter, even if
// something follows them.
func Fenced(source string) (content, rest text.Span, ok bool) {
	open := OpeningLength(source)
	i := strings.Index(source[open:], "\n---")
	if open == 0 || i < 0 {
		return content, rest, false
	}
	content = text.Span{Start: open, End: open + i}
	if i > 0 && source[content.End-1] == '\r' {
		content.End--
	}
	return content, text.Span{Start: open + i + len("\n---"), End: len(source)}, true
}

// MatchMatter returns the first group that an expression matches in a file, and the text after the match. Without a
// match, that is the whole file.
func MatchMatter(expression *regexp.Regexp, source string) (content, rest text.Span, ok bool) {
	match := expression.FindStringSubmatchIndex(source)
	if match == nil {
		return content, text.Span{End: len(source)}, false
	}
	return text.Span{Start: match[2], End: match[3]}, text.Span{Start: match[1], End: len(source)}, true
}

// FrontmatterEnd returns the offset of the body. If the frontmatter is not closed, the body begins after the
// last line that can be frontmatter. If there is no frontmatter, it returns 0.
func FrontmatterEnd(source string) int {
	start := len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
	switch fm, body := frontmatter.Delimit(source, start); fm.State {
	case frontmatter.Closed:
		return body.Start
	case frontmatter.Unclosed:
		return fm.Content.End
	default:
		return 0
	}
}

// ValueOrKey returns the span of the value, or of the key if there is no value.
func ValueOrKey(e *frontmatter.Entry) text.Span {
	if e.ValueSpan.IsEmpty() {
		return e.KeySpan
	}
	return e.ValueSpan
}

// A Delimited is the frontmatter between two lines.
type Delimited struct {
	Opened, Closed bool
	Content        text.Span   // between the lines of the delimiters, or to the end of the file
	Body           int         // offset of the line after the closing delimiter, or 0
	Lines          []text.Span // of Content, as spans of the file
	Text           string      // the lines, joined with line feeds
}

// ReadDelimited reads the frontmatter that Codex's extract_frontmatter finds (loader.rs 6162409b).
func ReadDelimited(source string) Delimited {
	return DelimitedIn(source, RustLines(source), strings.TrimSpace)
}

// DelimitedIn reads the frontmatter between two lines that are "---" without the white space that trim
// removes. The first of them must be the first of the lines that are given.
func DelimitedIn(source string, lines iter.Seq[text.Span], trim func(string) string) Delimited {
	front := Delimited{Content: text.At(len(source))}
	var joined strings.Builder
	for line := range lines {
		switch delimiter := trim(line.Of(source)) == "---"; {
		case !front.Opened && !delimiter:
			return front
		case !front.Opened:
			front.Opened = true
			_, front.Content.Start = text.LineAt(source, line.End, len(source))
		case delimiter:
			front.Closed, front.Content.End = true, line.Start
			_, front.Body = text.LineAt(source, line.End, len(source))
			front.Text = joined.String()
			return front
		default:
			if len(front.Lines) > 0 {
				joined.WriteByte('\n')
			}
			joined.WriteString(line.Of(source))
			front.Lines = append(front.Lines, line)
		}
	}
	return front
}

// Span returns the span of the file that has the given part of Text. Lines must not be empty.
func (f *Delimited) Span(start, end int) text.Span {
	return text.Span{Start: f.offset(start), End: f.offset(end)}
}

func (f *Delimited) offset(at int) int {
	for _, line := range f.Lines {
		if at <= line.Len() {
			return line.Start + at
		}
		at -= line.Len() + 1
	}
	return f.Lines[len(f.Lines)-1].End
}
