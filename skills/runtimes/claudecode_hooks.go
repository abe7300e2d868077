package runtimes

import "skills-ls/skills"

// claudeHooks is what code.claude.com/docs/en/hooks says of hooks (Hook lifecycle, Hook handler fields, Hooks in skills and agents), in a
// copy of about 2.1.240, with the two events that 2.1.251 added for the switching of models. Of an event that it does not know Claude
// Code says "Unknown hook event ... was ignored", and of a group without its list "Expected array, but received undefined", after which
// nothing of the file counts (messages of settings files, as third parties report them).
var claudeHooks = &skills.Hooks{
	Events: []string{
		"SessionStart", "Setup", "UserPromptSubmit", "UserPromptExpansion", "PreToolUse", "PermissionRequest", "PermissionDenied", "PostToolUse",
		"PostToolUseFailure", "PostToolBatch", "Notification", "MessageDisplay", "SubagentStart", "SubagentStop", "TaskCreated", "TaskCompleted",
		"Stop", "StopFailure", "TeammateIdle", "InstructionsLoaded", "ConfigChange", "CwdChanged", "DirectoryAdded", "FileChanged",
		"WorktreeCreate", "WorktreeRemove", "PreCompact", "PostCompact", "Elicitation", "ElicitationResult", "SessionEnd",
		"PreModelSwitch", "PostModelSwitch",
	},
	Handlers: []skills.HookHandler{
		{Type: "command", Required: []string{"command"}},
		{Type: "http", Required: []string{"url"}},
		{Type: "mcp_tool", Required: []string{"server", "tool"}},
		{Type: "prompt", Required: []string{"prompt"}},
		{Type: "agent", Required: []string{"prompt"}},
	},
	Agents: []string{".claude/agents"},
}
