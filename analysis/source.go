package analysis

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// A Kind says what the package does with a file: which rules and features apply to it.
type Kind uint8

const (
	NotOurs       Kind = iota // no rules and no features
	SkillFile                 // a SKILL.md, in any case
	SkillMarkdown             // other Markdown of a skill: links, mentions and fences
	Instructions              // AGENTS.md and similar files: links, mentions, and the hooks of agents
	ConfigFile                // a configuration file, [SettingsFile]
	NativeFile                // a file of an agent's own configuration
	CompanionFile             // a YAML file beside a SKILL.md that an agent reads, such as agents/openai.yaml
)

// PreviewScheme is the URI scheme of previews, which an editor may open like any document.
const PreviewScheme = "skills-preview"

// A File is a parsed file of a snapshot.
type File struct {
	Path string // clean absolute path, or the URI of a buffer without a file
	Kind Kind
	Doc  *skills.Document
	Open bool
	// Dir is the directory that relative links start from. Skill is the directory of the skill that the file
	// belongs to, empty for a file of no skill. If they are in a workspace folder, they begin with the name
	// of the folder, even if the client opened the file under another name. Both are empty for a buffer
	// without a file.
	Dir, Skill string

	info fs.FileInfo // from before the file was read; nil for a buffer
}

// isYAML reports whether the whole file is YAML rather than Markdown.
func (f *File) isYAML() bool { return f.Kind == ConfigFile || f.Kind == CompanionFile }

// File returns the file at a path, from its buffer or from the disk. The error is the file system's.
func (s *Snapshot) File(path string) (*File, error) {
	path = cleanPath(path)
	if b := s.buffers[path]; b != nil {
		f := s.fileOf(path, b.document())
		f.Open = true
		return f, nil
	}
	read, err := s.disk.documents.get(s.fs, path)
	if err != nil {
		return nil, err
	}
	f := s.fileOf(path, read.doc)
	f.info = read.info
	return f, nil
}

// ReadDir returns the entries of a directory, sorted by name, as rules see them: they include open files and
// may be cached. The error is the file system's.
func (s *Snapshot) ReadDir(dir string) ([]fs.DirEntry, error) { return s.fs.ReadDir(cleanPath(dir)) }

// IsGone reports whether a path is not open and does not exist, not even as a broken symbolic link. It also
// notices a removal that has not been reported.
func (s *Snapshot) IsGone(path string) bool {
	path = cleanPath(path)
	if _, err := s.File(path); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	info, err := s.fs.Lstat(path) // a cached entry of a removed file says that it is not a link
	return err != nil || info.Mode()&fs.ModeSymlink == 0
}

// fileOf returns the file that a document is at a path.
func (s *Snapshot) fileOf(path string, doc *skills.Document) *File {
	f := &File{Path: path, Doc: doc}
	if !filepath.IsAbs(path) {
		f.Kind = kindOfLanguage(s.buffers[path].language, path)
		return f
	}
	f.Dir = s.folderDir(path)
	f.Kind, f.Skill = s.kind(path)
	if f.Kind != SkillFile && f.Doc.Frontmatter.State == frontmatter.Unclosed {
		f.Doc = skills.ParseBody(f.Doc.Source) // in other Markdown, a first line of dashes is a thematic break
	}
	return f
}

// kindOfLanguage classifies a buffer without a file by the editor's language ID, or by the name under which
// it will be saved.
func kindOfLanguage(language, uri string) Kind {
	if scheme, _, _ := strings.Cut(uri, ":"); scheme == PreviewScheme {
		return NotOurs // a preview is made from a skill and is not one
	}
	if language == "skill" || isSkillFileName(uri[strings.LastIndexAny(uri, "/:\\")+1:]) {
		return SkillFile
	}
	return NotOurs
}

// KindOf classifies a path without reading the file.
func (s *Snapshot) KindOf(path string) Kind {
	path = cleanPath(path)
	if b := s.buffers[path]; b != nil && !filepath.IsAbs(path) {
		return kindOfLanguage(b.language, path)
	}
	kind, _ := s.kind(path)
	return kind
}

func (s *Snapshot) kind(path string) (Kind, string) {
	name := filepath.Base(path)
	if name == SettingsFile {
		return ConfigFile, ""
	}
	if IsNative(path) {
		return NativeFile, ""
	}
	if skill, ok := s.companionSkill(path); ok {
		return CompanionFile, skill
	}
	if !isMarkdownName(name) {
		return NotOurs, ""
	}
	dir := s.folderDir(path)
	if isSkillFileName(name) {
		return SkillFile, dir
	}
	if skill := s.skillDir(dir); skill != "" {
		return SkillMarkdown, skill
	}
	if isInstructions(path) {
		return Instructions, ""
	}
	return NotOurs, ""
}

// skillDir returns the nearest directory, dir itself included, that contains a SKILL.md, or "". The search
// ends at the root of a project or of a workspace folder, so that a SKILL.md far above does not claim
// everything below it.
func (s *Snapshot) skillDir(dir string) string {
	for range vfs.MaxSkillDepth {
		place := s.place(dir)
		if place.hasSkill {
			return dir
		}
		parent := filepath.Dir(dir)
		if place.isRoot || parent == dir || slices.Contains(s.cfg.Folders, dir) {
			return ""
		}
		dir = parent
	}
	return ""
}

func isSkillFileName(name string) bool { return strings.EqualFold(name, "SKILL.md") }

func isMarkdownName(name string) bool {
	ext := filepath.Ext(name)
	return strings.EqualFold(ext, ".md") || strings.EqualFold(ext, ".markdown") || strings.EqualFold(ext, ".mdc")
}

// isInstructions reports whether agents read the file by its name or location, outside any skill.
func isInstructions(path string) bool {
	name := filepath.Base(path)
	switch name {
	case "AGENTS.md", "CLAUDE.md", "GEMINI.md", "copilot-instructions.md":
		return true
	}
	return strings.HasSuffix(name, ".prompt.md") || isPrompts(filepath.Dir(path))
}

// isPrompts reports whether a directory contains a project's agents or commands, which run from two
// directories above.
func isPrompts(dir string) bool {
	kind, owner := filepath.Base(dir), filepath.Base(filepath.Dir(dir))
	return owner == ".claude" && (kind == "agents" || kind == "commands")
}

// within reports whether path is dir or is below it. Both paths must be clean.
func within(dir, path string) bool {
	return vfs.Within(dir, path)
}
