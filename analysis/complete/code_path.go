package complete

import (
	"path/filepath"
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// completeCodePath offers the files of the skill that complete the path at the cursor in code. Text without a
// slash counts as a path only at the start of a code span.
func completeCodePath(c *refs.Cursor) []Completion {
	code, inFence, ok := c.PathCode()
	if !ok {
		return nil
	}
	return completePathIn(c, code, !inFence)
}

// completeCommandPath does the same as [completeCodePath] for commands in the frontmatter.
func completeCommandPath(c *refs.Cursor) []Completion {
	e := c.Entry()
	if e == nil || c.Offset <= e.Colon || !refs.HoldsCommands(e.Key) {
		return nil
	}
	return completePathIn(c, text.Span{Start: max(c.Line.Start, e.Colon+1), End: c.Line.End}, false)
}

// completePathIn offers completions for the path at the cursor in a piece of code. If first is set, a path
// that is the first word of the code may begin without a directory.
func completePathIn(c *refs.Cursor, code text.Span, first bool) []Completion {
	if c.File.Skill == "" {
		return nil
	}
	site := linkSite{span: text.Span{Start: c.Offset, End: c.Offset}}
	for site.span.Start > code.Start && refs.IsPathByte(c.Source[site.span.Start-1]) {
		site.span.Start--
	}
	for site.span.End < code.End && refs.IsPathByte(c.Source[site.span.End]) {
		site.span.End++
	}
	before := c.Source[code.Start:site.span.Start]
	certain := refs.EndsInSkillDir(before)
	written := c.Source[site.span.Start:c.Offset]
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
	for _, root := range refs.PathBases(c.File, certain) {
		if found := completeFiles(c, site, root, base); found != nil {
			return found
		}
	}
	return nil
}

// completeFiles offers the entries of a directory in the skill as the next segment of a path in code.
func completeFiles(c *refs.Cursor, site linkSite, root, base string) []Completion {
	dir := filepath.Join(root, filepath.FromSlash(strings.TrimLeft(base, "/")))
	if !vfs.Within(c.File.Skill, dir) || !refs.IsConfined(c.Snapshot, c.File, dir) {
		return nil
	}
	return offerEntries(c, site, len(base), dir, func(name string) bool { return refs.IsPath(name) })
}
