package copilot

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// mentions returns the slash command that begins a message. It takes "/plugin skill" for "/plugin", since which commands exist is
// not known here.
func mentions(source string) []skills.Mention {
	name, span := command(source, func(string) bool { return false })
	if name == "" {
		return nil
	}
	return []skills.Mention{{Kind: skills.SlashMention, Span: span, Name: name, NameSpan: text.Span{Start: span.Start + 1, End: span.End}}}
}

// command returns the name of the command that begins a message, and where it is written (requestParser/chatRequestParser.ts). The
// name is "" if there is none. It is made of letters, digits and "_-.:", as many as leave an end of a word, white space or nothing
// after them. The function reports whether a command exists.
func command(source string, exists func(name string) bool) (name string, span text.Span) {
	span = text.Span{Start: text.Span{End: len(source)}.TrimJS(source).Start}
	if !strings.HasPrefix(source[span.Start:], "/") {
		return "", span
	}
	first := span.Start + 1
	for span.End = first + nameLength(source[first:], "_-.:"); span.End > first; {
		name = source[first:span.End]
		last, n := utf8.DecodeLastRuneInString(name)
		rest := source[span.End:]
		if rest == "" || startsWithSpaceJS(rest) || isWordIgnoringCaseJS(last) != isWordIgnoringCaseJS(kit.FirstRune(rest)) {
			return ofPlugin(source, name, span, exists)
		}
		span.End -= n
	}
	return "", span
}

// ofPlugin returns the command "plugin:skill" if that is written as "/plugin skill", and else the one that was given.
func ofPlugin(source, name string, span text.Span, exists func(name string) bool) (string, text.Span) {
	rest := source[span.End:]
	skill := strings.TrimLeft(rest, " \t")
	blanks := len(rest) - len(skill)
	skill = skill[:nameLength(skill, "_-.")]
	if full := name + ":" + skill; blanks > 0 && skill != "" && !exists(name) && exists(full) {
		return full, text.Span{Start: span.Start, End: span.End + blanks + len(skill)}
	}
	return name, span
}

// nameLength returns how many bytes at the beginning of a text are letters, digits and the given characters.
func nameLength(source, more string) int {
	n := strings.IndexFunc(source, func(r rune) bool {
		return !unicode.IsLetter(r) && (r < '0' || r > '9') && !strings.ContainsRune(more, r)
	})
	if n < 0 {
		return len(source)
	}
	return n
}

// startsWithSpaceJS reports whether the first character is white space in ECMAScript.
func startsWithSpaceJS(source string) bool {
	r, n := utf8.DecodeRuneInString(source)
	return n > 0 && text.TrimJS(string(r)) == ""
}

// isWordIgnoringCaseJS reports whether a character is one of a word for \b, in a regular expression that ignores case and knows Unicode.
func isWordIgnoringCaseJS(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '\u017f' || r == '\u212a'
}
