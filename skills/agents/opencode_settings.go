package agents

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
)

// opencodeNative is the configuration of a project: opencode.json and opencode.jsonc from the worktree's root down, the latter after the
// former, and then those of the directories .opencode, from the working directory up (packages/opencode/src/config/config.ts,
// paths.ts @0bda2717). Mappings are merged, and of lists the last counts.
var opencodeNative = &skills.Native{
	Syntax: skills.JSON,
	Ends:   []string{"opencode.json", "opencode.jsonc", ".opencode/opencode.json", ".opencode/opencode.jsonc"},
	Files: func(dirs []string, v skills.Vantage) []string {
		files := skills.FilesAbove("opencode.json", "opencode.jsonc")(dirs, v)
		for _, dir := range slices.Backward(dirs) {
			files = append(files, filepath.Join(dir, ".opencode", "opencode.json"), filepath.Join(dir, ".opencode", "opencode.jsonc"))
		}
		return files
	},
	Unless: func(own map[string]skills.KnobValue) bool { return own["OPENCODE_DISABLE_PROJECT_CONFIG"].On },
}

// opencodeActions are the words of permission (packages/opencode/src/config/permission.ts).
var opencodeActions = []string{"allow", "ask", "deny"}

// permitOpenCode applies permission: of the rules that are about skills and whose pattern the skill's name matches the last counts, and
// one that denies keeps the skill from the model, but not from `/name` (permission/index.ts evaluate, skill/index.ts available).
func permitOpenCode(r *skills.Agent, v skills.KnobValue) {
	r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) {
		for _, c := range slices.Backward(v.Choices) {
			if !matchOpenCode("skill", c.Name) || !matchOpenCode(s.Name, cmp.Or(c.Pattern, "*")) {
				continue
			}
			ruling := skills.Ruling{Setting: "permission." + c.Name, From: c.From}
			switch c.Word {
			case "deny":
				s.Hidden = true
				ruling.Effect = "denies this skill to the model"
			case "ask":
				ruling.Effect = "has the user asked before the model loads this skill"
			default:
				return ruling, false
			}
			return ruling, true
		}
		return skills.Ruling{}, false
	})
}

// matchOpenCode is Wildcard.match (packages/opencode/src/util/wildcard.ts): `*` is any text and `?` any character, and a blank with a
// `*` at the end may be missing.
func matchOpenCode(text, pattern string) bool {
	expression := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(pattern))
	if rest, ok := strings.CutSuffix(expression, " .*"); ok {
		expression = rest + "( .*)?"
	}
	matcher, err := regexp.Compile("(?s)^" + expression + "$")
	return err == nil && matcher.MatchString(text)
}
