package rules_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skills-ls/analysis/analysistest"
	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/workspace"
)

func TestPolicy(t *testing.T) {
	const kebab, snake = "disable-model-invocation: true\n", "disable_model_invocation: true\n"
	for _, tt := range []struct{ name, targets, fields, beside, want, fixed string }{
		{"nobody asks", "agent-skills, codelia", kebab, "", "", ""},
		{"read", "claude-code, cursor", kebab, "", "", ""},
		{"not set", "codex, openoxide", "disable-model-invocation: false\n", "", "", ""},
		{"Codex", "codex", kebab, "", "warning [codex]", ""},
		{"Codex and its file", "codex", kebab, "policy:\n  allow_implicit_invocation: false\n", "", ""},
		{"Codex and a file that says otherwise", "codex", kebab, "policy: {}\n", "warning [codex]", ""},
		{"OpenCode", "opencode", kebab, "", "information [opencode]", ""},
		{"OpenCode and its key", "opencode", kebab + "metadata:\n  opencode/autoinvoke: \"false\"\n", "", "", ""},
		{"underscores", "agent-skills, claude-code", snake, "", "warning [claude-code]", kebab},
		{"underscores, quoted", "claude-code", "disable_model_invocation: 'true'\n", "", "warning [claude-code]", "disable-model-invocation: 'true'\n"},
		{"hyphens", "openoxide", kebab, "", "warning [openoxide]", snake},
		{"hyphens and its file", "openoxide", kebab, "policy:\n  allow_implicit_invocation: false\n", "", ""},
		{"either", "claude-code, openoxide", snake, "", "warning [claude-code]", kebab + snake},
		{"either and the standard", "agent-skills, claude-code, openoxide", snake, "", "warning [claude-code]", ""},
		{"both", "claude-code, openoxide", kebab + snake, "", "", ""},
		{"user", "copilot, claude-code", "user_invocable: false\n", "", "warning [claude-code copilot]", "user-invocable: false\n"},
		{"user by default", "claude-code", "user_invocable: true\n", "", "", ""},
		{"known to nobody", "claude-code", "allowed_tools: Read\n", "", "", ""},
		{"camel case", "qwen-code", "allowed-tools: [Read]\n", "", "warning [qwen-code]", "allowedTools: [Read]\n"},
		{"camel case, which would be rejected", "qwen-code", "allowed-tools: Read\n", "", "warning [qwen-code]", ""},
		{"camel case and the standard", "agent-skills, qwen-code", "allowedTools: [Read]\n", "", "", ""},
		{"hyphens and the standard", "agent-skills, qwen-code", "allowed-tools: [Read]\n", "", "warning [qwen-code]", ""},
		{"from camel case", "claude-code", "allowedTools: [Read]\n", "", "warning [claude-code]", "allowed-tools: [Read]\n"},
		{"camel case beside", "qwen-code, claude-code", "allowed-tools: Read\nallowedTools: [Read]\n", "", "", ""},
		{"list", "claude-code", "disable_model_invocation: [true]\n", "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			archive := "-- .skills-ls.yaml --\ntargets: [" + tt.targets + "]\n-- .agents/skills/x/SKILL.md --\n---\nname: x\ndescription: D.\n" + tt.fields + "---\nText.\n"
			if tt.beside != "" {
				archive += "-- .agents/skills/x/agents/openai.yaml --\n" + tt.beside
			}
			s, root := analysistest.Workspace(t, archive)
			path := filepath.Join(root, ".agents", "skills", "x", "SKILL.md")
			found := policyFindings(t, s, path)
			var got []string
			for _, d := range found {
				got = append(got, d.Severity.String()+" ["+strings.Join(d.Affected(), " ")+"]")
			}
			if strings.Join(got, " ") != tt.want {
				t.Fatalf("got %q, want %q", got, tt.want)
			}
			if tt.fixed == "" {
				if len(found) > 0 && len(found[0].Fixes) > 0 {
					t.Errorf("a fix is offered: %+v", found[0].Fixes)
				}
				return
			}
			next, after := analysistest.AfterFix(t, s, found[0].Fixes[0], path)
			if !strings.Contains(after, "description: D.\n"+tt.fixed+"---") {
				t.Errorf("fixed to\n%s", after)
			}
			if again := policyFindings(t, next, path); len(again) > 0 {
				t.Errorf("found again: %+v", again)
			}
		})
	}
}

func policyFindings(t *testing.T, s *workspace.Snapshot, path string) []diagnostic.Diagnostic {
	t.Helper()
	return slices.DeleteFunc(rules.Diagnose(t.Context(), s, path), func(d diagnostic.Diagnostic) bool { return d.Rule != "field/policy" })
}
