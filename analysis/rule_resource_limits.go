package analysis

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// checkResourceLimits reports what target agents leave out of a skill because it exceeds one of their limits.
func checkResourceLimits(p *pass) {
	if !p.hasBundle() {
		return
	}
	for _, agent := range p.at.targets() {
		p.checkResourceBytes(agent)
		p.checkListed(agent)
	}
}

// checkResourceBytes reports texts beside the SKILL.md that an agent does not read completely. Files that
// programs and tools read do not count, however large they are.
func (p *pass) checkResourceBytes(agent *skills.Agent) {
	limit := int64(agent.Limits.ResourceBytes)
	if limit == 0 {
		return
	}
	var large []string
	for _, r := range p.snapshot.bundle(p.file.Skill).resources {
		if !isProseName(r.rel) {
			continue
		}
		if info, err := p.snapshot.fs.Stat(r.path); err == nil && info.Size() > limit {
			large = append(large, fmt.Sprintf("`%s` (%d)", r.rel, info.Size()))
		}
	}
	if len(large) > 0 {
		p.report(Diagnostic{
			Severity: Warning, Span: p.headSpan(), Agents: []string{agent.ID},
			Message: fmt.Sprintf("%s reads a skill's files up to %d bytes; larger: %s", agent.Title, limit, listSome(large)),
		})
	}
}

// isProseName reports whether a file with the given name is a text for a model to read.
func isProseName(name string) bool {
	return isMarkdownName(name) || strings.EqualFold(path.Ext(name), ".txt")
}

// checkListed reports files that a model does not learn about: the agent's list ends before them, and no text
// mentions them.
func (p *pass) checkListed(agent *skills.Agent) {
	s, limits := p.snapshot, agent.Limits
	if limits.ListedFiles == 0 && limits.ListedBytes == 0 || agent.Inject == nil {
		return
	}
	listed := s.listing(agent, p.file)
	if !listed.truncated {
		return
	}
	var lost []string
	for _, r := range s.unnamed(p.file.Skill, s.bundle(p.file.Skill)) {
		if !listed.files[r.rel] {
			lost = append(lost, "`"+r.rel+"`")
		}
	}
	if len(lost) == 0 {
		return
	}
	most := fmt.Sprintf("%d files", limits.ListedFiles)
	if limits.ListedBytes > 0 {
		most += fmt.Sprintf(" and %d bytes", limits.ListedBytes)
	}
	p.report(Diagnostic{
		Severity: Information, Span: p.headSpan(), Agents: []string{agent.ID}, // whether a text mentions a file is a guess
		Message: fmt.Sprintf("%s lists no more than %s of a skill, and may leave out these, which nothing in the skill mentions: %s", agent.Title, most, listSome(lost)),
	})
}

// listSome joins names. It joins only the first ones of many, and adds the number of others.
func listSome(names []string) string {
	const most = 3
	if more := len(names) - most; more > 0 {
		names = append(slices.Clone(names[:most]), fmt.Sprintf("%d more", more))
	}
	return joinAnd(names)
}

// A listing is the set of a skill's files that an agent names to the model when it loads the skill.
type listing struct {
	files     map[string]bool // relative to the skill's directory, with slashes
	truncated bool
}

type listingKey struct {
	judging skills.Judging
	dir     string
}

func (listingKey) restsOnFiles() {}

// listing returns the files that an agent lists of the skill whose SKILL.md is f. The result is remembered.
func (s *Snapshot) listing(agent *skills.Agent, f *File) listing {
	build := func() listing { return s.findListing(agent, f) }
	renew := func(known listing, changed []string) listing {
		real := s.realPath(f.Skill)
		if slices.ContainsFunc(changed, func(path string) bool { return vfs.Within(real, path) }) { // the sizes of files count
			return build()
		}
		return known
	}
	return recall(s, listingKey{agent.Judging(), f.Skill}, build, renew)
}

func (s *Snapshot) findListing(agent *skills.Agent, f *File) listing {
	skill := skills.Skill{Name: f.Doc.Frontmatter.Name(), Path: f.Path, Dir: f.Skill, Scope: skills.ScopeRepo}
	injection := agent.Inject(skills.Load{Skill: skill, Source: f.Doc.Source, FS: s.fs, Cwd: s.vantageOf(agent, f.Skill)})
	l := listing{files: make(map[string]bool), truncated: injection.FilesTruncated}
	real := s.realPath(f.Skill)
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
