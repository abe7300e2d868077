package kit

import (
	"cmp"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"skills-ls/skills"
)

// NamedRoot returns a copy of like whose directory is below the one that a setting names. The name is an
// absolute path, a path below the home directory that begins with "~/", or a path below the working
// directory. A root of the project that the setting itself names below the home directory becomes one of the
// user, but not one in a project there.
func NamedRoot(named string, like skills.Root) skills.Root {
	below := like.Dir
	like.Base, like.Dir = skills.FromCwd, path.Clean(filepath.ToSlash(named))
	if inHome, ok := strings.CutPrefix(like.Dir, "~/"); ok {
		like.Base, like.Dir = skills.FromHome, inHome
		if like.Scope == skills.ScopeRepo && below == "" {
			like.Scope, like.Word = skills.ScopeUser, "user"
		}
	} else if filepath.IsAbs(named) {
		like.Base = skills.FromSystem
	}
	like.Dir = path.Join(like.Dir, below)
	return like
}

// NamedRoots returns a copy of like for each directory that a setting names.
func NamedRoots(named []string, like skills.Root) []skills.Root {
	roots := make([]skills.Root, len(named))
	for i, name := range named {
		roots[i] = NamedRoot(name, like)
	}
	return roots
}

// RootsIn returns a copy of like for each directory.
func RootsIn(like skills.Root, dirs ...string) []skills.Root {
	roots := make([]skills.Root, len(dirs))
	for i, dir := range dirs {
		roots[i] = like
		roots[i].Dir = dir
	}
	return roots
}

// ScopeWord returns an agent's word for the root of a skill. If the root is not known, it is the given word for
// the user's roots, or that for others.
func ScopeWord(l skills.Load, user, other string) string {
	switch {
	case l.Root != nil && l.Root.Word != "":
		return l.Root.Word
	case l.Skill.Scope == skills.ScopeUser:
		return user
	}
	return other
}

// Group returns a setting that only has other settings.
func Group(name string, knobs ...skills.Knob) skills.Knob {
	return skills.Knob{Name: name, Type: skills.KnobGroup, Knobs: knobs}
}

// Switch returns a switch that changes the agent if it has the given value. Native is its path in the agent's own
// files, or "".
func Switch(name, native string, on bool, change func(*skills.Agent)) skills.Knob {
	apply := func(r *skills.Agent, v skills.KnobValue) {
		if v.On == on {
			change(r)
		}
	}
	return skills.Knob{Name: name, Type: skills.SwitchKnob, Native: native, Apply: apply}
}

// Count returns a setting that is a number of at least 1. Native is as for [Switch].
func Count(name, native string, change func(r *skills.Agent, n int)) skills.Knob {
	apply := func(r *skills.Agent, v skills.KnobValue) { change(r, v.Count) }
	return skills.Knob{Name: name, Type: skills.CountKnob, Min: 1, Native: native, Apply: apply}
}

// Texts returns a setting that is a list of strings. Native is as for [Switch].
func Texts(name, native string, change func(r *skills.Agent, texts []string)) skills.Knob {
	apply := func(r *skills.Agent, v skills.KnobValue) { change(r, v.Texts()) }
	return skills.Knob{Name: name, Type: skills.TextsKnob, Native: native, Apply: apply}
}

// Directories returns a setting that is a list of directories, with a function that returns the roots with
// them. Native is as for [Switch].
func Directories(name, native string, with func([]skills.Root, []string) []skills.Root) skills.Knob {
	apply := func(r *skills.Agent, v skills.KnobValue) { r.Roots = with(r.Roots, v.Paths) }
	return skills.Knob{Name: name, Type: skills.PathsKnob, Native: native, Apply: apply}
}

// WithoutRoots returns a function for [Switch] that removes roots.
func WithoutRoots(remove func(skills.Root) bool) func(*skills.Agent) {
	return func(r *skills.Agent) { r.Roots = slices.DeleteFunc(slices.Clone(r.Roots), remove) }
}

// Trusted is the setting whether the user trusts the project. If not, its roots are not searched.
var Trusted = Switch("trusted", "", false, WithoutRoots(func(root skills.Root) bool {
	return root.Scope == skills.ScopeRepo
}))

// Untrusted is the Unless of a [skills.Native] that does not count either if the user does not trust the project.
func Untrusted(own map[string]skills.KnobValue) bool {
	trusted, ok := own["trusted"]
	return ok && !trusted.On
}

// MainSwitch returns a switch that turns skills off altogether if it has the given value. The setting is its name
// in messages.
func MainSwitch(name, native string, on bool, setting string) skills.Knob {
	apply := func(r *skills.Agent, v skills.KnobValue) {
		if v.On == on {
			*r = *r.Disabled(setting, v.From)
		}
	}
	return skills.Knob{Name: name, Type: skills.SwitchKnob, Native: native, Apply: apply}
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
					ruling.Effect = "does not switch this skill off: " + e.Idle
				default:
					ruling.Off, ruling.Effect = true, "switches this skill off"
				}
			}
			return ruling, found
		})
	}
}

// RuleBy returns a function that applies a list of choices. The first one with an effect on a skill counts.
func RuleBy(
	setting string, effect func(*skills.Skill, skills.KnobChoice) skills.Ruling,
) func(*skills.Agent, skills.KnobValue) {
	return func(r *skills.Agent, v skills.KnobValue) {
		r.AddRuling(func(s *skills.Skill) (ruling skills.Ruling, ok bool) {
			for _, c := range v.Choices {
				if ruling = effect(s, c); ruling.Effect != "" {
					ruling.Setting, ruling.From = setting, c.From
					return ruling, true
				}
			}
			return ruling, false
		})
	}
}

// OffList returns a setting with a list of names, each of which switches off the skills whose names match it.
// Native is its path in the agent's own files, and its name in messages.
func OffList(name, native string, match func(written, name string) bool) skills.Knob {
	apply := RuleBy(native, func(s *skills.Skill, c skills.KnobChoice) (ruling skills.Ruling) {
		if match(c.Name, s.Name) {
			ruling = skills.Ruling{Off: true, Effect: "switches this skill off"}
		}
		return ruling
	})
	return skills.Knob{Name: name, Type: skills.TextsKnob, Native: native, Apply: apply}
}

// ReservedNames returns the words as names that an agent cannot use. In why, NAME is replaced by the word.
func ReservedNames(why string, words ...string) []skills.ReservedName {
	names := make([]skills.ReservedName, len(words))
	for i, word := range words {
		names[i] = skills.ReservedName{Word: word, Why: strings.ReplaceAll(why, "NAME", word)}
	}
	return names
}

// Permit returns a function that applies the permissions of OpenCode for the tool skill. The last one that matches
// a skill counts. planned is "" or the end of an effect. Without it, a denied skill is hidden from the model.
func Permit(setting, planned string) func(*skills.Agent, skills.KnobValue) {
	return func(r *skills.Agent, v skills.KnobValue) {
		r.AddRuling(func(s *skills.Skill) (skills.Ruling, bool) {
			c := permissionOf(s.Name, v.Choices)
			ruling := skills.Ruling{Setting: setting + "." + c.Name, From: c.From}
			switch c.Word {
			case "deny":
				s.Hidden = s.Hidden || planned == ""
				ruling.Effect = "denies this skill to the model" + planned
			case "ask":
				ruling.Effect = "asks the user before the model loads this skill" + planned
			}
			return ruling, ruling.Effect != ""
		})
	}
}

// permissionOf returns the last permission that matches the tool skill with a skill of the given name, by the
// patterns of OpenCode. Without one it returns the zero value.
func permissionOf(name string, permissions []skills.KnobChoice) skills.KnobChoice {
	for _, c := range slices.Backward(permissions) {
		if matchWildcard("skill", c.Name) && matchWildcard(name, cmp.Or(c.Pattern, "*")) {
			return c
		}
	}
	return skills.KnobChoice{}
}

// matchWildcard reports whether text matches pattern, as OpenCode's Wildcard.match does
// (packages/opencode/src/util/wildcard.ts): `*` matches any text, `?` any character, and " *" at the end is
// optional.
func matchWildcard(text, pattern string) bool {
	expression := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(pattern))
	if rest, ok := strings.CutSuffix(expression, " .*"); ok {
		expression = rest + "( .*)?"
	}
	matcher, err := regexp.Compile("(?s)^" + expression + "$")
	return err == nil && matcher.MatchString(text)
}
