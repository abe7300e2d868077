package rules_test

import "testing"

func TestUnknownTools(t *testing.T) {
	const warning, information = "warning [claude-code] ", "information [claude-code] "
	testFields(t, "allowed-tools/unknown", []fieldTest{
		{"known", "claude-code", "allowed-tools: Read Bash(git add:*), WebFetch(domain:example.com)\n", "", ""},
		{"of servers", "claude-code", "allowed-tools: mcp__github__get_issue mcp__github mcp__github__* mcp__plugin_a_b__c\n", "", ""},
		{"of earlier versions", "claude-code", "allowed-tools: Task(Explore) TodoRead MultiEdit\n", "", ""},
		{"small letters", "claude-code", "allowed-tools: read\n", warning + "read", "allowed-tools: Read\n"},
		{"underscores", "claude-code", "allowed-tools: Read, web_fetch\n", warning + "web_fetch", "allowed-tools: Read, WebFetch\n"},
		{"slip", "claude-code", "allowed-tools: \"Read AskUserQuestions\"\n", warning + "AskUserQuestions", "allowed-tools: \"Read AskUserQuestion\"\n"},
		{"with a rule", "claude-code", "allowed-tools:\n  - bash(git add:*)\n", warning + "bash", "allowed-tools:\n  - Bash(git add:*)\n"},
		{"listed too", "claude-code", "allowed-tools: WebFetch web_fetch\n", information + "web_fetch", ""},
		{"unlike any", "claude-code", "allowed-tools: sql\n", information + "sql", ""},
		{"twice", "claude-code", "allowed-tools: sql(a) sql(b)\n", information + "sql", ""},
		{"that no tool can be", "claude-code", "allowed-tools:\n  - stitch*:*\n", warning + "stitch*:*", ""},
		{"all", "claude-code", "allowed-tools: \"*\"\n", warning + "*", ""},
		{"all of all servers", "claude-code", "allowed-tools: mcp__*\n", warning + "mcp__*", ""},
		{"folded", "claude-code", "allowed-tools: >-\n  Read\n  sql\n", information + ">-\n  Read\n  sql", ""},
		{"taken away", "claude-code", "disallowed-tools: bash\n", warning + "bash", "disallowed-tools: Bash\n"},
		{"all taken away", "claude-code", "disallowed-tools: mcp__*\n", "", ""},
		{"not closed", "claude-code", "allowed-tools: bash(git\n", "", ""},
		{"of another agent", "agent-skills, otto", "allowed-tools: web_fetch\n", "", ""},
		{"nothing", "claude-code", "allowed-tools:\n", "", ""},
		{"a mapping", "claude-code", "allowed-tools:\n  a: b\n", "", ""},
		{"a list of lists", "claude-code", "allowed-tools: [[sql]]\n", "", ""},
	})
}

func TestToolsBalance(t *testing.T) {
	const warning = "warning [agent-skills] "
	testFields(t, "allowed-tools/unbalanced", []fieldTest{
		{"balanced", "agent-skills", "allowed-tools: Bash(echo (a)) Read\n", "", ""},
		{"at the end", "agent-skills", "allowed-tools: Read Bash(git add:*\n", warning + "(", "allowed-tools: Read Bash(git add:*)\n"},
		{"before a tool", "agent-skills", "allowed-tools: Bash(git add *, Read, Bash(git commit *)\n", warning + "(", "allowed-tools: Bash(git add *) Read Bash(git commit *)\n"},
		{"with commas", "claude-code", "allowed-tools: Bash(git add *, Read, Bash(git commit *)\n", "warning [claude-code] (", "allowed-tools: Bash(git add *), Read, Bash(git commit *)\n"},
		{"before a server's", "agent-skills", "allowed-tools: Bash(git add mcp__github__get_issue\n", warning + "(", "allowed-tools: Bash(git add) mcp__github__get_issue\n"},
		{"twice", "agent-skills", "allowed-tools: Bash(git add, Bash(git diff\n", warning + "(", "allowed-tools: Bash(git add) Bash(git diff)\n"},
		{"in quotes", "agent-skills", "allowed-tools: \"Bash(git add:*, Read\"\n", warning + "(", "allowed-tools: \"Bash(git add:*) Read\"\n"},
		{"in a list", "agent-skills", "allowed-tools:\n  - Bash(git add:*\n  - Read\n", warning + "(", "allowed-tools:\n  - Bash(git add:*)\n  - Read\n"},
		{"one too many", "agent-skills", "allowed-tools: Bash(git add:*)) Read\n", warning + ")", "allowed-tools: Bash(git add:*) Read\n"},
		{"too many to fix", "agent-skills", "allowed-tools: ((((((((((\n", warning + "(", ""},
		{"folded", "agent-skills", "allowed-tools: >-\n  Bash(git\n  add\n", warning + ">-\n  Bash(git\n  add", ""},
		{"read by nobody", "codelia", "allowed-tools: Bash(git\n", "", ""},
	})
}
