package analysis

import (
	"context"
	"slices"

	"skills-ls/skills"
)

// A Subject is the skill or file that a completion refers to.
type Subject struct {
	Skill string // the name of the skill, empty for none
	Path  string // absolute path of the file or directory, or of the one skill meant; empty for none
}

// CompletionDocs documents the subjects of completions in a file, in Markdown and in the given order: a skill
// by its description, a file by its first lines. A text is empty if there is nothing to show, or if the
// subject no longer exists or must not be read. The list is nil if the kind of the file is [NotOurs] or
// [NativeFile], or if ctx is canceled.
func (s *Snapshot) CompletionDocs(ctx context.Context, path string, about ...Subject) []string {
	c, ok := s.cursorAt(ctx, path, 0)
	if !ok {
		return nil
	}
	var of known
	if slices.ContainsFunc(about, func(a Subject) bool { return a.Skill != "" }) {
		of = s.known(ctx, c.file)
	}
	docs := make([]string, len(about))
	for i, a := range about {
		switch {
		case ctx.Err() != nil:
			return nil
		case a.Skill != "":
			docs[i] = s.meantDoc(s.distinct(of.named(a.Skill)), a.Path)
		case a.Path != "":
			docs[i] = c.fileDoc(a.Path)
		}
	}
	return docs
}

// meantDoc describes skills with the same name, or only the one at a path if the path is not empty.
func (s *Snapshot) meantDoc(list []skills.Skill, path string) string {
	if path != "" {
		list = slices.DeleteFunc(list, func(skill skills.Skill) bool { return skill.Path != path })
	}
	if len(list) == 0 {
		return ""
	}
	return s.skillsDoc(list)
}

// fileDoc documents the file or directory at a path that a completion offers.
func (c *cursor) fileDoc(path string) string {
	if !c.snapshot.isConfined(c.file, path) {
		return ""
	}
	info, err := c.snapshot.fs.Stat(path)
	if err != nil {
		return ""
	}
	return c.targetFileDoc(target{
		destination: destination{kind: relativePath}, exists: present, abs: path, actual: path, isDir: info.IsDir(),
	})
}
