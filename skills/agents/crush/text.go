package crush

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/vfs"
)

// Limits of the tool view (internal/agent/tools/view.go).
const (
	maxLine  = 2000 // bytes
	maxLines = 200  // of a file that is not a skill file
	maxBytes = 200 * 1024
)

// attach renders PromptWithTextAttachments (internal/message/content.go).
func attach(l skills.Load) skills.Injection {
	var c skills.Composition
	c.Add(skills.SegmentSubstituted, *l.Arguments)
	c.Add(skills.SegmentEnvelope, "\n<system_info>The files below have been attached by the user, "+
		"consider them in your response</system_info>\n<file path='"+l.Skill.Name+"'>\n\n")
	body := split(l.Source).Body
	c.Copy(skills.SegmentFrontmatter, l.Source, text.Span{End: body})
	c.Copy(skills.SegmentBody, l.Source, text.Span{Start: body, End: len(l.Source)})
	c.Add(skills.SegmentEnvelope, "\n</file>\n")
	c.NoteIf(l.Skill.ModelOnly, "The command palette does not offer this skill: it lacks `user-invocable: true`.")
	return c.Injection()
}

// inject renders the text that the model has of a skill: the answer of the tool view (NewViewTool, readTextFile
// and addLineNumbers in view.go), or with arguments, a message of the user to which the skill was attached
// from the command palette.
func inject(l skills.Load) skills.Injection {
	if l.Arguments != nil {
		return attach(l)
	}
	var c skills.Composition
	body, ordinary := split(l.Source).Body, !isSkillFile(l)
	lines, more := strings.Split(l.Source, "\n"), false
	if ordinary && len(lines) > maxLines {
		more = len(lines) > maxLines+1 || lines[maxLines] != ""
		lines = lines[:maxLines]
	}
	c.Add(skills.SegmentEnvelope, "<file>\n")
	size := -1 // of the lines so far, with the line feeds between them
	at := 0
	for i, line := range lines {
		bare := strings.TrimSuffix(line, "\r")
		shown := cut(bare)
		size += 1 + len(shown)
		switch {
		case ordinary && size > maxBytes:
			const tooLarge = "Content section is too large (%d bytes). Maximum size is %d bytes"
			return notice(fmt.Sprintf(tooLarge, size, maxBytes))
		case !utf8.ValidString(shown):
			return notice("File content is not valid UTF-8")
		}
		kind := skills.SegmentBody
		if at < body {
			kind = skills.SegmentFrontmatter
		}
		c.Add(skills.SegmentEnvelope, fmt.Sprintf("%6d|", i+1))
		if shown == bare {
			shown = strings.TrimSuffix(shown, "\r")
			c.Copy(kind, l.Source, text.Span{Start: at, End: at + len(shown)})
		} else {
			c.CopyAs(kind, shown, text.Span{Start: at, End: at + maxLine}, "the line is cut after 2,000 bytes")
		}
		c.Add(skills.SegmentEnvelope, "\n")
		at += len(line) + len("\n")
	}
	if more {
		const hint = "\n(File has more lines. Use 'offset' parameter to read beyond line %d)\n"
		c.Add(skills.SegmentNotice, fmt.Sprintf(hint, maxLines))
	}
	c.Add(skills.SegmentEnvelope, "</file>\n")
	c.NoteIf(ordinary, "The real path of the file is outside the roots, so the model gets only 200 lines "+
		"and at most 200 KB of it.")
	c.NoteIf(ordinary && !vfs.Within(l.Cwd, l.Skill.Path), "Crush asks the user before the model reads the file, "+
		"because it is outside the working directory.")
	return c.Injection()
}

// notice renders what the tool answers instead of the file.
func notice(answer string) skills.Injection {
	var c skills.Composition
	c.Add(skills.SegmentNotice, answer)
	return c.Injection()
}

// cut returns a line as the tool shows it.
func cut(line string) string {
	if len(line) > maxLine {
		return strings.ToValidUTF8(line[:maxLine], "") + "..."
	}
	return line
}

// isSkillFile reports whether the tool view treats a file as a skill file: its real path is in a root
// (isInSkillsPath in view.go). The tool has the paths of the configuration as written, with "~" and variables
// in them (coordinator.go).
func isSkillFile(l skills.Load) bool {
	if l.FS == nil || l.Skill.Path == "" {
		return true
	}
	if isUnexpanded(l.Root) {
		return false
	}
	real, err := l.FS.RealPath(l.Skill.Path)
	if err != nil {
		return true
	}
	holds := func(dir string) bool {
		root, err := l.FS.RealPath(dir)
		return dir != "" && err == nil && vfs.Within(root, real)
	}
	here := &skills.Agent{Locations: skills.Locations{Roots: roots, Project: project}}
	_, dirs := skills.FindRoots(l.FS, here, skills.Vantage{Cwd: l.Cwd})
	if holds(l.Skill.Origin.Root) || slices.ContainsFunc(dirs, func(r skills.RootDir) bool { return holds(r.Dir) }) {
		return true
	}
	// The home directory is not known here. A directory with the name of a root in it counts as one.
	return slices.ContainsFunc(roots, func(r skills.Root) bool {
		return r.Base == skills.FromHome && strings.Contains(filepath.ToSlash(real), "/"+r.Dir+"/")
	})
}

// isUnexpanded reports whether a root comes from an entry of options.skills_paths that begins with "~" or a
// variable.
func isUnexpanded(root *skills.Root) bool {
	return root != nil && (root.Base == skills.FromHome || len(root.Env) > 0) &&
		!slices.ContainsFunc(roots, func(r skills.Root) bool { return r.Base == root.Base && r.Dir == root.Dir })
}

// catalog renders ToPromptXML (skills.go) and the section after it (coder.md.tpl), without the built-in skills.
// Without skills there is no list. If all skills are hidden, the list is empty.
func catalog(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	if len(list) == 0 {
		return skills.CatalogText{}
	}
	head, tail := "<available_skills>\n", "</available_skills>\n\n"+strings.TrimSuffix(usage, "\n")
	note := "Crush lists its built-in skills first. Here they are left out."
	return kit.Catalog{
		Head: head, Entry: kit.EscapedElement, Tail: tail, Without: head + tail, Notes: []string{note},
	}.Render(list, budget)
}

// usage is the section after the list.
//
//go:embed usage.md
var usage string
