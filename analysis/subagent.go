package analysis

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A subagent is a subagent that a skill can name to run it.
type subagent struct {
	name, description string
	path              string // of its file, empty for a built-in one
}

// maxSubagents is the maximum number of subagent files that are read.
const maxSubagents = 256

// subagents returns the subagents that an agent has from the file's vantage: those defined by files of the
// workspace, nearest directory first, and then the built-in ones. If several have the same name, the first
// counts.
func (c *cursor) subagents(agent *skills.Agent) []subagent {
	if agent.Subagents == nil {
		return nil
	}
	var found []subagent
	seen := make(map[string]bool)
	add := func(a subagent) {
		if a.name != "" && isOneLine(a.name) && !seen[a.name] {
			seen[a.name] = true
			found = append(found, a)
		}
	}
	left := maxSubagents
	for dir := c.standpoint().vantage; c.snapshot.isBelowFolder(dir); dir = filepath.Dir(dir) {
		for _, subagents := range agent.Subagents.Dirs {
			at := filepath.Join(dir, filepath.FromSlash(subagents))
			entries, _ := c.snapshot.fs.ReadDir(at) // a missing directory has no entries
			for _, e := range entries {
				if !strings.HasSuffix(e.Name(), ".md") || left == 0 {
					continue
				}
				left--
				path := filepath.Join(at, e.Name())
				if f, err := c.snapshot.File(path); err == nil && c.snapshot.isConfined(c.file, path) {
					add(subagent{f.Doc.Frontmatter.Name(), f.Doc.Frontmatter.Description(), path})
				}
			}
		}
		if c.snapshot.place(dir).isRoot || filepath.Dir(dir) == dir {
			break
		}
	}
	for _, name := range agent.Subagents.BuiltIn {
		add(subagent{name: name})
	}
	return found
}

// subagentDetail returns the path of a subagent's file, or "built in".
func (c *cursor) subagentDetail(a subagent) string {
	if a.path == "" {
		return "built in"
	}
	return c.snapshot.shownPath(a.path)
}

// subagentAgent returns the agent among a field's readers whose subagents the field names.
func subagentAgent(readers []reader) (*skills.Agent, bool) {
	for _, r := range readers {
		if r.field.Subagent && r.agent.Subagents != nil {
			return r.agent, true
		}
	}
	return nil, false
}

// subagentAt returns the subagent that the field at the cursor names, and the span of the field's value.
func (c *cursor) subagentAt() (subagent, text.Span, bool) {
	e := c.entry()
	if c.file.Kind != SkillFile || e == nil || e.Value == nil || !e.ValueSpan.Contains(c.offset) {
		return subagent{}, text.Span{}, false
	}
	agent, ok := subagentAgent(readersOf(e.Key, c.standpoint()))
	if !ok {
		return subagent{}, text.Span{}, false
	}
	for _, a := range c.subagents(agent) {
		if a.name == e.Value.Text {
			return a, e.ValueSpan, true
		}
	}
	return subagent{}, text.Span{}, false
}
