package claudecode

import (
	"path/filepath"
	"strings"
	"sync"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// What Claude Code keeps for the skills that it downloads from claude.ai (code.claude.com/docs/en/skills, Choose where skills load and
// Names reserved for synced skills; the second since 2.1.269).
const (
	synced    = "synced"           // the name of a directory, in any letter case
	namespace = "anthropic-skills" // a name, and with a colon the beginning of one
)

// accept gives the verdict of Claude Code, which loads nearly everything: a skill without frontmatter, or with one that is not
// YAML, has no fields. It is known by its directory's name, which starts it in every version, whatever `name` says. Inside a
// plugin the reserved names are free; a verdict does not see the plugin.
func accept(f skills.File) skills.Verdict {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	read := parse(f.Source)
	v := skills.Verdict{Name: command(f.Path, &read), Description: read.description()}
	v.Hidden = read.boolean("disable-model-invocation", false)
	v.ModelOnly = !read.boolean("user-invocable", true)
	v.Uses = read.text("when_to_use")

	refuse := func(at text.Span) {
		v.Refusals = append(v.Refusals, skills.Refusal{Code: skills.CodeReserved, Field: "name", Span: at})
	}
	if f.Path != "" && (strings.EqualFold(v.Name, synced) || inNamespace(v.Name)) {
		refuse(fm.Open)
	}
	if inNamespace(read.text("name")) {
		at := fm.Open
		if e, ok := fm.Entry("name"); ok {
			at = e.ValueSpan
		}
		refuse(at)
	}
	v.Accepted = len(v.Refusals) == 0
	return v
}

func inNamespace(name string) bool {
	return name == namespace || strings.HasPrefix(name, namespace+":")
}

// command returns the name of a skill's directory, or of a file that lies nowhere the one that its frontmatter has.
func command(path string, read *parsed) string {
	if path == "" {
		return read.text("name")
	}
	return filepath.Base(filepath.Dir(path))
}

// manifest says that a directory is a plugin.
const manifest = ".claude-plugin/plugin.json"

// adopt names a plugin's skill `plugin:skill`, where the frontmatter's name stands in for the last part (How a skill gets its
// command name), and the plugin's directory for a missing one of a SKILL.md in the plugin's own root.
func adopt(fsys vfs.FS) func(skills.Skill) (skills.Skill, bool, string) {
	plugins := plugins{fsys: fsys, known: make(map[string]string)}
	return func(s skills.Skill) (skills.Skill, bool, string) {
		_, plugin := plugins.of(s.Dir)
		if plugin == "" {
			return s, true, ""
		}
		name := s.Name
		if source, err := fsys.ReadFile(s.Path); err == nil { // one that vanished meanwhile keeps its directory's name
			read := parse(source)
			if field := read.text("name"); field != "" {
				name = field
			}
		}
		s.Name = plugin + ":" + strings.TrimPrefix(name, plugin+":") // a prefix that is there is not doubled (2.1.246)
		return s, true, ""
	}
}

// plugins remembers which directories are plugins.
type plugins struct {
	fsys  vfs.FS
	mu    sync.Mutex
	known map[string]string // the name of a directory that is a plugin, empty for others; guarded by mu
}

// of returns the plugin that a skill's directory belongs to, by its directory and its name; both are empty for none. The skill lies
// in <plugin>/skills/<directory>, or in the plugin's root.
func (p *plugins) of(dir string) (root, name string) {
	if skillsDir := filepath.Dir(dir); filepath.Base(skillsDir) == "skills" {
		if root = filepath.Dir(skillsDir); p.name(root) != "" {
			return root, p.name(root)
		}
	}
	if name = p.name(dir); name != "" {
		return dir, name
	}
	return "", ""
}

func (p *plugins) name(dir string) string {
	p.mu.Lock()
	name, ok := p.known[dir]
	p.mu.Unlock()
	if ok {
		return name
	}
	name = readManifest(p.fsys, dir)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known[dir] = name
	return name
}

// readManifest returns the name of the plugin that a directory is, by its manifest, and by its own name where that has none
// that can be read; empty for a directory without one.
func readManifest(fsys vfs.FS, dir string) string {
	path := filepath.Join(dir, filepath.FromSlash(manifest))
	if info, err := fsys.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	text, err := fsys.ReadFile(path)
	if err != nil {
		return filepath.Base(dir)
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
