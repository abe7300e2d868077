package otto

import (
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

// A listing has the files that otto lists for the model.
type listing struct {
	list      []skills.Resource
	others    int // number of files of other types
	truncated bool
}

// list returns the files below the skill directory as discoverSkillFiles does (loader.ts), which has
// fast-glob find `**/*`: it follows links, and skips names that begin with a dot and those that are not
// UTF-8, which Node cannot open.
func list(l skills.Load) (found listing) {
	if l.FS == nil || l.Skill.Dir == "" {
		return found
	}
	found.truncated = !vfs.Walk(l.FS, l.Skill.Dir, skills.MaxScan, func(path string, e fs.DirEntry) bool {
		rel, _ := vfs.CutDir(path, l.Skill.Dir)
		name := e.Name()
		if name[0] == '.' || !utf8.ValidString(name) || rel == "SKILL.md" || rel == "node_modules" {
			return false
		}
		mode := kit.ModeOf(l.FS, path, e)
		if mode.IsRegular() {
			found.file(l.FS, path, filepath.ToSlash(rel))
		}
		return mode.IsDir()
	})
	slices.SortFunc(found.list, func(a, b skills.Resource) int { return compareUTF16(a.Rel, b.Rel) })
	return found
}

// file adds a file if otto lists its type: the text after the last period of its path, or the whole path if
// it has none.
func (l *listing) file(fsys vfs.FS, path, rel string) {
	if !slices.Contains(extensions, kit.LowerASCII(rel[strings.LastIndexByte(rel, '.')+1:])) {
		l.others++
		return
	}
	if info, err := fsys.Stat(path); err == nil {
		l.list = append(l.list, skills.Resource{Path: path, Rel: rel, Size: info.Size()})
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
