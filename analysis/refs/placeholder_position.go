package refs

import (
	"slices"
	"strings"

	"skills-ls/analysis/match"
	"skills-ls/skills/text"
)

// ArgumentWords make a number on their line an argument. In code, OtherNumbers make it a column, a group or a
// value instead.
var (
	ArgumentWords = []string{"argument", "arg", "parameter"}
	OtherNumbers  = []string{"awk", "sed", "perl", "regex", "regexp", "replace", "select", "insert", "update", "delete", "where", "values"}
)

// HasAnyWord reports whether text contains one of the words, ignoring case.
func HasAnyWord(text string, words []string) bool {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r >= 0x80 || !match.IsWordByte(byte(r)) }) {
		if slices.ContainsFunc(words, func(w string) bool { return strings.EqualFold(w, word) }) {
			return true
		}
	}
	return false
}

// IsPositional reports whether a span holds a dollar sign and a digit from 1 to 9 that are not part of a
// longer word, an amount or a range.
func IsPositional(text string, span text.Span) bool {
	if span.Len() < 2 || text[span.Start+1] < '1' || text[span.Start+1] > '9' {
		return false
	}
	if before := text[:span.Start]; before != "" && (IsVariableByte(before[len(before)-1]) || strings.IndexByte("$~/-+", before[len(before)-1]) >= 0 || strings.HasSuffix(before, "–")) {
		return false
	}
	rest := text[span.End:]
	if rest == "" {
		return true
	}
	return !IsVariableByte(rest[0]) && strings.IndexByte("/-+%$", rest[0]) < 0 && !strings.HasPrefix(rest, "–") &&
		(len(rest) < 2 || rest[0] != '.' && rest[0] != ',' || !match.IsWordByte(rest[1]))
}

// DeclaresArguments reports whether the skill declares that it takes arguments, with a frontmatter field that
// some agent reads for them or with $ARGUMENTS.
func (p *Scope) DeclaresArguments() bool {
	for _, key := range []string{"argument-hint", "arguments"} {
		if e, ok := p.Fm.Entry(key); ok && !e.ValueSpan.IsEmpty() || p.InMetadata(key) {
			return true
		}
	}
	return !p.MeantArguments().IsEmpty()
}
