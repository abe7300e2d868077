package complete_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/complete"
)

// TestCompletionDocsConfined checks that CompletionDocs reads nothing outside the skill and the workspace,
// even if a client makes up subjects.
func TestCompletionDocsConfined(t *testing.T) {
	s, root := analysistest.Workspace(t, analysistest.Authoring)
	path := filepath.Join(root, analysistest.InSkill)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, about := range []complete.Subject{
		{},
		{Skill: "gone"},
		{Path: "/etc/passwd"},
		{Path: filepath.Join(root, "gone.md")},
		{Path: "gone.md"},
		{Path: ""},
		{Path: filepath.Join(filepath.Dir(path), "outside", "etc", "passwd")},
		{Skill: "code-review", Path: "/etc/passwd"},
	} {
		if docs := complete.Docs(context.Background(), s, path, about); !slices.Equal(docs, []string{""}) {
			t.Errorf("%+v: %q", about, docs)
		}
	}
	if docs := complete.Docs(cancelled, s, path, complete.Subject{Skill: "code-review"}); docs != nil {
		t.Errorf("cancelled: %q", docs)
	}
	if docs := complete.Docs(context.Background(), s, filepath.Join(root, "main.go"), complete.Subject{Skill: "code-review"}); docs != nil {
		t.Errorf("of a file that is not ours: %q", docs)
	}
}
