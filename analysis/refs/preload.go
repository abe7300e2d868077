package refs

import (
	"context"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// Preloads returns the names of skills that the frontmatter of a subagent preloads, if they are written
// without escapes: the items of a list, or the parts of a string between commas.
func Preloads(s *workspace.Snapshot, f *file.File) []skills.Mention {
	if f.Kind != file.Instructions {
		return nil
	}
	return file.PreloadsIn(f, workspace.SubagentAgents(s, f))
}

// KnownTo returns the skills that a mention in a file may refer to. If a subagent preloads the name, those
// are the skills of its agents.
func KnownTo(ctx context.Context, s *workspace.Snapshot, f *file.File, m skills.Mention) vantage.Visible {
	if m.Kind != skills.BareMention || s.Config().Isolated || f.Dir == "" || workspace.Scanning(s) {
		return vantage.VisibleSkills(ctx, s, f)
	}
	var catalogs []*skills.Catalog
	for _, agent := range workspace.SubagentAgents(s, f) {
		if agent.Subagents.Preloads != "" {
			catalogs = append(catalogs, workspace.Catalog(ctx, s, agent, workspace.StandpointOf(s, f.Dir).Vantage))
		}
	}
	return vantage.WithPlugins(s, f, catalogs)
}

// mayPreload reports whether an agent of a subagent looks for skills in the root of a skill directory.
func mayPreload(s *workspace.Snapshot, f *file.File, dir string) bool {
	root, _ := workspace.RootOf(dir)
	return slices.ContainsFunc(workspace.SubagentAgents(s, f), func(agent *skills.Agent) bool { return workspace.Scans(agent, root) })
}
