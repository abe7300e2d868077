package agents

import (
	"path/filepath"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
	"skills-ls/skills/yamldialect"
)

// openoxideManifests are what may stand beside a SKILL.md, the design's own file first, then Codex's (SKILL.md Contract).
var openoxideManifests = []string{"agents/openoxide.yaml", "agents/openai.yaml"}

// readOpenOxideManifest reads the first of the files that is there, nil for none. One that cannot be read forbids nothing: it is optional.
func readOpenOxideManifest(fsys vfs.FS, dir string) (manifest *yamldialect.SerdeValue, name string) {
	if fsys == nil || dir == "" {
		return nil, ""
	}
	for _, name := range openoxideManifests {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if info, err := fsys.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		text, err := fsys.ReadFile(path)
		if err != nil || !utf8.ValidString(text) {
			return nil, name
		}
		manifest, failed := yamldialect.DecodeSerde(text, yamldialect.Map(yamldialect.Any()))
		if failed != nil {
			return nil, name
		}
		return manifest, name
	}
	return nil, ""
}

// adoptOpenOxide hides a skill from the model where its policy says so. Every skill keeps its bare name: the design qualifies the
// skills of plugins alone (Plugin Namespacing), and none of its roots holds those of a plugin (Discovery and Scope Order).
func adoptOpenOxide(fsys vfs.FS) func(skills.Skill) (skills.Skill, bool, string) {
	return func(s skills.Skill) (skills.Skill, bool, string) {
		manifest, _ := readOpenOxideManifest(fsys, s.Dir)
		s.Hidden = s.Hidden || isSerdeBool(manifest.Get("policy").Get("allow_implicit_invocation"), "false")
		return s, true, ""
	}
}

// An openoxideTrust says whose permission manifests count (Permission Strategy).
type openoxideTrust uint8

const (
	trustAsked  openoxideTrust = iota // the user is asked
	trustOwners                       // the user is asked, and only of skills of the scopes system and admin
	trustNone                         // they are ignored
)

// permissions says what a skill's manifest asks for and what becomes of it: the change that the user would see.
func (t openoxideTrust) permissions(l skills.Load) string {
	manifest, name := readOpenOxideManifest(l.FS, l.Skill.Dir)
	var asked []string
	flattenSerde(manifest.Get("permissions"), "", &asked)
	if len(asked) == 0 {
		return ""
	}
	note := "`" + name + "` asks for permissions: `" + strings.Join(asked, "`, `") + "`. "
	switch owned := l.Skill.Scope == skills.ScopeSystem || l.Skill.Scope == skills.ScopeAdmin; {
	case t == trustNone:
		return note + "The effective change is none: in strict mode manifests are ignored."
	case t == trustOwners && !owned:
		return note + "The effective change is none: only manifests of the scopes system and admin are trusted."
	}
	return note + "That is the effective change which the user is shown first; without their consent there is none."
}

// flattenSerde appends the scalars in a value, each with its path.
func flattenSerde(v *yamldialect.SerdeValue, path string, list *[]string) {
	if v == nil || len(*list) >= 50 { // enough for a note
		return
	}
	switch v.Kind {
	case yamldialect.SerdeMapping:
		for _, p := range v.Pairs {
			flattenSerde(p.Value, strings.TrimPrefix(path+"."+p.Key, "."), list)
		}
	case yamldialect.SerdeSequence:
		for _, item := range v.Items {
			flattenSerde(item, path, list)
		}
	default:
		text := strings.ReplaceAll(collapseRust(v.Text), "`", "'")
		*list = append(*list, strings.ReplaceAll(path, "`", "'")+": "+text)
	}
}
