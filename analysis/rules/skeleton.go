package rules

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/vfs"
)

// A skeleton is a SKILL.md that is a template for skills: the user fills it in before an agent loads it. Only
// rules with the property InSkeletons apply to it.

// unfilledNames matches names that a tool or an author has to replace: {{name}}, ${name}, {name}, <name>,
// __NAME__ and [TODO: name].
var unfilledNames = regexp.MustCompile(`\{[^{}\r\n]+\}|<[^<>\r\n]+>|__[A-Z][A-Z0-9_]*__|^[ \t]*["']?\[[^\]\r\n]+\]`)

// IsTemplate reports whether the SKILL.md at a path is a template for skills, to which few rules apply.
func IsTemplate(ctx context.Context, s *workspace.Snapshot, path string) bool {
	f, err := s.File(path)
	return err == nil && isSkeleton(&Pass{Scope: refs.ScopeOf(ctx, s, f)})
}

// isSkeleton reports whether the file is a skeleton: its path is that of a template, and its name is not
// filled in. One of the two is not enough: skills about templates have such paths, too, and an author may
// forget the name.
func isSkeleton(p *Pass) bool {
	if p.File.Kind != file.SkillFile || !isTemplate(p) {
		return false
	}
	e, ok := p.Fm.Entry("name")
	return ok && (unfilledNames.MatchString(lines.FirstLine(p.Doc.Source, e.Colon+1).Of(p.Doc.Source)) || isNamedTemplate(p))
}

// skeletonWords are names for a skill that is meant to be copied.
var skeletonWords = []string{"template", "skeleton", "boilerplate", "scaffold"}

// isNamedTemplate reports whether the skill's directory has the name of a template and the skill has another
// name, as in _template/ of "my-skill": the user changes both names in the copy. In a skills directory, where
// agents look, the skill's name has to contain such a word, too.
func isNamedTemplate(p *Pass) bool {
	dir, name := strings.ToLower(filepath.Base(p.File.Dir)), strings.ToLower(p.Fm.Name())
	if !slices.Contains(skeletonWords, strings.Trim(dir, "_.-")) || name == dir {
		return false
	}
	return filepath.Base(filepath.Dir(p.File.Dir)) != "skills" ||
		slices.ContainsFunc(match.NameWords(name), func(word string) bool { return slices.Contains(skeletonWords, word) })
}

// templateWords are words in the names of directories and files with templates, in which placeholders belong.
var templateWords = []string{"template", "templates", "tmpl", "skeleton", "skeletons", "scaffold", "scaffolds", "scaffolding", "boilerplate", "fixture", "fixtures", "testdata", "assets", "examples"}

// isTemplateOfSkill reports whether the file is a template among a skill's files. Its references to other
// files apply where the file that is made from it will be.
func isTemplateOfSkill(p *Pass) bool {
	rel, ok := vfs.CutDir(p.File.Path, p.File.Skill)
	return ok && p.File.Skill != "" && p.File.Kind != file.SkillFile && holdsTemplates(rel)
}

// holdsTemplates reports whether a path contains the name of a directory or file for templates.
func holdsTemplates(path string) bool {
	return slices.ContainsFunc(match.NameWords(strings.ToLower(path)), func(word string) bool { return slices.Contains(templateWords, word) })
}

// isTemplate reports whether the file is a template for others, judging by its path in the workspace. For a
// file outside the workspace, the path from the parent of the skill directory counts.
func isTemplate(p *Pass) bool {
	path := strings.TrimPrefix(p.File.Path, filepath.Dir(p.File.Skill))
	for _, folder := range p.Snapshot.Config().Folders {
		if rest, ok := vfs.CutDir(p.File.Path, folder); ok {
			path = rest
			break
		}
	}
	return holdsTemplates(path)
}

// appliesToTemplate reports whether the diagnostics of a rule apply to the file.
func appliesToTemplate(p *Pass, r *Rule) bool { return r.Is(InSkeletons) || !p.Skeleton }
