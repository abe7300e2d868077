package workspace_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"skills-ls/analysis"
	"skills-ls/analysis/workspace"
	"skills-ls/skills/agents"
	"skills-ls/skills/treetest"
)

// TestScanReadsNoSkippedDir checks that a scan does not keep a file of a directory that it never enters, although a
// catalog reads the file during the scan.
func TestScanReadsNoSkippedDir(t *testing.T) {
	const skill = "---\nname: s\ndescription: Is one of two.\n---\n"
	root := treetest.Make(t, map[string]string{
		"#held/x":                   "", // a scan lists it first
		".agents/skills/s/SKILL.md": skill,
		"node_modules/p/.agents/skills/s/SKILL.md": skill,
	})
	hourAgo := time.Now().Add(-time.Hour) // a catalog does not keep what it knows of newer files
	for _, holder := range []string{"", "node_modules/p/"} {
		if err := os.Chtimes(filepath.Join(root, holder, ".agents/skills/s/SKILL.md"), hourAgo, hourAgo); err != nil {
			t.Fatal(err)
		}
	}
	disk := &heldFS{dir: filepath.Join(root, "#held"), listing: make(chan struct{}), release: make(chan struct{}), reads: make(map[string]int)}
	s := analysis.New(disk, workspace.Config{Folders: []string{root}})
	scanned := make(chan error)
	go func() {
		_, err := workspace.Scan(t.Context(), s, nil)
		scanned <- err
	}()
	<-disk.listing
	inside := workspace.Catalog(t.Context(), s, agents.Codelia, filepath.Join(root, "node_modules", "p"))
	var kept []string
	for _, skill := range inside.Skills {
		if s.Disk().Index.Get(skill.Path) != nil {
			kept = append(kept, skill.Path)
		}
	}
	close(disk.release)
	if err := <-scanned; err != nil {
		t.Fatal(err)
	}
	if len(inside.Skills) == 0 {
		t.Fatal("the catalog has no skill in the skipped directory")
	}
	if len(kept) > 0 {
		t.Errorf("the index has %q, which the scan never reads", kept)
	}
}
