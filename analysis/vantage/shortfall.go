package vantage

import (
	"context"
	"path/filepath"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A shortfallKey is the key of a shortfall.
type shortfallKey workspace.CatalogKey

// Shortfall returns what an agent's initial catalog leaves out, from the memo if possible. It returns nil for
// an agent whose catalog has no budget.
func Shortfall(ctx context.Context, s *workspace.Snapshot, agent *skills.Agent, vantage string) *index.Shortfall {
	configured := workspace.Configured(s, agent, vantage)
	if agent.Catalog == nil || configured.Limits.Listing == (skills.Budget{}) {
		return nil
	}
	build := func() *index.Shortfall {
		text, catalog := catalogTextFor(ctx, s, agent, vantage)
		l := &index.Shortfall{Catalog: catalog, Losses: make(map[string]index.Loss), Budgeting: index.Budgeting{
			Budget: configured.Limits.Listing, ByUse: text.ByUse, Presumed: configured.ListingOf != nil,
		}}
		for _, skill := range text.Dropped {
			l.Losses[skill.Path] = index.Loss{Dropped: true}
		}
		for _, short := range text.Shortened {
			l.Losses[short.Skill.Path] = index.Loss{Kept: short.Kept, Alone: short.Alone}
		}
		return l
	}
	renew := func(known *index.Shortfall, _ []string) *index.Shortfall {
		catalog := workspace.Catalog(ctx, s, agent, vantage)
		switch {
		case catalog == known.Catalog:
			return known
		case !sameSkills(catalog.Skills, known.Catalog.Skills):
			return build()
		}
		same := *known
		same.Catalog = catalog
		return &same
	}
	key, _ := workspace.Discovery(s, agent, vantage)
	return workspace.Recall(s, shortfallKey(key), build, renew)
}

// sameSkills reports whether two catalogs say the same of the same skills, ignoring modification times.
func sameSkills(a, b []skills.Skill) bool {
	return slices.EqualFunc(a, b, func(a, b skills.Skill) bool {
		a.MtimeMs = b.MtimeMs
		return a == b
	})
}

// Place returns the path that a skill has in the catalog, given the real path of its file. It returns false
// if the catalog does not have the skill.
func Place(l *index.Shortfall, real string) (path string, ok bool) {
	if i, ok := l.Catalog.Place(real); ok {
		return l.Catalog.Files()[i].Path, true
	}
	return "", false
}

// Relisted returns the paths of the skills whose losses differ from those last reported, after changes at the
// given paths. It covers the catalogs that diagnostics depend on, and records the new losses as reported.
func Relisted(s *workspace.Snapshot, changed []string) []string {
	var paths []string
	for place, told := range s.Disk().Index.ShortfallPlaces() {
		if !concerns(s, told.Catalog, changed) {
			continue
		}
		agent, ok := workspace.AgentAt(s, place.Agent, place.Vantage)
		if !ok {
			continue // its catalog has no known text
		}
		now := Shortfall(context.Background(), s, agent, place.Vantage)
		if now == nil {
			now = &index.Shortfall{Catalog: told.Catalog}
		}
		if now == told {
			continue
		}
		s.Disk().Index.TellShortfall(place, now)
		paths = append(paths, differing(told, now)...)
	}
	for i, path := range paths {
		paths[i] = s.FolderPath(s.RealPath(path))
	}
	return paths
}

// differing returns the paths of the skills for which two catalogs have different losses or diagnostics.
func differing(l *index.Shortfall, other *index.Shortfall) []string {
	var paths []string
	for path, loss := range l.Losses {
		if now, ok := other.Losses[path]; !ok || now != loss || l.Budgeting != other.Budgeting {
			paths = append(paths, path)
		}
	}
	for path := range other.Losses {
		if _, ok := l.Losses[path]; !ok {
			paths = append(paths, path)
		}
	}
	return paths
}

// concerns reports whether something at one of the paths may affect a catalog.
func concerns(s *workspace.Snapshot, catalog *skills.Catalog, changed []string) bool {
	return s.Disk().FS.SawLink() || slices.ContainsFunc(changed, func(path string) bool { // through links, roots have other names
		if decidesCatalogs(path) || slices.ContainsFunc(catalog.Roots, func(root skills.RootDir) bool {
			return vfs.Within(root.Dir, path) || vfs.Within(path, root.Dir) || root.Real != "" && (vfs.Within(root.Real, path) || vfs.Within(path, root.Real))
		}) {
			return true
		}
		root, _ := workspace.RootOf(path)
		return root == "" && !s.IsFile(path)
	})
}

// decidesCatalogs reports whether a file with that path, in any directory, may decide which skills a catalog
// has.
func decidesCatalogs(path string) bool {
	name := filepath.Base(path)
	return file.DecidesSettings(path) || file.IsNative(path) || file.AgentMarkers()[name] || slices.Contains(file.ProjectMarkers, name) ||
		slices.ContainsFunc(agents.All(), func(agent *skills.Agent) bool { return agent.IsNeighbor(name) })
}
