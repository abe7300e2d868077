package analysis

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
)

// An agent is one that a skill can be run by.
type agent struct {
	name, description string
	path              string // of its file, empty for one that is built in
}

// maxAgents is how many files of agents are looked at. Nobody keeps that many.
const maxAgents = 256

// agents returns the agents that a runtime has where the file's reader stands: those that the workspace's files define, those of the
// nearest directory first, and then those that are built in. Of several of a name the first counts.
func (c *cursor) agents(rt *skills.Runtime) []agent {
	if rt.Agents == nil {
		return nil
	}
	var found []agent
	seen := make(map[string]bool)
	add := func(a agent) {
		if a.name != "" && isOneLine(a.name) && !seen[a.name] {
			seen[a.name] = true
			found = append(found, a)
		}
	}
	left := maxAgents
	for dir := c.standpoint().vantage; c.snapshot.isBelowFolder(dir); dir = filepath.Dir(dir) {
		for _, agents := range rt.Agents.Dirs {
			at := filepath.Join(dir, filepath.FromSlash(agents))
			entries, _ := c.snapshot.fs.ReadDir(at) // one that is not there has none
			for _, e := range entries {
				if !strings.HasSuffix(e.Name(), ".md") || left == 0 {
					continue
				}
				left--
				path := filepath.Join(at, e.Name())
				if f, err := c.snapshot.File(path); err == nil && c.snapshot.isConfined(c.file, path) {
					add(agent{f.Doc.Frontmatter.Name(), f.Doc.Frontmatter.Description(), path})
				}
			}
		}
		if c.snapshot.place(dir).isRoot || filepath.Dir(dir) == dir {
			break
		}
	}
	for _, name := range rt.Agents.BuiltIn {
		add(agent{name: name})
	}
	return found
}

// agentDetail says in a few words where an agent comes from.
func (c *cursor) agentDetail(a agent) string {
	if a.path == "" {
		return "built in"
	}
	return c.snapshot.shownPath(a.path)
}

// agentsRuntime returns the runtime among a field's readers whose agents the field names.
func agentsRuntime(readers []reader) (*skills.Runtime, bool) {
	for _, r := range readers {
		if r.field.Agent && r.runtime.Agents != nil {
			return r.runtime, true
		}
	}
	return nil, false
}

// completeAgent offers agents where a field names one.
func (c *cursor) completeAgent(site valueSite, readers []reader) []Completion {
	rt, ok := agentsRuntime(readers)
	if !ok {
		return nil
	}
	var found []Completion
	for i, a := range c.agents(rt) {
		detail := c.agentDetail(a)
		if a.name == readers[0].field.Default {
			detail = "default"
		}
		item := site.offer(i, a.name, detail)
		if item.Doc = escapeMarkdown(a.description); !site.quoted {
			item.Text = site.lead + scalar(a.name)
		}
		found = append(found, item)
	}
	return found
}

// agentAt returns the agent that the field at the cursor names, and where.
func (c *cursor) agentAt() (agent, skills.Span, bool) {
	e := c.entry()
	if c.file.Kind != SkillFile || e == nil || e.Value == nil || !e.ValueSpan.Contains(c.offset) {
		return agent{}, skills.Span{}, false
	}
	rt, ok := agentsRuntime(readersOf(e.Key, c.standpoint()))
	if !ok {
		return agent{}, skills.Span{}, false
	}
	for _, a := range c.agents(rt) {
		if a.name == e.Value.Text {
			return a, e.ValueSpan, true
		}
	}
	return agent{}, skills.Span{}, false
}

// agentDoc describes an agent.
func (c *cursor) agentDoc(a agent) string {
	doc := "**" + codeSpan(a.name) + "**"
	if a.path == "" {
		return doc + " (built in)\n"
	}
	if a.description != "" {
		doc += "\n\n" + escapeMarkdown(a.description)
	}
	return doc + "\n\n" + fileLink(c.snapshot.shownPath(a.path), a.path) + "\n"
}
