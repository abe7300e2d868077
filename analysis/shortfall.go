package analysis

import (
	"context"
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// A shortfall is what an agent's initial catalogue does not tell the model of the skills that it finds from a vantage. It is immutable.
type shortfall struct {
	catalog *skills.Catalog
	losses  map[string]loss // by the paths that skills have in the catalogue
	budgeting
}

// A budgeting is what is told of a catalogue's text with every loss in it. How many skills are in it is not, since that of ten thousand
// would change with each.
type budgeting struct {
	budget skills.Budget
	byUse  bool // see [skills.CatalogText]
	// presumed says that the budget is a share of a context whose size nobody has said.
	presumed bool
}

// A loss is what the text lacks of one skill.
type loss struct {
	dropped bool // it is not there
	kept    int  // code points of what is said of it
	alone   bool // whatever else is listed
}

// A shortfallPlace is an agent, by its ID, and a working directory.
type shortfallPlace struct{ agent, vantage string }

// shortfall returns what an agent's initial catalogue leaves out, as remembered; nil for an agent without a budget for it.
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
	return recall(s.memo, entry(s.memo, s.memo.shortfalls, key), s.asOf, build, renew)
}

// sameSkills reports whether two catalogues tell the same of the same skills, whenever their files were written.
func sameSkills(a, b []skills.Skill) bool {
	return slices.EqualFunc(a, b, func(a, b skills.Skill) bool {
		a.MtimeMs = b.MtimeMs
		return a == b
	})
}

// place returns the path that the skill of a file has in the catalogue, false where it is not one that is there.
func (l *shortfall) place(real string) (path string, ok bool) {
	if i, ok := l.catalog.Place(real); ok {
		return l.catalog.Files()[i].Path, true
	}
	return "", false
}

// relisted returns the paths of the skills of which a catalogue that findings rest on leaves out something else than when this was last
// asked, after changes of what is at the given paths.
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

// differing returns the paths of the skills of which two catalogues leave out something else, or tell it in other words.
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

// concerns reports whether what is at one of the paths may have a part in a catalogue.
func (s *Snapshot) concerns(catalog *skills.Catalog, changed []string) bool {
	return s.disk.fs.SawLink() || slices.ContainsFunc(changed, func(path string) bool { // by links, roots have other names
		if decidesCatalogs(path) || slices.ContainsFunc(catalog.Roots, func(root skills.RootDir) bool {
			return within(root.Dir, path) || within(path, root.Dir) || root.Real != "" && (within(root.Real, path) || within(path, root.Real))
		}) {
			return true
		}
		root, _ := rootOf(path)
		return root == "" && !s.isFile(path)
	})
}

// decidesCatalogs reports whether a file of that path, wherever it lies, may decide which skills a catalogue has.
func decidesCatalogs(path string) bool {
	name := filepath.Base(path)
	return DecidesSettings(path) || IsNative(path) || agentMarkers()[name] || slices.Contains(projectMarkers, name) ||
		slices.ContainsFunc(agents.All(), func(agent *skills.Agent) bool { return agent.IsNeighbor(name) })
}
