package opencode

import (
	"path/filepath"
	"slices"

	"skills-ls/skills"
)

// native describes the configuration of a project: opencode.json and opencode.jsonc from the worktree's root
// down, the latter after the former, and then those in the directories .opencode, from the working directory
// up (packages/opencode/src/config/config.ts, paths.ts @0bda2717). OpenCode merges mappings, and uses the
// last list.
var native = &skills.Native{
	Syntax: skills.JSON,
	Ends:   []string{"opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"},
	Files: func(dirs func() []string, _ skills.Vantage) []string {
		var files []string
		all := dirs()
		for _, dir := range all {
			files = append(files, filepath.Join(dir, "opencode.json"), filepath.Join(dir, "opencode.jsonc"))
		}
		for _, dir := range slices.Backward(all) {
			files = append(files, filepath.Join(dir, ".opencode", "opencode.json"), filepath.Join(dir, ".opencode", "opencode.jsonc"))
		}
		return files
	},
	Unless: func(own map[string]skills.KnobValue) bool { return own["OPENCODE_DISABLE_PROJECT_CONFIG"].On },
}

// actions are the values of permission (packages/opencode/src/config/permission.ts).
var actions = []string{"allow", "ask", "deny"}
