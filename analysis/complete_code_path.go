package analysis

import (
	"path/filepath"
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
	if f := c.pass().fenceAt(c.offset); f != nil {
		isCode := f.Content.Start <= c.offset && c.offset <= f.Content.End && slices.Contains(pathFences, fenceLanguage(c.source, f))
		return c.line, true, isCode
	}
	open := strings.LastIndexByte(c.written(), '`')
	if open < 0 || c.inCode(c.offset) || strings.Count(c.written(), "`")%2 == 0 {
		return text.Span{}, false, false
	}
	return text.Span{Start: c.line.Start + open + 1, End: c.line.End}, false, true
}

// completeCodePath offers the files of the skill that complete the path at the cursor in code. Text without a
// slash counts as a path only at the start of a code span.
func (c *cursor) completeCodePath() []Completion {
	code, inFence, ok := c.pathCode()
	if !ok {
		return nil
	}
	return c.completePathIn(code, !inFence)
}

// completeCommandPath does the same as [cursor.completeCodePath] for commands in the frontmatter.
func (c *cursor) completeCommandPath() []Completion {
	e := c.entry()
	if e == nil || c.offset <= e.Colon || !holdsCommands(e.Key) {
		return nil
	}
	return c.completePathIn(text.Span{Start: max(c.line.Start, e.Colon+1), End: c.line.End}, false)
}

// completePathIn offers completions for the path at the cursor in a piece of code. If first is set, a path
// that is the first word of the code may begin without a directory.
func (c *cursor) completePathIn(code text.Span, first bool) []Completion {
	if c.file.Skill == "" {
		return nil
	}
	site := linkSite{span: text.Span{Start: c.offset, End: c.offset}}
	for site.span.Start > code.Start && isPathByte(c.source[site.span.Start-1]) {
		site.span.Start--
	}
	for site.span.End < code.End && isPathByte(c.source[site.span.End]) {
		site.span.End++
	}
	before := c.source[code.Start:site.span.Start]
	certain := endsInSkillDir(before)
	written := c.source[site.span.Start:c.offset]
	base := written[:strings.LastIndexByte(written, '/')+1]
	switch {
	case certain && base == "":
		return nil
	case certain:
	case before != "" && strings.IndexByte(" \t\r\n\"'(=,`|[", before[len(before)-1]) < 0, strings.HasPrefix(base, "/"):
		return nil
	case base == "" && (!first || strings.TrimSpace(before) != ""):
		return nil
	}
	for _, root := range c.file.pathBases(certain) {
		if found := c.completeFiles(site, root, base); found != nil {
			return found
		}
	}
	return nil
}

// completeFiles offers the entries of a directory in the skill as the next segment of a path in code.
func (c *cursor) completeFiles(site linkSite, root, base string) []Completion {
	dir := filepath.Join(root, filepath.FromSlash(strings.TrimLeft(base, "/")))
	if !within(c.file.Skill, dir) || !c.snapshot.isConfined(c.file, dir) {
		return nil
	}
	entries, err := c.snapshot.fs.ReadDir(dir)
	if err != nil {
		return nil
	}
	var found []Completion
	for _, e := range entries {
		if isDir, ok := c.isOffered(dir, e); ok && c.ctx.Err() == nil && strings.IndexFunc(e.Name(), isNoPathRune) < 0 {
			item := c.offerPath(site, len(base), e.Name(), isDir)
			item.About.Path = filepath.Join(dir, e.Name())
			found = append(found, item)
		}
	}
	return found
}

// isNoPathRune reports whether a path in code that contains the character would need quotes.
func isNoPathRune(r rune) bool { return r >= 0x80 || !isPathByte(byte(r)) }
