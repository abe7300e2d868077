package lsp

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"skills-ls/lsp/position"
	"skills-ls/lsp/session"
)

// A stallingFiles is a file system that blocks for everything below a directory while on is set.
type stallingFiles struct {
	memoryFiles
	dir   string
	on    atomic.Bool
	stuck chan struct{}
}

func (f *stallingFiles) wait(name string) {
	if f.on.Load() && strings.HasPrefix(memoryName(name), f.dir) {
		<-f.stuck
	}
}

func (f *stallingFiles) Stat(name string) (fs.FileInfo, error) {
	f.wait(name)
	return f.memoryFiles.Stat(name)
}

func (f *stallingFiles) Lstat(name string) (fs.FileInfo, error) { return f.Stat(name) }

func (f *stallingFiles) ReadFile(name string) (string, error) {
	f.wait(name)
	return f.memoryFiles.ReadFile(name)
}

func (f *stallingFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	f.wait(name)
	return f.memoryFiles.ReadDir(name)
}

// TestStallingFileServer checks that a file server that does not answer is named in the log, that it only
// delays work on other files, and that it is read again once it answers.
func TestStallingFileServer(t *testing.T) {
	files := &stallingFiles{memoryFiles: make(memoryFiles), dir: "/ws/mount/", stuck: make(chan struct{})}
	for i := range 50 {
		files.memoryFiles[fmt.Sprintf("/ws/mount/.agents/skills/s%d/SKILL.md", i)] = skillText(fmt.Sprintf("s%d", i))
	}
	files.memoryFiles["/ws/.agents/skills/a/SKILL.md"] = brokenSkill
	files.on.Store(true)
	c, s := startMemory(t, session.Options{FS: files, DiskTimeout: 20 * time.Millisecond})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(nativePath("/ws"))))
	near, far := string(position.PathURI(nativePath("/ws/.agents/skills/a/SKILL.md"))), string(position.PathURI(nativePath("/ws/mount/.agents/skills/s7/SKILL.md")))
	c.open(near, brokenSkill)
	c.open(far, skillText("s7", "[gone](gone.md)"))
	c.change(near, 2, edit(0, 0, 0, 0, ""))
	for {
		var p publishedList
		if c.nextOf("textDocument/publishDiagnostics", &p); p.URI == near && len(p.Diagnostics) > 0 {
			break
		}
	}
	waitScanned(t, s)
	waitFor(t, func() bool { // the log names the directory
		return strings.Contains(c.log(), "the file system does not respond") && strings.Contains(c.log(), filepath.Join("ws", "mount"))
	})
	files.on.Store(false)
	close(files.stuck)
	waitFor(t, func() bool { return strings.Contains(c.log(), "responds again") })
	var list struct{ Skills []struct{ Name string } }
	waitFor(t, func() bool {
		c.result("skills/list", map[string]any{"cwd": nativePath("/ws/mount")}, &list)
		return len(list.Skills) >= 49 // for s7 the buffer counts
	})
}

// crowdedFiles adds to the files in memory a directory with n text files whose names are numbers.
type crowdedFiles struct {
	memoryFiles
	dir string
	n   int
}

func (f crowdedFiles) info(i int) fs.FileInfo {
	return memoryInfo{fmt.Sprintf("%06d.txt", i), 0, 0o644}
}

func (f crowdedFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	if memoryName(name) != f.dir {
		return f.memoryFiles.ReadDir(name)
	}
	entries := make([]fs.DirEntry, f.n)
	for i := range entries {
		entries[i] = fs.FileInfoToDirEntry(f.info(i))
	}
	return entries, nil
}

func (f crowdedFiles) Stat(name string) (fs.FileInfo, error) {
	if path.Dir(memoryName(name)) == f.dir {
		if i, err := strconv.Atoi(strings.TrimSuffix(path.Base(memoryName(name)), ".txt")); err == nil && i < f.n {
			return f.info(i), nil
		}
	}
	return f.memoryFiles.Stat(name)
}

func (f crowdedFiles) Lstat(name string) (fs.FileInfo, error) { return f.Stat(name) }

func (f crowdedFiles) RealPath(name string) (string, error) {
	_, err := f.Stat(name)
	return filepath.Clean(name), err
}

// TestCrowdedDirectory checks that requests for a skill with 100,000 files in one directory are answered like
// others.
func TestCrowdedDirectory(t *testing.T) {
	t.Parallel()
	root := nativePath("/ws")
	big := "/ws/.agents/skills/big"
	files := crowdedFiles{memoryFiles{big + "/SKILL.md": skillText("big"), big + "/assets/000000.txt": ""}, big + "/assets", 100_000}
	c, _ := startMemory(t, session.Options{FS: files, DiskTimeout: time.Hour})
	c.initialize(`{}`, fmt.Sprintf(`"rootUri":%q`, position.PathURI(root)))
	uri := string(position.PathURI(filepath.Join(root, ".agents", "skills", "big", "SKILL.md")))
	c.open(uri, skillText("big", "[here](assets/000007.txt) [gone](assets/gone.txt) [case](assets/00000A.TXT)"))
	var p publishedList
	for len(p.Diagnostics) == 0 {
		c.nextOf("textDocument/publishDiagnostics", &p)
	}
	for _, d := range p.Diagnostics {
		if d.Code != "link/broken" {
			t.Errorf("unexpected %s: %s", d.Code, d.Message)
		}
	}
	var list struct{ Skills []any }
	c.result("skills/list", map[string]any{}, &list)
	if len(list.Skills) != 1 {
		t.Errorf("%d skills", len(list.Skills))
	}
	var preview struct {
		Files          []string
		FilesTruncated bool `json:"files_truncated"`
	}
	c.result("skills/preview", map[string]any{"textDocument": map[string]any{"uri": uri}}, &preview)
	if len(preview.Files) == 0 || !preview.FilesTruncated {
		t.Errorf("the preview lists %d files, truncated: %t", len(preview.Files), preview.FilesTruncated)
	}
}
