package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// argumentWords make a number on their line an argument. In code, otherNumbers make it a column, a group or a
// value instead.
var (
	argumentWords = []string{"argument", "arg", "parameter"}
	otherNumbers  = []string{"awk", "sed", "perl", "regex", "regexp", "replace", "select", "insert", "update", "delete", "where", "values"}
)

// hasAnyWord reports whether text contains one of the words, ignoring case.
func hasAnyWord(text string, words []string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r >= 0x80 || !isWordByte(byte(r)) }) {
		if slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, word) }) {
			return true
		}
	}
	return false
}

// isPositional reports whether a span holds a dollar sign and a digit from 1 to 9 that are not part of a
// longer word, an amount or a range.
func isPositional(text string, span text.Span) bool {
	if span.Len() < 2 || text[span.Start+1] < '1' || text[span.Start+1] > '9' {
		return false
	}
	if before := text[:span.Start]; before != "" && (isVariableByte(before[len(before)-1]) || strings.IndexByte("$~/-+", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "–")) {
		return false
	}
	rest := text[span.End:]
	if rest == "" {
		return true
	}
	return !isVariableByte(rest[0]) && strings.IndexByte("/-+%$", rest[0]) < 0 && !strings.HasPrefix(rest, "–") &&
		(len(rest) < 2 || rest[0] != '.' && rest[0] != ',' || !isWordByte(rest[1]))
}

// declaresArguments reports whether the skill declares that it takes arguments, with a frontmatter field that
// some agent reads for them or with $ARGUMENTS.
func (p *scope) declaresArguments() bool {
	for _, key := range []string{"argument-hint", "arguments"} {
		if e, ok := p.fm.Entry(key); ok && !e.ValueSpan.IsEmpty() || p.inMetadata(key) {
			return true
		}
	}
	return !p.meantArguments().IsEmpty()
}
