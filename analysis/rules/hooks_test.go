package rules_test

import (
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
)

func TestHooks(t *testing.T) {
	const warning = "warning [claude-code] "
	group := func(text string) string {
		return "hooks:\n  PreToolUse:\n    - " + strings.ReplaceAll(text, "\n", "\n      ") + "\n"
	}
	handler := func(text string) string {
		return group("matcher: Bash\nhooks:\n  - " + strings.ReplaceAll(text, "\n", "\n    "))
	}
	const command = "type: command\ncommand: ./check.sh"
	testFields(t, "hooks/schema", []fieldTest{
		{"command", "claude-code", handler(command + "\nonce: true\ntimeout: 5"), "", ""},
		{"every type", "claude-code", handler("type: http\nurl: http://localhost") + "  Stop:\n    - hooks:\n        - {type: mcp_tool, server: a, tool: b}\n        - {type: prompt, prompt: Done?}\n        - {type: agent, prompt: Done?}\n", "", ""},
		{"a slip", "claude-code", "hooks:\n  PreTooluse: []\n", warning + "PreTooluse", ""},
		{"another spelling", "claude-code", "hooks:\n  pre_tool_use: []\n", warning + "pre_tool_use", ""},
		{"no event", "claude-code", "hooks:\n  OnDeploy: []\n", warning + "OnDeploy", ""},
		{"no list", "claude-code", "hooks:\n  Stop:\n    type: command\n", warning + "Stop", ""},
		{"a text", "claude-code", "hooks:\n  Stop: ./check.sh\n", warning + "./check.sh", ""},
		{"no groups", "claude-code", "hooks:\n  Stop: [./check.sh]\n", warning + "./check.sh", ""},
		{"no handlers", "claude-code", group("matcher: Bash\ncommand: ./check.sh"), warning + "matcher", ""},
		{"one handler", "claude-code", group("hooks:\n  type: command"), warning + "hooks", ""},
		{"a list of matchers", "claude-code", group("matcher: [Edit, Write]\nhooks: []"), warning + "matcher", ""},
		{"once for a group", "claude-code", group("once: true\nhooks: []"), warning + "once", ""},
		{"handler without a type", "claude-code", handler("command: ./check.sh"), warning + "command", ""},
		{"handler of no type", "claude-code", handler("type: shell\ncommand: ./check.sh"), warning + "shell", ""},
		{"handler without its command", "claude-code", handler("type: command"), warning + "command", ""},
		{"handler without either", "claude-code", handler("type: mcp_tool"), warning + "mcp_tool\n" + warning + "mcp_tool", ""},
		{"a text for a handler", "claude-code", handler("./check.sh"), warning + "./check.sh", ""},
		{"aliases and merges", "claude-code", "hooks:\n  Stop: &a\n    - hooks: []\n  SubagentStop: *a\n  PreCompact:\n    - <<: {hooks: []}\n", "", ""},
		{"no mapping", "claude-code", "hooks: ./check.sh\n", "", ""},
		{"nothing", "claude-code", "hooks:\n", "", ""},
		{"read by nobody", "codelia", "hooks:\n  OnDeploy: []\n", "", ""},
		{"of a design that names no events", "openoxide", "hooks:\n  OnDeploy: []\n", "", ""},
	})
}

// TestHooksOfAgents checks the subagents of Claude Code, whose hooks have the same form.
func TestHooksOfAgents(t *testing.T) {
	const agent = "---\nname: review\ndescription: Reviews.\nhooks:\n  OnDeploy: []\n  Stop:\n    - hooks:\n        - type: command\n          command: ./check.sh\n          once: true\n---\nReview.\n"
	for _, tt := range []struct{ name, path, targets, want string }{
		{"an agent", ".claude/agents/review.md", "", "OnDeploy, once"},
		{"an agent of a package", "packages/web/.claude/agents/review.md", "", "OnDeploy, once"},
		{"for Claude Code", ".claude/agents/review.md", "targets: [claude-code]\n", "OnDeploy, once"},
		{"for others", ".claude/agents/review.md", "targets: [codex]\n", ""},
		{"a command", ".claude/commands/review.md", "", ""},
		{"a file of another kind", "CLAUDE.md", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, root := analysistest.Workspace(t, "-- .skills-ls.yaml --\n"+tt.targets+"-- "+tt.path+" --\n"+agent)
			var got []string
			for _, d := range analysistest.Diagnose(s, root, tt.path) {
				got = append(got, d.Span.Of(agent))
			}
			if got := strings.Join(got, ", "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
