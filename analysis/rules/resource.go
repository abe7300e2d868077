package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/frontmatter"
)

// hasBundle reports whether the files in the skill's directory belong to the skill. In a project's root
// directory they belong to the project.
func hasBundle(p *Pass) bool {
	s := p.Snapshot
	return !alone(p) && p.Fm.State == frontmatter.Closed && !workspace.PlaceOf(s, p.File.Skill).IsRoot && !slices.Contains(s.Config().Folders, p.File.Skill)
}

// isProseName reports whether a file with the given name is a text for a model to read.
func isProseName(name string) bool {
	return file.IsMarkdownName(name) || strings.EqualFold(path.Ext(name), ".txt")
}

// listSome joins names. It joins only the first ones of many, and adds the number of others.
func listSome(names []string) string {
	const most = 3
	if more := len(names) - most; more > 0 {
		names = append(slices.Clone(names[:most]), fmt.Sprintf("%d more", more))
	}
	return vantage.JoinAnd(names)
}
