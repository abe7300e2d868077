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

// SlashMentions yields each "/name" in prose. The name is in kebab case, and what surrounds it excludes paths
// and closing tags: see [standsAlone].
func SlashMentions(prose string) iter.Seq[skills.Mention] {
	return func(yield func(skills.Mention) bool) {
		for at := 0; ; {
			i := strings.IndexByte(prose[at:], '/')
			if i < 0 {
				return
			}
			slash := at + i
			end := slash + 1
			for end < len(prose) && (prose[end] >= 'a' && prose[end] <= 'z' || prose[end] >= '0' && prose[end] <= '9' || prose[end] == '-') {
				end++
			}
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

// standsAlone reports whether the characters around a mention show that it is not part of something else.
func standsAlone(prose string, start, end int) bool {
	if start > 0 && strings.IndexByte(" \t\r\n(*_", prose[start-1]) < 0 {
		return false
	}
	return end == len(prose) || strings.IndexByte(" \t\r\n),;!?*_", prose[end]) >= 0 ||
		prose[end] == '.' && (end+1 == len(prose) || strings.IndexByte(" \t\r\n", prose[end+1]) >= 0)
}
