package analysis

import (
	"context"
	"slices"

	"skills-ls/skills"
)

// A Subject is what a completion stands for.
type Subject struct {
	Skill string // the name of the skill, empty for none
	Path  string // the absolute path of the file or directory, of a skill the one that is meant of several; empty for none
}

// CompletionDocs documents what completions in a file stand for, in Markdown and in their order: of a skill the description, of a file its
// first lines. A text is empty where there is nothing to say, for what is not there any more or must not be read. The list is nil for files
// that are not ours and where the context is cancelled.
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

// meantDoc describes skills of one name, or the one of them at a path if that is not empty.
func (s *Snapshot) meantDoc(list []skills.Skill, path string) string {
	if path != "" {
		list = slices.DeleteFunc(list, func(skill skills.Skill) bool { return skill.Path != path })
	}
	if len(list) == 0 {
		return ""
	}
	return s.skillsDoc(list)
}

// fileDoc shows a file or directory that a path may lead to.
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
