package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis"
	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/skills/vfs"
)

// A fieldTest is frontmatter after "name" and "description", or a whole SKILL.md, with the diagnostics of one
// rule.
type fieldTest struct {
	name    string
	targets string
	fields  string
	want    string // severity, agents and marked text of each diagnostic, one a line
	fixed   string // the fields after the first fix; empty if none is offered
}

// testFields checks the diagnostics of a rule. The first fix must remove its diagnostic and add no other.
func testFields(t *testing.T, rule string, tests []fieldTest) {
	t.Helper()
	const head = "---\nname: x\ndescription: Does x. Use when x is asked for.\n"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := tt.fields
			if !strings.HasPrefix(text, "---") {
				text = head + tt.fields + "---\nDo x.\n"
			}
			s, root := analysistest.Workspace(t, "-- .git/HEAD --\n-- .skills-ls.yaml --\ntargets: ["+tt.targets+"]\n-- .claude/skills/x/SKILL.md --\n"+text)
			path := filepath.Join(root, ".claude", "skills", "x", "SKILL.md")
			all := rules.Diagnose(t.Context(), s, path)
			found := slices.DeleteFunc(slices.Clone(all), func(d diagnostic.Diagnostic) bool { return d.Rule != rule })
			var got []string
			for _, d := range found {
				got = append(got, d.Severity.String()+" ["+strings.Join(d.Affected(), " ")+"] "+d.Span.Of(text))
			}
			if got := strings.Join(got, "\n"); got != tt.want {
				t.Fatalf("got\n%s\nwant\n%s\nof all\n%s", got, tt.want, analysistest.Describe(s, path, all))
			}
			if len(found) == 0 || len(found[0].Fixes) == 0 {
				if tt.fixed != "" {
					t.Error("no fix is offered")
				}
				return
			}
			after := analysistest.Apply(t, text, path, found[0].Fixes[0])
			if want := head + tt.fixed + "---\nDo x.\n"; after != want {
				t.Errorf("fixed to\n%s\nwant\n%s", after, want)
			}
			if err := os.WriteFile(path, []byte(after), 0o644); err != nil {
				t.Fatal(err)
			}
			again := rules.Diagnose(t.Context(), analysis.New(vfs.Disk{}, s.Config()), path)
			if analysistest.Count(again, rule) >= len(found) || len(again) >= len(all) {
				t.Errorf("found then\n%s", analysistest.Describe(analysis.New(vfs.Disk{}, s.Config()), path, again))
			}
		})
	}
}

func TestMetadataValues(t *testing.T) {
	const information = "information [agent-skills] "
	testFields(t, "metadata/values", []fieldTest{
		{"texts", "agent-skills", "metadata:\n  a: b\n  c: \"1\"\n  d: 'true'\n  e: >\n    f\n", "", ""},
		{"number", "agent-skills", "metadata:\n  version: 1.10\n", information + "1.10", "metadata:\n  version: \"1.10\"\n"},
		{"number with a comment", "agent-skills", "metadata:\n  a: 0x1F # why\n", information + "0x1F", "metadata:\n  a: \"0x1F\" # why\n"},
		{"boolean", "agent-skills", "metadata:\n  a: True\n", information + "True", "metadata:\n  a: \"True\"\n"},
		{"yes", "agent-skills", "metadata:\n  a: yes\n", "", ""},
		{"date", "agent-skills", "metadata:\n  updated: 2026-01-31\n", information + "2026-01-31", "metadata:\n  updated: \"2026-01-31\"\n"},
		{"JSON", "agent-skills", "metadata: {\"a\": 1}\n", information + "1", "metadata: {\"a\": \"1\"}\n"},
		{"JSON that otto refuses", "agent-skills, otto", "metadata: {\"a\": 1}\n", "", ""},
		{"nothing", "agent-skills", "metadata:\n  a:\n  b: b\n", information + "a", ""},
		{"null", "agent-skills", "metadata:\n  a: ~\n", information + "~", ""},
		{"list", "agent-skills", "metadata:\n  tags: [a, b]\n", information + "tags", ""},
		{"mapping", "agent-skills", "metadata:\n  links:\n    a: 1\n", information + "links", ""},
		{"mappings of other agents", "agent-skills", "metadata:\n  openclaw:\n    a: 1\n  clawdbot:\n    a: 1\n  clawdis:\n    a: 1\n  hermes:\n    tags: [a]\n", "", ""},
		{"JSON of another agent", "agent-skills", "metadata: {\"openclaw\": {\"requires\": {\"bins\": [\"gh\"]}}}\n", "", ""},
		{"what no other agent reads", "agent-skills", "metadata:\n  openclaw: [a]\n  clawdbot: 1\n", information + "openclaw\n" + information + "1", ""},
		{"a list that Goose reads", "agent-skills", "metadata:\n  arguments: [a, b]\n", "", ""},
		{"a boolean that OpenCode reads as a text too", "agent-skills", "metadata:\n  opencode/slash: true\n", information + "true", "metadata:\n  opencode/slash: \"true\"\n"},
		{"several", "agent-skills", "metadata:\n  a: 1\n  b: 2\n", information + "1\n" + information + "2", "metadata:\n  a: \"1\"\n  b: 2\n"},
		{"a tag", "agent-skills", "metadata:\n  a: !!str 1\n", "", ""},
		{"another key", "agent-skills", "requires:\n  a: 1\n", "", ""},
		{"no mapping", "agent-skills", "metadata: 1\n", "", ""},
		{"not a target", "claude-code", "metadata:\n  a: 1\n", "", ""},
	})
}
