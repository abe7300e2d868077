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

// extensions are the types of files that otto lists and reads (ALLOWED_EXTENSIONS in loader.ts).
var extensions = []string{
	"md", "txt", "json", "yaml", "yml", "toml", "ts", "js", "tsx", "jsx", "py", "rs", "go", "sh", "bash", "zsh", "css", "html", "xml", "svg",
}

const fileBytes = 256 << 10 // maximum size of a file that otto reads (MAX_FILE_SIZE)

// maxLinks is the maximum number of links that Linux follows in one path.
const maxLinks = 40

// A listing has the files that otto lists for the model.
type listing struct {
	list      []skills.Resource
	others    int // number of files of other types
	truncated bool
}

// list returns the files below the skill directory as discoverSkillFiles does (loader.ts), which has
// fast-glob find `**/*`: it follows links and skips names that begin with a dot. If one directory cannot be
// read, it lists nothing.
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

// dir walks a directory. rel is its path from the skill directory with a slash at its end, and links is how
// many links led to it. It skips names that are not UTF-8, which Node cannot open.
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

// entry handles a file, directory or link.
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

// file adds a file if otto lists its type: the text after the last period of its path, or the whole path if
// it has none.
func (w *walker) file(path, rel string) {
	if !slices.Contains(extensions, kit.LowerASCII(rel[strings.LastIndexByte(rel, '.')+1:])) {
		w.others++
		return
	}
	if info, err := w.fsys.Stat(path); err == nil {
		w.list = append(w.list, skills.Resource{Path: path, Rel: rel, Size: info.Size()})
	}
}

// json returns the elements of availableFiles.
func (l *listing) json() string {
	elements := make([]string, len(l.list))
	for i, f := range l.list {
		elements[i] = `{"relativePath":` + kit.QuoteJSON(f.Rel) + `,"size":` + strconv.FormatInt(f.Size, 10) + "}"
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

// notes returns the facts that the listing does not show.
func (l *listing) notes() []string {
	var notes []string
	if l.others > 0 {
		notes = append(notes, fmt.Sprintf("Files that otto neither lists nor reads because of their types: %d.", l.others))
	}
	for _, f := range l.list {
		if f.Size > fileBytes {
			notes = append(notes, fmt.Sprintf("`%s` is listed, but the tool does not read it: it has %d bytes, and the limit is %d.", f.Rel, f.Size, fileBytes))
		}
	}
	return notes
}
