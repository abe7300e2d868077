package claudecode

import (
	"regexp"
	"strings"

	"skills-ls/skills"
)

// tools are the built-in tools of code.claude.com/docs/en/tools-reference, in a copy of about 2.1.240, with
// the two that 2.1.287 added (SendFeedback, SubagentHandback). Rules match the names exactly.
var tools = []string{
	"Agent", "Artifact", "AskUserQuestion", "Bash", "CronCreate", "CronDelete", "CronList", "Edit", "EndConversation", "EnterPlanMode",
	"EnterWorktree", "ExitPlanMode", "ExitWorktree", "Glob", "Grep", "LSP", "ListAgents", "ListMcpResourcesTool", "Monitor", "NotebookEdit",
	"PowerShell", "PushNotification", "Read", "ReadMcpResourceTool", "RemoteTrigger", "ReportFindings", "ScheduleWakeup", "SendFeedback",
	"SendMessage", "SendUserFile", "ShareOnboardingGuide", "Skill", "SubagentHandback", "TaskCreate", "TaskGet", "TaskList", "TaskOutput",
	"TaskStop", "TaskUpdate", "TodoWrite", "ToolSearch", "WaitForMcpServers", "WebFetch", "WebSearch", "Workflow", "Write",
}

// formerTools are names of earlier versions. Task became Agent in 2.1.63 and still works (sub-agents,
// Available tools); whether the others do is not established. The names in the last line are in the program
// and not in its documentation: third parties report them from the tools of a session.
var formerTools = []string{
	"Task", "AgentOutputTool", "BashOutput", "BashOutputTool", "KillBash", "KillShell", "LS", "MultiEdit", "NotebookRead", "SlashCommand", "TodoRead",
	"Cd", "Config", "DesignSync", "ListMcpResources", "ReadMcpResource", "ReadMcpResourceDirTool", "StructuredOutput", "TeamCreate", "TeamDelete",
}

// Rules name a tool of an MCP server mcp__server__tool, and all tools of a server mcp__server. A rule that
// allows may contain "*" only after mcp__server__, and is skipped otherwise. A rule that denies may contain
// it anywhere (permissions, Tool name wildcards).
var (
	allowed    = &skills.Tools{Names: tools, Former: formerTools, Outer: isServerTool, Possible: isToolName, Lost: "approves nothing", Patterns: patterns}
	disallowed = &skills.Tools{
		Names: tools, Former: formerTools, Possible: isToolName, Lost: "removes nothing", Patterns: patterns,
		Outer: func(name string) bool { return strings.Contains(name, "*") || isServerTool(name) },
	}
)

// patterns describes the text that rules may have in parentheses (permissions, Tool-specific permission
// rules, and skills, Restrict Claude's skill access).
var patterns = []skills.ToolPattern{
	{Tool: "Bash", Example: "git status *", Doc: "commands with this beginning, or without `*` only this command", Commands: true},
	{Tool: "PowerShell", Example: "Get-ChildItem *", Doc: "commands with this beginning, or without `*` only this command"},
	{Tool: "Read", Example: "./docs/**", Doc: files},
	{Tool: "Edit", Example: "./docs/**", Doc: files + ", for all tools that change files"},
	{Tool: "WebFetch", Example: "domain:example.com", Doc: "pages of the domain"},
	{Tool: "Agent", Example: "Explore", Doc: "the subagent with this name"},
	{Tool: "Skill", Example: "name *", Doc: "the skill with this name and any arguments, or without ` *` no arguments"},
}

const files = "files that match a `.gitignore` pattern, in which `//` is the root of the file system, `~/` the home directory and `./` the working directory"

// serverPrefix is the prefix of the names of MCP tools.
const serverPrefix = "mcp__"

func isServerTool(name string) bool {
	rest, ok := strings.CutPrefix(name, serverPrefix)
	if !ok {
		return false
	}
	server, _, _ := strings.Cut(rest, "__")
	return server != "" && !strings.Contains(server, "*")
}

// isToolName reports whether a tool may have a name: 1 to 64 letters, digits, underscores and hyphens, which
// the model's API accepts (platform.claude.com/docs, Define tools: ^[a-zA-Z0-9_-]{1,64}$).
var isToolName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`).MatchString
