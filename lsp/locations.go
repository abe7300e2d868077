package lsp

import (
	"context"
	"path/filepath"

	"skills-ls/analysis/refactor"
	"skills-ls/analysis/vantage"
	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// LocationsResult is the result of skills/locations.
type LocationsResult struct {
	// Agent looks in the first location; empty if that is the project's own.
	Agent       string              `json:"agent,omitempty"`
	AgentReason vantage.AgentReason `json:"agentReason,omitempty"`
	Locations   []Location          `json:"locations"`
}

// A Location is a directory for new skills. Agents holds the IDs of the agents that look in it.
type Location struct {
	Path   string   `json:"path"`
	Label  string   `json:"label"` // relative to the folder, with slashes
	Detail string   `json:"detail"`
	Exists bool     `json:"exists"`
	Used   bool     `json:"used"`
	Own    bool     `json:"own"`
	Agents []string `json:"agents"`
}

func skillsLocations(ctx context.Context, v *session.View, p *workingDir) (*LocationsResult, error) {
	folder, err := folderOf(v, p.Cwd)
	if err != nil {
		return nil, err
	}
	found, err := refactor.LocationsIn(ctx, v.Snapshot, folder, vfs.CleanPath(p.Cwd))
	if err != nil {
		return nil, err
	}
	r := &LocationsResult{}
	if found.Agent != nil {
		r.Agent, r.AgentReason = found.Agent.ID, found.Reason
	}
	for _, l := range found.List {
		label, _ := vfs.CutDir(l.Dir, folder) // all of them are in the folder
		r.Locations = append(r.Locations, Location{
			Path: l.Dir, Label: filepath.ToSlash(label), Detail: l.Detail, Exists: l.Exists, Used: l.Used, Own: l.Own, Agents: agentIDs(l.Agents),
		})
	}
	return r, nil
}
