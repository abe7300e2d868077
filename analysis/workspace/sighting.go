package workspace

import (
	"context"
	"path/filepath"

	"skills-ls/analysis/index"
	"skills-ls/skills"
)

// A sightingKey is the key of a sighting.
type sightingKey CatalogKey

// A sighting is where an agent finds skill files from a vantage, including those that it rejects.
type sighting struct {
	*skills.Discovery
	Named map[string][]int // indexes into Files, by the base names of the skills' directories
}

// Sighting returns where an agent finds skills from a vantage, as remembered. It serves agents that give no verdicts and so
// have no catalogue.
func Sighting(ctx context.Context, s *Snapshot, agent *skills.Agent, vantage string) *sighting {
	if s.cfg.Isolated {
		return &sighting{Discovery: &skills.Discovery{}}
	}
	key, agent := Discovery(s, agent, vantage)
	build := func() *sighting {
		d, err := skills.Discover(context.WithoutCancel(ctx), s.fs, agent, Vantage(s, vantage))
		if err != nil {
			d = &skills.Discovery{} // the error is a context's, and this one has no end
		}
		found := &sighting{Discovery: d, Named: make(map[string][]int, len(d.Files))}
		for i, f := range d.Files {
			name := filepath.Base(filepath.Dir(f.Path))
			found.Named[name] = append(found.Named[name], i)
		}
		return found
	}
	same := func(found *sighting, _ []string) *sighting { return found } // it does not depend on contents
	return Recall(s, sightingKey(key), build, same)
}

// An Offer is a skill that an agent finds under a name.
type Offer struct {
	skills.SkillFile
	root *skills.Root
}

// Offers returns the skills that an agent finds under a name from a vantage, in the order in which it finds
// them.
//
// For an agent that gives no verdicts, it may return too few: only skills that have the name both in their
// frontmatter and as their directory's name. Such agents identify a skill by one of the two, and differ in
// which.
func Offers(ctx context.Context, s *Snapshot, agent *skills.Agent, vantage, name string) []Offer {
	if agent.Accept == nil {
		return sightings(ctx, s, agent, vantage, name)
	}
	c := Catalog(ctx, s, agent, vantage)
	var found []Offer
	var places []int
	for _, skill := range c.Named(name) {
		if i, ok := c.Place(s.RealPath(skill.Path)); ok {
			places = append(places, i)
		}
	}
	for _, i := range index.Sorted(places) {
		f := c.Files()[i]
		found = append(found, Offer{f, c.Roots[f.Root].Root})
	}
	return found
}

func sightings(ctx context.Context, s *Snapshot, agent *skills.Agent, vantage, name string) []Offer {
	seen := Sighting(ctx, s, agent, vantage)
	var found []Offer
	for _, i := range seen.Named[name] {
		f := seen.Files[i]
		if h, ok := s.Head(f.Path); ok && h.Name == name && h.Description != "" {
			found = append(found, Offer{f, seen.Roots[f.Root].Root})
		}
	}
	return found
}

// Taken returns which of several skills with one name an agent uses. It returns false if the agent keeps all
// of them or its choice is unspecified, and if the order is unknown in which an agent without verdicts
// searches one root, or a chain of roots.
func Taken(agent *skills.Agent, found []Offer) (Offer, bool) {
	first, second := 0, 1
	switch agent.Duplicates {
	case skills.FirstWins:
	case skills.LastWins:
		first, second = len(found)-1, len(found)-2
	default:
		return Offer{}, false
	}
	return found[first], agent.Accept != nil || found[first].root != found[second].root
}
