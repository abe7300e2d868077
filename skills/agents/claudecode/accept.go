package claudecode

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// Names that Claude Code reserves for the skills that it downloads from claude.ai
// (code.claude.com/docs/en/skills, Choose where skills load and Names reserved for synced skills; the second
// since 2.1.269).
const (
	synced    = "synced"           // the name of a directory, in any case
	namespace = "anthropic-skills" // a name, and followed by a colon the prefix of one
)

// accept returns Claude Code's verdict. Claude Code loads nearly everything: a skill without frontmatter, or
// with frontmatter that is not YAML, has no fields. The name of a skill is its directory's name, which starts
// it in every version, even if `name` differs. Reserved names are free inside a plugin, but a verdict does
// not know about plugins.
func accept(f skills.File) skills.Verdict {
	c := kit.NewReport(f)
	read := parse(f.Source)
	name := command(f.Path, &read)
	isReserved := f.Path != "" && (strings.EqualFold(name, synced) || inNamespace(name))
	c.RefuseIf(isReserved, skills.CodeReserved, "name", c.Missing, "")
	c.RefuseIf(inNamespace(read.text("name")), skills.CodeReserved, "name", c.Place("name"), "")
	v := c.Verdict(name, read.description())
	v.HideIf(read.boolean("disable-model-invocation", false), kit.DisablesInvocation)
	v.ModelOnly = !read.boolean("user-invocable", true)
	v.Uses = read.text("when_to_use")
	return v
}

func inNamespace(name string) bool {
	return name == namespace || strings.HasPrefix(name, namespace+":")
}

// command returns the name of the skill's directory, or the name in the frontmatter for a file without a
// path.
func command(path string, read *parsed) string {
	if path == "" {
		return read.text("name")
	}
	return filepath.Base(filepath.Dir(path))
}

// manifest is the file that makes a directory a plugin.
const manifest = ".claude-plugin/plugin.json"

// adopt names a plugin's skill `plugin:skill` (How a skill gets its command name). The last part is the name
// in the frontmatter, or else the name of the directory, which is the plugin's own for a SKILL.md in the
// plugin's root.
func adopt(fsys vfs.FS) func(skills.Skill) (skills.Skill, bool, string) {
	plugins := newPlugins(fsys)
	return func(s skills.Skill) (skills.Skill, bool, string) {
		_, plugin := plugins.of(s.Dir)
		if plugin == "" {
			return s, true, ""
		}
		name := s.Name
		if source, err := fsys.ReadFile(s.Path); err == nil { // a file that was deleted meanwhile keeps its directory's name
			read := parse(source)
			if field := read.text("name"); field != "" {
				name = field
			}
		}
		s.Name = plugin + ":" + strings.TrimPrefix(name, plugin+":") // an existing prefix is not repeated (2.1.246)
		return s, true, ""
	}
}

// plugins returns the name of the plugin in a directory, or "" if there is none.
type plugins func(dir string) string

func newPlugins(fsys vfs.FS) plugins {
	return kit.Remember(func(dir string) string { return readManifest(fsys, dir) })
}

// of returns the directory and the name of the plugin that contains a skill's directory. Both are empty
// outside of plugins. The skill is in <plugin>/skills/<directory>, or in the plugin's root.
func (p plugins) of(dir string) (root, name string) {
	if skillsDir := filepath.Dir(dir); filepath.Base(skillsDir) == "skills" {
		if root = filepath.Dir(skillsDir); p(root) != "" {
			return root, p(root)
		}
	}
	if name = p(dir); name != "" {
		return dir, name
	}
	return "", ""
}

// readManifest returns the name of the plugin in a directory: the name in its manifest, or else the
// directory's name. It returns "" for a directory without a manifest.
func readManifest(fsys vfs.FS, dir string) string {
	text, ok := kit.ReadFile(fsys, filepath.Join(dir, filepath.FromSlash(manifest)))
	if !ok {
		return ""
	}
	v, err := skills.ParseJSON(text)
	if err != nil || v == nil || v.Kind != frontmatter.MappingValue {
		return filepath.Base(dir)
	}
	for _, pair := range v.Pairs {
		if pair.Key.Text == "name" && pair.Value.IsString() && pair.Value.Text != "" {
			return pair.Value.Text
		}
	}
	return filepath.Base(dir)
}
