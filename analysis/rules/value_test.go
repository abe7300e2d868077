package rules_test

import "testing"

func TestFieldValues(t *testing.T) {
	testFields(t, "field/value", []fieldTest{
		{"known", "claude-code", "effort: xhigh\ncontext: fork\nshell: bash\nuser-invocable: Off\nmodel: opus\n", "", ""},
		{"slip", "claude-code", "effort: hgih\n", "warning [claude-code] hgih", "effort: high\n"},
		{"quoted", "claude-code", "effort: \"hihg\" # why\n", "warning [claude-code] \"hihg\"", "effort: high # why\n"},
		{"no slip", "claude-code", "context: inline\n", "warning [claude-code] inline", ""},
		{"capitals", "claude-code", "context: Fork\n", "information [claude-code] Fork", "context: fork\n"},
		{"a switch", "claude-code", "user-invocable: never\n", "warning [claude-code] never", ""},
		{"a switch's slip", "claude-code", "user-invocable: fasle\n", "warning [claude-code] fasle", "user-invocable: false\n"},
		{"a switch for two", "claude-code, copilot", "user-invocable: flase\n", "warning [claude-code copilot] flase", "user-invocable: false\n"},
		{"a word that one of two knows", "claude-code, copilot", "user-invocable: off\n", "warning [copilot] off", ""},
		{"a number", "claude-code", "effort: 3\n", "", ""},
		{"a number where they count", "claude-code", "user-invocable: 2\n", "warning [claude-code] 2", ""},
		{"model", "claude-code", "model: claude-opus-4-8\n", "", ""},
		{"model of another provider", "claude-code", "model: arn:aws:bedrock:us-east-1:1:inference-profile/x\n", "", ""},
		{"model in capitals", "claude-code", "model: Sonnet\n", "", ""},
		{"model's slip", "claude-code", "model: sonet\n", "information [claude-code] sonet", "model: sonnet\n"},
		{"color", "cursor", "color: grean\n", "warning [cursor] grean", "color: green\n"},
		{"below metadata", "opencode", "metadata:\n  opencode/autoinvoke: never\n", "warning [opencode] never", ""},
		{"nothing", "claude-code", "effort:\ncontext: \"\"\n", "", ""},
		{"a list", "claude-code", "effort: [high]\n", "", ""},
		{"read by nobody", "agent-skills, codex", "effort: hgih\n", "", ""},
	})
}
