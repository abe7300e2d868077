package roocode

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
	"skills-ls/skills/yamldialect"
)

// builtin are the slugs of Roo Code's own modes, in its order (packages/types/src/mode.ts cb836567).
var builtin = []string{"architect", "code", "ask", "debug", "orchestrator"}

// modesOf returns the modes in which a skill is offered, as in [skills.Exposure], and what chooses them
// (loadSkillMetadata in SkillsManager.ts cb836567).
func modesOf(object *yamldialect.JSObject, path string) (modes, from string) {
	if list, ok := object.Value("modeSlugs").(*yamldialect.JSArray); ok {
		var slugs []string
		for _, item := range list.Items {
			if slug, _ := item.(string); slug != "" {
				slugs = append(slugs, slug)
			}
		}
		return strings.Join(slugs, "\n"), "its `modeSlugs`"
	}
	if slug, _ := object.Value("mode").(string); slug != "" {
		return slug, "its `mode`"
	}
	if root := rootOfMode.FindStringSubmatch(filepath.ToSlash(path)); root != nil {
		return root[1], "its directory"
	}
	return "", ""
}

// rootOfMode matches the path of a skill in the directory of a mode. The path in a root that is a link does not
// have the name of the link.
var rootOfMode = regexp.MustCompile(`/\.(?:agents|roo)/skills-([^/]+)/[^/]+/[^/]+$`)

// A session has the modes in which Roo Code offers skills (getSkillsForMode in SkillsManager.ts cb836567).
type session []string

// inModes makes an agent offer only the skills of the given modes, or without any, those of the mode code. A
// skill that another one in the same project or home directory replaces is left out.
func inModes(r *skills.Agent, modes ...string) *skills.Agent {
	if len(modes) == 0 {
		modes = []string{"code"}
	}
	s, roots := session(modes), r.Roots[len(r.Roots)/2:] // the user's have the same directories
	r.Adopt.In = func(fsys vfs.FS) func(skills.Skill) (skills.Skill, bool, string) {
		return func(skill skills.Skill) (skills.Skill, bool, string) {
			return skill, !s.offers(skill.Modes) || s.keeps(fsys, roots, skill), ""
		}
	}
	r.Rulings = []func(*skills.Skill) (skills.Ruling, bool){s.rule}
	r.Catalog = catalog(modes[0])
	return r
}

// offers reports whether the session offers a skill that has the given modes.
func (s session) offers(modes string) bool {
	return modes == "" || slices.ContainsFunc(strings.Split(modes, "\n"), func(mode string) bool {
		return slices.Contains(s, mode)
	})
}

// rule switches off the skills of other modes.
func (s session) rule(skill *skills.Skill) (skills.Ruling, bool) {
	effect := "keeps this skill out of mode `" + strings.Join(s, "`, `") + "`"
	ruling := skills.Ruling{Off: true, Effect: effect, Setting: "modes", Own: skill.ModesFrom}
	return ruling, !s.offers(skill.Modes)
}

// keeps reports whether Roo Code uses a skill among those with its name in the same project or home directory,
// or uses one in a later root, which takes precedence anyway. Their directories have that name too. A skill
// replaces an earlier one with the same first mode. Of the others one with modes takes precedence, and then the
// earlier one. A file of another name replaces none. It asks for a file only if its root exists: few projects
// have more than one, and the cache would keep an answer for each skill in each of them (BenchmarkEditorMemory).
func (s session) keeps(fsys vfs.FS, roots []skills.Root, skill skills.Skill) bool {
	base := filepath.Dir(filepath.Dir(filepath.Dir(skill.Dir)))
	own := -1 // the index of the skill's root
	var firsts []string
	modes, places := make(map[string]string), map[string]int{"": -1} // of the last skill with a first mode
	for place, root := range roots {
		dir := filepath.Join(base, filepath.FromSlash(root.Dir))
		path := filepath.Join(dir, filepath.Base(skill.Dir), "SKILL.md")
		v := skills.Verdict{Accepted: path == skill.Path, Exposure: skill.Exposure}
		if v.Accepted {
			own = place
		} else if _, err := fsys.Stat(dir); err == nil {
			source, _ := kit.ReadFile(fsys, path) // a file without text is not accepted
			v = accept(skills.File{Path: path, Source: source})
		}
		if v.Accepted {
			first, _, _ := strings.Cut(v.Modes, "\n")
			firsts, modes[first], places[first] = append(firsts, first), v.Modes, place
		}
	}
	for _, first := range firsts {
		if first != "" && s.offers(modes[first]) {
			return places[first] >= own
		}
	}
	return places[""] >= own
}
