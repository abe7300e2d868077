package rules_test

import "testing"

func TestCombinations(t *testing.T) {
	skill := func(fields, body string) string {
		return "---\nname: x\ndescription: Does x. Use when x is asked for.\n" + fields + "---\n" + body
	}
	const fork, unreached = "context: fork\n", "disable-model-invocation: true\nuser-invocable: false\n"
	testFields(t, "field/combination", []fieldTest{
		{"agent", "claude-code", "agent: Explore\n", "warning [claude-code] agent", ""},
		{"background", "claude-code", "background: false\n", "warning [claude-code] background", ""},
		{"agent with a fork", "claude-code", fork + "agent: Explore\n", "", ""},
		{"agent with another context", "claude-code", "context: frok\nagent: Explore\n", "", ""},
		{"agent for two", "claude-code, openoxide", "agent: Explore\n", "warning [claude-code openoxide] agent", ""},
		{"agent that nobody reads", "copilot, codex", "agent: Explore\n", "", ""},
		{"no agent", "claude-code", "agent:\n", "", ""},

		{"a task", "claude-code", skill(fork, "# X\n\nDo it.\n"), "", ""},
		{"a task in a list", "claude-code", skill(fork, "# X\n\n- Do it.\n"), "", ""},
		{"no task", "claude-code", skill(fork, "# X\n\n<!-- later -->\n\nY\n===\n"), "warning [claude-code] fork", ""},
		{"no body", "claude-code", skill(fork, "\n"), "", ""},
		{"no task and no fork", "claude-code", skill("", "# X\n"), "", ""},
		{"a comment that is not closed", "claude-code", skill(fork, "# X\n\n<!-- later\n"), "", ""},

		{"unreached", "claude-code", unreached, "warning [claude-code] false", ""},
		{"unreached by two", "claude-code, copilot", unreached, "warning [claude-code copilot] false", ""},
		{"unreached in other words", "claude-code", "user-invocable: off\ndisable-model-invocation: \"1\"\n", "warning [claude-code] off", ""},
		{"unreached with underscores", "openoxide", "disable_model_invocation: true\nuser_invocable: false\n", "warning [openoxide] false", ""},
		{"reached by a person", "claude-code", "disable-model-invocation: true\nuser-invocable: true\n", "", ""},
		{"unreached by default", "crush, claude-code", "disable-model-invocation: true\n", "warning [crush] disable-model-invocation", ""},
		{"unreached where users need the key", "crush", unreached, "warning [crush] false", ""},
		{"reached with the key", "crush", "disable-model-invocation: true\nuser-invocable: true\n", "", ""},
		{"switched off", "cline", "disabled: true\ndisable-model-invocation: true\n", "", ""},
		{"reached where one is not read", "cursor, codex", unreached, "", ""},

		{"hint", "claude-code", "argument-hint: \"[ticket]\"\n", "information [claude-code] \"[ticket]\"", ""},
		{"hint that is no YAML", "claude-code", skill("argument-hint: [ticket] [branch]\n", "Fix $ARGUMENTS.\n"), "", ""},
		{"hint with its place", "claude-code", skill("argument-hint: \"[ticket]\"\n", "Fix $ARGUMENTS.\n"), "", ""},
		{"hint with a place by number", "claude-code", skill("argument-hint: \"[ticket]\"\n", "Fix $0.\n"), "", ""},
		{"hint that the text speaks of", "claude-code", skill("argument-hint: \"[ticket]\"\n", "Fix the ticket.\n"), "", ""},
		{"hint and a text about arguments", "claude-code", skill("argument-hint: \"[ticket]\"\n", "Fix what the arguments name.\n"), "", ""},
		{"hint and names", "claude-code", "argument-hint: \"[ticket]\"\narguments: ticket\n", "", ""},
		{"no hint", "claude-code", skill("", "Fix $ARGUMENTS, all of $ARGUMENTS.\n"), "information [claude-code] $ARGUMENTS", ""},
		{"no hint and names", "claude-code", skill("arguments: ticket\n", "Fix $ARGUMENTS.\n"), "", ""},
		{"no hint in an example", "claude-code", skill("", "Write:\n\n```markdown\nFix $ARGUMENTS.\n```\n"), "", ""},
		{"no hint where nobody types the name", "claude-code", skill("user-invocable: false\n", "Fix $ARGUMENTS.\n"), "", ""},
		{"no hint where arguments stay text", "copilot", skill("", "Fix $ARGUMENTS.\n"), "", ""},
	})
}
