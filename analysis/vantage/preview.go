package vantage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/analysis/file"
	"skills-ls/analysis/index"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/vfs"
)

// A PreviewQuery identifies a skill to render: by its path, or by its name if the path is empty and the name
// is unique.
type PreviewQuery struct {
	Path, Name string
	Cwd        string
	Agent      string // empty means that of [WhichAgent]
	// OfAll requires that the name is unique among the skills of all agents, and not only among those of Agent.
	OfAll bool
	// Arguments are what a user wrote after the skill's name. Some agents treat nil and empty differently.
	Arguments *string
	// LoadedMtimeMs is the modification time of an earlier load in the session; nil if there was none.
	LoadedMtimeMs *int64
}

// named returns the request for the agent that the query names, or for that of the working directory.
func (q PreviewQuery) named() AgentQuery {
	named := AgentQuery{ID: q.Agent, Cwd: q.Cwd}
	if q.Agent != "" && filepath.IsAbs(q.Path) {
		named.Path = q.Path
	}
	return named
}

// A Preview is the exact text that an agent would inject.
type Preview struct {
	Treatment
	AgentReason    AgentReason
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
}

// A PreviewError says why a query does not identify a skill.
type PreviewError struct {
	Reason     string // ambiguous, not_found or not_a_skill
	Candidates []string
	message    string
}

func (e *PreviewError) Error() string { return e.message }

// PreviewSkill renders a skill as the agent would inject it, from the open buffer if there is one. It also renders
// a skill that the agent would reject, and returns the reasons. The error is a *[PreviewError], an
// *[workspace.UnknownAgentError], or that of the file system.
func PreviewSkill(ctx context.Context, s *workspace.Snapshot, q PreviewQuery) (*Preview, error) {
	p, err := renderOf(ctx, s, q)
	if err != nil {
		return nil, err
	}
	p.Tokens = s.Disk().Tokens.Exact(p.Content)
	p.Estimate = estimate(p.Agent, p.Content)
	p.Limits = limitsOf(p)
	return p, nil
}

// PreviewText returns only the content of [PreviewSkill]. It is faster, because it counts no tokens.
func PreviewText(ctx context.Context, s *workspace.Snapshot, q PreviewQuery) (string, error) {
	p, err := renderOf(ctx, s, q)
	if err != nil {
		return "", err
	}
	return p.Content, nil
}

// renderOf returns a preview without token counts.
func renderOf(ctx context.Context, s *workspace.Snapshot, q PreviewQuery) (*Preview, error) {
	if q.Agent != "" {
		if _, _, err := WhichAgent(ctx, s, q.named()); err != nil {
			return nil, err // an unknown agent is reported before other errors
		}
	}
	path, err := previewPath(ctx, s, q)
	if err != nil {
		return nil, err
	}
	return render(ctx, s, q, path)
}

// TextOf returns the text that would be injected for the skill at a path of the workspace, by the agent of [WhichAgent].
// The error is that of the file system.
func TextOf(ctx context.Context, s *workspace.Snapshot, path string) (string, error) {
	p, err := render(ctx, s, PreviewQuery{}, path)
	if err != nil {
		return "", err
	}
	return p.Content, nil
}

// render is renderOf for the file of the skill that a query identifies.
func render(ctx context.Context, s *workspace.Snapshot, q PreviewQuery, path string) (*Preview, error) {
	about := AgentQuery{ID: q.Agent, Cwd: q.Cwd}
	if filepath.IsAbs(path) {
		about.Path = path
	}
	agent, reason, err := WhichAgent(ctx, s, about)
	if err != nil {
		return nil, err
	}
	f, err := previewFile(s, "previewing", path)
	if err != nil {
		return nil, err
	}
	t := Treat(ctx, s, agent, f, q.Cwd)
	agent = t.Agent
	skill := t.skill
	notes := rulingNotes(s, t.rulings)
	if t.Loads {
		notes = append(notes, t.exposure(agent.Title)...)
	}
	load := skills.Load{
		Skill: skill, Source: f.Doc.Source, FS: s.FS(), Arguments: q.Arguments, LoadedMtimeMs: q.LoadedMtimeMs,
	}
	t.stand(s, &load)
	if workspace.Seeks(agent) && f.Dir != "" {
		notes = append(notes, workspace.NotFollowed(s, agent, t.catalog, f.Dir)...)
	}
	injection := workspace.Configured(s, agent, load.Cwd).Inject(load)
	return &Preview{
		Treatment: t, AgentReason: reason,
		Content: injection.Content, Segments: injection.Segments, Skill: &skill, Path: f.Path, Source: f.Doc.Source,
		Files: slices.Concat([]string{}, injection.Files), FilesTruncated: injection.FilesTruncated,
		Notes: slices.Concat([]string{}, notes, injection.Notes),
	}, nil
}

// previewFile reads the file of a skill that was found. doing is the purpose, for errors. The error is a
// *[PreviewError] if the file no longer exists.
func previewFile(s *workspace.Snapshot, doing, path string) (*file.File, error) {
	f, err := s.File(path)
	switch {
	case errors.Is(err, fs.ErrNotExist): // deleted after it was found, before a refresh
		return nil, &PreviewError{Reason: "not_found", Candidates: []string{}, message: path + " does not exist"}
	case err != nil:
		return nil, fmt.Errorf("%s %s: %s", doing, path, skills.WhyUnread(err))
	}
	return f, nil
}

// stand sets the working directory of the agent that loads a skill, its roots, and the one in which it found the skill.
func (t *Treatment) stand(s *workspace.Snapshot, l *skills.Load) {
	if l.Skill.Dir == "" {
		return
	}
	l.Cwd, l.Roots = t.vantage, t.catalog.Roots
	if i, ok := t.catalog.Place(s.RealPath(l.Skill.Path)); ok {
		l.Root = l.Roots[t.catalog.Files()[i].Root].Root
	}
}

// Describe returns a skill's metadata even if the agent rejects the skill: what can be recovered of the name
// and the description, and the directory's name if the name is missing. The agent knows the file by path.
func Describe(s *workspace.Snapshot, agent *skills.Agent, f *file.File, path string, v skills.Verdict) skills.Skill {
	skill := skills.Skill{
		Name:        cmp.Or(v.Name, f.Doc.Frontmatter.Name()),
		Description: cmp.Or(v.Description, f.Doc.Frontmatter.Description()),
		Path:        path, Scope: skills.ScopeRepo, Exposure: v.Exposure,
	}
	if path == "" {
		return skill
	}
	skill.ID = skills.SkillID(s.RealPath(path))
	skill.Dir = filepath.Dir(path)
	skill.Name = cmp.Or(skill.Name, filepath.Base(skill.Dir))
	if info, err := s.FS().Stat(f.Path); err == nil {
		skill.MtimeMs = info.ModTime().UnixMilli()
	}
	if isInHome(s, skill.Dir) {
		skill.Scope = skills.ScopeUser
	}
	return skill
}

// SkillPath returns the path of the SKILL.md of the only skill with the query's name: one that the agent of the query
// finds, or else any of the workspace. The error is a *[PreviewError], an *[workspace.UnknownAgentError] or the context's.
func SkillPath(ctx context.Context, s *workspace.Snapshot, q PreviewQuery) (string, error) {
	q.Path = ""
	path, err := previewPath(ctx, s, q)
	if err == nil {
		err = ctx.Err()
	}
	return path, err
}

// previewPath returns the file that a query identifies. It never reads anything except discovered skills,
// SKILL.md files in the workspace, and open buffers.
func previewPath(ctx context.Context, s *workspace.Snapshot, q PreviewQuery) (string, error) {
	agent, _, err := WhichAgent(ctx, s, q.named())
	if err != nil {
		return "", err
	}
	if q.Path == "" {
		return pathOfName(ctx, s, agent, q)
	}
	path := q.Path
	if s.Buffers()[workspace.CleanPath(path)] == nil && file.HasScheme(path) {
		return "", &PreviewError{
			Reason: "not_found", Candidates: []string{}, message: path + " is not open: open the document, or use a file: URI",
		}
	}
	if s.Buffers()[workspace.CleanPath(path)] == nil && !filepath.IsAbs(path) && len(workspace.Vantages(s, q.Cwd)) > 0 {
		path = filepath.Join(workspace.Vantages(s, q.Cwd)[0], path)
	}
	path = workspace.CleanPath(path)
	if b := s.Buffers()[path]; b != nil {
		if s.KindOf(path) == file.SkillFile {
			return path, nil
		}
		if _, ok := takerOf(ctx, s, path); ok {
			return path, nil
		}
		if _, dir := s.Kind(path); dir != "" { // for another file of a skill, preview the skill
			return SkillFileIn(s, dir), nil
		}
		return "", &PreviewError{Reason: "not_a_skill", Candidates: []string{}, message: path + " is not a SKILL.md and is in no skill directory"}
	}
	named := path
	if info, err := s.FS().Stat(path); err == nil && info.IsDir() && mayRead(ctx, s, agent, q, filepath.Join(path, "SKILL.md")) {
		path = SkillFileIn(s, path)
	}
	taker, takes := takerOf(ctx, s, path)
	switch {
	case takes:
		agent = taker
	case !file.IsSkillFileName(filepath.Base(path)):
		message := path + " is not a SKILL.md"
		if mayRead(ctx, s, agent, q, filepath.Join(path, "SKILL.md")) {
			if _, err := s.Disk().FS.Base().Stat(path); err != nil {
				message = path + whyGone(s, path, err)
			}
		}
		return "", &PreviewError{Reason: "not_a_skill", Candidates: []string{}, message: message}
	}
	if !mayRead(ctx, s, agent, q, path) {
		return "", &PreviewError{
			Reason: "not_found", Candidates: []string{},
			message: path + " is not read: it is outside the workspace, and no agent finds it",
		}
	}
	if _, err := s.FS().Stat(path); err != nil {
		message := path + whyGone(s, path, err)
		if _, lerr := s.FS().Lstat(path); named != path && errors.Is(lerr, fs.ErrNotExist) {
			message = "no SKILL.md in " + named + ": expected the path of a skill directory or of a SKILL.md"
		}
		return "", &PreviewError{Reason: "not_found", Candidates: []string{}, message: message}
	}
	return path, nil
}

// takerOf returns the first agent that takes the file at a path as a skill because it is in a root, although
// its name is not SKILL.md; see [skills.Walk].RootFiles.
func takerOf(ctx context.Context, s *workspace.Snapshot, path string) (*skills.Agent, bool) {
	if !file.IsMarkdownName(path) || file.IsSkillFileName(filepath.Base(path)) || !filepath.IsAbs(path) {
		return nil, false
	}
	dir := s.FolderDir(path)
	for _, agent := range workspace.AgentsAt(s, dir) {
		agent = workspace.ConfiguredFor(s, agent, dir)
		if agent.Walk.RootFiles == "" {
			continue
		}
		if _, ok := workspace.Catalog(ctx, s, agent, workspace.VantageOf(s, agent, dir)).Place(s.RealPath(path)); ok {
			return agent, true
		}
	}
	return nil, false
}

// whyGone says why a path cannot be read, as text that follows the path in a message. It does not use cached answers,
// because no client reports changes of such a file.
func whyGone(s *workspace.Snapshot, path string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) {
		return " cannot be read: " + skills.WhyUnread(err)
	}
	if _, err := s.Disk().FS.Base().Lstat(path); err == nil {
		return " is a broken symbolic link"
	}
	return " does not exist"
}

// SkillFileIn returns the path of the skill file in a directory: one with a name that the standard allows, or
// else in any case.
func SkillFileIn(s *workspace.Snapshot, dir string) string {
	for _, name := range agents.Standard.FileNames() {
		if Lists(s, dir, name) {
			return filepath.Join(dir, name)
		}
	}
	entries, _ := s.FS().ReadDir(dir) // a directory that cannot be listed has no entries
	for _, e := range entries {
		if file.IsSkillFileName(e.Name()) {
			return filepath.Join(dir, e.Name())
		}
	}
	return filepath.Join(dir, "SKILL.md")
}

// mayRead reports whether a preview may read a path: it must be in the workspace, or an agent must find it
// as the file of a skill, even if it rejects the skill. Links are resolved first, so that a link cannot bypass the check.
func mayRead(ctx context.Context, s *workspace.Snapshot, agent *skills.Agent, q PreviewQuery, path string) bool {
	real := path
	if resolved, err := s.FS().RealPath(path); err == nil {
		real = resolved
	}
	for _, folder := range workspace.Vantages(s, "") {
		if resolved, err := s.FS().RealPath(folder); err == nil {
			folder = resolved
		}
		if vfs.Within(folder, real) {
			return true
		}
	}
	vantages := workspace.Vantages(s, q.Cwd)
	finds := func(agent *skills.Agent) bool {
		return slices.ContainsFunc(vantages, func(vantage string) bool {
			_, ok := workspace.Catalog(ctx, s, agent, vantage).Place(real)
			return ok
		})
	}
	return finds(agent) || slices.ContainsFunc(workspace.AgentsAt(s, vantages...), func(agent *skills.Agent) bool {
		return workspace.CanCatalog(agent) && finds(agent)
	})
}

// pathOfName returns the path of the only skill with a name.
func pathOfName(ctx context.Context, s *workspace.Snapshot, agent *skills.Agent, q PreviewQuery) (string, error) {
	if q.Name == "" {
		return "", &PreviewError{Reason: "not_found", Candidates: []string{}, message: "missing skill: expected its name or its path"}
	}
	var paths, names []string
	if !q.OfAll {
		for _, skill := range workspace.Union(ctx, s, agent, workspace.Vantages(s, q.Cwd)).Named(q.Name) {
			paths = append(paths, skill.Path)
		}
	}
	if len(paths) == 0 {
		paths, names = pathsInWorkspace(ctx, s, q)
	}
	switch len(paths) {
	case 1:
		return paths[0], nil
	case 0:
		message := fmt.Sprintf("no skill is named %q", q.Name)
		if near := match.Nearest(q.Name, names); near != "" {
			message += fmt.Sprintf(": did you mean %q?", near)
		}
		return "", &PreviewError{Reason: "not_found", Candidates: paths, message: message}
	}
	return "", &PreviewError{
		Reason: "ambiguous", Candidates: paths,
		message: fmt.Sprintf("%d skills are named %q: use a path", len(paths), q.Name),
	}
}

// pathsInWorkspace returns the paths of the skills that are listed under a name in the workspace, with or without their
// plugin's, and of those that any agent finds under it. They are sorted, without duplicates and not nil. It also returns
// the names of all skills of the workspace.
func pathsInWorkspace(ctx context.Context, s *workspace.Snapshot, q PreviewQuery) (paths, names []string) {
	paths = []string{}
	seen := make(map[string]bool) // by real path
	add := func(path string) {
		if real := s.RealPath(path); !seen[real] {
			seen[real] = true
			paths = append(paths, path)
		}
	}
	list, _ := WorkspaceSkills(ctx, s, WorkspaceQuery{Cwd: q.Cwd}) // the caller reports that the context ended
	for _, skill := range list {
		names = append(names, skill.names()...)
		if slices.Contains(skill.names(), q.Name) {
			add(skill.Path)
		}
	}
	for _, agent := range workspace.AgentsAt(s, workspace.Vantages(s, q.Cwd)...) {
		if !workspace.CanCatalog(agent) {
			continue
		}
		for _, skill := range workspace.Union(ctx, s, agent, workspace.Vantages(s, q.Cwd)).Named(q.Name) {
			add(skill.Path)
		}
	}
	return index.Sorted(paths), names
}
