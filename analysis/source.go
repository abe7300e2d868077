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

// A Kind says what a file is to us, and so which rules and features apply to it.
type Kind uint8

const (
	NotOurs       Kind = iota // answered with nothing
	SkillFile                 // a SKILL.md, in any letter case
	SkillMarkdown             // other Markdown of a skill: links, mentions and fences
	Instructions              // AGENTS.md and its like: links, mentions, and the hooks of agents
	ConfigFile                // a file of settings, [SettingsFile]
	NativeFile                // a file of an agent's own configuration
	CompanionFile             // a file of YAML beside a SKILL.md that an agent reads, such as agents/openai.yaml
)

// PreviewScheme is the scheme of the URIs of previews, which an editor may open like any document.
const PreviewScheme = "skills-preview"

// A File is a parsed file of a snapshot.
type File struct {
	Path string // clean absolute path, or the URI of a buffer without a file
	Kind Kind
	Doc  *skills.Document
	Open bool
	// Dir is the directory that relative links start from, and Skill the directory of the skill that the file belongs to, by
	// the names that the workspace's folders have for them, if any, whatever name the client has opened the file under. Both
	// are empty for a buffer without a file; Skill is for a file of no skill.
	Dir, Skill string

	info fs.FileInfo // of before the file was read from the disk; nil for a buffer
}

// isYAML reports whether the file is YAML as a whole, and no Markdown.
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

// ReadDir returns the entries of a directory, sorted by name, as rules see them: what is open counts, and what was listed before is not
// listed again. The error is the file system's.
func (s *Snapshot) ReadDir(dir string) ([]fs.DirEntry, error) { return s.fs.ReadDir(cleanPath(dir)) }

// IsGone reports whether nothing is at a path that is not open, not even a link that leads nowhere, whether or not anybody was told.
func (s *Snapshot) IsGone(path string) bool {
	path = cleanPath(path)
	if _, err := s.File(path); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	info, err := s.fs.Lstat(path) // what is remembered of a file that went is that it was no link
	return err != nil || info.Mode()&fs.ModeSymlink == 0
}

// fileOf says what a document is at its path.
func (s *Snapshot) fileOf(path string, doc *skills.Document) *File {
	f := &File{Path: path, Doc: doc}
	if !filepath.IsAbs(path) {
		f.Kind = kindOfLanguage(s.buffers[path].language, path)
		return f
	}
	f.Dir = s.folderDir(path)
	f.Kind, f.Skill = s.kind(path)
	if f.Kind != SkillFile && f.Doc.Frontmatter.State == frontmatter.Unclosed {
		f.Doc = skills.ParseBody(f.Doc.Source) // of other Markdown a first line of dashes is a thematic break
	}
	return f
}

// kindOfLanguage classifies a buffer that has no file by the editor's language ID, or the name it will be saved under.
func kindOfLanguage(language, uri string) Kind {
	if scheme, _, _ := strings.Cut(uri, ":"); scheme == PreviewScheme {
		return NotOurs // it is what becomes of a skill, not the skill
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

// skillDir returns the nearest directory, dir itself included, that holds a SKILL.md, or "". The search ends at a project's
// or a workspace's root, so that a SKILL.md far above does not claim everything below it.
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

// isInstructions reports whether agents read the file by its name or place, outside any skill.
func isInstructions(path string) bool {
	name := filepath.Base(path)
	switch name {
	case "AGENTS.md", "CLAUDE.md", "GEMINI.md", "copilot-instructions.md":
		return true
	}
	return strings.HasSuffix(name, ".prompt.md") || isPrompts(filepath.Dir(path))
}

// isPrompts reports whether a directory holds a project's agents or commands, of which whoever runs them stands two directories above.
func isPrompts(dir string) bool {
	kind, owner := filepath.Base(dir), filepath.Base(filepath.Dir(dir))
	return owner == ".claude" && (kind == "agents" || kind == "commands")
}

// within reports whether path is dir or lies below it; both are clean.
func within(dir, path string) bool {
	return vfs.Within(dir, path)
}
