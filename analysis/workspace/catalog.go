package workspace

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/index"
	"skills-ls/analysis/match"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// Catalog returns what an agent offers from a vantage. The result is cached.
func Catalog(ctx context.Context, s *Snapshot, agent *skills.Agent, vantage string) *skills.Catalog {
	if s.cfg.Isolated {
		return &skills.Catalog{}
	}
	key, agent := Discovery(s, agent, vantage)
	build := func() *skills.Catalog {
		// The result outlives the request that asks first, so that request's cancellation must not cut it
		// short.
		c, err := skills.BuildCatalog(context.WithoutCancel(ctx), s.fs, agent, Vantage(s, vantage), s.disk.verdicts)
		if err != nil {
			return &skills.Catalog{} // the only error is the context's, and this context never ends
		}
		return c
	}
	renew := func(c *skills.Catalog, changed []string) *skills.Catalog {
		return c.Update(s.fs, agent, s.disk.verdicts, changed...)
	}
	return Recall(s, key, build, renew)
}

// Discovery returns an agent as configured for a vantage, and the cache key of its discoveries.
func Discovery(s *Snapshot, agent *skills.Agent, vantage string) (CatalogKey, *skills.Agent) {
	c := configuration(s, agent, vantage)
	return CatalogKey{agent.ID, vantage, c.discoveryKey}, c.agent
}

func Vantage(s *Snapshot, cwd string) skills.Vantage {
	v := skills.Vantage{Cwd: cwd, Home: s.cfg.Home, Env: s.cfg.Env}
	for _, root := range Effect(s, cwd).roots {
		v.Roots = append(v.Roots, root.Dir)
	}
	return v
}

// Vantages returns the working directories for a request that is not about a particular file: cwd if it is
// set, else the workspace folders, else the directory of the process. A relative cwd is resolved against the
// first of these defaults. The result is nil if cwd is deeper than [vfs.MaxPathDepth].
func Vantages(s *Snapshot, cwd string) []string {
	standing := s.cfg.Folders
	if len(standing) == 0 && s.cfg.Cwd != "" {
		standing = []string{s.cfg.Cwd}
	}
	switch {
	case cwd == "":
		return standing
	case vfs.IsTooDeep(cwd):
		return nil
	case filepath.IsAbs(cwd):
		return []string{vfs.CleanPath(cwd)}
	case len(standing) > 0:
		return []string{filepath.Join(standing[0], cwd)}
	}
	return nil
}

// Standing returns the first of the [Vantages], or "" if that is empty.
func Standing(s *Snapshot, cwd string) string {
	if vantages := Vantages(s, cwd); len(vantages) > 0 {
		return vantages[0]
	}
	return ""
}

// Offers returns the skills that an agent finds under a name from a vantage, in the order in which it finds
// them.
func Offers(ctx context.Context, s *Snapshot, agent *skills.Agent, vantage, name string) []skills.SkillFile {
	c := Catalog(ctx, s, agent, vantage)
	var found []skills.SkillFile
	var places []int
	for _, skill := range c.Named(name) {
		if i, ok := c.Place(s.RealPath(skill.Path)); ok {
			places = append(places, i)
		}
	}
	for _, i := range index.Sorted(places) {
		found = append(found, c.Files()[i])
	}
	return found
}

// Taken returns which of several skills with one name an agent uses. It returns false if the agent keeps all
// of them or its choice is not known.
func Taken(agent *skills.Agent, found []skills.SkillFile) (skills.SkillFile, bool) {
	switch agent.Duplicates {
	case skills.FirstWins:
		return found[0], true
	case skills.LastWins:
		return found[len(found)-1], true
	}
	return skills.SkillFile{}, false
}

// Union merges the catalogs of several vantages, with each real file once, in the order of skills/list: name,
// scope, path.
func Union(ctx context.Context, s *Snapshot, agent *skills.Agent, vantages []string) *skills.Catalog {
	if len(vantages) == 1 {
		return Catalog(ctx, s, agent, vantages[0])
	}
	all := &skills.Catalog{}
	seen, unread := make(map[string]bool), make(map[string]bool)
	for _, v := range vantages {
		c := Catalog(ctx, s, agent, v)
		for _, e := range c.Unread {
			if !unread[e.Path] {
				unread[e.Path] = true
				all.Unread = append(all.Unread, e)
			}
		}
		all.Truncated = all.Truncated || c.Truncated || len(c.Surplus()) > 0
		for _, skill := range c.Offered() {
			if !seen[skill.Path] {
				seen[skill.Path] = true
				all.Skills = append(all.Skills, skill)
			}
		}
		for _, e := range c.Errors {
			if !seen[e.Path] {
				seen[e.Path] = true
				all.Errors = append(all.Errors, e)
			}
		}
		for _, o := range c.Off {
			if !seen[o.Path] {
				seen[o.Path] = true
				all.Off = append(all.Off, o)
			}
		}
	}
	slices.SortStableFunc(all.Skills, agent.Order)
	return all
}

// An UnknownAgentError means that no agent has the ID, or that the agent with the ID cannot do what was
// asked.
type UnknownAgentError struct {
	ID    string
	Agent *skills.Agent // nil if no agent has the ID
	Known []string      // IDs of the agents that can
	// what the agent cannot do, as in "has no known catalog"; "" means that its skills cannot be listed
	Lacks string
}

func (e *UnknownAgentError) Error() string {
	if e.Agent != nil {
		return e.Agent.Title + " " + cmp.Or(e.Lacks, "does not load skills")
	}
	return UnknownAgent(e.ID, e.Known, "expected "+strings.Join(e.Known, ", "))
}

// UnknownAgent returns the message for an ID that is not among the IDs of agents, with the nearest one if there is one,
// otherwise with a detail.
func UnknownAgent(id string, ids []string, detail string) string {
	if near := match.Nearest(id, ids); near != "" {
		detail = fmt.Sprintf("did you mean %q?", near)
	}
	return fmt.Sprintf("unknown agent %q: %s", id, detail)
}

// AgentNamed returns the agent that has the ID in one of the directories and can do something. The error is an
// *[UnknownAgentError] if there is none; lacks is what it then says that the agent does not do, see there.
func AgentNamed(s *Snapshot, id string, dirs []string, can func(*skills.Agent) bool, lacks string) (*skills.Agent, error) {
	agent, _ := AgentAt(s, id, dirs...)
	if agent != nil && can(agent) {
		return agent, nil
	}
	var known []string
	for _, other := range AgentsAt(s, dirs...) {
		if can(other) {
			known = append(known, other.ID)
		}
	}
	return nil, &UnknownAgentError{ID: id, Agent: agent, Known: known, Lacks: lacks}
}

// CanCatalog reports whether an agent's skills can be listed and previewed.
func CanCatalog(agent *skills.Agent) bool { return agent.Inject != nil }
