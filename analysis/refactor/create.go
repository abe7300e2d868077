package refactor

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// Adding returns the change that fixes a diagnostic by creating a file, by adding to another one, or by adding a
// placeholder. It is not among the fixes of the diagnostic, so that a user who fixes many files at once gets none of
// these unexpectedly. It returns false if there is no such change.
func Adding(ctx context.Context, s *workspace.Snapshot, path string, d diagnostic.Diagnostic) (diagnostic.Fix, bool) {
	f, err := s.File(path)
	if err != nil || f.Dir == "" || d.Span.End > len(f.Doc.Source) || ctx.Err() != nil {
		return diagnostic.Fix{}, false
	}
	p := rules.NewPass(ctx, s, f)
	switch d.Rule {
	case "link/broken":
		return createLinked(p, d)
	case "path/missing":
		return createNamed(p.Scope, d)
	case "field/policy":
		return createPolicy(p, d)
	case "description/trigger":
		return addTrigger(p)
	}
	return diagnostic.Fix{}, false
}

// createLinked returns the change that creates the file that a broken link leads to: a Markdown file with the
// link's text as its title, or any other file empty.
func createLinked(p *rules.Pass, d diagnostic.Diagnostic) (diagnostic.Fix, bool) {
	links := p.Doc.Markdown().Links
	for i, t := range rules.Targets(p) {
		if links[i].Dest != d.Span || t.Kind != file.RelativePath || t.Exists != workspace.Missing || t.Leaves || strings.HasSuffix(t.Path, "/") || isBegun(p.Scope, t.Abs) || !mayCreate(p.Scope, t.Abs) {
			continue
		}
		made := diagnostic.Creation{Path: t.Abs}
		if title := strings.Join(strings.Fields(links[i].Text.Of(p.Doc.Source)), " "); file.IsMarkdownName(t.Abs) && title != "" && !links[i].Image {
			made.Text = "# " + text.UpperFirst(strings.Trim(title, "`")) + p.Newline()
		}
		return diagnostic.Fix{Title: "Create `" + rules.FromHere(p.Scope, t.Abs) + "`", Create: &made}, true
	}
	return diagnostic.Fix{}, false
}

// isBegun reports whether the user is likely still typing a path: it has no extension, and an entry of its
// directory has a name that begins with its own.
func isBegun(p *refs.Scope, path string) bool {
	base := filepath.Base(path)
	if filepath.Ext(base) != "" {
		return false
	}
	entries, err := p.Snapshot.FS().ReadDir(filepath.Dir(path))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), base) })
}

// createNamed returns the change that creates the empty file that a path in code names, relative to the skill
// directory.
func createNamed(p *refs.Scope, d diagnostic.Diagnostic) (diagnostic.Fix, bool) {
	for m := range refs.PathMentions(p.Doc) {
		if m.Span != d.Span {
			continue
		}
		path := filepath.Join(p.File.Skill, filepath.FromSlash(m.Path))
		if !mayCreate(p, path) {
			return diagnostic.Fix{}, false
		}
		return diagnostic.Fix{Title: "Create `" + m.Path + "`", Create: &diagnostic.Creation{Path: path}}, true
	}
	return diagnostic.Fix{}, false
}

// mayCreate reports whether a file can be created at a path: nothing has the name, regardless of case, and
// the directory, whether it exists or not, is in the skill after resolving links. The directory of a file of
// no skill must be in the workspace.
func mayCreate(p *refs.Scope, fl string) bool {
	switch {
	case file.IsSkillFileName(filepath.Base(fl)):
		return false
	case p.File.Skill == "":
		return MayCreate(p.Snapshot, fl)
	}
	return obstacleBelow(p.Snapshot, p.File.Skill, fl) == ""
}

// MayCreate reports whether something new can be created at a path of the workspace.
func MayCreate(s *workspace.Snapshot, path string) bool { return Obstacle(s, path) == "" }

// Obstacle returns why nothing new can be created at a path of the workspace, or "" if it can: [Exists] if something has the
// name, regardless of case, or the directory cannot be created, and [Outside] if the path is in no workspace folder, or a
// link leads from there out of the workspace.
func Obstacle(s *workspace.Snapshot, path string) RefusedReason {
	path = workspace.CleanPath(path)
	reason := Outside
	for _, folder := range s.Config().Folders {
		if reason != "" && vfs.Within(folder, path) {
			reason = obstacleBelow(s, folder, path)
		}
	}
	return reason
}

// obstacleBelow is like [Obstacle], for a directory instead of the workspace.
func obstacleBelow(s *workspace.Snapshot, top, fl string) RefusedReason {
	rel, ok := vfs.CutDir(fl, top)
	switch {
	case !ok:
		return Outside
	case strings.ContainsAny(rel, "\x00\r\n"):
		return InvalidName
	}
	r := workspace.NewResolver(s, &file.File{Path: fl, Dir: top, Skill: top})
	t := workspace.Target{Destination: file.Destination{Kind: file.RelativePath, Path: filepath.ToSlash(rel)}}
	switch r.Follow(&t, top); t.Exists {
	case workspace.Missing:
	case workspace.Unprobed:
		return Outside
	default:
		return Exists
	}
	for dir := filepath.Dir(fl); vfs.Within(top, dir); dir = filepath.Dir(dir) {
		info, err := s.FS().Stat(dir)
		switch {
		case err == nil && info.IsDir() && isFree(s, fl):
			return ""
		case err == nil || !errors.Is(err, fs.ErrNotExist):
			return Exists
		}
	}
	return Exists
}

// isFree reports whether the disk has nothing at a path. It bypasses the cache, since the client may not have
// reported yet what the user has just created there.
func isFree(s *workspace.Snapshot, path string) bool {
	_, err := s.Disk().FS.Base().Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// createPolicy returns the change that states in a companion what the frontmatter states for other agents:
// that the model may not choose the skill.
func createPolicy(p *rules.Pass, d diagnostic.Diagnostic) (diagnostic.Fix, bool) {
	for _, v := range p.Verdicts {
		by := v.Agent.HiddenBy
		if by == nil || by.Field == "" || len(d.Affects) != 1 || !slices.Contains(d.Affected(), v.Agent.ID) || len(v.Agent.Companions) == 0 || p.File.Skill == "" {
			continue
		}
		c := &v.Agent.Companions[0]
		parent, key, ok := strings.Cut(by.Field, ".")
		if !ok || strings.Contains(key, ".") {
			return diagnostic.Fix{}, false
		}
		path := filepath.Join(p.File.Skill, filepath.FromSlash(c.Path))
		if f, err := p.Snapshot.File(path); err == nil {
			return addPolicy(p.Scope, c, f, parent, key)
		}
		if !mayCreate(p.Scope, path) {
			return diagnostic.Fix{}, false
		}
		nl := p.Newline()
		return diagnostic.Fix{
			Title:  "Create `" + c.Path + "` with `" + by.Field + ": false`",
			Create: &diagnostic.Creation{Path: path, Text: parent + ":" + nl + "  " + key + ": false" + nl},
		}, true
	}
	return diagnostic.Fix{}, false
}

// addPolicy returns the change that adds a key with the value false to a companion: in the parent mapping if
// it exists, else at the end.
func addPolicy(p *refs.Scope, c *skills.Companion, f *file.File, parent, key string) (diagnostic.Fix, bool) {
	source := f.Doc.Source
	other := &refs.Scope{Ctx: p.Ctx, Snapshot: p.Snapshot, File: f, Doc: f.Doc, Fm: &f.Doc.Frontmatter, At: p.At}
	nl := other.Newline()
	root, err := frontmatter.ParseYAML(source)
	if err != nil || root != nil && (root.Kind != frontmatter.MappingValue || root.Style != frontmatter.BlockStyle) {
		return diagnostic.Fix{}, false
	}
	var e diagnostic.Edit
	switch mapping := root.Lookup(parent); {
	case mapping == nil:
		policy := parent + ":" + nl + "  " + key + ": false" + nl
		if source != "" && !strings.HasSuffix(source, "\n") && !strings.HasSuffix(source, "\r") {
			policy = nl + strings.TrimSuffix(policy, nl)
		}
		e = other.Edit(text.At(len(source)), policy)
	case mapping.Kind == frontmatter.MappingValue && mapping.Style == frontmatter.BlockStyle && len(mapping.Pairs) > 0:
		at := mapping.Pairs[0].Key.Span.Start
		indent := source[lines.LineStart(source, at):at]
		e = other.Edit(text.At(at), key+": false"+nl+indent)
	default:
		return diagnostic.Fix{}, false
	}
	field := parent + "." + key
	reading := c.Read(skills.CompanionFile{Path: f.Path, Dir: p.File.Skill, Name: p.Fm.Name(), Source: diagnostic.ApplyEdits(source, []diagnostic.Edit{e}), FS: p.Snapshot.FS()})
	if taken, ok := reading.Lookup(field); !ok || taken.Text != "false" || reading.Ignored {
		return diagnostic.Fix{}, false // something else in the file keeps the agent from reading it
	}
	return diagnostic.Fix{Title: "Add `" + field + ": false` to `" + c.Path + "`", Edits: []diagnostic.Edit{e}}, true
}
