// Package file has the type of a parsed file, and what its path says: which kind of file it is, and which agents read it.
package file

import (
	"cmp"
	"io/fs"
	"strings"

	"skills-ls/skills"
)

// A Kind says what the package does with a file: which rules and features apply to it.
type Kind uint8

const (
	NotOurs       Kind = iota // no rules and no features
	SkillFile                 // a SKILL.md, in any case
	SkillMarkdown             // other Markdown of a skill: links, mentions and fences
	Instructions              // AGENTS.md and similar files: links, mentions, and the hooks of agents
	ConfigFile                // a configuration file, see [config.IsSettingsName]
	NativeFile                // a file of an agent's own configuration
	CompanionFile             // a YAML file beside a SKILL.md that an agent reads, such as agents/openai.yaml
	ManifestFile              // the JSON of a plugin or marketplace, such as .claude-plugin/plugin.json
)

// PreviewScheme is the URI scheme of previews, which an editor may open like any document.
const PreviewScheme = "skills-preview"

// A File is a parsed file of a snapshot.
type File struct {
	Path string // clean absolute path, or the URI of a buffer without a file
	Kind Kind
	Doc  *skills.Document
	// Dir is the directory that relative links start from. Skill is the directory of the skill that the file
	// belongs to, empty for a file of no skill. If they are in a workspace folder, they begin with the name
	// of the folder, even if the client opened the file under another name. Both are empty for a buffer
	// without a file. Dir is the root of the plugin or marketplace for a [ManifestFile].
	Dir, Skill string

	Info fs.FileInfo // from before the file was read; nil for a buffer
}

// SkillOrDir returns the directory of the file's skill, or the file's directory if it belongs to no skill.
func (f *File) SkillOrDir() string { return cmp.Or(f.Skill, f.Dir) }

// IsYAML reports whether the whole file is YAML rather than Markdown.
func (f *File) IsYAML() bool { return f.Kind == ConfigFile || f.Kind == CompanionFile }

// IsData reports whether the file is YAML or JSON rather than Markdown.
func (f *File) IsData() bool { return f.IsYAML() || f.IsJSON() }

// IsJSON reports whether the file is JSON, or TOML in the case of an agent's own configuration. It has no
// outline, and no names that can be renamed.
func (f *File) IsJSON() bool { return f.Kind == NativeFile || f.Kind == ManifestFile }

// KindOfLanguage classifies a buffer without a file by the editor's language ID, or by the name under which
// it will be saved.
func KindOfLanguage(language, uri string) Kind {
	if scheme, _, _ := strings.Cut(uri, ":"); scheme == PreviewScheme {
		return NotOurs // a preview is made from a skill and is not one
	}
	if language == "skill" || IsSkillFileName(uri[strings.LastIndexAny(uri, "/:\\")+1:]) {
		return SkillFile
	}
	return NotOurs
}
