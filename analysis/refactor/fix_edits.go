package refactor

import (
	"strings"
	"unicode/utf8"

	"github.com/aymanbagabas/go-udiff"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills/text"
)

// Edits returns the edits that turn source, the text of the file, into the fixed text, in source order. Each
// run of changed lines has one edit that covers only what differs in it, so that an editor's cursor stays in
// place. An edit never begins or ends inside a character or between a carriage return and its line feed.
func (f Fixed) Edits(path, source string) []diagnostic.Edit {
	var edits []diagnostic.Edit
	for _, e := range udiff.Lines(source, f.Text) {
		edits = append(edits, narrow(path, source, e))
	}
	return edits
}

// narrow removes from an edit the text that the old and the new version have in common at both ends.
func narrow(path, source string, e udiff.Edit) diagnostic.Edit {
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
	return diagnostic.Edit{Path: path, Span: text.Span{Start: start, End: start + len(old) - n}, Text: replacement[:len(replacement)-n]}
}

// splits reports whether an offset is inside a character, or between a carriage return and its line feed.
func splits(text string, offset int) bool {
	for back := 1; back < utf8.UTFMax && back <= offset && offset < len(text); back++ {
		if _, size := utf8.DecodeRuneInString(text[offset-back:]); size > back {
			return true
		}
	}
	return offset > 0 && text[offset-1] == '\r' && strings.HasPrefix(text[offset:], "\n")
}
