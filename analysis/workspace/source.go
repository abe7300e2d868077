package workspace

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"skills-ls/analysis/config"
	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/vfs"
)

// File returns the file at a path, from its buffer or from the disk. The error is the file system's.
func (s *Snapshot) File(path string) (*file.File, error) {
	path = CleanPath(path)
	if b := s.buffers[path]; b != nil {
		return s.FileOf(path, b.Document()), nil
	}
	read, err := s.disk.Documents.Get(s.fs, path)
	if err != nil {
		return nil, err
	}
	f := s.FileOf(path, read.Doc)
	f.Info = read.info
	return f, nil
}

// ReadDir returns the entries of a directory, sorted by name, as rules see them: they include open files and
// may be cached. The error is the file system's.
func (s *Snapshot) ReadDir(dir string) ([]fs.DirEntry, error) { return s.fs.ReadDir(CleanPath(dir)) }

// IsGone reports whether a path is not open and does not exist, not even as a broken symbolic link. It also
// notices a removal that has not been reported.
func (s *Snapshot) IsGone(path string) bool {
	path = CleanPath(path)
	if _, err := s.File(path); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	info, err := s.fs.Lstat(path) // a cached entry of a removed file says that it is not a link
	return err != nil || info.Mode()&fs.ModeSymlink == 0
}

// FileOf returns the file that a document is at a path.
func (s *Snapshot) FileOf(path string, doc *skills.Document) *file.File {
	f := &file.File{Path: path, Doc: doc}
	if !filepath.IsAbs(path) {
		f.Kind = file.KindOfLanguage(s.buffers[path].Language, path)
		return f
	}
	f.Dir = s.FolderDir(path)
	f.Kind, f.Skill = s.Kind(path)
	if f.Kind == file.ManifestFile {
		role, _ := file.ManifestOf(filepath.Join(f.Dir, filepath.Base(path)))
		f.Dir = role.Root
	}
	if f.Kind != file.SkillFile && f.Doc.Frontmatter.State == frontmatter.Unclosed {
		f.Doc = skills.ParseBody(f.Doc.Source) // in other Markdown, a first line of dashes is a thematic break
	}
	return f
}

// KindOf classifies a path without reading the file.
func (s *Snapshot) KindOf(path string) file.Kind {
	path = CleanPath(path)
	if b := s.buffers[path]; b != nil && !filepath.IsAbs(path) {
		return file.KindOfLanguage(b.Language, path)
	}
	kind, _ := s.Kind(path)
	return kind
}

func (s *Snapshot) Kind(path string) (file.Kind, string) {
	name := filepath.Base(path)
	if config.IsSettingsName(name) {
		return file.ConfigFile, ""
	}
	if file.IsNative(path) {
		return file.NativeFile, ""
	}
	if file.IsManifest(path) {
		return file.ManifestFile, ""
	}
	if skill, ok := companionSkill(s, path); ok {
		return file.CompanionFile, skill
	}
	if !file.IsMarkdownName(name) {
		return file.NotOurs, ""
	}
	dir := s.FolderDir(path)
	if file.IsSkillFileName(name) {
		return file.SkillFile, dir
	}
	if skill := s.SkillDir(dir); skill != "" {
		return file.SkillMarkdown, skill
	}
	if file.IsInstructions(path) {
		return file.Instructions, ""
	}
	return file.NotOurs, ""
}

// SkillDir returns the nearest directory, dir itself included, that contains a SKILL.md, or "". The search
// ends at the root of a project or of a workspace folder, so that a SKILL.md far above does not claim
// everything below it.
func (s *Snapshot) SkillDir(dir string) string {
	for dir := range vfs.UpAtMost(dir, vfs.MaxSkillDepth) {
		place := PlaceOf(s, dir)
		if place.HasSkill {
			return dir
		}
		if place.IsRoot || slices.Contains(s.cfg.Folders, dir) {
			break
		}
	}
	return ""
}
