package analysis

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A PreviewQuery identifies a skill to render: by its path, or by its name if the path is empty and the name
// is unique.
type PreviewQuery struct {
	Path, Name string
	Cwd        string
	Agent      string // empty means the agent whose root contains the skill, or the default agent
	// Arguments are what a user wrote after the skill's name. Some agents treat nil and empty differently.
	Arguments *string
	// LoadedMtimeMs is the modification time of an earlier load in the session; nil if there was none.
	LoadedMtimeMs *int64
}

// A Preview is the exact text that an agent would inject.
type Preview struct {
	Agent          string
	Accepted       bool
	Refused        []Refused // why the agent would reject it
	Content        string
	Segments       []skills.Segment
	Skill          *skills.Skill // nil if the agent could not determine a name
	Path           string        // of the file shown
	Source         string        // its text, which the segments' Source spans refer to
	Files          []string
	FilesTruncated bool
	Tokens         skills.Tokens
	Estimate       *skills.Tokens // the agent's own; nil if it has none
	Limits         []Limit
	Notes          []string

	limits skills.Limits // of the agent, as configured in the skill's directory
}

// A PreviewError says why a query does not identify a skill.
type PreviewError struct {
	Reason     string // ambiguous, not_found or not_a_skill
	Candidates []string
	message    string
}

func (e *PreviewError) Error() string { return e.message }

// Preview renders a skill as the agent would inject it, from the open buffer if there is one. It also renders
// a skill that the agent would reject, and returns the reasons. The error is a *[PreviewError], an
// *[UnknownAgentError], or that of the file system.
func (s *Snapshot) Preview(ctx context.Context, q PreviewQuery) (*Preview, error) {
	p, err := s.render(ctx, q)
	if err != nil {
		return nil, err
	}
	p.Tokens = skills.CountTokens(p.Content)
	if agent, ok := agents.ByID(p.Agent); ok {
		p.Estimate = estimate(agent, p.Content)
		p.Limits = limitsOf(p)
	}
	return p, nil
}

// PreviewText returns only the content of [Snapshot.Preview]. It is faster, because it counts no tokens.
func (s *Snapshot) PreviewText(ctx context.Context, q PreviewQuery) (string, error) {
	p, err := s.render(ctx, q)
	if err != nil {
		return "", err
	}
	return p.Content, nil
}

// render returns a preview without token counts.
func (s *Snapshot) render(ctx context.Context, q PreviewQuery) (*Preview, error) {
	if q.Agent != "" {
		if _, err := s.catalogAgent(q.Agent, ""); err != nil {
			return nil, err // an unknown agent is reported before other errors
		}
	}
	path, err := s.previewPath(ctx, q)
	if err != nil {
		return nil, err
	}
	agent, notes, err := s.previewAgent(ctx, q.Agent, path)
	if err != nil {
		return nil, err
	}
	f, err := s.previewFile("previewing", path)
	if err != nil {
		return nil, err
	}
	agent = s.configuredFor(agent, f.Dir)
	judged := s.judgedFile(f)
	verdict := s.verdict(agent, f, judged)
	skill, why := s.adopt(agent, s.describe(agent, f, judged.Path, verdict))
	rulings, off := s.rule(agent, &skill)
	if by := agent.DisabledBy; by.From != "" {
		rulings = append(rulings, s.rulingNote(by))
	}
	notes = append(notes, rulings...)
	if note := invocation(agent.Title, skill.Exposure); note != "" && !off {
		notes = append(notes, note)
	}
	load := skills.Load{
		Skill: skill, Source: f.Doc.Source, FS: s.fs, Arguments: q.Arguments, LoadedMtimeMs: q.LoadedMtimeMs,
	}
	s.stand(ctx, agent, &load)
	if seeks(agent) && f.Dir != "" {
		notes = append(notes, s.notFollowed(agent, s.catalog(ctx, agent, load.Cwd), f.Dir)...)
	}
	injection := s.configured(agent, load.Cwd).Inject(load)
	p := &Preview{
		Agent: agent.ID, Accepted: verdict.Accepted && why == "", Refused: refused(verdict),
		Content: injection.Content, Segments: injection.Segments, Skill: &skill, Path: f.Path, Source: f.Doc.Source,
		Files: slices.Concat([]string{}, injection.Files), FilesTruncated: injection.FilesTruncated,
		Notes: slices.Concat([]string{}, notes, injection.Notes), limits: agent.Limits,
	}
	if why != "" {
		p.Refused = append(p.Refused, Refused{Reason: why})
	}
	return p, nil
}

// previewFile reads the file of a skill that was found. doing is the purpose, for errors. The error is a
// *[PreviewError] if the file no longer exists.
func (s *Snapshot) previewFile(doing, path string) (*File, error) {
	f, err := s.File(path)
	switch {
	case errors.Is(err, fs.ErrNotExist): // deleted after it was found, before a refresh
		return nil, &PreviewError{Reason: "not_found", Candidates: []string{}, message: path + " does not exist any more"}
	case err != nil:
		return nil, fmt.Errorf("%s %s: %s", doing, path, skills.WhyUnread(err))
	}
	return f, nil
}

// adopt returns a skill as the agent's catalog has it because of the files around it. If the catalog does not
// have it, refused says why.
func (s *Snapshot) adopt(agent *skills.Agent, skill skills.Skill) (adopted skills.Skill, refused string) {
	if skill.Dir == "" {
		return skill, ""
	}
	if agent = s.configured(agent, s.vantageOf(agent, skill.Dir)); agent.Adopt.In == nil {
		return skill, ""
	}
	adopted, ok, refused := agent.Adopt.In(s.fs)(skill)
	if !ok && refused == "" {
		refused = "(without a word) the files around the skill keep it out"
	}
	return adopted, refused
}

// stand sets the working directory of an agent that loads a skill, and the root in which it found the skill.
func (s *Snapshot) stand(ctx context.Context, agent *skills.Agent, l *skills.Load) {
	if l.Skill.Dir == "" {
		return
	}
	l.Cwd = s.vantageOf(agent, l.Skill.Dir)
	c := s.catalog(ctx, agent, l.Cwd)
	if i, ok := c.Place(s.realPath(l.Skill.Path)); ok {
		l.Root = c.Roots[c.Files()[i].Root].Root
	}
}

// describe returns a skill's metadata even if the agent rejects the skill: what can be recovered of the name
// and the description, and the directory's name if the name is missing.
func (s *Snapshot) describe(agent *skills.Agent, f *File, path string, v skills.Verdict) skills.Skill {
	skill := skills.Skill{Name: v.Name, Description: v.Description, Path: path, Scope: skills.ScopeRepo, Exposure: v.Exposure}
	if skill.Name == "" {
		skill.Name = f.Doc.Frontmatter.Name()
	}
	if skill.Description == "" {
		skill.Description = f.Doc.Frontmatter.Description()
	}
	if path == "" {
		return skill
	}
	skill.ID = skills.SkillID(path)
	skill.Dir = filepath.Dir(path)
	if skill.Name == "" {
		skill.Name = filepath.Base(skill.Dir)
	}
	if info, err := s.fs.Stat(f.Path); err == nil {
		skill.MtimeMs = info.ModTime().UnixMilli()
	}
	if _, holder := rootOf(skill.Dir); s.cfg.Home != "" && holder != "" && s.realPath(holder) == s.realPath(s.cfg.Home) {
		skill.Scope = skills.ScopeUser
	}
	return skill
}

// previewPath returns the file that a query identifies. It never reads anything except discovered skills,
// SKILL.md files in the workspace, and open buffers.
func (s *Snapshot) previewPath(ctx context.Context, q PreviewQuery) (string, error) {
	agent, err := s.catalogAgent("", s.standing(q.Cwd))
	if err != nil {
		return "", err
	}
	if known, ok := agents.ByID(q.Agent); ok && known.Accept != nil {
		agent = known
	}
	if q.Path == "" {
		return s.pathOfName(ctx, agent, q)
	}
	path := q.Path
	if s.buffers[cleanPath(path)] == nil && !filepath.IsAbs(path) && len(s.vantages(q.Cwd)) > 0 {
		path = filepath.Join(s.vantages(q.Cwd)[0], path)
	}
	path = cleanPath(path)
	if b := s.buffers[path]; b != nil {
		if s.KindOf(path) == SkillFile {
			return path, nil
		}
		if _, ok := s.takerOf(ctx, path); ok {
			return path, nil
		}
		if _, dir := s.kind(path); dir != "" { // for another file of a skill, preview the skill
			return s.skillFileIn(dir), nil
		}
		return "", &PreviewError{Reason: "not_a_skill", Candidates: []string{}, message: path + " is not a SKILL.md and belongs to no skill"}
	}
	named := path
	if info, err := s.fs.Stat(path); err == nil && info.IsDir() && s.mayRead(ctx, agent, q, filepath.Join(path, "SKILL.md")) {
		path = s.skillFileIn(path)
	}
	taker, takes := s.takerOf(ctx, path)
	switch {
	case takes:
		agent = taker
	case !isSkillFileName(filepath.Base(path)):
		message := path + " is not a SKILL.md"
		if _, err := s.fs.Stat(path); err != nil && s.mayRead(ctx, agent, q, filepath.Join(path, "SKILL.md")) {
			message = path + s.whyGone(path, err)
		}
		return "", &PreviewError{Reason: "not_a_skill", Candidates: []string{}, message: message}
	}
	if !s.mayRead(ctx, agent, q, path) {
		return "", &PreviewError{
			Reason: "not_found", Candidates: []string{},
			message: path + " is neither a discovered skill nor inside the workspace, and so is not read",
		}
	}
	if _, err := s.fs.Stat(path); err != nil {
		message := path + s.whyGone(path, err)
		if _, lerr := s.fs.Lstat(path); named != path && errors.Is(lerr, fs.ErrNotExist) {
			message = "there is no SKILL.md in " + named + "; name the directory of a skill, or its SKILL.md"
		}
		return "", &PreviewError{Reason: "not_found", Candidates: []string{}, message: message}
	}
	return path, nil
}

// takerOf returns the first agent that takes the file at a path as a skill because it is in a root, although
// its name is not SKILL.md; see [skills.Walk].RootFiles.
func (s *Snapshot) takerOf(ctx context.Context, path string) (*skills.Agent, bool) {
	if !isMarkdownName(path) || isSkillFileName(filepath.Base(path)) || !filepath.IsAbs(path) {
		return nil, false
	}
	dir := s.folderDir(path)
	for _, agent := range agents.All() {
		agent = s.configuredFor(agent, dir)
		if agent.Walk.RootFiles == "" {
			continue
		}
		if _, ok := s.catalog(ctx, agent, s.vantageOf(agent, dir)).Place(s.realPath(path)); ok {
			return agent, true
		}
	}
	return nil, false
}

// whyGone says why a path cannot be read, as text that follows the path in a message.
func (s *Snapshot) whyGone(path string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return " cannot be read: " + skills.WhyUnread(err)
	}
	if _, err := s.fs.Lstat(path); err == nil {
		return " is a link that leads nowhere"
	}
	return " does not exist"
}

// skillFileIn returns the path of the skill file in a directory: one with a name that the standard allows, or
// else in any case.
func (s *Snapshot) skillFileIn(dir string) string {
	for _, name := range agents.Standard.FileNames() {
		if s.lists(dir, name) {
			return filepath.Join(dir, name)
		}
	}
	entries, _ := s.fs.ReadDir(dir) // a directory that cannot be listed has no entries
	for _, e := range entries {
		if isSkillFileName(e.Name()) {
			return filepath.Join(dir, e.Name())
		}
	}
	return filepath.Join(dir, "SKILL.md")
}

// mayRead reports whether a preview may read a path: it must be in the workspace, or discovered. Links are
// resolved first, so that a link cannot bypass the check.
func (s *Snapshot) mayRead(ctx context.Context, agent *skills.Agent, q PreviewQuery, path string) bool {
	real := path
	if resolved, err := s.fs.RealPath(path); err == nil {
		real = resolved
	}
	for _, folder := range s.vantages("") {
		if resolved, err := s.fs.RealPath(folder); err == nil {
			folder = resolved
		}
		if vfs.Within(folder, real) {
			return true
		}
	}
	return slices.ContainsFunc(s.union(ctx, agent, s.vantages(q.Cwd)).Skills, func(skill skills.Skill) bool { return skill.Path == real || skill.Path == path })
}

// pathOfName returns the path of the only skill with a name.
func (s *Snapshot) pathOfName(ctx context.Context, agent *skills.Agent, q PreviewQuery) (string, error) {
	if q.Name == "" {
		return "", &PreviewError{Reason: "not_found", Candidates: []string{}, message: "name a skill, by its name or its path"}
	}
	c := s.union(ctx, agent, s.vantages(q.Cwd))
	var paths, names []string
	for _, skill := range c.Skills {
		names = append(names, skill.Name)
		if skill.Name == q.Name {
			paths = append(paths, skill.Path)
		}
	}
	switch len(paths) {
	case 1:
		return paths[0], nil
	case 0:
		message := fmt.Sprintf("%s finds no skill called %q", agent.Title, q.Name)
		others := s.pathsInOthers(ctx, agent, q)
		if near := nearest(q.Name, names); len(others) > 0 {
			message += ", but others do; give a path"
		} else if near != "" {
			message += fmt.Sprintf("; did you mean %q?", near)
		}
		return "", &PreviewError{Reason: "not_found", Candidates: others, message: message}
	}
	return "", &PreviewError{
		Reason: "ambiguous", Candidates: paths,
		message: fmt.Sprintf("ambiguous skill name: %s (%d skills are called so; give a path)", q.Name, len(paths)),
	}
}

// pathsInOthers returns the paths of the skills with a name that other agents find, sorted and not nil.
func (s *Snapshot) pathsInOthers(ctx context.Context, agent *skills.Agent, q PreviewQuery) []string {
	paths := []string{}
	for _, other := range agents.All() {
		if other == agent || !canCatalog(other) {
			continue
		}
		for _, skill := range s.union(ctx, other, s.vantages(q.Cwd)).Skills {
			if skill.Name == q.Name {
				paths = append(paths, skill.Path)
			}
		}
	}
	return sorted(paths)
}

// previewAgent returns the agent that renders a path.
func (s *Snapshot) previewAgent(ctx context.Context, id, path string) (*skills.Agent, []string, error) {
	if id != "" {
		agent, err := s.catalogAgent(id, "")
		return agent, nil, err
	}
	if agent, ok := s.takerOf(ctx, path); ok {
		return agent, nil, nil
	}
	if filepath.IsAbs(path) {
		root, _ := rootOf(filepath.Dir(path))
		for _, agent := range agents.All() {
			if root == "" || !slices.Contains(agent.Owns, root) {
				continue
			}
			if agent.Accept != nil && agent.Inject != nil {
				return agent, nil, nil
			}
			return agents.Codelia, []string{"The skill lies in a root of " + agent.Title + "; the text shown is Codelia's."}, nil
		}
	}
	dir := ""
	if filepath.IsAbs(path) {
		dir = filepath.Dir(path)
	}
	agent, err := s.catalogAgent("", dir)
	return agent, nil, err
}
