package crush

import (
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

// inject renders the text that the model has of a skill: the answer of the tool view, or with arguments, a
// message of the user to which the skill was attached from the command palette.
func inject(l skills.Load) skills.Injection {
	if l.Arguments != nil {
		return attach(l)
	}
	return view(l)
}

// attach renders PromptWithTextAttachments (internal/message/content.go).
func attach(l skills.Load) skills.Injection {
	var c skills.Composition
	c.Add(skills.SegmentSubstituted, *l.Arguments)
	c.Add(skills.SegmentEnvelope, "\n<system_info>The files below have been attached by the user, "+
		"consider them in your response</system_info>\n<file path='"+l.Skill.Name+"'>\n\n")
	body := bodyStart(l.Source)
	c.Copy(skills.SegmentFrontmatter, l.Source, text.Span{End: body})
	c.Copy(skills.SegmentBody, l.Source, text.Span{Start: body, End: len(l.Source)})
	c.Add(skills.SegmentEnvelope, "\n</file>\n")
	c.NoteIf(l.Skill.ModelOnly, "The command palette does not offer this skill: it lacks `user-invocable: true`.")
	return c.Injection()
}

// bodyStart returns the offset after the closing delimiter.
func bodyStart(source string) int {
	front := split(source)
	if !front.Closed {
		return 0
	}
	_, next := text.LineAt(source, front.End, len(source))
	return next
}

// view renders the answer of the tool view (NewViewTool, readTextFile and addLineNumbers in view.go).
func view(l skills.Load) skills.Injection {
	v := viewer{source: l.Source, body: bodyStart(l.Source), ordinary: !isSkillFile(l)}
	more, refused := v.read()
	if refused != "" {
		var c skills.Composition
		c.Add(skills.SegmentNotice, refused)
		return c.Injection()
	}
	if more {
		const hint = "\n(File has more lines. Use 'offset' parameter to read beyond line %d)\n"
		v.Add(skills.SegmentNotice, fmt.Sprintf(hint, maxLines))
	}
	v.Add(skills.SegmentEnvelope, "</file>\n")
	v.NoteIf(v.ordinary, "The real path of the file is outside the roots, so the model gets only 200 lines "+
		"and at most 200 KB of it.")
	return v.Injection()
}

// A viewer renders the lines of a file.
type viewer struct {
	skills.Composition
	source   string
	body     int  // offset of the body
	ordinary bool // the file is not a skill file
	bytes    int  // of the lines so far, with the line feeds between them
}

// read renders the lines. It reports whether there are more, or returns the error that the tool answers
// instead.
func (v *viewer) read() (more bool, refused string) {
	v.Add(skills.SegmentEnvelope, "<file>\n")
	for n, at := 1, 0; ; n++ {
		line, rest, found := strings.Cut(v.source[at:], "\n")
		if refused = v.line(n, at, strings.TrimSuffix(line, "\r")); refused != "" {
			return false, refused
		}
		switch {
		case !found:
			return false, ""
		case v.ordinary && n == maxLines:
			return rest != "", ""
		}
		at += len(line) + len("\n")
	}
}

// line renders a line with its number. It returns the error that the tool answers instead, or "".
func (v *viewer) line(n, at int, line string) (refused string) {
	shown := line
	if len(line) > maxLine {
		shown = strings.ToValidUTF8(line[:maxLine], "") + "..."
	}
	if v.bytes += len(shown); n > 1 {
		v.bytes++
	}
	switch {
	case v.ordinary && v.bytes > maxBytes:
		return fmt.Sprintf("Content section is too large (%d bytes). Maximum size is %d bytes", v.bytes, maxBytes)
	case !utf8.ValidString(shown):
		return "File content is not valid UTF-8"
	}
	kind := skills.SegmentBody
	if at < v.body {
		kind = skills.SegmentFrontmatter
	}
	v.Add(skills.SegmentEnvelope, fmt.Sprintf("%6d|", n))
	if len(line) > maxLine {
		v.CopyAs(kind, shown, text.Span{Start: at, End: at + maxLine}, "the line is cut after 2,000 bytes")
	} else {
		shown = strings.TrimSuffix(shown, "\r")
		v.Copy(kind, v.source, text.Span{Start: at, End: at + len(shown)})
	}
	v.Add(skills.SegmentEnvelope, "\n")
	return ""
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

// catalog renders ToPromptXML (skills.go), without the built-in skills. Without skills there is no list. If
// all skills are hidden, the list is empty.
func catalog(list []skills.Skill, budget skills.Budget) skills.CatalogText {
	const head, tail = "<available_skills>\n", "</available_skills>"
	if len(list) == 0 {
		return skills.CatalogText{}
	}
	return kit.Catalog{Head: head, Entry: kit.EscapedElement, Tail: tail, Without: head + tail}.Render(list, budget)
}
