package skills

import "skills-ls/skills/text"

// MentionKind is the form of a mention.
type MentionKind uint8

const (
	PlainMention  MentionKind = iota // $name
	LinkedMention                    // [$name](path)
	SlashMention                     // /name
	BareMention                      // name, where only names of skills are allowed
	PluginMention                    // plugin:name in a text, of a plugin in the workspace
)

// A Mention is a part of a text that names a skill.
type Mention struct {
	Kind MentionKind
	Span text.Span // all of it, including sigil and link
	Name string    // without the sigil
	// NameSpan covers the name without its sigil.
	NameSpan text.Span
	// Path is the path of a linked mention as the agent compares it, and PathSpan is where it is written.
	Path     string
	PathSpan text.Span
}
