package claudecode

import (
	_ "embed"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
)

// subagents describes the subagents of code.claude.com/docs/en/sub-agents (File locations), and the built-in
// ones that the page on skills names for the field agent (Run skills in a subagent). A subagent preloads
// skills by a list (sub-agents, Preload skills into subagents), and by a string with commas, as the same page
// and anthropics/claude-code plugins/plugin-dev/skills/agent-development/SKILL.md 13530b17 have it for
// 2.0.43.
var subagents = &skills.Subagents{
	Dirs:     []string{".claude/agents"},
	BuiltIn:  []string{"Explore", "Plan", "general-purpose"},
	Preloads: "skills",
}

//go:embed hooks.md
var hooksPage string

var handlers = kit.ParsePage(hooksPage)

// hooks describes the hooks of code.claude.com/docs/en/hooks (Hook lifecycle, Matcher patterns, Hook handler
// fields, Hooks in skills and agents), in copies of about 2.1.240 and 2.1.207, with the two events for
// switching models that 2.1.251 added. Claude Code reports an event that it does not know with "Unknown hook
// event ... was ignored", and a group without its list with "Expected array, but received undefined". It then
// ignores the whole file (messages of settings files, as third parties report them).
var hooks = &skills.Hooks{
	Events: []skills.HookEvent{
		{Name: "SessionStart", Doc: "A session begins or is resumed.", Values: []string{"startup", "resume", "clear", "compact"}},
		{Name: "Setup", Doc: "Claude Code is started with `--init-only`, or with `--init` or `--maintenance` and `-p`.", Values: []string{"init", "maintenance"}},
		{Name: "UserPromptSubmit", Doc: "The user has sent a prompt that Claude has not read yet.", Matches: skills.MatchesNothing},
		{Name: "UserPromptExpansion", Doc: "A command that the user has typed becomes a prompt, which a hook can block. A matcher names commands."},
		{Name: "PreToolUse", Doc: "A tool is about to be called. A hook can block the call.", Matches: skills.MatchesTool},
		{Name: "PermissionRequest", Doc: "Claude Code is about to ask the user for permission.", Matches: skills.MatchesTool},
		{Name: "PermissionDenied", Doc: "The automatic mode has denied a tool call.", Matches: skills.MatchesTool},
		{Name: "PostToolUse", Doc: "A tool call has succeeded.", Matches: skills.MatchesTool},
		{Name: "PostToolUseFailure", Doc: "A tool call has failed.", Matches: skills.MatchesTool},
		{Name: "PostToolBatch", Doc: "All parallel tool calls have finished, before the model continues.", Matches: skills.MatchesNothing},
		{
			Name: "Notification", Doc: "Claude Code sends a notification. A matcher names its kind.",
			Values: []string{
				"permission_prompt", "idle_prompt", "auth_success", "elicitation_dialog", "elicitation_complete", "elicitation_response",
				"agent_needs_input", "agent_completed",
			},
		},
		{Name: "MessageDisplay", Doc: "The text of a message is being shown.", Matches: skills.MatchesNothing},
		{Name: "SubagentStart", Doc: "A subagent is started.", Matches: skills.MatchesSubagent},
		{Name: "SubagentStop", Doc: "A subagent has finished.", Matches: skills.MatchesSubagent},
		{Name: "TaskCreated", Doc: "A task is being created.", Matches: skills.MatchesNothing},
		{Name: "TaskCompleted", Doc: "A task is being marked as completed.", Matches: skills.MatchesNothing},
		{Name: "Stop", Doc: "Claude has finished answering. In the file of an agent, this means `SubagentStop`.", Matches: skills.MatchesNothing},
		{
			Name: "StopFailure", Doc: "An API error has ended the turn. The output of a hook is ignored.",
			Values: []string{
				"rate_limit", "overloaded", "authentication_failed", "oauth_org_not_allowed", "billing_error", "invalid_request",
				"model_not_found", "server_error", "max_output_tokens", "unknown",
			},
		},
		{Name: "TeammateIdle", Doc: "A member of an agent team is about to become idle.", Matches: skills.MatchesNothing},
		{
			Name: "InstructionsLoaded", Doc: "A `CLAUDE.md` or a rule is loaded into the context.",
			Values: []string{"session_start", "nested_traversal", "path_glob_match", "include", "compact"},
		},
		{
			Name: "ConfigChange", Doc: "A configuration file changes during a session.",
			Values: []string{"user_settings", "project_settings", "local_settings", "policy_settings", "skills"},
		},
		{Name: "CwdChanged", Doc: "The working directory changes.", Matches: skills.MatchesNothing},
		{Name: "DirectoryAdded", Doc: "A directory is added to the session."},
		{Name: "FileChanged", Doc: "A file that the matcher names changes on disk."},
		{Name: "WorktreeCreate", Doc: "A worktree is being created. The hook replaces the Git command.", Matches: skills.MatchesNothing},
		{Name: "WorktreeRemove", Doc: "A worktree is being removed.", Matches: skills.MatchesNothing},
		{Name: "PreCompact", Doc: "The context is about to be compacted.", Values: []string{"manual", "auto"}},
		{Name: "PostCompact", Doc: "The context was compacted.", Values: []string{"manual", "auto"}},
		{Name: "Elicitation", Doc: "An MCP server asks the user a question. A matcher names the server."},
		{Name: "ElicitationResult", Doc: "The user has answered an MCP server, and the answer is not sent yet. A matcher names the server."},
		{
			Name: "SessionEnd", Doc: "A session ends. A matcher names the reason.",
			Values: []string{"clear", "resume", "logout", "prompt_input_exit", "bypass_permissions_disabled", "other"},
		},
		{Name: "PreModelSwitch", Doc: "The model is about to be switched."},
		{Name: "PostModelSwitch", Doc: "The model was switched."},
	},
	Common: handlers.Fields("all", []skills.Field{{Name: "once", Default: "false"}}),
	Handlers: []skills.HookHandler{
		handler("command", []skills.Field{
			{Name: "async", Default: "false"},
			{Name: "asyncRewake", Default: "false"},
			{Name: "shell", Values: []string{"bash", "powershell"}},
		}),
		handler("http", nil),
		handler("mcp_tool", nil),
		handler("prompt", nil),
		handler("agent", nil),
	},
}

// handler returns a kind of handler. Known has what the page does not say about its fields.
func handler(kind string, known []skills.Field) skills.HookHandler {
	return skills.HookHandler{Type: kind, Doc: handlers.Text(kind), Fields: handlers.Fields(kind, known)}
}
