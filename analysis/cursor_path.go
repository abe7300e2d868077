package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// pathMention returns the path at the cursor in code or in a command of the frontmatter, or the bare file
// name in code, and the existing file of the skill that it names. Like agents, it resolves a path in the
// skill directory first, and then in the directory of the file.
func (c *cursor) pathMention() (pathMention, target, bool) {
	if c.offset < c.bodyStart() {
		return c.commandPath()
	}
	code, inFence, ok := c.pathCode()
	if !ok || c.file.Skill == "" {
		return pathMention{}, target{}, false
	}
	r := c.snapshot.newResolver(c.file)
	for m := range pathsIn(c.source, code, resourceDirs) {
		if t, ok := c.targetOf(r, m); ok {
			return m, t, true
		}
	}
	if m, ok := bareName(c.source, code); ok && !inFence {
		t, ok := r.bare(m)
		return m, t, ok
	}
	return pathMention{}, target{}, false
}

// commandPath returns the same as [cursor.pathMention] for commands in the frontmatter.
func (c *cursor) commandPath() (pathMention, target, bool) {
	if c.file.Skill == "" {
		return pathMention{}, target{}, false
	}
	r := c.snapshot.newResolver(c.file)
	for m := range c.file.commandPaths(nil) {
		if t, ok := c.targetOf(r, m); ok {
			return m, t, true
		}
	}
	return pathMention{}, target{}, false
}

// targetOf returns the target of a path. It returns false if the cursor is not on the path or the target does
// not exist.
func (c *cursor) targetOf(r *resolver, m pathMention) (target, bool) {
	if !m.span.Contains(c.offset) {
		return target{}, false
	}
	t, _, ok := r.path(m)
	return t, ok
}

// pathCode returns the code at the cursor that may contain paths: a code span, even if it is unclosed, or a
// line of a fence.
func (c *cursor) pathCode() (code text.Span, inFence, ok bool) {
	if c.file.isYAML() || c.offset < c.bodyStart() {
		return text.Span{}, false, false
	}
	md := c.file.Doc.Markdown()
	if span := codeSpanAt(md, max(c.offset-1, 0)); span != nil && span.Content.Start <= c.offset && c.offset <= span.Content.End {
		return span.Content, false, true
	}
	if f := c.scope().fenceAt(c.offset); f != nil {
		isCode := f.Content.Start <= c.offset && c.offset <= f.Content.End && slices.Contains(pathFences, fenceLanguage(c.source, f))
		return c.line, true, isCode
	}
	open := strings.LastIndexByte(c.written(), '`')
	if open < 0 || c.inCode(c.offset) || strings.Count(c.written(), "`")%2 == 0 {
		return text.Span{}, false, false
	}
	return text.Span{Start: c.line.Start + open + 1, End: c.line.End}, false, true
}
