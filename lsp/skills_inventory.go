package lsp

import (
	"context"

	"skills-ls/analysis/vantage"
	"skills-ls/lsp/session"
	"skills-ls/skills"
)

const methodSkillsInventory = "skills/inventory"

type skillsInventoryParams struct {
	Cwd    string   `json:"cwd"`
	Agents []string `json:"agents"`
}

// InventoryResult is the result of skills/inventory.
type InventoryResult struct {
	// Agent is the one that a client should name in other requests, unless the user chose another one.
	Agent       string              `json:"agent"`
	AgentReason vantage.AgentReason `json:"agentReason"`
	Agents      []AgentInventory    `json:"agents"`
}

// An AgentInventory describes how one agent treats the files that it finds.
type AgentInventory struct {
	Agent     string           `json:"agent"`
	Title     string           `json:"title"`
	Target    bool             `json:"target"`
	Mentions  string           `json:"mentions"`           // how the user names a skill, in a few words
	Asked     bool             `json:"asked"`              // if false, the fields below are unknown
	Disabled  string           `json:"disabled,omitempty"` // what disables all skills
	Truncated bool             `json:"truncated"`
	Manual    *ManualSwitch    `json:"manual,omitempty"`
	Skills    []InventoryEntry `json:"skills"`
}

// An InventoryEntry is one file and how the agent treats it.
type InventoryEntry struct {
	Name    string       `json:"name"`
	Path    string       `json:"path"`
	Scope   skills.Scope `json:"scope"`
	Fate    vantage.Fate `json:"fate"`
	Why     string       `json:"why,omitempty"`
	By      []string     `json:"by,omitempty"`
	Hidden  bool         `json:"hidden,omitzero"`
	Mention string       `json:"mention,omitempty"`
	Switch  *SkillSwitch `json:"switch,omitempty"`
	Lines   string       `json:"lines,omitempty"` // to add to the file of the agent's Manual
}

// A SkillSwitch is the setting that enables or disables a skill.
type SkillSwitch struct {
	Setting string `json:"setting"`
	File    string `json:"file"`
	On      bool   `json:"on"`
}

// A ManualSwitch is a setting that disables skills and that only the user can change.
type ManualSwitch struct {
	Setting string `json:"setting"`
	File    string `json:"file"`
	Note    string `json:"note"`
}

func (p *skillsInventoryParams) workingDirectory() string { return p.Cwd }

func skillsInventory(ctx context.Context, v *session.View, p *skillsInventoryParams) (*InventoryResult, error) {
	list, err := vantage.Inventories(ctx, v.Snapshot, vantage.InventoryQuery{Cwd: p.Cwd, Agents: p.Agents})
	if err != nil {
		return nil, customError(err)
	}
	agent, reason, err := vantage.WhichAgent(ctx, v.Snapshot, vantage.AgentQuery{Cwd: p.Cwd})
	if err != nil {
		return nil, customError(err)
	}
	result := NewInventoryResult(list)
	result.Agent, result.AgentReason = agent.ID, reason
	return result, nil
}

// NewInventoryResult converts inventories.
func NewInventoryResult(list []vantage.Inventory) *InventoryResult {
	r := &InventoryResult{Agents: []AgentInventory{}}
	for _, inv := range list {
		one := AgentInventory{
			Agent: inv.Agent.ID, Title: inv.Agent.Label(), Target: inv.Target, Mentions: inv.Agent.MentionSyntax,
			Asked: inv.Asked, Disabled: inv.Disabled, Truncated: inv.Truncated, Skills: make([]InventoryEntry, 0, len(inv.Entries)),
		}
		if m := inv.Manual; m != nil {
			one.Manual = &ManualSwitch{m.Setting, m.File, m.Note}
		}
		for _, e := range inv.Entries {
			entry := InventoryEntry{Name: e.Name, Path: e.Path, Scope: e.Scope, Fate: e.Fate, Why: e.Why, By: e.By, Hidden: e.Hidden, Mention: e.Mention, Lines: e.Lines}
			if e.Switch != nil {
				entry.Switch = &SkillSwitch{e.Switch.Setting, e.Switch.File, e.Switch.On}
			}
			one.Skills = append(one.Skills, entry)
		}
		r.Agents = append(r.Agents, one)
	}
	return r
}
