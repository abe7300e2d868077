package analysis

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// completeDestination offers the files and directories that can continue a relative destination, or after a
// "#" the anchors of the file.
func (c *cursor) completeDestination(site linkSite) []Completion {
	written := c.source[site.span.Start:c.offset]
	if hasScheme(written) || strings.HasPrefix(written, "/") || strings.Contains(written, "?") {
		return nil
	}
	if hash := strings.IndexByte(written, '#'); hash >= 0 {
		return c.completeAnchor(site, hash)
	}
	found := c.completeMentionPath(site)
	base := written[:strings.LastIndexByte(written, '/')+1]
	dir, ok := c.directory(base)
	if !ok {
		return found
	}
	entries, err := c.snapshot.fs.ReadDir(dir)
	if err != nil {
		return found
	}
	for _, e := range entries {
		isDir, ok := c.isOffered(dir, e)
		if ok && c.ctx.Err() == nil {
			item := c.offerPath(site, len(base), e.Name(), isDir)
			item.About.Path = filepath.Join(dir, e.Name())
			found = append(found, item)
		}
	}
	if up, ok := c.parent(base, dir); ok {
		up.Insert, up.Replace = c.segment(site, len(base), true)
		found = append(found, up)
	}
	return found
}

// directory returns the directory that the written part of a destination leads to. It returns false if the
// part does not name a directory that may be listed.
func (c *cursor) directory(base string) (string, bool) {
	if base == "" {
		return c.file.Dir, c.file.Dir != ""
	}
	t := c.snapshot.newResolver(c.file).resolve(base)
	if t.kind != relativePath || t.exists != present && t.exists != otherCase || !t.isDir {
		return "", false
	}
	return t.actual, c.snapshot.isConfined(c.file, t.actual)
}

// isOffered reports whether a directory entry is worth linking to, and whether it is a directory itself.
func (c *cursor) isOffered(dir string, e fs.DirEntry) (isDir, ok bool) {
	name := e.Name()
	path := filepath.Join(dir, name)
	if strings.HasPrefix(name, ".") || name == "node_modules" || dir == c.file.Dir && name == filepath.Base(c.file.Path) {
		return false, false
	}
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir(), e.IsDir() || e.Type().IsRegular()
	}
	if !c.snapshot.isConfined(c.file, path) {
		return false, false
	}
	info, err := c.snapshot.fs.Stat(path)
	return err == nil && info.IsDir(), err == nil
}

// offerPath offers one segment of a path. The segment begins the given number of bytes into the destination.
func (c *cursor) offerPath(site linkSite, at int, name string, isDir bool) Completion {
	item := Completion{Kind: FileCompletion, Label: name, Text: encodeSegments(name, site.angle), Sort: "1" + name}
	if at == 0 && (hasScheme(item.Text) || item.Text[0] == '#') {
		item.Text = "./" + item.Text
	}
	if isDir {
		item.Kind, item.Label, item.Text, item.Sort, item.Retrigger = DirectoryCompletion, name+"/", item.Text+"/", "0"+name, true
	}
	item.Filter = item.Text
	item.Insert, item.Replace = c.segment(site, at, isDir)
	return item
}

// segment returns the spans of the segment after the slash at or before the cursor. For a file, it ends at
// the end of the path; for a directory, after the next slash.
func (c *cursor) segment(site linkSite, at int, isDir bool) (insert, replace text.Span) {
	start := site.span.Start + at
	end := site.span.End
	stops := "#?"
	if isDir {
		stops = "/#?"
	}
	if n := strings.IndexAny(c.source[c.offset:end], stops); n >= 0 {
		end = c.offset + n
		if c.source[end] == '/' {
			end++
		}
	}
	return text.Span{Start: start, End: c.offset}, text.Span{Start: start, End: end}
}

// parent offers "../" if the path has only such steps so far and the directory above is still in the skill.
func (c *cursor) parent(base, dir string) (Completion, bool) {
	if strings.Trim(base, "./") != "" || c.file.Skill == "" || dir == c.file.Skill || !vfs.Within(c.file.Skill, filepath.Dir(dir)) {
		return Completion{}, false
	}
	return Completion{Kind: DirectoryCompletion, Label: "../", Text: "../", Filter: "../", Sort: "2", Retrigger: true}, true
}

// completeMentionPath offers, for the link form of a mention, the paths of the skills with the mentioned
// name.
func (c *cursor) completeMentionPath(site linkSite) []Completion {
	name, ok := strings.CutPrefix(site.text, "$")
	if !ok {
		return nil
	}
	var found []Completion
	for i, skill := range c.snapshot.distinct(c.snapshot.known(c.ctx, c.file).named(name)) {
		path, ok := c.relative(skill.Path)
		if !ok {
			continue
		}
		item := Completion{
			Kind: FileCompletion, Label: path, Detail: string(skill.Scope), About: Subject{name, skill.Path},
			Text: encodeSegments(path, site.angle), Sort: fmt.Sprintf("!%03d", i),
		}
		item.Filter = item.Text
		item.Insert, item.Replace = text.Span{Start: site.span.Start, End: c.offset}, site.span
		found = append(found, item)
	}
	return found
}

// completeAnchor offers the headings of the file before the "#", and the ids in its HTML.
func (c *cursor) completeAnchor(site linkSite, hash int) []Completion {
	doc := c.file.Doc
	if path := c.source[site.span.Start : site.span.Start+hash]; path != "" {
		if doc = c.snapshot.targetDoc(c.file, c.snapshot.newResolver(c.file).resolve(path)); doc == nil {
			return nil
		}
	}
	start := site.span.Start + hash + 1
	insert, replace := text.Span{Start: start, End: c.offset}, text.Span{Start: start, End: site.span.End}
	var found []Completion
	offer := func(anchor, detail string) {
		found = append(found, Completion{
			Kind: AnchorCompletion, Label: anchor, Detail: detail, Insert: insert, Replace: replace,
			Text: anchor, Filter: anchor, Sort: fmt.Sprintf("%06d", len(found)),
		})
	}
	headings := doc.Markdown().Headings
	others := anchors(doc)
	for _, h := range headings {
		delete(others, strings.ToLower(h.Slug))
		if h.Slug != "" {
			offer(h.Slug, h.Text)
		}
	}
	ids := make([]string, 0, len(others))
	for id := range others {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		offer(encodeSegments(id, site.angle), "HTML")
	}
	return found
}
