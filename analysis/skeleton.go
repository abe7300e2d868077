package analysis

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A skeleton is a SKILL.md that is a template for skills: it is filled in before anybody loads it, and says nothing yet to any agent. Only
// rules with the property inSkeletons speak of it.

// unfilledNames matches names that a tool or an author has to replace: {{name}}, ${name}, {name}, <name>,
// __NAME__ and [TODO: name].
var unfilledNames = regexp.MustCompile(`\{[^{}\r\n]+\}|<[^<>\r\n]+>|__[A-Z][A-Z0-9_]*__|^[ \t]*["']?\[[^\]\r\n]+\]`)

// isSkeleton reports whether the file is a skeleton: its path is that of a template, and its name is not
// filled in. One of the two is not enough: skills about templates have such paths, too, and an author may
// forget the name.
func (p *pass) isSkeleton() bool {
	if p.file.Kind != SkillFile || !p.isTemplate() {
		return false
	}
	e, ok := p.fm.Entry("name")
	return ok && (unfilledNames.MatchString(firstLine(p.doc.Source, e.Colon+1).Of(p.doc.Source)) || p.isNamedTemplate())
}

// skeletonWords are names for a skill that is meant to be copied.
var skeletonWords = []string{"template", "skeleton", "boilerplate", "scaffold"}

// isNamedTemplate reports whether the skill's directory has the name of a template and the skill has another
// name, as in _template/ of "my-skill": the user changes both names in the copy. In a skills directory, where
// agents look, the skill's name has to contain such a word, too.
func (p *pass) isNamedTemplate() bool {
	dir, name := strings.ToLower(filepath.Base(p.file.Dir)), strings.ToLower(p.fm.Name())
	if !slices.Contains(skeletonWords, strings.Trim(dir, "_.-")) || name == dir {
		return false
	}
	return filepath.Base(filepath.Dir(p.file.Dir)) != "skills" ||
		slices.ContainsFunc(nameWords(name), func(word string) bool { return slices.Contains(skeletonWords, word) })
}

// heeds reports whether the diagnostics of a rule apply to the file.
func (p *pass) heeds(r *Rule) bool { return r.inSkeletons || !p.skeleton }
