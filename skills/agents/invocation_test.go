package agents

import (
	"testing"

	"skills-ls/skills"
	"skills-ls/skills/agents/amp"
	"skills-ls/skills/agents/claudecode"
	"skills-ls/skills/agents/codex"
	"skills-ls/skills/agents/copilot"
	"skills-ls/skills/agents/cursor"
	"skills-ls/skills/agents/geminicli"
	"skills-ls/skills/agents/opencode"
	"skills-ls/skills/agents/openoxide"
	"skills-ls/skills/agents/otto"
	"skills-ls/skills/agents/remcochat"
)

// TestInvocation checks who may start a skill in the agents that have fields for it: the three meaningful
// cases, and the fourth, in which neither the model nor the user may.
func TestInvocation(t *testing.T) {
	const path = "/ws/.agents/skills/demo/SKILL.md"
	for _, tt := range []struct {
		agent  *skills.Agent
		fields string
		want   skills.Exposure
	}{
		{copilot.Agent, "", skills.Exposure{}},
		{copilot.Agent, "user-invocable: true\ndisable-model-invocation: false\n", skills.Exposure{}},
		{copilot.Agent, "disable-model-invocation: 'true'\n", skills.Exposure{Hidden: true}},
		{copilot.Agent, "user-invocable: 'false'\n", skills.Exposure{ModelOnly: true}},
		{copilot.Agent, "user-invocable: no\n", skills.Exposure{}},
		{copilot.Agent, "user-invocable: false\ndisable-model-invocation: true\n", skills.Exposure{Hidden: true, ModelOnly: true}},
		{copilot.Agent, "user_invocable: false\n", skills.Exposure{}},
		{openoxide.Agent, "disable_model_invocation: true\n", skills.Exposure{Hidden: true}},
		{openoxide.Agent, "user_invocable: false\n", skills.Exposure{ModelOnly: true}},
		{openoxide.Agent, "user_invocable: 'false'\n", skills.Exposure{}},
		{openoxide.Agent, "user_invocable: false\ndisable_model_invocation: true\n", skills.Exposure{Hidden: true, ModelOnly: true}},
		{openoxide.Agent, "user-invocable: false\ndisable-model-invocation: true\n", skills.Exposure{}},
		{cursor.Agent, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{Hidden: true}},
		{claudecode.Agent, "", skills.Exposure{}},
		{claudecode.Agent, "disable-model-invocation: true\n", skills.Exposure{Hidden: true}},
		{claudecode.Agent, "user-invocable: off\n", skills.Exposure{ModelOnly: true}},
		{claudecode.Agent, "user-invocable: 0\ndisable-model-invocation: yes\n", skills.Exposure{Hidden: true, ModelOnly: true}},
		{claudecode.Agent, "user_invocable: false\ndisable_model_invocation: true\n", skills.Exposure{}},
		// Codex has agents/openai.yaml for it. OpenCode's version 1 and otto have nothing.
		{codex.Agent, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{}},
		{opencode.Agent, "disable-model-invocation: true\nmetadata:\n  opencode/autoinvoke: false\n", skills.Exposure{}},
		{otto.Agent, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{}},
		{remcochat.Agent, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{}},
		{geminicli.Agent, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{}},
		{amp.Agent, "disable-model-invocation: true\nuser-invocable: false\n", skills.Exposure{}},
	} {
		v := tt.agent.Accept(skills.File{Path: path, Source: "---\nname: demo\ndescription: D.\n" + tt.fields + "---\n"})
		if (v.HiddenFor != "") != v.Hidden {
			t.Errorf("%s %q: hidden %t because %q", tt.agent.ID, tt.fields, v.Hidden, v.HiddenFor)
		}
		tt.want.HiddenFor = v.HiddenFor
		if !v.Accepted || v.Exposure != tt.want {
			t.Errorf("%s %q: accepted %t, %+v, want %+v", tt.agent.ID, tt.fields, v.Accepted, v.Exposure, tt.want)
		}
	}
}
