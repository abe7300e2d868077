package openoxide

import (
	"path/filepath"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/vfs"
	"skills-ls/skills/yamldialect"
)

// manifests are the optional files beside SKILL.md: the design's own first, then Codex's (SKILL.md Contract).
var manifests = []string{"agents/openoxide.yaml", "agents/openai.yaml"}

// readManifest reads the first of the files that exists. It returns nil if no file exists, or if that file
// cannot be read, because manifests are optional.
func readManifest(fsys vfs.FS, dir string) (manifest *yamldialect.Node, name string) {
	if fsys == nil || dir == "" {
		return nil, ""
	}
	for _, name := range manifests {
		text, ok := kit.ReadFile(fsys, filepath.Join(dir, filepath.FromSlash(name)))
		if !ok {
			continue
		}
		if utf8.ValidString(text) {
			manifest, _ = yamldialect.DecodeSerde(text, yamldialect.Map(yamldialect.Any()))
		}
		return manifest, name
	}
	return nil, ""
}

// adopt hides a skill from the model if its policy says so. Every skill keeps its bare name: the design
// qualifies only the skills of plugins (Plugin Namespacing), and none of its roots contains them (Discovery
// and Scope Order).
func adopt(fsys vfs.FS) func(skills.Skill) (skills.Skill, bool, string) {
	return func(s skills.Skill) (skills.Skill, bool, string) {
		manifest, _ := readManifest(fsys, s.Dir)
		implicit := manifest.Get("policy").Get("allow_implicit_invocation")
		s.HideIf(kit.IsSerdeBool(implicit, "false"), kit.ForbidsImplicit)
		return s, true, ""
	}
}

// A trust says whose permission manifests count (Permission Strategy).
type trust uint8

const (
	trustAsked  trust = iota // the user is asked
	trustOwners              // the user is asked, but only about skills of the scopes system and admin
	trustNone                // manifests are ignored
)

// permissions returns a note on the permissions that a skill's manifest asks for, with the change that the
// user would see, or "" if it asks for none.
func (t trust) permissions(l skills.Load) string {
	manifest, name := readManifest(l.FS, l.Skill.Dir)
	var asked []string
	kit.FlattenSerde(manifest.Get("permissions"), "", &asked)
	if len(asked) == 0 {
		return ""
	}
	note := "`" + name + "` requests permissions: `" + strings.Join(asked, "`, `") + "`. "
	switch owned := l.Skill.Scope == skills.ScopeSystem || l.Skill.Scope == skills.ScopeAdmin; {
	case t == trustNone:
		return note + "There is no effective change, because strict mode ignores manifests."
	case t == trustOwners && !owned:
		return note + "There is no effective change, because only manifests of the scopes system and admin are trusted."
	}
	return note + "OpenOxide shows this effective change to the user first. Without consent, nothing changes."
}
