package analysis

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// Create returns the change that fixes a diagnostic by creating a file, or by adding to another one. It is
// not among the fixes of the diagnostic, so that a user who fixes many files at once gets no unexpected new
// ones. It returns false if there is no such change.
func (s *Snapshot) Create(ctx context.Context, path string, d Diagnostic) (Fix, bool) {
	f, err := s.File(path)
	if err != nil || f.Dir == "" || d.Span.End > len(f.Doc.Source) || ctx.Err() != nil {
		return Fix{}, false
	}
	p := s.newPass(ctx, f)
	switch d.Rule {
	case "link/broken":
		return p.createLinked(d)
	case "path/missing":
		return p.createNamed(d)
	case "field/policy":
		return p.createPolicy(d)
	}
	return Fix{}, false
}

// createLinked returns the change that creates the file that a broken link leads to: a Markdown file with the
// link's text as its title, or any other file empty.
func (p *pass) createLinked(d Diagnostic) (Fix, bool) {
	links := p.doc.Markdown().Links
	for i, t := range p.targets() {
		if links[i].Dest != d.Span || t.kind != relativePath || t.exists != missing || t.leaves || strings.HasSuffix(t.path, "/") || p.isBegun(t.abs) || !p.mayCreate(t.abs) {
			continue
		}
		made := Creation{Path: t.abs}
		if title := strings.Join(strings.Fields(links[i].Text.Of(p.doc.Source)), " "); isMarkdownName(t.abs) && title != "" && !links[i].Image {
			made.Text = "# " + upperFirst(strings.Trim(title, "`")) + p.newline()
		}
		return Fix{Title: "Create `" + p.fromHere(t.abs) + "`", Create: &made}, true
	}
	return Fix{}, false
}

// isBegun reports whether the user is likely still typing a path: it has no extension, and an entry of its
// directory has a name that begins with its own.
func (p *scope) isBegun(path string) bool {
	base := filepath.Base(path)
	if filepath.Ext(base) != "" {
		return false
	}
	entries, err := p.snapshot.fs.ReadDir(filepath.Dir(path))
	return err == nil && slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), base) })
}

// createNamed returns the change that creates the empty file that a path in code names, relative to the skill
// directory.
func (p *scope) createNamed(d Diagnostic) (Fix, bool) {
	for m := range pathMentions(p.doc) {
		if m.span != d.Span {
			continue
		}
		path := filepath.Join(p.file.Skill, filepath.FromSlash(m.path))
		if !p.mayCreate(path) {
			return Fix{}, false
		}
		return Fix{Title: "Create `" + m.path + "`", Create: &Creation{Path: path}}, true
	}
	return Fix{}, false
}

// mayCreate reports whether a file can be created at a path: nothing has the name, regardless of case, and
// the directory, whether it exists or not, is in the skill after resolving links. The directory of a file of
// no skill must be in the workspace.
func (p *scope) mayCreate(file string) bool {
	top := p.file.Skill
	if top == "" {
		folders := p.snapshot.cfg.Folders
		i := slices.IndexFunc(folders, func(folder string) bool { return vfs.Within(folder, file) })
		if i < 0 {
			return false
		}
		top = folders[i]
	}
	return !isSkillFileName(filepath.Base(file)) && p.snapshot.mayCreateIn(top, file)
}

// MayCreate reports whether something new can be created at a path of the workspace: nothing has the name,
// regardless of case, and no link leads from there out of the workspace.
func (s *Snapshot) MayCreate(path string) bool {
	path = cleanPath(path)
	return slices.ContainsFunc(s.cfg.Folders, func(folder string) bool { return vfs.Within(folder, path) && s.mayCreateIn(folder, path) })
}

// mayCreateIn is like [Snapshot.MayCreate], for a directory instead of the workspace.
func (s *Snapshot) mayCreateIn(top, file string) bool {
	rel, ok := vfs.CutDir(file, top)
	if !ok || rel == "" || strings.ContainsAny(rel, "\x00\r\n") {
		return false
	}
	r := s.newResolver(&File{Path: file, Dir: top, Skill: top})
	t := target{destination: destination{kind: relativePath, path: filepath.ToSlash(rel)}}
	if r.follow(&t, top); t.exists != missing {
		return false
	}
	for dir := filepath.Dir(file); vfs.Within(top, dir); dir = filepath.Dir(dir) {
		info, err := s.fs.Stat(dir)
		switch {
		case err == nil:
			return info.IsDir() && s.isFree(file)
		case !errors.Is(err, fs.ErrNotExist):
			return false
		}
	}
	return false
}

// isFree reports whether the disk has nothing at a path. It bypasses the cache, since the client may not have
// reported yet what the user has just created there.
func (s *Snapshot) isFree(path string) bool {
	_, err := s.disk.fs.Base().Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// createPolicy returns the change that states in a companion what the frontmatter states for other agents:
// that the model may not choose the skill.
func (p *pass) createPolicy(d Diagnostic) (Fix, bool) {
	for _, v := range p.verdicts {
		by := v.agent.HiddenBy
		if by == nil || by.Field == "" || len(d.Agents) != 1 || d.Agents[0] != v.agent.ID || len(v.agent.Companions) == 0 || p.file.Skill == "" {
			continue
		}
		c := &v.agent.Companions[0]
		parent, key, ok := strings.Cut(by.Field, ".")
		if !ok || strings.Contains(key, ".") {
			return Fix{}, false
		}
		path := filepath.Join(p.file.Skill, filepath.FromSlash(c.Path))
		if f, err := p.snapshot.File(path); err == nil {
			return p.addPolicy(c, f, parent, key)
		}
		if !p.mayCreate(path) {
			return Fix{}, false
		}
		nl := p.newline()
		return Fix{
			Title:  "Create `" + c.Path + "` with `" + by.Field + ": false`",
			Create: &Creation{Path: path, Text: parent + ":" + nl + "  " + key + ": false" + nl},
		}, true
	}
	return Fix{}, false
}

// addPolicy returns the change that adds a key with the value false to a companion: in the parent mapping if
// it exists, else at the end.
func (p *scope) addPolicy(c *skills.Companion, f *File, parent, key string) (Fix, bool) {
	source := f.Doc.Source
	other := &scope{ctx: p.ctx, snapshot: p.snapshot, file: f, doc: f.Doc, fm: &f.Doc.Frontmatter, at: p.at}
	nl := other.newline()
	root, err := frontmatter.ParseYAML(source)
	if err != nil || root != nil && (root.Kind != frontmatter.MappingValue || root.Style != frontmatter.BlockStyle) {
		return Fix{}, false
	}
	var e Edit
	switch mapping := root.Lookup(parent); {
	case mapping == nil:
		policy := parent + ":" + nl + "  " + key + ": false" + nl
		if source != "" && !strings.HasSuffix(source, "\n") && !strings.HasSuffix(source, "\r") {
			policy = nl + strings.TrimSuffix(policy, nl)
		}
		e = other.edit(text.At(len(source)), policy)
	case mapping.Kind == frontmatter.MappingValue && mapping.Style == frontmatter.BlockStyle && len(mapping.Pairs) > 0:
		at := mapping.Pairs[0].Key.Span.Start
		indent := source[lineStart(source, at):at]
		if strings.TrimSpace(indent) != "" {
			return Fix{}, false
		}
		e = other.edit(text.At(at), key+": false"+nl+indent)
	default:
		return Fix{}, false
	}
	field := parent + "." + key
	reading := c.Read(skills.CompanionFile{Path: f.Path, Dir: p.file.Skill, Name: p.fm.Name(), Source: applyEdits(source, []Edit{e}), FS: p.snapshot.fs})
	if taken, ok := reading.Lookup(field); !ok || taken.Text != "false" || reading.Ignored {
		return Fix{}, false // something else in the file keeps the agent from reading it
	}
	return Fix{Title: "Add `" + field + ": false` to `" + c.Path + "`", Edits: []Edit{e}}, true
}
