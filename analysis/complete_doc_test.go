package analysis

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
)

// TestCompletionDocsConfined checks that CompletionDocs reads nothing outside the skill and the workspace,
// even if a client makes up subjects.
func TestCompletionDocsConfined(t *testing.T) {
	s, root := workspace(t, authoring)
	path := filepath.Join(root, inSkill)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, about := range []Subject{
		{},
		{Skill: "gone"},
		{Path: "/etc/passwd"},
		{Path: filepath.Join(root, "gone.md")},
		{Path: "gone.md"},
		{Path: ""},
		{Path: filepath.Join(filepath.Dir(path), "outside", "etc", "passwd")},
		{Skill: "code-review", Path: "/etc/passwd"},
	} {
		if docs := s.CompletionDocs(context.Background(), path, about); !slices.Equal(docs, []string{""}) {
			t.Errorf("%+v: %q", about, docs)
		}
	}
	if docs := s.CompletionDocs(cancelled, path, Subject{Skill: "code-review"}); docs != nil {
		t.Errorf("cancelled: %q", docs)
	}
	if docs := s.CompletionDocs(context.Background(), filepath.Join(root, "main.go"), Subject{Skill: "code-review"}); docs != nil {
		t.Errorf("of a file that is not ours: %q", docs)
	}
}
