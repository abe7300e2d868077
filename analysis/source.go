package analysis

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

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
