package codex

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
)

// Aliases replace roots in a list that would otherwise exceed its budget (render.rs 428dd6c6). The root of a
// skill is the one in which it was found, by its real path. A skill whose root is not known keeps its whole
// path.

// renderAliased renders the list with a table of aliases, which counts against the budget. It reports false
// if no root is known or if the table uses the whole budget.
func (b limit) renderAliased(lines []line, list []skills.Skill) (rendering, bool) {
	roots, aliases := aliases(list)
	rest := limit{b.tokens, b.limit - b.table(roots)}
	if len(roots) == 0 || rest.limit <= 0 {
		return rendering{}, false
	}
	lines = slices.Clone(lines)
	for i, s := range list {
		root, known := aliases[s.Origin.Root]
		if rel, below := vfs.CutDir(s.Path, root.dir); known && below {
			lines[i].path = root.alias + "/" + slashes(rel)
		}
	}
	r := rest.render(lines)
	r.roots = roots
	return r, true
}

// table returns the cost of aliases besides the lines: the table itself, and the difference in the text
// around it.
func (b limit) table(roots []string) int {
	return max(0, b.cost(joinSections(roots, nil))-b.cost(joinSections(nil, nil)))
}

// better reports whether a list with aliases is better than one without: it has more skills, or else more of
// their descriptions, or else it is shorter.
func (b limit) better(aliased, whole rendering) bool {
	return cmp.Or(len(whole.lines)-len(aliased.lines), aliased.lost-whole.lost, b.sum(aliased)-b.sum(whole)) < 0
}

// sum returns the cost of a list with its table of aliases.
func (b limit) sum(r rendering) int {
	sum := 0
	if len(r.roots) > 0 {
		sum = b.table(r.roots)
	}
	for _, line := range r.lines {
		sum += b.line(line)
	}
	return sum
}

// A rootAlias is an alias for a directory.
type rootAlias struct{ alias, dir string }

// aliases returns the lines of the table, and the alias of each root. The order of the roots is that of the
// scan. Roots of installed plugins share the alias of their marketplace, unless a version of a plugin has
// several skills.
func aliases(list []skills.Skill) (lines []string, aliases map[string]rootAlias) {
	places, versions := make(map[string]int), make(map[string]int)
	for _, s := range list {
		root := s.Origin.Root
		if root == "" {
			continue
		}
		if place, ok := places[root]; !ok || s.Origin.Place < place {
			places[root] = s.Origin.Place
		}
		if _, version := marketplace(root); version != "" {
			versions[version]++
		}
	}
	var roots []string
	for root := range places {
		roots = append(roots, root)
	}
	slices.SortFunc(roots, func(a, b string) int { return cmp.Or(places[a]-places[b], strings.Compare(a, b)) })
	aliases = make(map[string]rootAlias)
	known := make(map[string]string) // alias by directory
	for _, root := range roots {
		dir := root
		if marketplace, version := marketplace(root); version != "" && versions[version] <= 1 {
			dir = marketplace
		}
		alias, ok := known[dir]
		if !ok {
			alias = fmt.Sprintf("r%d", len(known))
			known[dir] = alias
			lines = append(lines, "- `"+alias+"` = `"+slashes(dir)+"`")
		}
		aliases[root] = rootAlias{alias, dir}
	}
	return lines, aliases
}

// marketplace returns the nearest directory in "plugins/cache" that contains a path, and the version of a
// plugin in it, two directories further down. The version is empty if the path ends before that.
func marketplace(path string) (marketplace, version string) {
	for dir := range vfs.Up(path) {
		parent := filepath.Dir(dir)
		if filepath.Base(parent) == "cache" && filepath.Base(filepath.Dir(parent)) == "plugins" {
			marketplace = dir
			break
		}
	}
	if marketplace == "" {
		return "", ""
	}
	rel, _ := vfs.CutDir(path, marketplace)
	if parts := kit.PathComponents(rel); len(parts) >= 2 {
		version = filepath.Join(marketplace, parts[0], parts[1])
	}
	return marketplace, version
}
