package goose

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// suggested is the maximum number of files that Goose names if it does not find a file.
const suggested = 10

// readResource renders the answer of the tool load_skill for "skill/path" (crates/goose/src/skills/client.rs
// 57f1b3f2): a file that the tool lists with the skill, by the exact path in that list.
func readResource(l skills.ResourceLoad) skills.ResourceAnswer {
	answer := skills.ResourceAnswer{Tool: "load_skill"}
	name := l.Skill.Name + "/" + l.Path
	files, _ := list(skills.Load{Skill: l.Skill, FS: l.FS})
	for i := range files {
		files[i] = strings.ReplaceAll(files[i], `\`, "/")
	}
	switch {
	case len(files) == 0:
		answer.Refused = "Skill '" + l.Skill.Name + "' has no supporting files."
		return answer
	case !slices.Contains(files, strings.ReplaceAll(l.Path, `\`, "/")):
		answer.Refused = "File '" + name + "' not found. Available: " + strings.Join(files[:min(len(files), suggested)], ", ")
		return answer
	}
	real, err := l.FS.RealPath(filepath.Join(l.Skill.Dir, filepath.FromSlash(strings.ReplaceAll(l.Path, `\`, "/"))))
	if err != nil {
		answer.Refused = "Failed to resolve '" + name + "': " + err.Error()
		return answer
	}
	if dir, err := l.FS.RealPath(l.Skill.Dir); err != nil || !vfs.Within(dir, real) {
		answer.Refused = "Refusing to load '" + name + "': resolves outside the skill directory"
		return answer
	}
	text, err := l.FS.ReadFile(real)
	switch {
	case err != nil:
		answer.Refused = "Failed to read '" + name + "': " + err.Error()
	case !utf8.ValidString(text):
		answer.Refused = "Failed to read '" + name + "': stream did not contain valid UTF-8"
	default:
		answer.Content = "# Loaded: " + name + "\n\n" + text + "\n\n---\nFile loaded into context."
	}
	return answer
}
