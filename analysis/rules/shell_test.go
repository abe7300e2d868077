package rules_test

import (
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
)

func TestShellPermission(t *testing.T) {
	skill := func(fields, body string) string {
		return "---\nname: x\ndescription: Does x. Use when x is asked for.\n" + fields + "---\n" + body
	}
	const warning = "warning [claude-code] "
	testFields(t, "shell/permission", []fieldTest{
		{"not allowed", "claude-code", skill("", "Tests: !`npm test`\n"), warning + "!`npm test`", ""},
		{"only reading", "claude-code", skill("", "Changes: !`git diff HEAD`\n"), "", ""},
		{"allowed", "claude-code", skill("allowed-tools: Read, Bash(npm test:*)\n", "!`npm test -- -v`\n"), "", ""},
		{"allowed in a list", "claude-code", skill("allowed-tools:\n  - Bash(npm test *)\n", "!`npm test`\n"), "", ""},
		{"another one allowed", "claude-code", skill("allowed-tools: Bash(npm run *)\n", "!`npm test`\n"), warning + "!`npm test`", ""},
		{"none that begins so", "claude-code", skill("", "KEY=!`npm test`\n"), "", ""},
		{"fence", "claude-code", skill("", "```!\nnode a.js\n```\n"), warning + "```!\nnode a.js\n```", ""},
		{"example", "claude-code", skill("", "```markdown\n!`npm test`\n```\n"), warning + "!`npm test`", ""},
		{"twice", "claude-code", skill("", "!`npm test`\n!`npm test`\n!`make`\n"), warning + "!`npm test`\n" + warning + "!`make`", ""},
		{"parentheses that are not closed", "claude-code", skill("allowed-tools: Bash(npm test\n", "!`npm test`\n"), "", ""},
		{"tools that are no YAML", "claude-code", skill("allowed-tools: [Bash(npm test)\n", "!`npm test`\n"), "", ""},
		{"not run", "codex, copilot, openoxide", skill("", "!`npm test`\n"), "", ""},
		{"many", "claude-code", skill("", strings.Repeat("!`ls` ", 100)+"\n!`npm test`\n"), "", ""},
	})
}

// TestShellPermissionOfSettings checks the effect of the project's settings for Claude Code on commands.
func TestShellPermissionOfSettings(t *testing.T) {
	for _, tt := range []struct {
		name, settings string
		reported       bool
	}{
		{"none", "{}", true},
		{"allowed", `{"permissions": {"allow": ["Bash(npm test *)"]}}`, false},
		{"another one allowed", `{"permissions": {"allow": ["Bash(npm run *)", "Read"]}}`, true},
		{"nothing is run", `{"disableSkillShellExecution": true}`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .claude/settings.json --\n"+tt.settings+"\n-- .claude/skills/x/SKILL.md --\n---\nname: x\ndescription: Does x.\n---\n!`npm test`\n")
			found := slices.ContainsFunc(analysistest.Diagnose(s, root, ".claude/skills/x/SKILL.md"), func(d diagnostic.Diagnostic) bool { return d.Rule == "shell/permission" })
			if found != tt.reported {
				t.Errorf("reported: %v", found)
			}
		})
	}
}
