package copilot

import (
	"regexp"

	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// mentions returns the slash command that begins a message: the longest text of letters, digits and "_-.:"
// before the end of a word, white space or the end of the message (requestParser/chatRequestParser.ts). It
// reads "/plugin skill" as "/plugin", because it does not know which commands exist.
var mentions = kit.SlashSyntax{First: `^\s*(/([\pL0-9_.:-]+))(?:\s|$|\b)`}.Mentions()

// ofPlugin matches the rest of a message "/plugin skill".
var ofPlugin = regexp.MustCompile(`^[ \t]+([\pL0-9_.-]+)`)

// command returns the name and the span of the command that begins a message. The name is "" if there is no
// command. It is "plugin:skill" for "/plugin skill" if only that command exists.
func command(source string, exists func(name string) bool) (name string, span text.Span) {
	found := mentions(source)
	if len(found) == 0 {
		return "", span
	}
	name, span = found[0].Name, found[0].Span
	rest := ofPlugin.FindStringSubmatch(source[span.End:])
	if rest != nil && !exists(name) && exists(name+":"+rest[1]) {
		name, span.End = name+":"+rest[1], span.End+len(rest[0])
	}
	return name, span
}
