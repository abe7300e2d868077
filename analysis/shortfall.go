package analysis

import (
	"context"
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A shortfallKey is the key of a shortfall.
type shortfallKey catalogKey

// shortfall returns what an agent's initial catalog leaves out, from the memo if possible. It returns nil for
// an agent whose catalog has no budget.
func (s *Snapshot) shortfall(ctx context.Context, agent *skills.Agent, vantage string) *shortfall {
	configured := s.configured(agent, vantage)
	if agent.Catalog == nil || configured.Limits.Listing == (skills.Budget{}) {
		return nil
	}
	build := func() *shortfall {
		text, catalog := s.catalogText(ctx, agent, vantage)
		l := &shortfall{catalog: catalog, losses: make(map[string]loss), budgeting: budgeting{
			budget: configured.Limits.Listing, byUse: text.ByUse, presumed: configured.ListingOf != nil,
		}}
		for _, skill := range text.Dropped {
			l.losses[skill.Path] = loss{dropped: true}
		}
		for _, short := range text.Shortened {
			l.losses[short.Skill.Path] = loss{kept: short.Kept, alone: short.Alone}
		}
		return l
	}
	renew := func(known *shortfall, _ []string) *shortfall {
		catalog := s.catalog(ctx, agent, vantage)
		switch {
		case catalog == known.catalog:
			return known
		case !sameSkills(catalog.Skills, known.catalog.Skills):
			return build()
		}
		same := *known
		same.catalog = catalog
		return &same
	}
	key, _ := s.discovery(agent, vantage)
	return recall(s, shortfallKey(key), build, renew)
}

// sameSkills reports whether two catalogs say the same of the same skills, ignoring modification times.
func sameSkills(a, b []skills.Skill) bool {
	return slices.EqualFunc(a, b, func(a, b skills.Skill) bool {
		a.MtimeMs = b.MtimeMs
		return a == b
	})
}

// place returns the path that a skill has in the catalog, given the real path of its file. It returns false
// if the catalog does not have the skill.
func (l *shortfall) place(real string) (path string, ok bool) {
	if i, ok := l.catalog.Place(real); ok {
		return l.catalog.Files()[i].Path, true
	}
	return "", false
}

// relisted returns the paths of the skills whose losses differ from those last reported, after changes at the
// given paths. It covers the catalogs that diagnostics depend on, and records the new losses as reported.
func (s *Snapshot) relisted(changed []string) []string {
	var paths []string
	for place, told := range s.disk.index.shortfallPlaces() {
		if !s.concerns(told.catalog, changed) {
			continue
		}
		agent, _ := agents.ByID(place.agent)
		now := s.shortfall(context.Background(), agent, place.vantage)
		if now == nil {
			now = &shortfall{catalog: told.catalog}
		}
		if now == told {
			continue
		}
		s.disk.index.tellShortfall(place, now)
		paths = append(paths, told.differing(now)...)
	}
	for i, path := range paths {
		paths[i] = s.FolderPath(s.realPath(path))
	}
	return paths
}

// differing returns the paths of the skills for which two catalogs have different losses or diagnostics.
func (l *shortfall) differing(other *shortfall) []string {
	var paths []string
	for path, loss := range l.losses {
		if now, ok := other.losses[path]; !ok || now != loss || l.budgeting != other.budgeting {
			paths = append(paths, path)
		}
	}
	for path := range other.losses {
		if _, ok := l.losses[path]; !ok {
			paths = append(paths, path)
		}
	}
	return paths
}

// concerns reports whether something at one of the paths may affect a catalog.
func (s *Snapshot) concerns(catalog *skills.Catalog, changed []string) bool {
	return s.disk.fs.SawLink() || slices.ContainsFunc(changed, func(path string) bool { // through links, roots have other names
		if decidesCatalogs(path) || slices.ContainsFunc(catalog.Roots, func(root skills.RootDir) bool {
			return vfs.Within(root.Dir, path) || vfs.Within(path, root.Dir) || root.Real != "" && (vfs.Within(root.Real, path) || vfs.Within(path, root.Real))
		}) {
			return true
		}
		root, _ := rootOf(path)
		return root == "" && !s.isFile(path)
	})
}

// decidesCatalogs reports whether a file with that path, in any directory, may decide which skills a catalog
// has.
func decidesCatalogs(path string) bool {
	name := filepath.Base(path)
	return DecidesSettings(path) || IsNative(path) || agentMarkers()[name] || slices.Contains(projectMarkers, name) ||
		slices.ContainsFunc(agents.All(), func(agent *skills.Agent) bool { return agent.IsNeighbor(name) })
}
