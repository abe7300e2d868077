package lsp

import (
	"io/fs"
	"strings"
	"sync/atomic"
	"testing"

	"skills-ls/lsp/session"
	"skills-ls/skills/vfs"
)

// TestDeepDocument opens a skill whose path has more directories than the limit. Its text is checked like
// that of a document that was never saved, the log names the limit, and no request reads its directories from
// the disk.
func TestDeepDocument(t *testing.T) {
	for _, test := range []struct {
		name string
		dirs int
		deep bool
	}{
		{"at the limit", vfs.MaxPathDepth - 1, false},
		{"beyond the limit", vfs.MaxPathDepth, true},
		{"far beyond the limit", 50_000, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			files := &countedFiles{memoryFiles: make(memoryFiles)}
			c, s := startMemory(t, session.Options{FS: files})
			c.initialize(fullCapabilities)
			uri := "file://" + strings.Repeat("/d", test.dirs) + "/SKILL.md"
			c.open(uri, "---\nname: d\ndescription: Does x. Use when x is asked for.\nnmae: e\n---\nText.\n")
			wantPublished(t, settle(t, c, s), "v1 frontmatter/unknown-key")
			var hover *struct{ Contents any }
			c.result("textDocument/hover", at(uri, 1, 2), &hover)
			if hover == nil {
				t.Error("there is no hover")
			}
			if logged := strings.Contains(c.log(), "document is too deep"); logged != test.deep {
				t.Errorf("the log names the limit: %t, want %t", logged, test.deep)
			}
			if asked := files.asked.Load(); (asked == 0) != test.deep {
				t.Errorf("the disk was asked %d times", asked)
			}
		})
	}
}

// countedFiles counts the accesses to the directories of TestDeepDocument.
type countedFiles struct {
	memoryFiles
	asked atomic.Int64
}

func (f *countedFiles) count(name string) {
	if strings.HasPrefix(memoryName(name), "/d/d") {
		f.asked.Add(1)
	}
}

func (f *countedFiles) Stat(name string) (fs.FileInfo, error) {
	f.count(name)
	return f.memoryFiles.Stat(name)
}

func (f *countedFiles) Lstat(name string) (fs.FileInfo, error) {
	f.count(name)
	return f.memoryFiles.Lstat(name)
}

func (f *countedFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	f.count(name)
	return f.memoryFiles.ReadDir(name)
}

func (f *countedFiles) ReadFile(name string) (string, error) {
	f.count(name)
	return f.memoryFiles.ReadFile(name)
}
