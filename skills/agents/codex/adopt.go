package codex

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
	"skills-ls/skills/yamldialect"
)

// policyFile is the file beside SKILL.md that says who may invoke the skill.
const policyFile = "agents/openai.yaml"

// adopt qualifies a skill's name with that of the plugin that contains it, hides the skill if its policy says
// so, and drops skills for other products, which Codex does not report.
//
// The prefix is not only for installed plugins. Every root without a namespace of its own, such as
// .agents/skills of a repository, takes the name in the nearest manifest at or above it (openai/codex
// 852cdee4, core-skills/src/loader/namespace.rs, discover). A nested manifest that can be read wins, and a
// linked directory takes that of its target. Both amount to the nearest manifest above the skill's real path.
// Installed plugins provide their namespace; their roots are not scanned here.
func adopt(fsys vfs.FS) func(skills.Skill) (skills.Skill, bool, string) {
	var above func(dir string) string
	above = kit.Remember(func(dir string) string {
		name, ok := manifest(fsys, dir)
		if parent := filepath.Dir(dir); !ok && parent != dir {
			return above(parent)
		}
		return name
	})
	return func(s skills.Skill) (skills.Skill, bool, string) {
		if plugin := above(s.Dir); plugin != "" {
			s.Name = plugin + ":" + s.Name
		}
		if utf8.RuneCountInString(s.Name) > qualifiedLength {
			return s, false, fmt.Sprintf(tooLong, "qualified name", qualifiedLength)
		}
		source, _ := kit.ReadFile(fsys, filepath.Join(s.Dir, filepath.FromSlash(policyFile)))
		hidden, foreign := parsePolicy(source)
		s.HideIf(hidden, kit.ForbidsImplicit)
		return s, !foreign, ""
	}
}

// parsePolicy returns whether an agents/openai.yaml keeps the model from choosing the skill, and whether the skill
// is not for Codex. A file that is missing or broken forbids nothing.
func parsePolicy(source string) (hidden, foreign bool) {
	root, _, ok := decodeOpenAIYAML(source)
	if !ok {
		return false, false
	}
	policy := root.Get("policy")
	products := policy.Get("products").List()
	isOwn := func(v *yamldialect.Node) bool { return strings.EqualFold(v.Text, "codex") }
	hidden = kit.IsSerdeBool(policy.Get("allow_implicit_invocation"), "false")
	return hidden, len(products) > 0 && !slices.ContainsFunc(products, isOwn)
}

// manifest returns the name in a directory's manifest, or the directory's name if that is blank. It reports
// false if there is no manifest that can be read. A broken manifest hides those that could replace it.
func manifest(fsys vfs.FS, dir string) (name string, ok bool) {
	for _, rel := range kit.PluginManifests {
		text, found := kit.ReadFile(fsys, filepath.Join(dir, filepath.FromSlash(rel)))
		if !found {
			continue
		}
		if name, ok = manifestName(text); ok && kit.IsRustBlank(name) && filepath.Dir(dir) != dir {
			name = filepath.Base(dir)
		}
		return name, ok
	}
	return "", false
}

// manifestName reads a manifest as serde_json reads a struct with an optional "name": an object in which
// "name" is a string and occurs once, or a list of at most that string. Only skills-ls rejects nesting beyond
// [frontmatter.MaxDepth].
func manifestName(text string) (name string, ok bool) {
	if !utf8.ValidString(text) {
		return "", false
	}
	v, err := skills.ParseJSON(text)
	if err != nil || v == nil {
		return "", false
	}
	var found []*frontmatter.Value
	switch v.Kind {
	case frontmatter.MappingValue:
		for _, pair := range v.Pairs {
			if pair.Key.Text == "name" {
				found = append(found, pair.Value)
			}
		}
	case frontmatter.SequenceValue:
		if found = v.Items; len(found) > 1 {
			return "", false // trailing elements
		}
	default:
		return "", false
	}
	if len(found) == 0 {
		return "", true
	}
	return found[0].Text, len(found) == 1 && found[0].IsString()
}
