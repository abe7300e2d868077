package complete

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// completeDestination offers the files and directories that can continue a relative destination, or after a
// "#" the anchors of the file.
func completeDestination(c *refs.Cursor, site linkSite) []Completion {
	written := c.Source[site.span.Start:c.Offset]
	if file.HasScheme(written) || strings.HasPrefix(written, "/") || strings.Contains(written, "?") {
		return nil
	}
	if hash := strings.IndexByte(written, '#'); hash >= 0 {
		return completeAnchor(c, site, hash)
	}
	found := completeMentionPath(c, site)
	base := written[:strings.LastIndexByte(written, '/')+1]
	dir, ok := directory(c, base)
	if !ok {
		return found
	}
	found = append(found, offerEntries(c, site, len(base), dir, func(string) bool { return true })...)
	if up, ok := parent(c, base, dir); ok {
		up.Replace = segment(c, site, len(base), true)
		found = append(found, up)
	}
	return found
}

// directory returns the directory that the written part of a destination leads to. It returns false if the
// part does not name a directory that may be listed.
func directory(c *refs.Cursor, base string) (string, bool) {
	if base == "" {
		return c.File.Dir, c.File.Dir != ""
	}
	t := workspace.NewResolver(c.Snapshot, c.File).Resolve(base)
	if t.Kind != file.RelativePath || t.Exists != workspace.Present && t.Exists != workspace.OtherCase || !t.IsDir {
		return "", false
	}
	return t.Actual, refs.IsConfined(c.Snapshot, c.File, t.Actual)
}

// isOffered reports whether a directory entry is worth linking to, and whether it is a directory itself.
func isOffered(c *refs.Cursor, dir string, e fs.DirEntry) (isDir, ok bool) {
	name := e.Name()
	path := filepath.Join(dir, name)
	if strings.HasPrefix(name, ".") || name == "node_modules" || dir == c.File.Dir && name == filepath.Base(c.File.Path) {
		return false, false
	}
	if e.Type()&fs.ModeSymlink == 0 {
		return e.IsDir(), e.IsDir() || e.Type().IsRegular()
	}
	if !refs.IsConfined(c.Snapshot, c.File, path) {
		return false, false
	}
	info, err := c.Snapshot.FS().Stat(path)
	return err == nil && info.IsDir(), err == nil
}

// offerEntries offers the entries of a directory as the next segment of a path, if they have a wanted name.
func offerEntries(
	c *refs.Cursor, site linkSite, at int, dir string, wanted func(name string) bool,
) (found []Completion) {
	entries, _ := c.Snapshot.FS().ReadDir(dir) // a directory that cannot be listed has no entries
	for _, e := range entries {
		if isDir, ok := isOffered(c, dir, e); ok && wanted(e.Name()) {
			item := offerPath(c, site, at, e.Name(), isDir)
			item.About.Path = filepath.Join(dir, e.Name())
			found = append(found, item)
		}
	}
	return found
}

// offerPath offers one segment of a path. The segment begins the given number of bytes into the destination.
func offerPath(c *refs.Cursor, site linkSite, at int, name string, isDir bool) Completion {
	item := Completion{Kind: vocabulary.FileCompletion, Label: name, Text: refs.EncodeSegments(name, site.angle), Sort: "1" + name}
	if at == 0 && (file.HasScheme(item.Text) || item.Text[0] == '#') {
		item.Text = "./" + item.Text
	}
	if isDir {
		item.Kind, item.Label, item.Text, item.Sort, item.Retrigger = vocabulary.DirectoryCompletion, name+"/", item.Text+"/", "0"+name, true
	}
	item.Filter = item.Text
	item.Replace = segment(c, site, at, isDir)
	return item
}

// segment returns the span of the segment after the slash at or before the cursor. For a file, it ends at
// the end of the path; for a directory, after the next slash.
func segment(c *refs.Cursor, site linkSite, at int, isDir bool) text.Span {
	start := site.span.Start + at
	end := site.span.End
	stops := "#?"
	if isDir {
		stops = "/#?"
	}
	if n := strings.IndexAny(c.Source[c.Offset:end], stops); n >= 0 {
		end = c.Offset + n
		if c.Source[end] == '/' {
			end++
		}
	}
	return text.Span{Start: start, End: end}
}

// parent offers "../" if the path has only such steps so far and the directory above is still in the skill.
func parent(c *refs.Cursor, base, dir string) (Completion, bool) {
	if strings.Trim(base, "./") != "" || c.File.Skill == "" || dir == c.File.Skill || !vfs.Within(c.File.Skill, filepath.Dir(dir)) {
		return Completion{}, false
	}
	return Completion{Kind: vocabulary.DirectoryCompletion, Label: "../", Sort: "2", Retrigger: true}, true
}

// completeMentionPath offers, for the link form of a mention, the paths of the skills with the mentioned
// name.
func completeMentionPath(c *refs.Cursor, site linkSite) []Completion {
	name, ok := strings.CutPrefix(site.text, "$")
	if !ok {
		return nil
	}
	var found []Completion
	for i, skill := range vantage.Distinct(c.Snapshot, vantage.VisibleSkills(c.Ctx, c.Snapshot, c.File).Named(name)) {
		path := relative(c, skill.Path)
		item := Completion{
			Kind: vocabulary.FileCompletion, Label: path, Detail: string(skill.Scope), About: Subject{name, skill.Path},
			Text: refs.EncodeSegments(path, site.angle), Sort: fmt.Sprintf("!%03d", i), Replace: site.span,
		}
		item.Filter = item.Text
		found = append(found, item)
	}
	return found
}

// completeAnchor offers the headings of the file before the "#", and the ids in its HTML.
func completeAnchor(c *refs.Cursor, site linkSite, hash int) []Completion {
	doc := c.File.Doc
	if path := c.Source[site.span.Start : site.span.Start+hash]; path != "" {
		if doc = refs.TargetDoc(c.Snapshot, c.File, workspace.NewResolver(c.Snapshot, c.File).Resolve(path)); doc == nil {
			return nil
		}
	}
	start := site.span.Start + hash + 1
	replace := text.Span{Start: start, End: site.span.End}
	var found []Completion
	offer := func(anchor, detail string) {
		found = append(found, Completion{
			Kind: vocabulary.AnchorCompletion, Label: anchor, Detail: detail,
			Replace: replace, Sort: fmt.Sprintf("%06d", len(found)),
		})
	}
	headings := doc.Markdown().Headings
	others := file.Anchors(doc)
	for _, h := range headings {
		delete(others, strings.ToLower(h.Slug))
		if h.Slug != "" {
			offer(h.Slug, h.Text)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(others)) {
		offer(refs.EncodeSegments(id, site.angle), "HTML")
	}
	return found
}
