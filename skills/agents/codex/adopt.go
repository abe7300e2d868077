package codex

import (
	"fmt"
	"path/filepath"
	"sync"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// policyFile is the file beside a SKILL.md that says who may invoke the skill.
const policyFile = "agents/openai.yaml"

// adopt qualifies a skill's name by that of the plugin it lies in, hides it where its policy says so, and leaves out those
// for other products, of which Codex says nothing.
//
// The prefix is not for installed plugins alone. Every root that brings no namespace of its own, so .agents/skills of a repository too,
// takes the one of the nearest manifest at or above it (openai/codex 852cdee4, core-skills/src/loader/namespace.rs, discover). A
// nested manifest that can be read wins, and a linked directory takes that of its target. Both come to the nearest manifest above the
// skill's real path. Installed plugins provide their namespace; their roots are not scanned here.
func adopt(fsys vfs.FS) func(skills.Skill) (skills.Skill, bool, string) {
	plugins := plugins{fsys: fsys, known: make(map[string]string)}
	return func(s skills.Skill) (skills.Skill, bool, string) {
		if plugin := plugins.above(s.Dir); plugin != "" {
			s.Name = plugin + ":" + s.Name
		}
		if utf8.RuneCountInString(s.Name) > qualifiedLength {
			return s, false, fmt.Sprintf(tooLong, "qualified name", qualifiedLength)
		}
		policy := readPolicy(fsys, s.Dir)
		s.Hidden = policy.hidden
		return s, !policy.foreign, ""
	}
}

// readPolicy reads the policy of the skill in a directory. One that cannot be read forbids nothing.
func readPolicy(fsys vfs.FS, dir string) invocationPolicy {
	name := filepath.Join(dir, filepath.FromSlash(policyFile))
	if info, err := fsys.Stat(name); err != nil || !info.Mode().IsRegular() {
		return invocationPolicy{}
	}
	text, err := fsys.ReadFile(name)
	if err != nil {
		return invocationPolicy{}
	}
	return parsePolicy(text)
}

// plugins remembers which directories are plugins.
type plugins struct {
	fsys  vfs.FS
	mu    sync.Mutex
	known map[string]string // the name of the plugin that a directory is or lies in, empty for none; guarded by mu
}

// above returns the name of the plugin that a directory is or lies in.
func (p *plugins) above(dir string) string {
	p.mu.Lock()
	name, ok := p.known[dir]
	p.mu.Unlock()
	if ok {
		return name
	}
	name, ok = p.manifest(dir)
	if parent := filepath.Dir(dir); !ok && parent != dir {
		name = p.above(parent)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.known[dir] = name
	return name
}

// manifest returns the name that a directory's manifest gives it, or its own where that is blank. It is false without a manifest
// that can be read: a broken one hides those that could stand in for it.
func (p *plugins) manifest(dir string) (name string, ok bool) {
	for _, rel := range kit.PluginManifests {
		path := filepath.Join(dir, filepath.FromSlash(rel))
		if info, err := p.fsys.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		text, err := p.fsys.ReadFile(path)
		if err != nil {
			return "", false
		}
		if name, ok = manifestName(text); ok && kit.IsRustBlank(name) && filepath.Dir(dir) != dir {
			name = filepath.Base(dir)
		}
		return name, ok
	}
	return "", false
}

// manifestName reads a manifest as serde_json reads a struct with an optional "name": an object in which that is a text and
// stands once, or a list that may begin with it. Nesting beyond [frontmatter.MaxDepth] is refused here alone.
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
