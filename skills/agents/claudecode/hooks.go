package claudecode

import "skills-ls/skills"

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

// hooks describes the hooks of code.claude.com/docs/en/hooks (Hook lifecycle, Matcher patterns, Hook handler
// fields, Hooks in skills and agents), in copies of about 2.1.240 and 2.1.207, with the two events for
// switching models that 2.1.251 added. Claude Code reports an event that it does not know with "Unknown hook
// event ... was ignored", and a group without its list with "Expected array, but received undefined". It then
// ignores the whole file (messages of settings files, as third parties report them).
var hooks = &skills.Hooks{
	Events: []skills.HookEvent{
		{Name: "SessionStart", Doc: "A session begins or is resumed.", Values: []string{"startup", "resume", "clear", "compact"}},
		{Name: "Setup", Doc: "Claude Code is started with `--init-only`, or with `--init` or `--maintenance` and `-p`.", Values: []string{"init", "maintenance"}},
		{Name: "UserPromptSubmit", Doc: "A person has sent a prompt that Claude has not seen yet.", Matches: skills.MatchesNothing},
		{Name: "UserPromptExpansion", Doc: "A command that a person has typed becomes a prompt, which can be blocked; a matcher names commands."},
		{Name: "PreToolUse", Doc: "A tool is about to be called, which can be blocked.", Matches: skills.MatchesTool},
		{Name: "PermissionRequest", Doc: "A person is about to be asked for permission.", Matches: skills.MatchesTool},
		{Name: "PermissionDenied", Doc: "The automatic mode has denied the call of a tool.", Matches: skills.MatchesTool},
		{Name: "PostToolUse", Doc: "A tool was called and has succeeded.", Matches: skills.MatchesTool},
		{Name: "PostToolUseFailure", Doc: "A tool was called and has failed.", Matches: skills.MatchesTool},
		{Name: "PostToolBatch", Doc: "All tools that were called at once have answered, before the model goes on.", Matches: skills.MatchesNothing},
		{
			Name: "Notification", Doc: "Claude Code sends a notification; a matcher names its kind.",
			Values: []string{
				"permission_prompt", "idle_prompt", "auth_success", "elicitation_dialog", "elicitation_complete", "elicitation_response",
				"agent_needs_input", "agent_completed",
			},
		},
		{Name: "MessageDisplay", Doc: "Text of a message is being shown.", Matches: skills.MatchesNothing},
		{Name: "SubagentStart", Doc: "A subagent is started.", Matches: skills.MatchesSubagent},
		{Name: "SubagentStop", Doc: "A subagent has finished.", Matches: skills.MatchesSubagent},
		{Name: "TaskCreated", Doc: "A task is being created.", Matches: skills.MatchesNothing},
		{Name: "TaskCompleted", Doc: "A task is being marked as completed.", Matches: skills.MatchesNothing},
		{Name: "Stop", Doc: "Claude has finished answering; in the file of an agent it stands for `SubagentStop`.", Matches: skills.MatchesNothing},
		{
			Name: "StopFailure", Doc: "An error of the API has ended the turn; what a hook answers is ignored.",
			Values: []string{
				"rate_limit", "overloaded", "authentication_failed", "oauth_org_not_allowed", "billing_error", "invalid_request",
				"model_not_found", "server_error", "max_output_tokens", "unknown",
			},
		},
		{Name: "TeammateIdle", Doc: "A member of a team of agents is about to be idle.", Matches: skills.MatchesNothing},
		{
			Name: "InstructionsLoaded", Doc: "A `CLAUDE.md` or a rule comes into the context.",
			Values: []string{"session_start", "nested_traversal", "path_glob_match", "include", "compact"},
		},
		{
			Name: "ConfigChange", Doc: "A file of the configuration changes during a session.",
			Values: []string{"user_settings", "project_settings", "local_settings", "policy_settings", "skills"},
		},
		{Name: "CwdChanged", Doc: "The working directory changes.", Matches: skills.MatchesNothing},
		{Name: "DirectoryAdded", Doc: "A directory is added to the session."},
		{Name: "FileChanged", Doc: "A file changes on disk that the matcher names."},
		{Name: "WorktreeCreate", Doc: "A worktree is being created, in place of what Git would do.", Matches: skills.MatchesNothing},
		{Name: "WorktreeRemove", Doc: "A worktree is being removed.", Matches: skills.MatchesNothing},
		{Name: "PreCompact", Doc: "The context is about to be compacted.", Values: []string{"manual", "auto"}},
		{Name: "PostCompact", Doc: "The context was compacted.", Values: []string{"manual", "auto"}},
		{Name: "Elicitation", Doc: "A server of MCP asks the user something; a matcher names the server."},
		{Name: "ElicitationResult", Doc: "The user has answered a server of MCP, which has not been told yet; a matcher names the server."},
		{
			Name: "SessionEnd", Doc: "A session ends; a matcher names the reason.",
			Values: []string{"clear", "resume", "logout", "prompt_input_exit", "bypass_permissions_disabled", "other"},
		},
		{Name: "PreModelSwitch", Doc: "The model is about to be switched."},
		{Name: "PostModelSwitch", Doc: "The model was switched."},
	},
	Common: []skills.Field{
		{
			Name: "if", Types: skills.String,
			Doc: "A permission rule, such as `Bash(git *)`: the hook is run for calls alone that the rule matches. It counts at the events of tools, and at others it keeps the hook from being run.",
		},
		{
			Name: "timeout", Types: skills.Number,
			Doc: "Seconds after which the hook is cancelled. The default is 600 for `command`, `http` and `mcp_tool`, 30 for `prompt` and 60 for `agent`, and less at some events.",
		},
		{Name: "statusMessage", Types: skills.String, Doc: "Text that is shown while the hook runs."},
		{Name: "once", Types: skills.Boolean, Default: "false", Doc: "`true` runs the hook once in a session. It counts in skills, and not in agents."},
	},
	Handlers: []skills.HookHandler{
		{
			Type: "command", Doc: "Runs a command in a shell, or a program.",
			Fields: []skills.Field{
				{Name: "command", Types: skills.String, Required: true, Doc: "Command that a shell runs, or with `args` the program."},
				{Name: "args", Types: skills.List, Doc: "Arguments of the program, which is then run without a shell."},
				{Name: "async", Types: skills.Boolean, Default: "false", Doc: "`true` runs it in the background, and nothing waits for it."},
				{Name: "asyncRewake", Types: skills.Boolean, Default: "false", Doc: "`true` runs it in the background, and wakes Claude if it ends with the exit code 2."},
				{Name: "shell", Types: skills.String, Values: []string{"bash", "powershell"}, Doc: "Shell that runs the command; it counts for nothing with `args`."},
			},
		},
		{
			Type: "http", Doc: "Sends the event as JSON to a URL, which answers as a command does.",
			Fields: []skills.Field{
				{Name: "url", Types: skills.String, Required: true, Doc: "URL that is sent a POST request."},
				{Name: "headers", Types: skills.Mapping, Doc: "Further headers of the request. In their values `$NAME` stands for a variable that `allowedEnvVars` lists."},
				{Name: "allowedEnvVars", Types: skills.List, Doc: "Environment variables that may stand in `headers`; others are replaced by nothing."},
			},
		},
		{
			Type: "mcp_tool", Doc: "Calls a tool of a server of MCP that is connected.",
			Fields: []skills.Field{
				{Name: "server", Types: skills.String, Required: true, Doc: "Name of the server; that of a plugin's is `plugin:<plugin>:<server>`."},
				{Name: "tool", Types: skills.String, Required: true, Doc: "Name of the tool."},
				{Name: "input", Types: skills.Mapping, Doc: "Arguments of the tool. In texts `${path}` stands for a value of the event."},
			},
		},
		{
			Type: "prompt", Doc: "Asks a model, which answers yes or no.",
			Fields: []skills.Field{
				{Name: "prompt", Types: skills.String, Required: true, Doc: "Text that the model is sent, in which `$ARGUMENTS` stands for the event as JSON."},
				{Name: "model", Types: skills.String, Doc: "Model that is asked, in place of a fast one."},
			},
		},
		{
			Type: "agent", Doc: "Asks a subagent that can read and search files; experimental.",
			Fields: []skills.Field{
				{Name: "prompt", Types: skills.String, Required: true, Doc: "Task of the subagent, in which `$ARGUMENTS` stands for the event as JSON."},
				{Name: "model", Types: skills.String, Doc: "Model of the subagent, in place of a fast one."},
			},
		},
	},
}
