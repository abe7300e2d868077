package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A lostBreak is a missing line break: a value runs into the next key of the frontmatter, as in "... Use when
// asked.license: MIT". Quoting such a value would hide the key in it.
type lostBreak struct {
	key  text.Span // with its colon
	name string
	fix  diagnostic.Fix
}

// commonKeys are keys that no agent reads, but many skills have.
var commonKeys = []string{"version", "author", "authors", "origin", "tags", "category", "homepage", "repository", "source", "keywords", "updated", "language"}

// lostBreakOf returns the place where a value on one line runs into a key that the frontmatter lacks and that
// has a short value. It returns nil if not found.
func lostBreakOf(p *Pass, e *frontmatter.Entry) *lostBreak {
	const longest = 60 // bytes of such a value
	source, start := e.ValueSpan.Of(p.Doc.Source), e.ValueSpan.Start
	colon := strings.LastIndex(source, ": ")
	if unquotedColon(source) < 0 || colon < 0 || strings.ContainsAny(source, "\r\n") {
		return nil
	}
	own := strings.TrimSpace(source[colon+1:])
	before := strings.TrimRightFunc(source[:colon], isKeyRune)
	name := source[len(before):colon]
	if own == "" || len(own) > longest || strings.Contains(own, ". ") || !isLackingKey(p, name) || !endsValue(before) {
		return nil
	}
	kept := strings.TrimRight(before, " \t")
	if unquotedColon(kept) >= 0 {
		kept = Quote(kept)
	}
	lines := kept + p.Newline() + source[len(before):]
	root, err := frontmatter.ParseYAML(e.Key + ": " + lines)
	if err != nil || root == nil || len(root.Pairs) != 2 {
		return nil
	}
	return &lostBreak{
		key: text.Span{Start: start + len(before), End: start + colon + 1}, name: name,
		fix: diagnostic.Fix{Title: "Start a new line at " + InQuotes(name), Edits: []diagnostic.Edit{p.Edit(e.ValueSpan, lines)}},
	}
}

// isKeyRune reports whether a character is usual in a key of a frontmatter.
func isKeyRune(r rune) bool {
	return r == '-' || r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

// isLackingKey reports whether word is a key that a frontmatter may have and this one lacks.
func isLackingKey(p *Pass, word string) bool {
	_, given := p.Fm.Entry(word)
	return !given && (slices.Contains(commonKeys, word) || slices.Contains(KnownKeys(), word))
}

// endsValue reports whether text may be the end of a value, before a key that should be on the next line. It
// ends with a sentence, a bracket or quotes, or in another script than the key's.
func endsValue(text string) bool {
	trimmed := strings.TrimRight(text, " \t")
	last, _ := utf8.DecodeLastRuneInString(trimmed)
	switch {
	case trimmed == "":
		return false
	case strings.ContainsRune(".!?。！？．…", last):
		return true
	}
	return trimmed == text && (strings.ContainsRune(`)]"'`+"`", last) || last > unicode.MaxLatin1 && (unicode.IsLetter(last) || unicode.IsPunct(last)))
}
