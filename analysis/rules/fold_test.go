package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
)

// TestFold checks that users see up to five broken links of a file one by one and more as one diagnostic, which
// keeps the highest severity, all places and all fixes.
func TestFold(t *testing.T) {
	for _, test := range []struct {
		name, line string
		n, shown   int
		message    string // of the first
		severity   diagnostic.Severity
		suppressed int // of the n
		fixes      int // of the only one
	}{
		{
			name: "five", line: "[a](gone-%d.md)\n", n: 5, shown: 5,
			message: "file not found: gone-0.md", severity: diagnostic.Warning,
		},
		{
			name: "six", line: "[a](gone-%d.md)\n", n: 6, shown: 1,
			message: "6 links to missing files", severity: diagnostic.Warning,
		},
		{
			name: "one suppressed", line: "[a](gone-%d.md)\n", n: 6, suppressed: 1, shown: 5,
			message: "file not found: gone-1.md", severity: diagnostic.Warning,
		},
		{
			name: "with fixes", line: "[a](x/guide.md)[%d]\n", n: 7, shown: 1, fixes: 7,
			message: "7 links to missing files", severity: diagnostic.Warning,
		},
		{
			name: "headings", line: "[a](#gone-%d)\n", n: 6, shown: 1,
			message: "6 links to missing headings", severity: diagnostic.Information,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			var body strings.Builder
			for i := range test.n {
				if i < test.suppressed {
					body.WriteString("<!-- skills-ls-disable-next-line link/broken -->\n")
				}
				fmt.Fprintf(&body, test.line, i)
			}
			const path = ".agents/skills/x/SKILL.md"
			s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- "+path+" --\n---\nname: x\ndescription: Does x. Use when x.\n---\n"+body.String()+
				"-- .agents/skills/x/references/guide.md --\n# Guide\n")
			found := analysistest.Diagnose(s, root, path)
			var links []diagnostic.Diagnostic
			for _, d := range rules.Fold(path, found) {
				if strings.HasPrefix(d.Rule, "link/") {
					links = append(links, d)
				}
			}
			if len(links) != test.shown || links[0].Message != test.message || links[0].Severity != test.severity {
				t.Fatalf("got %d diagnostics, the first %+v", len(links), links[0])
			}
			if test.shown > 1 {
				return
			}
			if len(links[0].Related) != test.n {
				t.Errorf("%d related places, want %d", len(links[0].Related), test.n)
			}
			if len(links[0].Fixes) != test.fixes {
				t.Errorf("%d fixes, want %d", len(links[0].Fixes), test.fixes)
			}
		})
	}
}
