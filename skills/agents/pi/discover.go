package pi

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
)

// This file follows core/package-manager.ts: what is ignored below a root, and the setting skills.

// ignore reads the ignore files of a directory below a root (addIgnoreRules in core/package-manager.ts). Pi puts the
// directory before each pattern, so that those of a directory below the root match only what is directly in it,
// unless they say otherwise. The library ignore does not distinguish case.
func ignore(fsys vfs.FS, real, dir string) func(path string, isDir bool) (ignored, decided bool) {
	prefix := "$1$2"
	if dir != "" {
		prefix = "$1/$2"
	}
	var patterns []kit.IgnorePattern
	for _, name := range []string{".gitignore", ".ignore", ".fdignore"} { // later ones take precedence
		source, _ := fsys.ReadFile(filepath.Join(real, name)) // without one, there are no patterns
		lines := comment.ReplaceAllString(source, "")
		lines = braces.Replace(start.ReplaceAllString(lines, prefix))
		patterns = append(patterns, kit.ParseIgnore(lines, "i")...)
	}
	return func(path string, isDir bool) (ignored, decided bool) {
		return kit.Ignored(patterns, dir, path, isDir)
	}
}

// What prefixIgnorePattern changes: a pattern loses "/" at its start, or "\" before "!". Below the root it gets "/".
// There are no alternatives in braces.
var (
	comment = regexp.MustCompile(`(?m)^\s*#.*$`)
	start   = regexp.MustCompile(`(?m)^(?:(!)/?|\\(!)|/)?`)
	braces  = strings.NewReplacer("{", `\{`, "}", `\}`)
)

// applySkills applies the setting skills (resolveLocalEntries and isEnabledByOverrides in
// core/package-manager.ts): plain entries are directories of skills, which come before all others, and the
// rest switch skills of the project off and on.
func applySkills(r *skills.Agent, v skills.KnobValue) {
	var roots []skills.Root
	for _, entry := range v.Texts() {
		isPlain := strings.IndexAny(entry, "!+-") != 0 && !strings.ContainsAny(entry, "*?")
		if !isPlain || strings.HasSuffix(entry, ".md") {
			continue
		}
		// The path is relative to .pi, and belongs to the project even if it is elsewhere.
		root := kit.NamedRoot(entry, skills.Root{Word: "project"})
		root.Scope = skills.ScopeRepo
		if root.Base == skills.FromCwd {
			root.Dir = path.Join(".pi", root.Dir)
		}
		roots = append(roots, root)
	}
	r.Roots = append(roots, r.Roots...)
	r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) { return rule(s, v.Choices) })
}

// rule returns what the entries do with a skill of the project: "-path" takes precedence over "+path", and
// that over "!pattern".
func rule(s *skills.Skill, entries []skills.KnobChoice) (ruling skills.Ruling, off bool) {
	if s.Scope != skills.ScopeRepo {
		return ruling, false
	}
	for _, sign := range []string{"!", "+", "-"} {
		for _, e := range entries {
			if entry, ok := strings.CutPrefix(e.Name, sign); ok && means(s, entry, sign == "!", e.From) {
				off = sign != "+"
				ruling = skills.Ruling{Off: off, Effect: "switches this skill off", Setting: "skills", From: e.From}
			}
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
	base := path.Dir(filepath.ToSlash(from))
	if own := holder.FindStringSubmatch(file); own != nil {
		base = own[1]
	}
	named := func(name string) bool {
		rel, err := filepath.Rel(filepath.FromSlash(base), filepath.FromSlash(name))
		return matches(name) || err == nil && matches(filepath.ToSlash(rel)) || isPattern && matches(path.Base(name))
	}
	return named(file) || path.Base(file) == "SKILL.md" && named(path.Dir(file))
}

// holder matches a file below a .agents or .pi, to which paths in the setting are then relative, and otherwise to
// the .pi of the settings. No name below a root begins with a dot, so the last directory of that name is the root.
var holder = regexp.MustCompile(`^(.*/\.(?:agents|pi))/skills/`)
