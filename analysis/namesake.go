package analysis

import (
	"context"
	"path/filepath"

	"skills-ls/skills"
)

// A sightingKey is the key of a sighting.
type sightingKey catalogKey

// A sighting is where an agent finds skill files from a vantage, including those that it rejects.
type sighting struct {
	*skills.Discovery
	named map[string][]int // indexes into Files, by the base names of the skills' directories
}

// sighting returns where an agent finds skills from a vantage, as remembered. It serves agents that give no verdicts and so
// have no catalogue.
func (s *Snapshot) sighting(ctx context.Context, agent *skills.Agent, vantage string) *sighting {
	if s.cfg.Isolated {
		return &sighting{Discovery: &skills.Discovery{}}
	}
	key, agent := s.discovery(agent, vantage)
	build := func() *sighting {
		d, err := skills.Discover(context.WithoutCancel(ctx), s.fs, agent, s.vantage(vantage))
		if err != nil {
			d = &skills.Discovery{} // the error is a context's, and this one has no end
		}
		found := &sighting{Discovery: d, named: make(map[string][]int, len(d.Files))}
		for i, f := range d.Files {
			name := filepath.Base(filepath.Dir(f.Path))
			found.named[name] = append(found.named[name], i)
		}
		return found
	}
	same := func(found *sighting, _ []string) *sighting { return found } // it does not depend on contents
	return recall(s, sightingKey(key), build, same)
}

// An offer is a skill that an agent finds under a name.
type offer struct {
	skills.SkillFile
	root *skills.Root
}

// offers returns the skills that an agent finds under a name from a vantage, in the order in which it finds
// them.
//
// For an agent that gives no verdicts, it may return too few: only skills that have the name both in their
// frontmatter and as their directory's name. Such agents identify a skill by one of the two, and differ in
// which.
func (s *Snapshot) offers(ctx context.Context, agent *skills.Agent, vantage, name string) []offer {
	if agent.Accept == nil {
		return s.sightings(ctx, agent, vantage, name)
	}
	c := s.catalog(ctx, agent, vantage)
	var found []offer
	var places []int
	for _, skill := range c.Named(name) {
		if i, ok := c.Place(s.realPath(skill.Path)); ok {
			places = append(places, i)
		}
	}
	for _, i := range sorted(places) {
		f := c.Files()[i]
		found = append(found, offer{f, c.Roots[f.Root].Root})
	}
	return found
}

func (s *Snapshot) sightings(ctx context.Context, agent *skills.Agent, vantage, name string) []offer {
	seen := s.sighting(ctx, agent, vantage)
	var found []offer
	for _, i := range seen.named[name] {
		f := seen.Files[i]
		if h, ok := s.head(f.Path); ok && h.name == name && h.description != "" {
			found = append(found, offer{f, seen.Roots[f.Root].Root})
		}
	}
	return found
}

// taken returns which of several skills with one name an agent uses. It returns false if the agent keeps all
// of them or its choice is unspecified, and if the order is unknown in which an agent without verdicts
// searches one root, or a chain of roots.
func taken(agent *skills.Agent, found []offer) (offer, bool) {
	first, second := 0, 1
	switch agent.Duplicates {
	case skills.FirstWins:
	case skills.LastWins:
		first, second = len(found)-1, len(found)-2
	default:
		return offer{}, false
	}
	return found[first], agent.Accept != nil || found[first].root != found[second].root
}
