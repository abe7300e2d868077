package analysis

import (
	"path/filepath"
	"strings"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

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
	if !vfs.Within(c.file.Skill, dir) || !c.snapshot.isConfined(c.file, dir) {
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
