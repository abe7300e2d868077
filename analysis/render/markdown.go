// Package render writes Markdown for hovers and completions.
package render

import (
	"net/url"
	"strings"
	"unicode"

	"skills-ls/skills/vfs"
)

// Escape returns a paragraph of Markdown that renders as text: without emphasis, links, images, HTML,
// entities, or bare URLs that an editor would turn into links. White space is folded and control characters
// are dropped.
func Escape(text string) string {
	text = foldSpace(text)
	var out strings.Builder
	out.Grow(len(text) + len(text)/8)
	if i := listMarker(text); i >= 0 {
		out.WriteString(text[:i] + `\`)
		text = text[i:]
	}
	for i := range len(text) {
		switch b := text[i]; {
		case strings.IndexByte("\\`*_[]<>&!|~@", b) >= 0,
			b == ':' && strings.HasPrefix(text[i:], "://"), // "mailto:" is covered by escaping its "@"
			b == '.' && i >= 3 && strings.EqualFold(text[i-3:i], "www"):
			out.WriteByte('\\')
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

// listMarker returns the offset of the character that makes text a heading, a list or a thematic break, or -1
// if not found.
func listMarker(text string) int {
	if text == "" {
		return -1
	}
	if strings.IndexByte("#-+=", text[0]) >= 0 {
		return 0
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	if digits > 0 && digits < len(text) && (text[digits] == '.' || text[digits] == ')') {
		return digits
	}
	return -1
}

// foldSpace returns text on one line, without control characters and characters that reorder text.
func foldSpace(text string) string {
	if isFolded(text) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// isFolded reports whether text is printable ASCII that needs no folding. It returns false for all other
// text.
func isFolded(text string) bool {
	before := byte(' ')
	for i := range len(text) {
		b := text[i]
		if b < ' ' || b > '~' || b == ' ' && before == ' ' {
			return false
		}
		before = b
	}
	return before != ' '
}

// CodeSpan returns text as a Markdown code span, even if it contains backticks.
func CodeSpan(text string) string {
	text = foldSpace(text)
	if text == "" {
		return "` `"
	}
	ticks := strings.Repeat("`", longestRun(text, '`')+1)
	if text[0] == '`' || text[len(text)-1] == '`' {
		text = " " + text + " "
	}
	return ticks + text + ticks
}

// Fenced returns text as a fenced code block that nothing in the text can close.
func Fenced(info, text string) string {
	ticks := strings.Repeat("`", max(3, longestRun(text, '`')+1))
	return ticks + info + "\n" + text + "\n" + ticks + "\n"
}

// longestRun returns the length of the longest run of b in text.
func longestRun(text string, b byte) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] == b {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}

// FileLink returns a Markdown link to the file at an absolute path.
func FileLink(text, path string) string {
	return "[" + Escape(text) + "](<" + FileURL(path) + ">)"
}

// FileURL returns the file: URL of an absolute path.
func FileURL(path string) string { return FileURLFor(path, vfs.NativePaths()) }

func FileURLFor(path string, style vfs.PathStyle) string {
	u := url.URL{Scheme: "file", Path: path}
	if style == vfs.WindowsPaths {
		path = strings.ReplaceAll(path, `\`, "/")
		u.Path = "/" + path // a path with a drive letter
		if share, ok := strings.CutPrefix(path, "//"); ok {
			u.Host, u.Path, _ = strings.Cut(share, "/")
			u.Path = "/" + u.Path
		}
	}
	return u.String()
}
