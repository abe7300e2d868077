package rules_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
)

func TestToolsFormat(t *testing.T) {
	for _, tt := range []struct{ name, targets, value, want, fixed string }{
		{"blanks", "agent-skills, otto", " Read Bash(git add:*)", "", ""},
		{"one", "agent-skills, otto", " Bash", "", ""},
		{"one with commas inside", "agent-skills", " Bash(a, b)", "", ""},
		{"commas", "agent-skills", " Read, Grep,Glob", "information", "Read Grep Glob"},
		{"commas for otto", "agent-skills, otto", " Read, Grep", "warning", "Read Grep"},
		{"commas for Claude Code", "claude-code", " Read, Grep", "", ""},
		{"commas and parentheses", "agent-skills", " Bash(a, b:*), Read", "information", "Bash(a, b:*) Read"},
		{"quotes", "agent-skills", ` "Read, Grep"`, "information", "Read Grep"},
		{"quotes needed", "agent-skills", ` "*, Grep"`, "information", `"* Grep"`},
		{"folded", "agent-skills", " >-\n  Read,\n  Grep", "information", "Read Grep"},
		{"flow", "agent-skills, claude-code", " [Read, 'Grep']", "information", "Read Grep"},
		{"flow for otto", "otto", " [Read, Grep]", "warning", "Read Grep"},
		{"JSON for otto", "otto", ` ["Read", "Grep"]`, "", ""},
		{"JSON", "agent-skills", ` ["Read", "Grep"]`, "information", "Read Grep"},
		{"JSON with blanks", "agent-skills, otto", ` ["Read", "Bash(git add:*)"]`, "information", ""},
		{"block", "agent-skills", "\n  - Read\n  - Bash(git add:*)", "information", "Read Bash(git add:*)"},
		{"block of one", "agent-skills", "\n- Read", "information", "Read"},
		{"block with a comment", "agent-skills", "\n  - Read # files\n  - Grep", "information", ""},
		{"items with blanks", "agent-skills", "\n  - Read Grep", "information", ""},
		{"not closed", "agent-skills", " Bash(a, Read", "", ""},
		{"nothing", "agent-skills, otto", "", "", ""},
		{"mapping", "agent-skills", "\n  a: b", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\ntargets: ["+tt.targets+"]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: D.\nallowed-tools:"+tt.value+"\nlicense: MIT\n---\nText.\n")
			path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
			all := rules.Diagnose(t.Context(), s, path)
			found := slices.DeleteFunc(slices.Clone(all), func(d diagnostic.Diagnostic) bool { return d.Rule != "allowed-tools/format" })
			got := ""
			if len(found) > 0 {
				got = found[0].Severity.String()
			}
			if got != tt.want || len(found) > 1 {
				t.Fatalf("got %+v, want %q", found, tt.want)
			}
			if tt.fixed == "" {
				if len(found) > 0 && len(found[0].Fixes) > 0 {
					t.Errorf("a fix is offered: %+v", found[0].Fixes)
				}
				return
			}
			next, after := analysistest.AfterFix(t, s, found[0].Fixes[0], path)
			if !strings.Contains(after, "\nallowed-tools: "+tt.fixed+"\nlicense: MIT\n") {
				t.Errorf("fixed to\n%s", after)
			}
			again := rules.Diagnose(t.Context(), next, path)
			if len(again) >= len(all) || analysistest.Count(again, "allowed-tools/format") > 0 {
				t.Errorf("found then: %+v", again)
			}
		})
	}
}
