package agents

import (
	"strings"

	"skills-ls/skills"
)

// claudeTools are the built-in tools of code.claude.com/docs/en/tools-reference, in a copy of about 2.1.240, with the two that 2.1.287
// added (SendFeedback, SubagentHandback). Rules take the names letter for letter.
var claudeTools = []string{
	"Agent", "Artifact", "AskUserQuestion", "Bash", "CronCreate", "CronDelete", "CronList", "Edit", "EndConversation", "EnterPlanMode",
	"EnterWorktree", "ExitPlanMode", "ExitWorktree", "Glob", "Grep", "LSP", "ListAgents", "ListMcpResourcesTool", "Monitor", "NotebookEdit",
	"PowerShell", "PushNotification", "Read", "ReadMcpResourceTool", "RemoteTrigger", "ReportFindings", "ScheduleWakeup", "SendFeedback",
	"SendMessage", "SendUserFile", "ShareOnboardingGuide", "Skill", "SubagentHandback", "TaskCreate", "TaskGet", "TaskList", "TaskOutput",
	"TaskStop", "TaskUpdate", "TodoWrite", "ToolSearch", "WaitForMcpServers", "WebFetch", "WebSearch", "Workflow", "Write",
}

// claudeFormerTools are names of earlier versions: Task became Agent in 2.1.63 and still means it (sub-agents, Available tools), of the
// others it is not established which still do. The last ones are in the program and not in its documentation, as third parties tell of
// the tools that a session begins with.
var claudeFormerTools = []string{
	"Task", "AgentOutputTool", "BashOutput", "BashOutputTool", "KillBash", "KillShell", "LS", "MultiEdit", "NotebookRead", "SlashCommand", "TodoRead",
	"Cd", "Config", "DesignSync", "ListMcpResources", "ReadMcpResource", "ReadMcpResourceDirTool", "StructuredOutput", "TeamCreate", "TeamDelete",
}

// Rules name tools of MCP servers mcp__server__tool, all of a server mcp__server, and those of a rule that allows may have a "*" only
// behind mcp__server__: one with it elsewhere is skipped. Rules that deny may have it anywhere (permissions, Tool name wildcards).
var (
	claudeAllowed    = &skills.Tools{Names: claudeTools, Former: claudeFormerTools, Outer: isClaudeServerTool, Possible: isClaudeToolName, Lost: "approves nothing", Patterns: claudePatterns}
	claudeDisallowed = &skills.Tools{
		Names: claudeTools, Former: claudeFormerTools, Possible: isClaudeToolName, Lost: "takes away nothing", Patterns: claudePatterns,
		Outer: func(name string) bool { return strings.Contains(name, "*") || isClaudeServerTool(name) },
	}
)

// claudePatterns are what rules may have in parentheses (permissions, Tool-specific permission rules, and skills, Restrict Claude's skill
// access).
var claudePatterns = []skills.ToolPattern{
	{Tool: "Bash", Example: "git status *", Doc: "commands that begin so; without a `*` the one command", Commands: true},
	{Tool: "PowerShell", Example: "Get-ChildItem *", Doc: "commands that begin so; without a `*` the one command"},
	{Tool: "Read", Example: "./docs/**", Doc: claudeFiles},
	{Tool: "Edit", Example: "./docs/**", Doc: claudeFiles + ", for all tools that change files"},
	{Tool: "WebFetch", Example: "domain:example.com", Doc: "pages of the domain"},
	{Tool: "Agent", Example: "Explore", Doc: "the subagent of the name"},
	{Tool: "Skill", Example: "name *", Doc: "the skill of the name, with any arguments; without ` *` with none"},
}

const claudeFiles = "files that the pattern matches as one of `.gitignore` would: `//` begins at the file system's root, `~/` at home, `./` at the working directory"

// claudeServerPrefix begins the names of the tools of MCP servers.
const claudeServerPrefix = "mcp__"

func isClaudeServerTool(name string) bool {
	rest, ok := strings.CutPrefix(name, claudeServerPrefix)
	if !ok {
		return false
	}
	server, _, _ := strings.Cut(rest, "__")
	return server != "" && !strings.Contains(server, "*")
}

// isClaudeToolName reports whether a tool may have a name: a letter, then letters, digits, underscores and hyphens, which is what the
// model's interface takes (platform.claude.com/docs, Define tools: ^[a-zA-Z0-9_-]{1,64}$).
func isClaudeToolName(name string) bool {
	for i := range len(name) {
		if !isClaudeWord(name[i]) && name[i] != '-' {
			return false
		}
	}
	return name != ""
}
