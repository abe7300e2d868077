package analysis

import (
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"skills-ls/skills/text"
)

// Edits returns what turns the file's text, source, into the fixed one, in source order: for each run of lines that changed one edit of no
// more than what differs in it, so that an editor's cursor stays where it is. Its ends are on whole characters and never between a
// carriage return and its line feed.
func (f Fixed) Edits(path, source string) []Edit {
	var edits []Edit
	for _, e := range udiff.Lines(source, f.Text) {
		edits = append(edits, narrow(path, source, e))
	}
	return edits
}

// narrow leaves out of an edit what its text has in common with the one it replaces, at both ends.
func narrow(path, source string, e udiff.Edit) Edit {
	old, replacement := source[e.Start:e.End], e.New
	n := 0
	for n < len(old) && n < len(replacement) && old[n] == replacement[n] {
		n++
	}
	for n > 0 && (splits(old, n) || splits(replacement, n)) {
		n--
	}
	start := e.Start + n
	old, replacement = old[n:], replacement[n:]
	n = 0
	for n < len(old) && n < len(replacement) && old[len(old)-1-n] == replacement[len(replacement)-1-n] {
		n++
	}
	for n > 0 && (splits(old, len(old)-n) || splits(replacement, len(replacement)-n)) {
		n--
	}
	return Edit{Path: path, Span: text.Span{Start: start, End: start + len(old) - n}, Text: replacement[:len(replacement)-n]}
}

// splits reports whether an offset lies within a character, or between a carriage return and its line feed.
func splits(text string, offset int) bool {
	for back := 1; back < utf8.UTFMax && back <= offset && offset < len(text); back++ {
		if _, size := utf8.DecodeRuneInString(text[offset-back:]); size > back {
			return true
		}
	}
	return offset > 0 && text[offset-1] == '\r' && strings.HasPrefix(text[offset:], "\n")
}
