package skills

import "skills-ls/skills/text"

// MentionKind is the form of a mention.
type MentionKind uint8

const (
	PlainMention  MentionKind = iota // $name
	LinkedMention                    // [$name](path)
	SlashMention                     // /name
	BareMention                      // name, where nothing but names of skills can stand
)

// A Mention is a place in a text that names a skill.
type Mention struct {
	Kind MentionKind
	Span text.Span // all of it, sigil and link included
	Name string    // without the sigil
	// NameSpan covers the name without its sigil.
	NameSpan text.Span
	// Path and PathSpan are a linked mention's path as the agent compares it, and its place as written.
	Path     string
	PathSpan text.Span
}
