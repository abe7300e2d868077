package roocode

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
	"skills-ls/skills/yamldialect"
)

// builtin are the slugs of Roo Code's own modes, in its order (packages/types/src/mode.ts cb836567).
var builtin = []string{"architect", "code", "ask", "debug", "orchestrator"}

// modesOf returns the modes in which a skill is offered, or nil for all modes, and what chooses them
// (loadSkillMetadata in SkillsManager.ts cb836567).
func modesOf(object *yamldialect.JSObject, path string) (modes []string, from string) {
	if list, ok := object.Value("modeSlugs").(*yamldialect.JSArray); ok {
		for _, item := range list.Items {
			if slug, _ := item.(string); slug != "" {
				modes = append(modes, slug)
			}
		}
		return modes, "`modeSlugs`"
	}
	if slug, _ := object.Value("mode").(string); slug != "" {
		return []string{slug}, "`mode`"
	}
	// The path of a root that is a link does not have the name of the link.
	root := filepath.Dir(filepath.Dir(path))
	holder := filepath.Base(filepath.Dir(root))
	slug, ok := strings.CutPrefix(filepath.Base(root), "skills-")
	if ok && slug != "" && (holder == own || holder == shared) {
		return []string{slug}, "directory"
	}
	return nil, ""
}

// A session has the modes in which Roo Code offers skills (getSkillsForMode in SkillsManager.ts cb836567).
type session struct {
	roots []skills.Root // those of the project; the user has the same directories
	modes []string
}

func newSession(roots []skills.Root, modes ...string) *session {
	return &session{roots[len(roots)/2:], modes}
}

// configure makes an agent offer only the skills of the session.
func (s *session) configure(r *skills.Agent) *skills.Agent {
	r.Adopt.In = s.adopt
	r.Rulings = []func(*skills.Skill) (skills.Ruling, bool){s.rule}
	r.Catalog = catalog(s.modes[0])
	return r
}

// offers reports whether the session offers a skill that has the given modes.
func (s *session) offers(modes string) bool {
	return modes == "" || slices.ContainsFunc(strings.Split(modes, "\n"), func(mode string) bool {
		return slices.Contains(s.modes, mode)
	})
}

// rule switches off the skills of other modes.
func (s *session) rule(skill *skills.Skill) (skills.Ruling, bool) {
	effect := "keeps this skill out of mode `" + strings.Join(s.modes, "`, `") + "`"
	own := "its " + skill.ModesFrom
	return skills.Ruling{Off: true, Effect: effect, Setting: "modes", Own: own}, !s.offers(skill.Modes)
}

// adopt drops a skill if another one of its name in the same project or home directory replaces it. It keeps
// the skill if the other one is in a later root, which takes precedence anyway, and a file of another name,
// which replaces none.
func (s *session) adopt(fsys vfs.FS) func(skills.Skill) (skills.Skill, bool, string) {
	return func(skill skills.Skill) (skills.Skill, bool, string) {
		for place, root := range s.roots {
			base, ok := strings.CutSuffix(filepath.ToSlash(filepath.Dir(skill.Dir)), "/"+root.Dir)
			if ok && s.offers(skill.Modes) && filepath.Base(skill.Path) == "SKILL.md" {
				return skill, place <= s.taken(fsys, base, skill), ""
			}
		}
		return skill, true, ""
	}
}

// A rival is an accepted skill, with the index of its directory.
type rival struct {
	place int
	modes string
}

// taken returns the index of the directory with the skill that Roo Code uses among the skills with the name of a skill,
// in the project or home directory base. Their directories have that name too. A skill replaces an earlier one with the
// same first mode. Of the others one with modes takes precedence, and then the earlier one. It asks for a file only if
// its root exists: few projects have more than one, and the cache would keep an answer for each skill in each of them
// (BenchmarkEditorMemory).
func (s *session) taken(fsys vfs.FS, base string, skill skills.Skill) int {
	var firsts []string
	rivals := make(map[string]rival) // by first mode
	for place, root := range s.roots {
		dir := filepath.FromSlash(base + "/" + root.Dir)
		path := filepath.Join(dir, filepath.Base(skill.Dir), "SKILL.md")
		modes, ok := skill.Modes, path == skill.Path
		if _, err := fsys.Stat(dir); err == nil && !ok {
			source, _ := kit.ReadFile(fsys, path) // a file without text is not accepted
			v := accept(skills.File{Path: path, Source: source})
			modes, ok = v.Modes, v.Accepted
		}
		if ok {
			first, _, _ := strings.Cut(modes, "\n")
			firsts = append(firsts, first)
			rivals[first] = rival{place, modes}
		}
	}
	for _, first := range firsts {
		if first != "" && s.offers(rivals[first].modes) {
			return rivals[first].place
		}
	}
	if r, ok := rivals[""]; ok {
		return r.place
	}
	return -1
}
