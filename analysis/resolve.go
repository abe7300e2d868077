package analysis

import (
	"errors"
	"io/fs"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/markdown"
	"skills-ls/skills/vfs"
)

// A destination is a link's target taken apart, before anything is looked for.
type destination struct {
	kind     destinationKind
	path     string // percent-decoded, slash-separated, relative; empty for a fragment of the file itself
	fragment string // percent-decoded, without the "#"
	// hash is the offset of the "#" in the text, -1 for none.
	hash int
}

type destinationKind uint8

const (
	unchecked    destinationKind = iota // empty, absolute, a template, or something else that nothing can be said of
	external                            // has a scheme
	relativePath                        // names a file, perhaps with a fragment
	ownFragment                         // "#heading"
)

// parseDestination takes a link's destination apart.
func parseDestination(text string) destination {
	d := destination{hash: strings.IndexByte(text, '#')}
	if hasScheme(text) {
		d.kind = external
		return d
	}
	path := text
	if d.hash >= 0 {
		path = text[:d.hash]
		d.fragment = decode(text[d.hash+1:])
	}
	path, _, _ = strings.Cut(path, "?")
	switch {
	case text == "" || isTemplate(text):
	case text[0] == '#':
		d.kind = ownFragment
	case path == "" || path[0] == '/' || path[0] == '~' || strings.ContainsRune(path, '\\') || len(path) > 1 && path[1] == ':':
	default:
		if strings.IndexByte(path, ':') >= 0 {
			path = lineSuffix.ReplaceAllString(path, "")
		}
		d.kind, d.path = relativePath, decode(path)
	}
	return d
}

// hasScheme reports whether a destination begins with a URI scheme of two letters or more (one letter is a Windows drive).
func hasScheme(text string) bool {
	for i := range len(text) {
		c := text[i]
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return c == ':' && i > 1
		}
	}
	return false
}

// isTemplate reports whether a destination is a pattern to be filled in, as in skills about writing documents.
func isTemplate(text string) bool {
	lower := strings.ToLower(text)
	return strings.ContainsAny(text, "{}<>*$|\x00") || strings.Contains(text, "...") || strings.Contains(text, "…") ||
		strings.Contains(text, "%s") || strings.HasPrefix(text, "@") ||
		strings.HasPrefix(lower, "path/to/") || strings.HasPrefix(lower, "your-") || strings.HasPrefix(lower, "your ") || strings.HasPrefix(lower, "your_") ||
		slices.Contains([]string{"url", "link", "path", "href"}, lower)
}

// lineSuffix is the place in a file that editors understand behind its path, "guide.md:12:3".
var lineSuffix = regexp.MustCompile(`:\d+(:\d+)?$`)

func decode(text string) string {
	if decoded, err := url.PathUnescape(text); err == nil {
		return decoded
	}
	return text
}

// An existence says whether a path leads to something.
type existence uint8

const (
	unprobed existence = iota // outside everything that may be looked at
	missing
	otherCase // exists with other letter case
	present
)

// A target is where a link leads.
type target struct {
	destination
	exists existence
	// abs is the absolute path that the link names; actual is the path as the directories spell it, where it exists.
	abs, actual string
	isDir       bool
	leaves      bool // outside the directory of the skill, by ".." or through a symbolic link
}

// A resolver finds what links of one file lead to. It lists each directory once.
type resolver struct {
	snapshot *Snapshot
	file     *File
	listings map[string][]fs.DirEntry // in byte order of the names
}

func (s *Snapshot) newResolver(f *File) *resolver {
	return &resolver{snapshot: s, file: f, listings: make(map[string][]fs.DirEntry)}
}

// resolve follows a destination from the file. In a Markdown file below the skill's directory, a path that leads nowhere from
// its own directory is tried from the skill's, since that is where agents stand.
func (r *resolver) resolve(text string) target {
	t := target{destination: parseDestination(text)}
	switch {
	case t.kind == ownFragment:
		t.abs, t.actual, t.exists = r.file.Path, r.file.Path, present
	case t.kind != relativePath || r.file.Dir == "":
	default:
		r.follow(&t, r.file.Dir)
		if t.exists != present && r.file.Skill != "" && r.file.Skill != r.file.Dir {
			other := target{destination: t.destination}
			if r.follow(&other, r.file.Skill); other.exists == present && !other.leaves {
				t = other
			}
		}
	}
	return t
}

// follow looks for the target's path from a directory.
func (r *resolver) follow(t *target, from string) {
	t.abs = filepath.Join(from, filepath.FromSlash(t.path))
	top := r.file.Skill
	if top == "" {
		top = from
	}
	t.leaves = r.file.Skill != "" && !within(top, t.abs)
	base := top
	if !within(top, t.abs) {
		i := slices.IndexFunc(r.snapshot.cfg.Folders, func(folder string) bool { return within(folder, t.abs) })
		if i < 0 {
			return
		}
		base = r.snapshot.cfg.Folders[i]
	}
	r.walk(t, base)
}

// walk goes from a directory that holds the target down to it, comparing names with the listings. It looks behind no symbolic
// link that leads outside of what may be looked at.
func (r *resolver) walk(t *target, base string) {
	t.exists, t.actual, t.isDir = present, base, true
	rest, _ := vfs.CutDir(t.abs, base)
	if rest == "" {
		return
	}
	for _, name := range strings.Split(rest, string(filepath.Separator)) {
		entries := r.list(t.actual)
		i, ok := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		if !ok {
			var as existence
			if i, as = r.respelled(t.actual, entries, name); as != missing {
				ok, name, t.exists = true, entries[i].Name(), min(t.exists, as)
			}
		}
		if !ok {
			t.exists, t.actual = missing, ""
			return
		}
		t.actual = filepath.Join(t.actual, name)
		t.isDir = entries[i].IsDir()
		if entries[i].Type()&fs.ModeSymlink != 0 && !r.throughLink(t) {
			return
		}
	}
}

// respelled finds the entry of a directory that a name means which is not among them: one in other letters, or, where the file
// system takes them for the same, one whose marks are composed otherwise. Such a name is right, since there nobody sees the
// difference, and what git stores has its marks composed in one way.
func (r *resolver) respelled(dir string, entries []fs.DirEntry, name string) (index int, as existence) {
	if i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return strings.EqualFold(e.Name(), name) }); i >= 0 {
		return i, otherCase
	}
	i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return (vfs.FoldsCase | vfs.FoldsMarks).Same(e.Name(), name) })
	if i < 0 {
		return -1, missing
	}
	if _, err := r.snapshot.fs.Lstat(filepath.Join(dir, name)); err != nil {
		return -1, missing
	}
	if vfs.FoldsMarks.Same(entries[i].Name(), name) {
		return i, present
	}
	return i, otherCase
}

// throughLink judges a target so far as it leads through the symbolic link at its actual path, and reports whether to go on.
func (r *resolver) throughLink(t *target) bool {
	real, err := r.snapshot.fs.RealPath(t.actual)
	if errors.Is(err, vfs.ErrConfined) {
		t.exists, t.actual, t.leaves = unprobed, "", r.file.Skill != ""
		return false
	}
	if err != nil {
		t.exists, t.actual = missing, ""
		return false
	}
	inside := slices.ContainsFunc(r.snapshot.cfg.Folders, func(folder string) bool { return within(r.real(folder), real) })
	if r.file.Skill != "" {
		if within(r.real(r.file.Skill), real) {
			inside = true
		} else {
			t.leaves = true
		}
	}
	if !inside {
		t.exists, t.actual = unprobed, ""
		return false
	}
	if info, err := r.snapshot.fs.Stat(t.actual); err == nil {
		t.isDir = info.IsDir()
	}
	return true
}

// real returns the path without links, or the path itself where that cannot be told.
func (r *resolver) real(path string) string {
	if real, err := r.snapshot.fs.RealPath(path); err == nil {
		return real
	}
	return path
}

// list returns a directory's entries, none where it cannot be read.
func (r *resolver) list(dir string) []fs.DirEntry {
	entries, ok := r.listings[dir]
	if !ok {
		entries, _ = r.snapshot.fs.ReadDir(dir) // what cannot be listed holds nothing that a link could lead to
		r.listings[dir] = entries
	}
	return entries
}

// anchors returns the fragments that a Markdown document answers to: its headings' slugs and the ids in its HTML, in lower
// case, since browsers and editors do not agree on letter case.
func anchors(doc *skills.Document) map[string]bool {
	found := make(map[string]bool)
	for _, h := range doc.Markdown().Headings {
		found[strings.ToLower(h.Slug)] = true
		if m := headingID.FindStringSubmatch(h.Text); m != nil {
			found[strings.ToLower(m[1])] = true
		}
	}
	for _, code := range doc.Markdown().Code {
		htmlAnchors(code.Of(doc.Source), found)
	}
	return found
}

// htmlAnchor is an id or name attribute of a tag, quoted or not.
var htmlAnchor = regexp.MustCompile(`(?i)\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)

// htmlAnchors adds the values of id and name attributes in a piece of HTML.
func htmlAnchors(html string, found map[string]bool) {
	if !strings.HasPrefix(html, "<") {
		return
	}
	for _, m := range htmlAnchor.FindAllStringSubmatch(html, -1) {
		found[strings.ToLower(m[1]+m[2]+m[3])] = true
	}
}

// headingID is an anchor that an author gave a heading, in the manner of Pandoc and of site generators: "## Title {#id}".
var headingID = regexp.MustCompile(`\{#([^\s{}]+)\}\s*$`)

// heading returns the heading of a document that a fragment names.
func heading(doc *skills.Document, fragment string) (*markdown.Heading, bool) {
	headings := doc.Markdown().Headings
	for i := range headings {
		if strings.EqualFold(headings[i].Slug, fragment) {
			return &headings[i], true
		}
	}
	return nil, false
}
