package refs

import (
	"path/filepath"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// A Subagent is a subagent that a skill can name to run it.
type Subagent struct {
	Name, Description string
	Path              string // of its file, empty for a built-in one
}

// maxSubagents is the maximum number of subagent files that are read.
const maxSubagents = 256

// Subagents returns the subagents that an agent has from the file's vantage: those defined by files of the
// workspace, nearest directory first, and then the built-in ones. If several have the same name, the first
// counts.
func (c *Cursor) Subagents(agent *skills.Agent) []Subagent {
	if agent.Subagents == nil {
		return nil
	}
	var found []Subagent
	seen := make(map[string]bool)
	add := func(a Subagent) {
		if a.Name != "" && IsOneLine(a.Name) && !seen[a.Name] {
			seen[a.Name] = true
			found = append(found, a)
		}
	}
	left := maxSubagents
	for dir := c.Standpoint().Vantage; c.Snapshot.IsBelowFolder(dir); dir = filepath.Dir(dir) {
		for _, subagents := range agent.Subagents.Dirs {
			at := filepath.Join(dir, filepath.FromSlash(subagents))
			entries, _ := c.Snapshot.FS().ReadDir(at) // a missing directory has no entries
			for _, e := range entries {
				if !strings.HasSuffix(e.Name(), ".md") || left == 0 {
					continue
				}
				left--
				path := filepath.Join(at, e.Name())
				if f, err := c.Snapshot.File(path); err == nil && IsConfined(c.Snapshot, c.File, path) {
					add(Subagent{f.Doc.Frontmatter.Name(), f.Doc.Frontmatter.Description(), path})
				}
			}
		}
		if workspace.PlaceOf(c.Snapshot, dir).IsRoot || filepath.Dir(dir) == dir {
			break
		}
	}
	for _, name := range agent.Subagents.BuiltIn {
		add(Subagent{Name: name})
	}
	return found
}

// SubagentDetail returns the path of a subagent's file, or "built in".
func (c *Cursor) SubagentDetail(a Subagent) string {
	if a.Path == "" {
		return "built in"
	}
	return vantage.ShownPath(c.Snapshot, a.Path)
}

// SubagentAgent returns the agent among a field's readers whose subagents the field names.
func SubagentAgent(readers []Reader) (*skills.Agent, bool) {
	for _, r := range readers {
		if r.Field.Subagent && r.Agent.Subagents != nil {
			return r.Agent, true
		}
	}
	return nil, false
}

// SubagentAt returns the subagent that the field at the cursor names, and the span of the field's value.
func (c *Cursor) SubagentAt() (Subagent, text.Span, bool) {
	e := c.Entry()
	if c.File.Kind != file.SkillFile || e == nil || e.Value == nil || !e.ValueSpan.Contains(c.Offset) {
		return Subagent{}, text.Span{}, false
	}
	agent, ok := SubagentAgent(ReadersOf(e.Key, c.Standpoint()))
	if !ok {
		return Subagent{}, text.Span{}, false
	}
	for _, a := range c.Subagents(agent) {
		if a.Name == e.Value.Text {
			return a, e.ValueSpan, true
		}
	}
	return Subagent{}, text.Span{}, false
}
