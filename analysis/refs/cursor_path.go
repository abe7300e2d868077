package refs

import (
	"slices"
	"strings"

	"skills-ls/analysis/workspace"
	"skills-ls/skills/text"
)

// PathMention returns the path at the cursor in code or in a command of the frontmatter, or the bare file
// name in code, and the existing file of the skill that it names. Like agents, it resolves a path in the
// skill directory first, and then in the directory of the file.
func (c *Cursor) PathMention() (PathMention, workspace.Target, bool) {
	if c.Offset < c.BodyStart() {
		return c.commandPath()
	}
	code, inFence, ok := c.PathCode()
	if !ok || c.File.Skill == "" {
		return PathMention{}, workspace.Target{}, false
	}
	r := workspace.NewResolver(c.Snapshot, c.File)
	for m := range pathsIn(c.Source, code, resourceDirs) {
		if t, ok := c.targetOf(r, m); ok {
			return m, t, true
		}
	}
	if m, ok := bareName(c.Source, code); ok && !inFence {
		t, ok := bare(r, m)
		return m, t, ok
	}
	return PathMention{}, workspace.Target{}, false
}

// commandPath returns the same as [Cursor.PathMention] for commands in the frontmatter.
func (c *Cursor) commandPath() (PathMention, workspace.Target, bool) {
	if c.File.Skill == "" {
		return PathMention{}, workspace.Target{}, false
	}
	r := workspace.NewResolver(c.Snapshot, c.File)
	for m := range commandPaths(c.File, nil) {
		if t, ok := c.targetOf(r, m); ok {
			return m, t, true
		}
	}
	return PathMention{}, workspace.Target{}, false
}

// targetOf returns the target of a path. It returns false if the cursor is not on the path or the target does
// not exist.
func (c *Cursor) targetOf(r *workspace.Resolver, m PathMention) (workspace.Target, bool) {
	if !m.Span.Contains(c.Offset) {
		return workspace.Target{}, false
	}
	return Path(r, m)
}

// PathCode returns the code at the cursor that may contain paths: a code span, even if it is unclosed, or a
// line of a fence.
func (c *Cursor) PathCode() (code text.Span, inFence, ok bool) {
	if c.File.IsData() || c.Offset < c.BodyStart() {
		return text.Span{}, false, false
	}
	md := c.File.Doc.Markdown()
	if span := CodeSpanAt(md, max(c.Offset-1, 0)); span != nil && span.Content.Start <= c.Offset && c.Offset <= span.Content.End {
		return span.Content, false, true
	}
	if f := c.Scope().FenceAt(c.Offset); f != nil {
		isCode := f.Content.Start <= c.Offset && c.Offset <= f.Content.End && slices.Contains(pathFences, FenceLanguage(c.Source, f))
		return c.Line, true, isCode
	}
	open := strings.LastIndexByte(c.Written(), '`')
	if open < 0 || c.InCode(c.Offset) || strings.Count(c.Written(), "`")%2 == 0 {
		return text.Span{}, false, false
	}
	return text.Span{Start: c.Line.Start + open + 1, End: c.Line.End}, false, true
}
