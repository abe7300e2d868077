package otto

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
)

// extensions are the files that otto lists and reads (ALLOWED_EXTENSIONS in loader.ts).
var extensions = []string{
	"md", "txt", "json", "yaml", "yml", "toml", "ts", "js", "tsx", "jsx", "py", "rs", "go", "sh", "bash", "zsh", "css", "html", "xml", "svg",
}

const fileBytes = 256 << 10 // of a file that is read (MAX_FILE_SIZE)

// maxLinks is how many links Linux follows in one path.
const maxLinks = 40

// An listing is the files that otto tells the model of.
type listing struct {
	list      []skills.Resource
	others    int // how many files of other types there are
	truncated bool
}

// list lists the files below the skill's directory as discoverSkillFiles does (loader.ts), which has fast-glob find `**/*`: links
// are followed, names that begin with a dot are passed over, and one directory that cannot be read leaves nothing listed.
func list(l skills.Load) listing {
	if l.FS == nil || l.Skill.Dir == "" {
		return listing{}
	}
	w := walker{fsys: l.FS}
	w.dir(l.Skill.Dir, "", 0)
	if w.failed {
		return listing{}
	}
	slices.SortFunc(w.list, func(a, b skills.Resource) int { return compareUTF16(a.Rel, b.Rel) })
	return w.listing
}

type walker struct {
	listing
	fsys    vfs.FS
	entries int
	failed  bool // fast-glob gave up
}

// dir looks through a directory; rel is its path from the skill's with a slash at its end, which led through so many links.
func (w *walker) dir(dir, rel string, links int) {
	entries, err := w.fsys.ReadDir(dir)
	if err != nil {
		w.failed = w.failed || !errors.Is(err, fs.ErrNotExist)
		return
	}
	for _, e := range entries {
		if w.entries++; w.entries > skills.MaxScan {
			w.truncated = true
		}
		if w.truncated || w.failed {
			return
		}
		if name := e.Name(); name[0] != '.' && utf8.ValidString(name) && (rel != "" || name != "SKILL.md" && name != "node_modules") {
			w.entry(dir, rel+name, e, links)
		}
	}
}

// entry looks at a file, directory or link. A name that is not UTF-8 is one that Node cannot ask for.
func (w *walker) entry(dir, rel string, e fs.DirEntry, links int) {
	path := filepath.Join(dir, e.Name())
	mode := e.Type()
	if mode&fs.ModeSymlink != 0 {
		info, err := w.fsys.Stat(path)
		if links++; err != nil || links > maxLinks {
			return
		}
		mode = info.Mode()
	}
	switch {
	case mode.IsDir():
		real, err := w.fsys.RealPath(path)
		if err != nil {
			return
		}
		w.dir(real, rel+"/", links)
	case mode.IsRegular():
		w.file(path, rel)
	}
}

// file adds a file of a type that otto lists: what follows the last period of its path, and of a path without one all of it.
func (w *walker) file(path, rel string) {
	if !slices.Contains(extensions, kit.LowerASCII(rel[strings.LastIndexByte(rel, '.')+1:])) {
		w.others++
		return
	}
	if info, err := w.fsys.Stat(path); err == nil {
		w.list = append(w.list, skills.Resource{Path: path, Rel: rel, Size: info.Size()})
	}
}

// json prints the elements of availableFiles.
func (l *listing) json() string {
	elements := make([]string, len(l.list))
	for i, f := range l.list {
		elements[i] = `{"relativePath":` + quote(f.Rel) + `,"size":` + strconv.FormatInt(f.Size, 10) + "}"
	}
	return strings.Join(elements, ",")
}

func (l *listing) paths(dir string) []string {
	var paths []string
	for _, f := range l.list {
		paths = append(paths, filepath.Join(dir, filepath.FromSlash(f.Rel)))
	}
	return paths
}

// notes says what the listing does not.
func (l *listing) notes() []string {
	var notes []string
	if l.others > 0 {
		notes = append(notes, fmt.Sprintf("Files of types that otto does not read, which it does not list either: %d.", l.others))
	}
	for _, f := range l.list {
		if f.Size > fileBytes {
			notes = append(notes, fmt.Sprintf("`%s` is listed, and the tool refuses to read it: it has %d bytes, more than %d.", f.Rel, f.Size, fileBytes))
		}
	}
	return notes
}
