package analysistest

import (
	"io/fs"
	"path"
	"strings"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"skills-ls/analysis"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/text"
)

// Memory is a file system without links, for tests that make more requests than a disk can answer in time.
type Memory struct{ fstest.MapFS }

// InMemory returns a snapshot of the files of a txtar archive below /w, without its links.
func InMemory(archive string) *workspace.Snapshot {
	files := make(fstest.MapFS)
	for _, f := range txtar.Parse([]byte(archive)).Files {
		if !strings.Contains(f.Name, "->") {
			files["w/"+f.Name] = &fstest.MapFile{Data: f.Data, Mode: 0o644}
		}
	}
	return analysis.New(Memory{files}, workspace.Config{Folders: []string{"/w"}})
}

// inside converts an absolute path to one of the map.
func (Memory) inside(name string) string {
	if name = strings.TrimPrefix(path.Clean(name), "/"); name == "" {
		return "."
	}
	return name
}

func (m Memory) ReadFile(name string) (string, error) {
	data, err := m.MapFS.ReadFile(m.inside(name))
	return string(data), err
}

func (m Memory) ReadDir(name string) ([]fs.DirEntry, error) { return m.MapFS.ReadDir(m.inside(name)) }

func (m Memory) Stat(name string) (fs.FileInfo, error) { return m.MapFS.Stat(m.inside(name)) }

func (m Memory) Lstat(name string) (fs.FileInfo, error) { return m.MapFS.Stat(m.inside(name)) }

func (m Memory) Readlink(name string) (string, error) {
	return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
}

func (m Memory) RealPath(name string) (string, error) {
	_, err := m.Stat(name)
	return name, err
}

func InText(span text.Span, text string) bool {
	return 0 <= span.Start && span.Start <= span.End && span.End <= len(text)
}
