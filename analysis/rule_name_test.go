package analysis

import (
	"context"
	"path/filepath"
	"testing"
)

// TestNameMissingWhereLinesEndElsewhere checks that no name is offered that would not be read: OpenCode ends no line at a carriage
// return.
func TestNameMissingWhereLinesEndElsewhere(t *testing.T) {
	for text, offered := range map[string]bool{
		"---\ndescription: Does x. Use when asked.\n---\nbody\n":            true,
		"---\rname: x\rdescription: Does x. Use when asked.\r---\rbody\r\n": false,
	} {
		s, root := workspace(t, "-- .opencode/skills/x/SKILL.md --\n")
		s = withTargets(s, []string{"opencode"})
		path := filepath.Join(root, ".opencode", "skills", "x", "SKILL.md")
		reported := false
		for _, d := range s.With(Change{Path: path, Text: &text}).Diagnose(context.Background(), path) {
			if d.Rule == "name/missing" {
				reported = true
				if (len(d.Fixes) > 0) != offered {
					t.Errorf("%q: fixes %+v, want one: %t", text, d.Fixes, offered)
				}
			}
		}
		if !reported {
			t.Errorf("%q: nothing is reported", text)
		}
	}
}

func withTargets(s *Snapshot, targets []string) *Snapshot {
	return s.WithConfig(Config{Folders: s.cfg.Folders, Settings: Settings{Targets: targets}})
}
