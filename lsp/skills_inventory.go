package lsp

import (
	"context"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/lsp/convert"
	"skills-ls/lsp/session"
	"skills-ls/lsp/wire"
	"skills-ls/skills"
)

const methodSkillsInventory = "skills/inventory"

// InventoryParams are the parameters of skills/inventory.
type InventoryParams struct {
	Cwd      string   `json:"cwd"`
	Agents   []string `json:"agents"`
	Query    string   `json:"query"`
	Tokens   bool     `json:"tokens"`   // measure each skill
	Problems bool     `json:"problems"` // count the problems of each skill
	Complete bool     `json:"complete"` // wait for the first scan
}

// InventoryResult is the result of skills/inventory.
type InventoryResult struct {
	// Agent is the one that a client should name in other requests, unless the user chose another one.
	Agent       string              `json:"agent"`
	AgentReason vantage.AgentReason `json:"agentReason"`
	// Targets are the IDs of the agents that the skills must work in, as configured or by default.
	Targets []string         `json:"targets"`
	Skills  []WorkspaceSkill `json:"skills"`
	Agents  []AgentInventory `json:"agents"`
	// Catalogs are those of the agents in Agents that are asked and whose catalog is known.
	Catalogs []AgentCatalog `json:"catalogs"`
}

// An AgentCatalog says how much of the prompt an agent's list of skills takes.
type AgentCatalog struct {
	Agent   string         `json:"agent"`
	Entries int            `json:"entries"` // skills in the text
	Total   int            `json:"total"`   // all skills
	Tokens  skills.Tokens  `json:"tokens"`
	Bytes   int            `json:"bytes"`
	Budget  skills.Budget  `json:"budget"`
	Used    skills.Budget  `json:"used"` // of the budget, as the agent counts it
	Dropped []skills.Skill `json:"dropped"`
	// Shortened is the number of skills whose description is cut or left out.
	Shortened int `json:"shortened"`
}

// A WorkspaceSkill is a skill of the workspace, or of the user, and what the agents concerned do with it.
type WorkspaceSkill struct {
	vantage.WorkspaceSkill
	Template bool   `json:"template,omitzero"` // it is to be copied and filled in
	State    string `json:"state"`             // which agents find and load it, in a few words
	// Tokens are those of the injected text. They are nil unless requested, like Problems.
	Tokens   *skills.Tokens `json:"tokens,omitempty"`
	Problems *ProblemCounts `json:"problems,omitempty"`
	// TooLong are the limits of the project that the body exceeds. They are found together with the tokens.
	TooLong []vantage.Limit `json:"tooLong,omitempty"`
}

// ProblemCounts are the numbers of problems of a skill's SKILL.md, by severity.
type ProblemCounts struct {
	Errors      int `json:"errors"`
	Warnings    int `json:"warnings"`
	Information int `json:"information"`
	Hints       int `json:"hints"`
}

// An AgentInventory describes how one agent treats the files that it finds.
type AgentInventory struct {
	Agent     string                   `json:"agent"`
	Title     string                   `json:"title"`
	Target    bool                     `json:"target"`
	Mentions  string                   `json:"mentions"`           // how the user names a skill, in a few words
	Asked     bool                     `json:"asked"`              // if false, the fields below are unknown
	Disabled  string                   `json:"disabled,omitempty"` // what disables all skills
	Truncated bool                     `json:"truncated"`
	Manual    *vantage.ManualSwitch    `json:"manual,omitempty"`
	Skills    []vantage.InventoryEntry `json:"skills"`
}

func (p *InventoryParams) workingDirectory() string { return p.Cwd }

func skillsInventory(ctx context.Context, v *session.View, p *InventoryParams) (*InventoryResult, error) {
	defer collectOften()()
	r, err := Inventory(ctx, v.Snapshot, p)
	if err != nil {
		return nil, customError(err)
	}
	return r, nil
}

// afterScan returns the answer to skills/inventory. If the client wants a complete one, it waits for the first scan, without
// a slot, and then sees the newest state of the disk.
func afterScan(s *server, pending <-chan struct{}, v *session.View, handler func(*session.View) wire.Answer) wire.Answer {
	return func(ctx context.Context, params []byte) (any, error) {
		var p InventoryParams
		if wire.Decode(params, &p) == nil && p.Complete { // the handler reports an error of the parameters
			if err := s.scans.await(ctx); err != nil {
				return nil, err
			}
			v = v.Over(s.session.View())
		}
		return afterDiskQueue(s, pending, v, methodSkillsInventory, handler)(ctx, params)
	}
}

// Inventory returns the result of skills/inventory. The error is that of [vantage.Inventories].
func Inventory(ctx context.Context, s *workspace.Snapshot, p *InventoryParams) (*InventoryResult, error) {
	agent, reason, err := vantage.WhichAgent(ctx, s, vantage.AgentQuery{Cwd: p.Cwd})
	if err != nil {
		return nil, err
	}
	list, err := vantage.Inventories(ctx, s, vantage.InventoryQuery{Cwd: p.Cwd, Agents: p.Agents})
	if err != nil {
		return nil, err
	}
	found, err := vantage.WorkspaceSkills(ctx, s, vantage.WorkspaceQuery{Cwd: p.Cwd, Words: p.Query})
	if err != nil {
		return nil, err
	}
	catalogs, err := vantage.CatalogTexts(ctx, s, p.Cwd, asked(list))
	if err != nil {
		return nil, err
	}
	r := &InventoryResult{
		Agent: agent.ID, AgentReason: reason, Targets: append([]string{}, vantage.Targets(s, p.Cwd)...),
		Skills: []WorkspaceSkill{}, Agents: agentInventories(list), Catalogs: agentCatalogs(catalogs),
	}
	budget := maxNewlyCounted
	for _, skill := range found {
		one := WorkspaceSkill{WorkspaceSkill: skill, Template: rules.IsTemplate(ctx, s, skill.Path)}
		one.State = stateOf(&one)
		measure(ctx, s, &one, p, &budget)
		r.Skills = append(r.Skills, one)
	}
	return r, ctx.Err()
}

// maxNewlyCounted is the maximum number of bytes whose tokens one inventory counts exactly for the first time. They take
// 0.05 seconds.
const maxNewlyCounted = 256 << 10

// measure adds what the parameters request about the size and the problems of a skill. budget is what is left of
// maxNewlyCounted.
func measure(ctx context.Context, s *workspace.Snapshot, skill *WorkspaceSkill, p *InventoryParams, budget *int) {
	if p.Tokens {
		text, err := vantage.TextOf(ctx, s, skill.Path)
		if err == nil { // otherwise it was deleted meanwhile
			skill.Tokens = new(s.Disk().Tokens.CountWithin(budget, text))
		}
		skill.TooLong = rules.TooLong(s, skill.Path)
	}
	if p.Problems {
		skill.Problems = countProblems(rules.Fold(skill.Path, rules.Diagnose(ctx, s, skill.Path)))
	}
}

// asked returns the agents whose inventories were taken.
func asked(list []vantage.Inventory) (agents []*skills.Agent) {
	for _, inv := range list {
		if inv.Asked {
			agents = append(agents, inv.Agent)
		}
	}
	return agents
}

func agentCatalogs(list []vantage.CatalogText) []AgentCatalog {
	all := []AgentCatalog{}
	for _, c := range list {
		all = append(all, AgentCatalog{
			Agent: c.Agent.ID, Entries: c.Entries, Total: c.Total, Tokens: c.Tokens, Bytes: len(c.Content),
			Budget: c.Budget, Used: c.Used, Dropped: convert.Present(c.Dropped), Shortened: len(c.Shortened),
		})
	}
	return all
}

func countProblems(found []diagnostic.Diagnostic) *ProblemCounts {
	var n ProblemCounts
	for _, d := range found {
		switch d.Severity {
		case diagnostic.Error:
			n.Errors++
		case diagnostic.Warning:
			n.Warnings++
		case diagnostic.Information:
			n.Information++
		case diagnostic.Hint:
			n.Hints++
		}
	}
	return &n
}

func agentInventories(list []vantage.Inventory) []AgentInventory {
	all := []AgentInventory{}
	for _, inv := range list {
		all = append(all, AgentInventory{
			Agent: inv.Agent.ID, Title: inv.Agent.Label(), Target: inv.Target, Mentions: inv.Agent.MentionSyntax, Asked: inv.Asked,
			Disabled: inv.Disabled, Truncated: inv.Truncated, Manual: inv.Manual, Skills: convert.Present(inv.Entries),
		})
	}
	return all
}
