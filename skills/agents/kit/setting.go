package kit

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"skills-ls/skills"
)

// NamedRoot returns a copy of like with the directory that a setting names. The name is an absolute path, a
// path below the home directory that begins with "~/", or a path below the working directory.
func NamedRoot(named string, like skills.Root) skills.Root {
	like.Base, like.Dir = skills.FromCwd, path.Clean(filepath.ToSlash(named))
	if below, ok := strings.CutPrefix(like.Dir, "~/"); ok {
		like.Base, like.Dir = skills.FromHome, below
		if like.Scope == skills.ScopeRepo {
			like.Scope = skills.ScopeUser
		}
	} else if filepath.IsAbs(named) {
		like.Base = skills.FromSystem
	}
	return like
}

// SwitchOff returns a function that applies a list of entries, each of which switches a skill on or off. An
// entry selects a skill by its name or by the path of its SKILL.md. The last entry that selects a skill
// decides.
func SwitchOff(setting string) func(*skills.Agent, skills.KnobValue) {
	return func(r *skills.Agent, v skills.KnobValue) {
		r.AddRuling(func(s *skills.Skill) (ruling skills.Ruling, found bool) {
			for _, e := range v.Entries {
				if e.Name != s.Name && (e.Path == "" || e.Path != s.Path) {
					continue
				}
				ruling, found = skills.Ruling{Setting: setting, From: e.From}, !e.On
				switch {
				case e.On:
				case e.Idle != "":
					ruling.Effect = "would switch this skill off, and does not: " + e.Idle
				default:
					ruling.Off, ruling.Effect = true, "switches this skill off"
				}
			}
			return ruling, found
		})
	}
}

// SwitchOffNames returns a function that applies a list of names, each of which switches a skill off. Names
// match in any case.
func SwitchOffNames(setting string) func(*skills.Agent, skills.KnobValue) {
	return func(r *skills.Agent, v skills.KnobValue) {
		r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) {
			for _, c := range v.Choices {
				if strings.EqualFold(c.Name, s.Name) {
					return skills.Ruling{Off: true, Effect: "switches this skill off", Setting: setting, From: c.From}, true
				}
			}
			return skills.Ruling{}, false
		})
	}
}

// MatchWildcard reports whether text matches pattern, as OpenCode's Wildcard.match does
// (packages/opencode/src/util/wildcard.ts): `*` matches any text, `?` any character, and " *" at the end is
// optional.
func MatchWildcard(text, pattern string) bool {
	expression := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(pattern))
	if rest, ok := strings.CutSuffix(expression, " .*"); ok {
		expression = rest + "( .*)?"
	}
	matcher, err := regexp.Compile("(?s)^" + expression + "$")
	return err == nil && matcher.MatchString(text)
}
