package rules_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/rules"
	"skills-ls/skills/growthtest"
)

// TestHugeManifest checks that no rule scans a whole object or list of a manifest once per field or item.
func TestHugeManifest(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs without -short")
	}
	for _, test := range []struct{ before, unit, after string }{
		{`{"name": "x", "skills": [`, `"./a%d",`, `"./a"]}`},
		{`{"name": "x", "skills": [`, `"./a",`, `"./a"]}`},
		{`{"name": "x", "skills": [`, `"./many",`, `"./many"]}`},
		{`{"name": "x", `, `"version": 1,`, `"license": "MIT"}`},
		{`{"name": "x", `, `"versio": 1,`, `"license": "MIT"}`},
		{`{"name": "x", `, `"a%d": 0,`, `"license": "MIT"}`},
		{`{"name": "x", "commands": {`, `"a%d": {"source": "./x.md", "descripton": ""},`, `"b": {"content": ""}}}`},
	} {
		t.Run(test.unit, func(t *testing.T) {
			growthtest.Linear(t, 200_000/(len(test.unit)+4), func(n int) time.Duration {
				var b strings.Builder
				b.WriteString("-- .git/HEAD --\n-- .claude-plugin/plugin.json --\n" + test.before)
				for i := range n {
					b.WriteString(strings.ReplaceAll(test.unit, "%d", fmt.Sprint(i)))
				}
				b.WriteString(test.after + "\n")
				for i := range 100 {
					fmt.Fprintf(&b, "-- many/%d/notes.md --\n", i)
				}
				s, root := analysistest.Workspace(t, b.String())
				return growthtest.Take(t, func() { rules.Diagnose(t.Context(), s, filepath.Join(root, ".claude-plugin", "plugin.json")) })
			})
		})
	}
}
