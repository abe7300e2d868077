package lsp

import (
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// RootsResult is the result of skills/roots.
type RootsResult struct {
	Places []Place `json:"places"`
}

// A Place is a working directory, with the directories in which agents look for skills from there.
type Place struct {
	Cwd      string       `json:"cwd"`
	Settings string       `json:"settings,omitempty"`
	Roots    []PlacedRoot `json:"roots"`
}

// A PlacedRoot is a directory from which agents load skills. Agents and Targets hold the IDs of agents.
type PlacedRoot struct {
	Path    string       `json:"path"`
	Exists  bool         `json:"exists"`
	Scope   skills.Scope `json:"scope"`
	Agents  []string     `json:"agents"`
	Targets []string     `json:"targets"`
}

// NewRootsResult converts places.
func NewRootsResult(places []workspace.Place) *RootsResult {
	r := &RootsResult{Places: []Place{}}
	for _, p := range places {
		place := Place{Cwd: p.Dir, Settings: p.Settings, Roots: []PlacedRoot{}}
		for _, root := range p.Roots {
			place.Roots = append(place.Roots, PlacedRoot{root.Dir, root.Exists, root.Scope, agentIDs(root.Agents), agentIDs(root.Targets)})
		}
		r.Places = append(r.Places, place)
	}
	return r
}

func agentIDs(list []*skills.Agent) []string {
	ids := []string{}
	for _, agent := range list {
		ids = append(ids, agent.ID)
	}
	return ids
}
