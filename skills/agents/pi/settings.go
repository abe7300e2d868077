package pi

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// applySkills applies the setting skills (resolveLocalEntries and isEnabledByOverrides in
// core/package-manager.ts): plain entries are directories of skills, which come before all others, and the
// rest switch skills of the project off and on.
func applySkills(r *skills.Agent, v skills.KnobValue) {
	var roots []skills.Root
	for _, entry := range v.Texts() {
		isPlain := strings.IndexAny(entry, "!+-") != 0 && !strings.ContainsAny(entry, "*?")
		if isPlain && !strings.HasSuffix(entry, ".md") {
			roots = append(roots, settingsRoot(entry))
		}
	}
	r.Roots = append(roots, r.Roots...)
	r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) { return rule(s, v.Choices) })
}

// settingsRoot returns the root that an entry names. Its path is relative to .pi, and it belongs to the
// project even if it is elsewhere.
func settingsRoot(entry string) skills.Root {
	root := kit.NamedRoot(entry, skills.Root{Scope: skills.ScopeRepo, Word: "project"})
	root.Scope = skills.ScopeRepo
	if root.Base == skills.FromCwd {
		root.Dir = path.Join(".pi", root.Dir)
	}
	return root
}

// rule returns what the entries do with a skill of the project: "-path" takes precedence over "+path", and
// that over "!pattern".
func rule(s *skills.Skill, entries []skills.KnobChoice) (ruling skills.Ruling, off bool) {
	if s.Scope != skills.ScopeRepo {
		return ruling, false
	}
	for _, sign := range []string{"!", "+", "-"} {
		i := slices.IndexFunc(entries, func(e skills.KnobChoice) bool {
			entry, ok := strings.CutPrefix(e.Name, sign)
			return ok && means(s, entry, sign == "!", e.From)
		})
		if i >= 0 {
			off = sign != "+"
			ruling = skills.Ruling{Off: off, Effect: "switches this skill off", Setting: "skills"}
			ruling.From = entries[i].From
		}
	}
	return ruling, off
}

// means reports whether a path or pattern of the setting matches a skill: by its path relative to the base
// directory, by its absolute path, and for a pattern by its name. A SKILL.md also matches by those of its
// directory.
func means(s *skills.Skill, entry string, isPattern bool, from string) bool {
	file := filepath.ToSlash(s.Path)
	matches := func(name string) bool { return name == strings.TrimPrefix(entry, "./") }
	if isPattern {
		pattern, err := regexp.Compile("^(?s:" + kit.GlobExpression(entry) + ")$")
		if err != nil {
			return false
		}
		matches = pattern.MatchString
	}
	named := func(name string) bool {
		rel, err := filepath.Rel(filepath.FromSlash(base(file, from)), filepath.FromSlash(name))
		return matches(name) || err == nil && matches(filepath.ToSlash(rel)) || isPattern && matches(path.Base(name))
	}
	return named(file) || path.Base(file) == "SKILL.md" && named(path.Dir(file))
}

// base returns the directory to which paths in the setting are relative: the .agents or .pi whose directory
// of skills contains the file, or else the .pi of the settings. No name below a root begins with a dot, so
// the last directory of that name is the root.
func base(file, from string) string {
	if own := holder.FindStringSubmatch(file); own != nil {
		return own[1]
	}
	return path.Dir(filepath.ToSlash(from))
}

var holder = regexp.MustCompile(`^(.*/\.(?:agents|pi))/skills/`)
