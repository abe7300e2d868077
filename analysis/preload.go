package analysis

import (
	"context"
	"slices"

	"skills-ls/skills"
)

// preloads returns the names of skills that the frontmatter of a subagent preloads, if they are written
// without escapes: the items of a list, or the parts of a string between commas.
func (s *Snapshot) preloads(f *File) []skills.Mention {
	if f.Kind != Instructions {
		return nil
	}
	return preloadsIn(f, s.subagentAgents(f))
}

// knownTo returns the skills that a mention in a file may refer to. If a subagent preloads the name, those
// are the skills of its agents.
func (s *Snapshot) knownTo(ctx context.Context, f *File, m skills.Mention) known {
	if m.Kind != skills.BareMention || s.cfg.Isolated || f.Dir == "" || s.Scanning() {
		return s.known(ctx, f)
	}
	var k known
	for _, agent := range s.subagentAgents(f) {
		if agent.Subagents.Preloads != "" {
			k.catalogs = append(k.catalogs, s.catalog(ctx, agent, s.standpoint(f.Dir).vantage))
		}
	}
	return k
}

// mayPreload reports whether an agent of a subagent looks for skills in the root of a skill directory.
func (s *Snapshot) mayPreload(f *File, dir string) bool {
	root, _ := rootOf(dir)
	return slices.ContainsFunc(s.subagentAgents(f), func(agent *skills.Agent) bool { return scans(agent, root) })
}
