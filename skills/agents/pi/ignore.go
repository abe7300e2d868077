package pi

import (
	"path"
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
)

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
		if dir = path.Dir(dir); dir == "." {
			dir = ""
		}
		if ignored, decided := kit.Ignored(g.patterns[dir], dir, rel, isDir); decided {
			return ignored
		}
	}
	return false
}
