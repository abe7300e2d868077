package pi

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
)

// This file follows core/package-manager.ts: what is ignored below a root, and the setting skills.

// ignoreFiles are the files that Pi reads in each directory below a root. Later patterns take precedence.
var ignoreFiles = []string{".gitignore", ".ignore", ".fdignore"}

// ignores has the patterns of the ignore files below one root, by directory (addIgnoreRules in
// core/package-manager.ts). Pi puts the directory before each pattern, so that those of a directory below the
// root match only what is directly in it, unless they say otherwise. The library ignore does not distinguish
// case.
type ignores struct {
	fsys     vfs.FS
	patterns map[string][]kit.IgnorePattern
}

func newIgnores(fsys vfs.FS) skills.Ignoring {
	return &ignores{fsys, make(map[string][]kit.IgnorePattern)}
}

// Enter implements [skills.Ignoring].
func (g *ignores) Enter(real, rel string) {
	for _, name := range ignoreFiles {
		source, _ := g.fsys.ReadFile(filepath.Join(real, name)) // without one, there are no patterns
		var lines []string
		for line := range strings.Lines(source) {
			if trimmed := strings.TrimSpace(line); trimmed != "" && trimmed[0] != '#' {
				lines = append(lines, anchored(strings.TrimRight(line, "\r\n"), rel != ""))
			}
		}
		g.patterns[rel] = append(g.patterns[rel], kit.ParseIgnore(strings.Join(lines, "\n"), "i")...)
	}
}

var braces = strings.NewReplacer("{", `\{`, "}", `\}`) // no alternatives in ignore files

// anchored returns a pattern without a slash at its start, or below the root with one (prefixIgnorePattern).
func anchored(line string, below bool) string {
	pattern, negated := strings.CutPrefix(line, "!")
	if !negated && strings.HasPrefix(pattern, `\!`) {
		pattern = pattern[1:]
	}
	pattern = braces.Replace(strings.TrimPrefix(pattern, "/"))
	if below {
		pattern = "/" + pattern
	}
	if negated {
		pattern = "!" + pattern
	}
	return pattern
}

// Ignores implements [skills.Ignoring]. The patterns of the directories nearest to the path come last, and
// the last one decides.
func (g *ignores) Ignores(rel string, isDir bool) bool {
	for dir := rel; dir != ""; {
		dir = dir[:max(0, strings.LastIndexByte(dir, '/'))]
		if ignored, decided := kit.Ignored(g.patterns[dir], dir, rel, isDir); decided {
			return ignored
		}
	}
	return false
}

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
