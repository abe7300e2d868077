package geminicli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// listed is the maximum number of files and directories in the tree: MAX_ITEMS of
// utils/getFolderStructure.ts.
const listed = 200

// ignored are the directories that the tree does not open: DEFAULT_IGNORED_FOLDERS.
var ignored = []string{"node_modules", ".git", "dist", "__pycache__"}

// A tree is the result of getFolderStructure for a directory.
type tree struct {
	text  string
	files []string // absolute paths of the files in the tree, in its order
	cut   bool     // the tree is incomplete because of the limit
	notes []string
}

// A folder is a directory of the tree.
type folder struct {
	name                   string
	path, real             string
	files                  []string
	folders                []*folder
	ignored                bool
	moreFiles, moreFolders bool // left out because of the limit
}

// readTree reads a directory breadth-first until it reaches the limit. In each directory, files come before
// directories. Links are left out.
func readTree(fsys vfs.FS, dir string) tree {
	root := &folder{path: dir, real: dir}
	if fsys == nil || dir == "" {
		return root.tree(nil)
	}
	if real, err := fsys.RealPath(dir); err == nil {
		root.real = real
	}
	items := 0
	var unread []string
	for queue := []*folder{root}; len(queue) > 0; queue = queue[1:] {
		folder := queue[0]
		entries, err := fsys.ReadDir(folder.real)
		if items >= listed {
			if err == nil && len(entries) > 0 {
				unread = append(unread, folder.path)
			}
			continue
		}
		switch {
		case errors.Is(err, fs.ErrNotExist) && folder == root:
			return tree{text: fmt.Sprintf("Error: Could not read directory \"%s\". Check path and permissions.", dir)}
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
			continue
		case err != nil: // Node's message differs
			return tree{text: fmt.Sprintf("Error processing directory \"%s\": %v", dir, err)}
		}
		entries = slices.SortedStableFunc(slices.Values(entries), func(a, b fs.DirEntry) int { return skills.Collate(a.Name(), b.Name()) })
		queue = append(queue, folder.fill(entries, &items)...)
	}
	return root.tree(unread)
}

// fill adds the entries of a directory up to the limit, and returns the directories to read.
func (f *folder) fill(entries []fs.DirEntry, items *int) (below []*folder) {
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		if *items >= listed {
			f.moreFiles = true
			break
		}
		f.files = append(f.files, e.Name())
		*items++
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		if *items >= listed {
			f.moreFolders = true
			break
		}
		folder := &folder{
			name: e.Name(), path: filepath.Join(f.path, e.Name()), real: filepath.Join(f.real, e.Name()),
			ignored: slices.Contains(ignored, e.Name()),
		}
		f.folders = append(f.folders, folder)
		*items++
		if !folder.ignored {
			below = append(below, folder)
		}
	}
	return below
}

// tree prints the folder as a root. It does not mark directories that are listed but were not read because of
// the limit.
func (f *folder) tree(unread []string) tree {
	p := printer{cut: len(unread) > 0}
	p.folder(f, "")
	text := fmt.Sprintf("Showing up to %d items (files + folders).", listed)
	if p.marked {
		text += fmt.Sprintf(" Folders or files indicated with ... contain more items not shown, were ignored, or the display limit (%d items) was reached.", listed)
	}
	tree := tree{
		text:  text + "\n\n" + f.path + string(filepath.Separator) + "\n" + strings.Join(p.lines, "\n"),
		files: p.files, cut: p.cut,
	}
	for _, dir := range unread {
		tree.notes = append(tree.notes, "The tree has no room for the contents of "+dir+", without a note about it.")
	}
	return tree
}

// A printer collects the lines of a tree.
type printer struct {
	lines, files []string
	marked       bool // something is marked as left out
	cut          bool // something was left out because of the limit
}

// line adds a line and returns the indentation of the lines below it.
func (p *printer) line(indent, name string, last bool) string {
	connector, below := "├───", "│   "
	if last {
		connector, below = "└───", "    "
	}
	p.lines = append(p.lines, indent+connector+text.DecodeUTF8(name))
	return indent + below
}

// folder adds the entries of a directory. The last file is drawn as the last entry even if an ellipsis
// follows.
func (p *printer) folder(f *folder, indent string) {
	end := len(f.folders) == 0 && !f.moreFolders
	for i, file := range f.files {
		p.line(indent, file, end && i == len(f.files)-1)
		p.files = append(p.files, filepath.Join(f.path, file))
	}
	if f.moreFiles {
		p.line(indent, "...", end)
	}
	for i, folder := range f.folders {
		name := folder.name + string(filepath.Separator)
		if folder.ignored {
			name += "..."
		}
		below := p.line(indent, name, i == len(f.folders)-1 && !f.moreFolders)
		p.folder(folder, below)
		p.marked = p.marked || folder.ignored
	}
	if f.moreFolders {
		p.line(indent, "...", true)
	}
	if f.moreFiles || f.moreFolders {
		p.marked, p.cut = true, true
	}
}
