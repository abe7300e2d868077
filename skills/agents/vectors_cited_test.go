package agents

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"skills-ls/skills/agents/agenttest"
)

// A cited is a vector that was written from a source, or a file of such vectors.
type cited struct {
	ID, Source, Grade string
	Cases             []cited
}

// TestVectorsCited checks that every vector that was not recorded cites its source: a file with its commit, a
// page with its date and section, or a section of a document.
func TestVectorsCited(t *testing.T) {
	commit := regexp.MustCompile(`@[0-9a-f]{8}\b`)
	decides := regexp.MustCompile(`@[0-9a-f]{8}\b|\bcopy (of|fetched) |undated copy|\.md\b|section|https?://|[a-z]+\.(com|dev|ai)/`)
	count := 0
	err := filepath.WalkDir(agenttest.VectorsDir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".json" {
			return err
		}
		file := agenttest.ReadJSON[cited](t, path)
		if file.Cases == nil {
			file.Cases = []cited{file}
		}
		agent, _, _ := strings.Cut(filepath.ToSlash(strings.TrimPrefix(path, agenttest.VectorsDir+string(filepath.Separator))), "/")
		for _, c := range file.Cases {
			count++
			switch {
			case c.ID == "" || c.Source == "" || !decides.MatchString(c.Source):
				t.Errorf("%s: %q is decided by %q", path, c.ID, c.Source)
			case c.Grade != "S" && c.Grade != "D" && c.Grade != "3" && c.Grade != "design":
				t.Errorf("%s: %s has the grade %q", path, c.ID, c.Grade)
			case agent == "codex" && !commit.MatchString(c.Source):
				t.Errorf("%s: %s names no commit: %s", path, c.ID, c.Source)
			}
		}
		return nil
	})
	if err != nil || count == 0 {
		t.Errorf("%d vectors: %v", count, err)
	}
}
