package kit

import (
	"cmp"
	"regexp"
	"slices"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A SlashSyntax is how an agent finds the slash commands in a message. Its expressions are those of
// [RegexpJS]. The first group matches a command, and the last one that matches, its name.
type SlashSyntax struct {
	First    string   // a command at the beginning of a message
	Next     string   // a command right after another one, if that differs
	Most     int      // the maximum number of commands; 0 means one
	Reserved []string // names of commands that are no skills
	// Spaced matches what may follow the name of a plugin in a command "/plugin name". Its first group is the
	// name in the plugin.
	Spaced string
}

// Mentions returns an implementation of [skills.Agent].Mentions.
func (s SlashSyntax) Mentions() func(source string) []skills.Mention {
	expressions := sync.OnceValues(func() (first, next *regexp.Regexp) {
		return RegexpJS(s.First), RegexpJS(cmp.Or(s.Next, s.First))
	})
	return func(source string) (mentions []skills.Mention) {
		expression, next := expressions()
		for at := 0; len(mentions) < max(1, s.Most); expression = next {
			groups := expression.FindStringSubmatchIndex(source[at:])
			if groups == nil {
				break
			}
			last := len(groups) - 2
			for groups[last] < 0 {
				last -= 2
			}
			command := text.Span{Start: groups[2], End: groups[3]}.Shift(at)
			name := text.Span{Start: groups[last], End: groups[last+1]}.Shift(at)
			if at = command.End; !slices.Contains(s.Reserved, name.Of(source)) {
				mentions = append(mentions, skills.Mention{
					Kind: skills.SlashMention, Span: command, Name: name.Of(source), NameSpan: name,
				})
			}
		}
		return mentions
	}
}

// Command returns an implementation of [skills.Agent].Command for an agent for which "/plugin name" means
// "/plugin:name" if that command exists and "/plugin" does not.
func (s SlashSyntax) Command() func(message string, exists func(string) bool) (name string, span text.Span) {
	mentions := s.Mentions()
	spaced := sync.OnceValue(func() *regexp.Regexp { return RegexpJS(s.Spaced) })
	return func(message string, exists func(string) bool) (name string, span text.Span) {
		found := mentions(message)
		if len(found) == 0 {
			return "", span
		}
		name, span = found[0].Name, found[0].Span
		rest := spaced().FindStringSubmatch(message[span.End:])
		if rest != nil && !exists(name) && exists(name+":"+rest[1]) {
			name, span.End = name+":"+rest[1], span.End+len(rest[0])
		}
		return name, span
	}
}

// LeadingSlashMention returns the mention "/name" at the beginning of a text, after optional white space.
// White space or the end of the text must follow. It returns nil if there is no mention.
var LeadingSlashMention = SlashSyntax{First: `^\s*(/([a-z0-9]+(?:-[a-z0-9]+)*))(?:[ \t\r\n]|$)`}.Mentions()
