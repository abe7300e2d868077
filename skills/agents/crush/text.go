package crush

import (
	_ "embed"
	"fmt"
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

// inject renders the text that the model has of a skill: the answer of the tool view (NewViewTool, readTextFile
// and addLineNumbers in view.go), or with arguments, a message of the user to which the skill was attached
// from the command palette.
func inject(l skills.Load) skills.Injection {
	var c skills.Composition
	body, ordinary := split(l.Source).Body, !isSkillFile(l)
	if l.Arguments != nil {
		attach(&c, l, body)
		return c.Injection()
	}
	c.Add(skills.SegmentEnvelope, "<file>\n")
	size := -1 // of the lines so far, with the line feeds between them
	at := 0
	for i, line := range strings.Split(l.Source, "\n") {
		if ordinary && i == maxLines {
			if at < len(l.Source) {
				const hint = "\n(File has more lines. Use 'offset' parameter to read beyond line %d)\n"
				c.Add(skills.SegmentNotice, fmt.Sprintf(hint, maxLines))
			}
			break
		}
		shown, note := cut(strings.TrimSuffix(line, "\r"))
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
		shown = strings.TrimSuffix(shown, "\r")
		c.CopyAs(kind, shown, text.Span{Start: at, End: at + min(len(shown), maxLine)}, note)
		c.Add(skills.SegmentEnvelope, "\n")
		at += len(line) + len("\n")
	}
	c.Add(skills.SegmentEnvelope, "</file>\n")
	c.NoteIf(ordinary, "The real path of the file is outside the roots, so the model gets only 200 lines "+
		"and at most 200 KB of it.")
	c.NoteIf(ordinary && !vfs.Within(l.Cwd, l.Skill.Path), "Crush asks the user before the model reads the file, "+
		"because it is outside the working directory.")
	return c.Injection()
}

// attach renders PromptWithTextAttachments (internal/message/content.go).
func attach(c *skills.Composition, l skills.Load, body int) {
	c.Add(skills.SegmentSubstituted, *l.Arguments)
	c.Add(skills.SegmentEnvelope, "\n<system_info>The files below have been attached by the user, "+
		"consider them in your response</system_info>\n<file path='"+l.Skill.Name+"'>\n\n")
	c.Copy(skills.SegmentFrontmatter, l.Source, text.Span{End: body})
	c.Copy(skills.SegmentBody, l.Source, text.Span{Start: body, End: len(l.Source)})
	c.Add(skills.SegmentEnvelope, "\n</file>\n")
	c.NoteIf(l.Skill.ModelOnly, "The command palette does not offer this skill: it lacks `user-invocable: true`.")
}

// notice renders what the tool answers instead of the file.
func notice(answer string) skills.Injection {
	var c skills.Composition
	c.Add(skills.SegmentNotice, answer)
	return c.Injection()
}

// cut returns a line as the tool shows it, with a note if that is not all of it.
func cut(line string) (shown, note string) {
	if len(line) > maxLine {
		return strings.ToValidUTF8(line[:maxLine], "") + "...", "the line is cut after 2,000 bytes"
	}
	return line, ""
}

// isSkillFile reports whether the tool view treats a file as a skill file: its real path is in a root
// (isInSkillsPath in view.go). The tool has the entries of options.skills_paths as they are written, so that it
// does not know the directories of those that begin with "~" or a variable (coordinator.go).
func isSkillFile(l skills.Load) bool {
	if len(l.Roots) == 0 {
		return true
	}
	real, err := l.FS.RealPath(l.Skill.Path)
	return err != nil || slices.ContainsFunc(l.Roots, func(r skills.RootDir) bool {
		isTilde := r.Root.Base == skills.FromHome && r.Root.Env == nil
		isVariable := r.Root.Base == skills.FromConfig && r.Root.Env != nil
		return r.Real != "" && vfs.Within(r.Real, real) && !isTilde && !isVariable
	})
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
