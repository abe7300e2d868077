package index

import (
	"iter"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// IsNameByte reports whether a byte can be part of a mentioned name.
func IsNameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_' || b == ':'
}

// IsMentionable reports whether a mention can name a skill with this name.
func IsMentionable(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return r >= utf8.RuneSelf || !IsNameByte(byte(r)) }) < 0
}

// IsSlashName reports whether "/" and a name in prose mention a skill.
func IsSlashName(name string) bool {
	end := slashNameEnd(name, 0)
	return end > 0 && end == len(name)
}

// slashNameEnd returns the end of the name that begins at an offset in prose: a word in kebab case, or two of them
// with a colon between, as in "plugin:skill". If there is none, it returns the offset.
func slashNameEnd(prose string, start int) int {
	end := kebabEnd(prose, start)
	if start < end && end < len(prose) && prose[end] == ':' {
		if own := kebabEnd(prose, end+1); own > end+1 {
			return own
		}
	}
	return end
}

func kebabEnd(prose string, at int) int {
	for at < len(prose) && isKebab(prose[at]) {
		at++
	}
	return at
}

// SlashMentions yields each "/name" and "/plugin:name" in prose. The name is in kebab case, and what surrounds it
// excludes paths and closing tags: see [standsAlone].
func SlashMentions(prose string) iter.Seq[skills.Mention] {
	return func(yield func(skills.Mention) bool) {
		for at := 0; ; {
			i := strings.IndexByte(prose[at:], '/')
			if i < 0 {
				return
			}
			slash := at + i
			end := slashNameEnd(prose, slash+1)
			at = end
			if end > slash+1 && standsAlone(prose, slash, end) && !yield(skills.Mention{
				Kind: skills.SlashMention, Name: prose[slash+1 : end],
				Span: text.Span{Start: slash, End: end}, NameSpan: text.Span{Start: slash + 1, End: end},
			}) {
				return
			}
		}
	}
}

// EndOfNext returns the end of the word in kebab case that follows a mention after white space. Like a mention, the word
// is no part of a path. If there is none, EndOfNext returns the end of the mention.
func EndOfNext(prose string, mention text.Span) int {
	rest := prose[mention.End:]
	start := mention.End + len(rest) - len(strings.TrimLeft(rest, " \t"))
	end := kebabEnd(prose, start)
	if start == mention.End || end == start || !standsAlone(prose, start, end) {
		return mention.End
	}
	return end
}

// standsAlone reports whether the characters around a mention show that it is not part of something else.
func standsAlone(prose string, start, end int) bool {
	if start > 0 && strings.IndexByte(" \t\r\n(*_", prose[start-1]) < 0 {
		return false
	}
	return end == len(prose) || strings.IndexByte(" \t\r\n),;!?*_", prose[end]) >= 0 ||
		prose[end] == '.' && (end+1 == len(prose) || strings.IndexByte(" \t\r\n", prose[end+1]) >= 0)
}

// PluginMentions yields each "plugin:name" in a text that no sigil precedes, in kebab case, such as in
// "Use plugin:name." Whether there is such a plugin is not known.
func PluginMentions(source string) iter.Seq[skills.Mention] {
	return func(yield func(skills.Mention) bool) {
		for at := 0; ; {
			i := strings.IndexByte(source[at:], ':')
			if i < 0 {
				return
			}
			colon := at + i
			start := colon
			for start > at && isKebab(source[start-1]) {
				start--
			}
			end := kebabEnd(source, colon+1)
			at = end
			name := source[start:end]
			if isWord(source[start:colon]) && isWord(source[colon+1:end]) && isLetter(name[0]) && isBare(source, start, end) && !yield(skills.Mention{
				Kind: skills.PluginMention, Name: name, Span: text.Span{Start: start, End: end}, NameSpan: text.Span{Start: start, End: end},
			}) {
				return
			}
		}
	}
}

func isKebab(b byte) bool { return isLetter(b) || b >= '0' && b <= '9' || b == '-' }

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' }

// isWord reports whether a text in kebab case neither is empty nor begins or ends with a hyphen.
func isWord(text string) bool {
	return text != "" && text[0] != '-' && text[len(text)-1] != '-'
}

// isBare is like [standsAlone] for a mention without a sigil. Quotes, backticks, brackets, the bars of tables and
// characters outside of ASCII may surround it too. An underscore must not be inside of a word.
func isBare(source string, start, end int) bool {
	if !MayBegin(source, start) {
		return false
	}
	if end == len(source) || source[end] >= utf8.RuneSelf {
		return true
	}
	isLast := end+1 == len(source)
	switch source[end] {
	case '_':
		return isLast || !IsNameByte(source[end+1])
	case '.', ':':
		return isLast || strings.IndexByte(" \t\r\n*`\"')", source[end+1]) >= 0
	}
	return strings.IndexByte(" \t\r\n),;!?*`\"']|", source[end]) >= 0
}

// MayBegin reports whether a mention without a sigil can begin at an offset, judging by what is before it.
func MayBegin(source string, start int) bool {
	switch {
	case start == 0 || source[start-1] >= utf8.RuneSelf:
		return true
	case source[start-1] == '_':
		return start == 1 || !IsNameByte(source[start-2])
	}
	return strings.IndexByte(" \t\r\n(*`\"'[|", source[start-1]) >= 0
}
