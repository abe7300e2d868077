package lsp

import (
	"strings"

	"skills-ls/analysis/refactor"
	"skills-ls/analysis/vantage"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/position"
	"skills-ls/skills"
)

// CatalogResult is the result of skills/catalog.
type CatalogResult struct {
	Agent       string              `json:"agent"`
	AgentReason vantage.AgentReason `json:"agentReason"`
	Content     string              `json:"content"`
	Entries     int                 `json:"entries"`
	Total       int                 `json:"total"`
	Truncated   bool                `json:"truncated"`
	Dropped     []skills.Skill      `json:"dropped"`
	Shortened   []skills.Shortened  `json:"shortened"`
	Bytes       int                 `json:"bytes"`
	Tokens      skills.Tokens       `json:"tokens"`
	Estimate    *skills.Tokens      `json:"estimate,omitempty"` // the agent's own, if it has one
	Budget      skills.Budget       `json:"budget"`
	Used        skills.Budget       `json:"used"`  // of the budget, as the agent counts it
	Notes       []string            `json:"notes"` // for the user; not in the prompt
}

// NewCatalogResult converts the text of a catalog.
func NewCatalogResult(c *vantage.CatalogText) *CatalogResult {
	return &CatalogResult{
		Agent: c.Agent.ID, AgentReason: c.Reason, Content: c.Content, Entries: c.Entries, Total: c.Total, Truncated: c.Truncated,
		Dropped: convert.Present(c.Dropped), Shortened: convert.Present(c.Shortened), Bytes: len(c.Content), Tokens: c.Tokens, Estimate: c.Estimate, Budget: c.Budget, Used: c.Used, Notes: convert.Present(c.Notes),
	}
}

// CompatResult is the result of skills/compat.
type CompatResult struct {
	Agents []Compatibility `json:"agents"`
}

// A Compatibility describes what one agent does with a skill.
type Compatibility struct {
	Agent     string `json:"agent"`
	Target    bool   `json:"target"`
	Finds     bool   `json:"finds"`
	Loads     bool   `json:"loads"`
	Name      string `json:"name,omitempty"`
	Installed string `json:"installed,omitempty"` // the name once the plugin of the skill is installed
	// AlsoInstalled are the names in the other plugins that list the skill.
	AlsoInstalled []string `json:"alsoInstalled,omitempty"`
	Description   string   `json:"description,omitempty"`
	Reasons       []Reason `json:"reasons"`
	Notes         []string `json:"notes"`
}

// NewCompatResult converts a comparison. m is the mapper of its source.
func NewCompatResult(all *vantage.Comparison, m *position.Mapper) *CompatResult {
	r := &CompatResult{Agents: []Compatibility{}}
	for _, c := range all.Agents {
		r.Agents = append(r.Agents, Compatibility{
			Agent: c.Agent.ID, Target: c.Target, Finds: c.Finds, Loads: c.Loads,
			Name: c.Name, Installed: c.Installed, AlsoInstalled: c.AlsoInstalled, Description: c.Description, Reasons: newReasons(c.Reasons, m), Notes: convert.Present(c.Notes),
		})
	}
	return r
}

// AgentsResult is the result of skills/agents.
type AgentsResult struct {
	Agents []Agent `json:"agents"`
}

// An Agent is the built-in knowledge about one agent.
type Agent struct {
	ID        string        `json:"id"`
	Title     string        `json:"title"`
	Source    string        `json:"source"`
	Roots     []Root        `json:"roots"`
	Limits    skills.Limits `json:"limits"`
	Mentions  string        `json:"mentions"`
	Arguments string        `json:"arguments"`
	NewIn     string        `json:"new_in"` // directory for new skills, slash-separated and relative to a project
	Injects   bool          `json:"injects"`
	Fields    []Field       `json:"fields"`
	Notes     []string      `json:"notes"`
}

// A Root is a directory in which an agent looks for skills.
type Root struct {
	Dir   string       `json:"dir"`  // slash-separated, relative to the base
	Base  string       `json:"base"` // cwd, chain, project, home, config or system
	Scope skills.Scope `json:"scope"`
	Depth int          `json:"depth,omitzero"` // maximum depth of a skill directory below the root; absent for no limit
	Env   string       `json:"env,omitempty"`  // variables that replace the base, comma-separated; the first one set counts
}

// A Field is a frontmatter field that an agent reads.
type Field struct {
	Name     string   `json:"name"`
	Types    string   `json:"types"`
	Required bool     `json:"required,omitzero"`
	Values   []string `json:"values,omitempty"`
	Default  string   `json:"default,omitempty"`
	Doc      string   `json:"doc"`
}

// NewAgentsResult converts agents.
func NewAgentsResult(list []*skills.Agent) *AgentsResult {
	r := &AgentsResult{Agents: []Agent{}}
	for _, agent := range list {
		r.Agents = append(r.Agents, newAgent(agent))
	}
	return r
}

func newAgent(agent *skills.Agent) Agent {
	r := Agent{
		ID: agent.ID, Title: agent.Label(), Source: agent.Source, Roots: []Root{}, Mentions: agent.MentionSyntax, Arguments: agent.Arguments,
		NewIn: refactor.SkillsRoot(agent), Injects: agent.Inject != nil, Fields: []Field{}, Notes: convert.Present(agent.Notes),
		Limits: agent.Limits,
	}
	for _, root := range agent.Roots {
		var variables []string
		for _, e := range root.Env {
			variables = append(variables, e.Name)
		}
		r.Roots = append(r.Roots, Root{root.Dir, root.Base.String(), root.Scope, root.Depth, strings.Join(variables, ",")})
	}
	for _, f := range agent.Fields {
		r.Fields = append(r.Fields, Field{f.Name, f.Types.String(), f.Required, f.Values, f.Default, f.Doc})
	}
	return r
}
