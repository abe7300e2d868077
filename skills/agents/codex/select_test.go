package codex

import (
	"path/filepath"
	"slices"
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/agenttest"
	"skills-ls/skills/agents/kit"
)

// sets returns the three sets that Codex derives from the mentions of a text, sorted: the names of all skill
// mentions, the paths of all links, and the names that were mentioned plainly.
func sets(mentions []skills.Mention) (names, paths, plain []string) {
	for _, m := range mentions {
		switch {
		case m.Kind == skills.PlainMention:
			names = append(names, m.Name)
			plain = append(plain, m.Name)
		default:
			paths = append(paths, m.Path)
			if kit.IsSkillPath(m.Path) {
				names = append(names, m.Name)
			}
		}
	}
	for _, set := range []*[]string{&names, &paths, &plain} {
		slices.Sort(*set)
		*set = slices.Compact(*set)
	}
	return names, paths, plain
}

// A message has everything by which Codex decides which skills a message selects.
type message struct {
	// Chosen are skills that the user picked in the interface, by name and path; see [skills.LinkedMention].
	Chosen []skills.Mention
	Texts  []string
	// Skills is the catalog, in its order. Disabled has the paths of skills in it that the configuration
	// switches off.
	Skills   []skills.Skill
	Disabled []string
	// Connectors has the slugs of the available connectors, in lowercase. A plain mention of one does not
	// mention a skill.
	Connectors []string
}

// Select returns the skills that the message loads, in order: those chosen, then for each text those linked
// and those mentioned plainly, in the catalog's order. A plain mention counts only if exactly one enabled
// skill has the name, no connector has it, and nothing of that name was chosen. It follows
// collect_explicit_skill_mentions in injection.rs.
func (m *message) Select() []skills.Skill {
	s := selection{counts: make(map[string]int), names: make(map[string]bool), paths: make(map[string]bool)}
	for _, skill := range m.Skills {
		if !slices.Contains(m.Disabled, skill.Path) {
			s.enabled = append(s.enabled, skill)
			s.counts[skill.Name]++
		}
	}
	blocked := make(map[string]bool)
	for _, chosen := range m.Chosen {
		blocked[chosen.Name] = true
		s.add(func(skill skills.Skill) bool { return skill.Path == chosen.Path })
	}
	for _, text := range m.Texts {
		links, plain := make(map[string]bool), make(map[string]bool)
		for _, mention := range kit.SkillMentions(text) {
			if mention.Kind == skills.LinkedMention {
				links[mention.Path] = true
			} else {
				plain[mention.Name] = true
			}
		}
		s.add(func(skill skills.Skill) bool { return links[skill.Path] })
		s.add(func(skill skills.Skill) bool {
			return plain[skill.Name] && !blocked[skill.Name] && !s.names[skill.Name] && s.counts[skill.Name] == 1 &&
				!slices.Contains(m.Connectors, kit.LowerASCII(skill.Name))
		})
	}
	return s.selected
}

type selection struct {
	enabled  []skills.Skill
	counts   map[string]int  // enabled skills by name
	names    map[string]bool // of those selected
	paths    map[string]bool
	selected []skills.Skill
}

// add selects the enabled skills that match, each path once.
func (s *selection) add(matches func(skills.Skill) bool) {
	for _, skill := range s.enabled {
		if !s.paths[skill.Path] && matches(skill) {
			s.paths[skill.Path], s.names[skill.Name] = true, true
			s.selected = append(s.selected, skill)
		}
	}
}

// FuzzSelect checks that any text selects each skill at most once.
func FuzzSelect(f *testing.F) {
	for _, c := range agenttest.ReadJSON[agenttest.MentionVectors](f, filepath.Join(agenttest.OracleDir, "mentions.json")).Texts {
		f.Add(c.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		message := message{Texts: []string{text}, Skills: []skills.Skill{{Name: "a", Path: "/a"}}}
		if selected := message.Select(); len(selected) > 1 {
			t.Errorf("%q: %d skills, want at most one", text, len(selected))
		}
	})
}
