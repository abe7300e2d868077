package analysis

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A skeleton is a SKILL.md that is a template for skills: it is filled in before anybody loads it, and says nothing yet to any agent. Only
// rules with the property inSkeletons speak of it.

// unfilledNames are names that a tool or an author is to replace: {{name}}, ${name}, {name}, <name>, __NAME__ and [TODO: name].
var unfilledNames = regexp.MustCompile(`\{[^{}\r\n]+\}|<[^<>\r\n]+>|__[A-Z][A-Z0-9_]*__|^[ \t]*["']?\[[^\]\r\n]+\]`)

// isSkeleton reports whether the file is a skeleton: by its path it is a template, and its name is yet to come. Either alone says little,
// since skills about templates lie in such directories, and a name may be forgotten.
func (p *pass) isSkeleton() bool {
	if p.file.Kind != SkillFile || !p.isTemplate() {
		return false
	}
	e, ok := p.fm.Entry("name")
	return ok && (unfilledNames.MatchString(firstLine(p.doc.Source, e.Colon+1).Of(p.doc.Source)) || p.isNamedTemplate())
}

// skeletonWords are words for a skill that is there to be copied.
var skeletonWords = []string{"template", "skeleton", "boilerplate", "scaffold"}

// isNamedTemplate reports whether the skill lies in a directory that is called a template and nothing else, by another name, as in _template/
// of "my-skill": both names change with the copy. Among skills, where agents look, the name has to say so, too.
func (p *pass) isNamedTemplate() bool {
	dir, name := strings.ToLower(filepath.Base(p.file.Dir)), strings.ToLower(p.fm.Name())
	if !slices.Contains(skeletonWords, strings.Trim(dir, "_.-")) || name == dir {
		return false
	}
	return filepath.Base(filepath.Dir(p.file.Dir)) != "skills" ||
		slices.ContainsFunc(nameWords(name), func(word string) bool { return slices.Contains(skeletonWords, word) })
}

// heeds reports whether what a rule finds in the file counts.
func (p *pass) heeds(r *Rule) bool { return r.inSkeletons || !p.skeleton }
