package agents

import (
	"testing"

	"skills-ls/skills"
)

// TestInvocation guards who may start a skill in the agents that have fields for it: the three-way matrix, and the fourth case
// that nobody means.
func TestInvocation(t *testing.T) {
	const path = "/ws/.agents/skills/demo/SKILL.md"
	for _, tt := range []struct {
		agent  *skills.Agent
		fields string
		want   skills.Exposure
	}{
		{Copilot, "", skills.Exposure{}},
		{Copilot, "user-invocable: true\ndisable-model-invocation: false\n", skills.Exposure{}},
		{Copilot, "disable-model-invocation: 'true'\n", skills.Exposure{Hidden: true}},
		{Copilot, "user-invocable: 'false'\n", skills.Exposure{ModelOnly: true}},
		{Copilot, "user-invocable: no\n", skills.Exposure{}},
		{Copilot, "user-invocable: false\ndisable-model-invocation: true\n", skills.Exposure{Hidden: true, ModelOnly: true}},
		{Copilot, "user_invocable: false\n", skills.Exposure{}},
		{OpenOxide, "disable_model_invocation: true\n", skills.Exposure{Hidden: true}},
		{OpenOxide, "user_invocable: false\n", skills.Exposure{ModelOnly: true}},
		{OpenOxide, "user_invocable: 'false'\n", skills.Exposure{}},
		{OpenOxide, "user_invocable: false\ndisable_model_invocation: true\n", skills.Exposure{Hidden: true, ModelOnly: true}},
		{OpenOxide, "user-invocable: false\ndisable-model-invocation: true\n", skills.Exposure{}},
		{Cursor, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{Hidden: true}},
		{ClaudeCode, "", skills.Exposure{}},
		{ClaudeCode, "disable-model-invocation: true\n", skills.Exposure{Hidden: true}},
		{ClaudeCode, "user-invocable: off\n", skills.Exposure{ModelOnly: true}},
		{ClaudeCode, "user-invocable: 0\ndisable-model-invocation: yes\n", skills.Exposure{Hidden: true, ModelOnly: true}},
		{ClaudeCode, "user_invocable: false\ndisable_model_invocation: true\n", skills.Exposure{}},
		// Codex has agents/openai.yaml for it, OpenCode's version 1 and otto have nothing.
		{Codex, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{}},
		{OpenCode, "disable-model-invocation: true\nmetadata:\n  opencode/autoinvoke: false\n", skills.Exposure{}},
		{Otto, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{}},
		{RemcoChat, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{}},
		{GeminiCLI, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{}},
		{Amp, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{}},
	} {
		v := tt.agent.Accept(skills.File{Path: path, Source: "---\nname: demo\ndescription: D.\n" + tt.fields + "---\n"})
		if !v.Accepted || v.Exposure != tt.want {
			t.Errorf("%s %q: accepted %t, %+v, want %+v", tt.agent.ID, tt.fields, v.Accepted, v.Exposure, tt.want)
		}
	}
}
