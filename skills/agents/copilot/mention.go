package copilot

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// mentions returns the slash command that begins a message. It reads "/plugin skill" as "/plugin", because it
// does not know which commands exist.
func mentions(source string) []skills.Mention {
	name, span := command(source, func(string) bool { return false })
	if name == "" {
		return nil
	}
	return []skills.Mention{{Kind: skills.SlashMention, Span: span, Name: name, NameSpan: text.Span{Start: span.Start + 1, End: span.End}}}
}

// command returns the name and the span of the command that begins a message
// (requestParser/chatRequestParser.ts). The name is "" if there is no command. It has letters, digits and
// "_-.:". It is the longest such text before the end of a word, white space or the end of the message. exists
// reports whether there is a command with a name.
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

// ofPlugin returns the command "plugin:skill" if the message has it as "/plugin skill", and otherwise the
// given command.
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

// nameLength returns the number of bytes at the beginning of a text that are letters, digits or the given
// characters.
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

// isWordIgnoringCaseJS reports whether \b counts a character as part of a word, in a Unicode regular
// expression that ignores case.
func isWordIgnoringCaseJS(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '\u017f' || r == '\u212a'
}
