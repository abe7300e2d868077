package lsp

import (
	"skills-ls/analysis"
	"skills-ls/skills"
)

// RootsResult is the result of skills/roots.
type RootsResult struct {
	Places []Place `json:"places"`
}

// A Place is where runtimes look for skills from one directory.
type Place struct {
	Cwd      string       `json:"cwd"`
	Settings string       `json:"settings,omitempty"`
	Roots    []PlacedRoot `json:"roots"`
}

// A PlacedRoot is a directory that runtimes take skills from. Runtimes are named by their IDs.
type PlacedRoot struct {
	Path     string       `json:"path"`
	Exists   bool         `json:"exists"`
	Scope    skills.Scope `json:"scope"`
	Runtimes []string     `json:"runtimes"`
	Targets  []string     `json:"targets"`
}

// NewRootsResult converts places.
func NewRootsResult(places []analysis.Place) *RootsResult {
	r := &RootsResult{Places: []Place{}}
	for _, p := range places {
		place := Place{Cwd: p.Dir, Settings: p.Settings, Roots: []PlacedRoot{}}
		for _, root := range p.Roots {
			place.Roots = append(place.Roots, PlacedRoot{root.Dir, root.Exists, root.Scope, runtimeIDs(root.Runtimes), runtimeIDs(root.Targets)})
		}
		r.Places = append(r.Places, place)
	}
	return r
}

func runtimeIDs(list []*skills.Runtime) []string {
	ids := []string{}
	for _, rt := range list {
		ids = append(ids, rt.ID)
	}
	return ids
}
