package skills

import (
	"slices"
	"strings"
)

// A Setting is a field and its value.
type Setting struct{ Field, Value string }

// Takes reports whether a value may be meaningful to the agent.
func (f Field) Takes(text string) bool {
	switch {
	case f.Values != nil:
		return f.Open || slices.Contains(f.Values, text) || f.AnyCase && slices.ContainsFunc(f.Values, func(v string) bool { return strings.EqualFold(v, text) })
	case f.Types == Boolean:
		return text == "true" || text == "false"
	}
	return true
}

// Tools describes the tools that a field of an agent may list.
type Tools struct {
	// Names are the agent's own tools as it spells them. Former are tools of earlier versions, and other
	// names that the agent accepts for a tool.
	Names, Former []string
	// Outer reports whether a name has the form of an external tool's name, or is a pattern of names that the
	// agent supports.
	Outer func(name string) bool
	// Possible reports whether a tool could have the name at all. A version that is not known here may then
	// have it.
	Possible func(name string) bool
	// Lost says what an entry does if it names no tool, as in "approves nothing".
	Lost string
	// Patterns are what may follow some of the names in parentheses. Nil means that nothing may, or that it
	// is not known.
	Patterns []ToolPattern
}

// A ToolPattern is what may be in parentheses after the name of a tool, as in "Bash(git status *)".
type ToolPattern struct {
	Tool    string // one of [Tools].Names
	Example string // without the parentheses
	Doc     string // what it matches: a clause of Markdown that follows the entry
	// Commands says that it matches commands, which [Agent].Permits compares with those that a skill runs.
	Commands bool
}

// Pattern returns what may be in parentheses after a name, and whether that is known.
func (t *Tools) Pattern(name string) (ToolPattern, bool) {
	return find(t.Patterns, func(p *ToolPattern) bool { return p.Tool == name })
}

// Has reports whether a tool with a name exists or existed.
func (t *Tools) Has(name string) bool {
	return slices.Contains(t.Names, name) || slices.Contains(t.Former, name) || t.Outer(name)
}

// find returns the first item that matches.
func find[T any](items []T, matches func(*T) bool) (item T, ok bool) {
	for i := range items {
		if matches(&items[i]) {
			return items[i], true
		}
	}
	return item, false
}
