package skills

import (
	"slices"
	"strings"
)

// A Setting is a field and a value of it.
type Setting struct{ Field, Value string }

// Takes reports whether a text may mean something to the agent.
func (f Field) Takes(text string) bool {
	switch {
	case f.Values != nil:
		return f.Open || slices.Contains(f.Values, text) || f.AnyCase && slices.ContainsFunc(f.Values, func(v string) bool { return strings.EqualFold(v, text) })
	case f.Types == Boolean:
		return text == "true" || text == "false"
	}
	return true
}

// Tools are the tools that a field of an agent may list.
type Tools struct {
	// Names are the agent's own tools as it spells them. Former are those that earlier versions have, and other names that it takes
	// for one of them.
	Names, Former []string
	// Outer reports whether a name is one of those that tools from elsewhere have, or a pattern of names that counts.
	Outer func(name string) bool
	// Possible reports whether a tool can be called so at all: then a version that is not known yet may have it.
	Possible func(name string) bool
	// Lost says what an entry does that names no tool, as in "approves nothing".
	Lost string
	// Patterns are what may follow some of the names in parentheses; nil where nothing may, and where that is not established.
	Patterns []ToolPattern
}

// A ToolPattern is what may stand in parentheses behind the name of a tool, as in "Bash(git status *)".
type ToolPattern struct {
	Tool    string // one of [Tools].Names
	Example string // without the parentheses
	Doc     string // what it stands for: a clause of Markdown that follows the entry
	// Commands says that it stands for commands, which [Agent].Permits matches with what a skill runs.
	Commands bool
}

// Pattern returns what may stand in parentheses behind the name, and whether that is known.
func (t *Tools) Pattern(name string) (ToolPattern, bool) {
	for _, p := range t.Patterns {
		if p.Tool == name {
			return p, true
		}
	}
	return ToolPattern{}, false
}

// Has reports whether there is, or was, a tool of the name.
func (t *Tools) Has(name string) bool {
	return slices.Contains(t.Names, name) || slices.Contains(t.Former, name) || t.Outer(name)
}
