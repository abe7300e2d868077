package rules

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
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

// maxListed is the maximum number of files that a message lists.
const maxListed = 3

// checkOrphans reports the files of a skill that no text of it names.
func checkOrphans(p *Pass) {
	if !hasBundle(p) {
		return
	}
	var orphans []string
	for _, r := range refs.Unnamed(p.Snapshot, p.File.Skill, refs.BundleOf(p.Snapshot, p.File.Skill)) {
		orphans = append(orphans, r.Rel)
	}
	if len(orphans) == 0 {
		return
	}
	p.report(diagnostic.Diagnostic{
		Span:    headSpan(p),
		Message: "no text of the skill mentions " + vantage.JoinFirst(orphans, maxListed),
	})
}

// checkResourceLimits reports what target agents leave out of a skill because it exceeds one of their limits.
func checkResourceLimits(p *Pass) {
	if !hasBundle(p) {
		return
	}
	for _, agent := range p.At.Concerned {
		checkResourceBytes(p, agent)
		checkListed(p, agent)
	}
}

// checkResourceBytes reports texts beside the SKILL.md that an agent does not read completely. Files that
// programs and tools read do not count, however large they are.
func checkResourceBytes(p *Pass, agent *skills.Agent) {
	limit := int64(agent.Limits.ResourceBytes)
	if limit == 0 {
		return
	}
	var large []string
	for _, r := range refs.BundleOf(p.Snapshot, p.File.Skill).Resources {
		if !isProseName(r.Rel) {
			continue
		}
		if info, err := p.Snapshot.FS().Stat(r.Path); err == nil && info.Size() > limit {
			large = append(large, fmt.Sprintf("%s (%d)", r.Rel, info.Size()))
		}
	}
	if len(large) > 0 {
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: headSpan(p), Affects: misreading([]*skills.Agent{agent}),
			Message: "file is too large: " + vantage.JoinFirst(large, maxListed), Detail: fmt.Sprintf("the limit is %d bytes", limit),
		})
	}
}

// checkListed reports files that a model does not learn about: the agent's list ends before them, and no text
// mentions them.
func checkListed(p *Pass, agent *skills.Agent) {
	s, limits := p.Snapshot, agent.Limits
	if limits.ListedFiles == 0 && limits.ListedBytes == 0 || agent.Inject == nil {
		return
	}
	listed := listingOf(s, agent, p.File)
	if !listed.truncated {
		return
	}
	var lost []string
	for _, r := range refs.Unnamed(s, p.File.Skill, refs.BundleOf(s, p.File.Skill)) {
		if !listed.files[r.Rel] {
			lost = append(lost, r.Rel)
		}
	}
	if len(lost) == 0 {
		return
	}
	most := fmt.Sprintf("at most %d files", limits.ListedFiles)
	if limits.ListedBytes > 0 {
		most += fmt.Sprintf(" and %d bytes", limits.ListedBytes)
	}
	p.report(diagnostic.Diagnostic{
		Severity: diagnostic.Information, Span: headSpan(p), Affects: misreading([]*skills.Agent{agent}), // whether a text mentions a file is a guess
		Message: agent.Title + " may not list " + vantage.JoinFirst(lost, maxListed), Detail: "it lists " + most,
	})
}

// A listing is the set of a skill's files that an agent names to the model when it loads the skill.
type listing struct {
	files     map[string]bool // relative to the skill's directory, with slashes
	truncated bool
}

// listingOf returns the files that an agent lists of the skill whose SKILL.md is f.
func listingOf(s *workspace.Snapshot, agent *skills.Agent, f *file.File) listing {
	skill := skills.Skill{Name: f.Doc.Frontmatter.Name(), Path: f.Path, Dir: f.Skill, Scope: skills.ScopeRepo}
	injection := agent.Inject(skills.Load{Skill: skill, Source: f.Doc.Source, FS: s.FS(), Cwd: workspace.VantageOf(s, agent, f.Skill)})
	l := listing{files: make(map[string]bool), truncated: injection.FilesTruncated}
	real := s.RealPath(f.Skill)
	for _, path := range injection.Files {
		rel, ok := vfs.CutDir(path, f.Skill)
		if !ok {
			rel, ok = vfs.CutDir(path, real)
		}
		if ok {
			l.files[filepath.ToSlash(rel)] = true
		}
	}
	return l
}
