package complete

import (
	"context"
	"slices"

	"skills-ls/analysis/describe"
	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// A Subject is the skill or file that a completion refers to.
type Subject struct {
	Skill string // the name of the skill, empty for none
	Path  string // absolute path of the file or directory, or of the one skill meant; empty for none
}

// Docs documents the subjects of completions in a file, in Markdown and in the given order: a skill
// by its description, a file by its first lines. A text is empty if there is nothing to show, or if the
// subject no longer exists or must not be read. The list is nil if the kind of the file is [file.NotOurs] or
// [file.NativeFile], or if ctx is canceled.
func Docs(ctx context.Context, s *workspace.Snapshot, path string, about ...Subject) []string {
	c, ok := refs.CursorAt(ctx, s, path, 0)
	if !ok {
		return nil
	}
	var of vantage.Visible
	if slices.ContainsFunc(about, func(a Subject) bool { return a.Skill != "" }) {
		of = vantage.VisibleSkills(ctx, s, c.File)
	}
	docs := make([]string, len(about))
	for i, a := range about {
		switch {
		case ctx.Err() != nil:
			return nil
		case a.Skill != "":
			docs[i] = meantDoc(s, vantage.Distinct(s, of.Named(a.Skill)), a.Path)
		case a.Path != "":
			docs[i] = fileDoc(c, a.Path)
		}
	}
	return docs
}

// meantDoc describes skills with the same name, or only the one at a path if the path is not empty.
func meantDoc(s *workspace.Snapshot, list []*skills.Skill, path string) string {
	if path != "" {
		list = slices.DeleteFunc(slices.Clone(list), func(skill *skills.Skill) bool { return skill.Path != path })
	}
	if len(list) == 0 {
		return ""
	}
	return skillsDoc(s, list)
}

// fileDoc documents the file or directory at a path that a completion offers.
func fileDoc(c *refs.Cursor, path string) string {
	if !refs.IsConfined(c.Snapshot, c.File, path) {
		return ""
	}
	info, err := c.Snapshot.FS().Stat(path)
	if err != nil {
		return ""
	}
	return describe.TargetFileDoc(c, workspace.Target{
		Destination: file.Destination{Kind: file.RelativePath}, Exists: workspace.Present, Abs: path, Actual: path, IsDir: info.IsDir(),
	})
}
