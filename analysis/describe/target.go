// Package describe writes the documentation of files and placeholders that hovers and completions share.
package describe

import (
	"fmt"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
)

// TargetFileDoc describes an existing file or directory that a link points to.
func TargetFileDoc(c *refs.Cursor, t workspace.Target) string {
	doc := render.FileLink(c.FromSkill(t.Actual), t.Actual)
	if t.IsDir {
		doc += " (directory)"
	} else if info, err := c.Snapshot.FS().Stat(t.Actual); err == nil && refs.IsConfined(c.Snapshot, c.File, t.Actual) {
		doc += " (" + sizeText(info.Size()) + imageSize(c, t.Actual, info.Size()) + ")"
	}
	if t.Exists == workspace.OtherCase {
		doc += "\n\nThe link spells it with different case: " + render.CodeSpan(c.FromSkill(t.Abs)) + "."
	}
	if t.Leaves {
		doc += "\n\nOutside the skill directory: missing if the skill is installed alone."
	}
	if !t.IsDir {
		doc += ResourceDoc(c, c.FromSkill(t.Actual))
	}
	if target := refs.TargetDoc(c.Snapshot, c.File, t); target != nil {
		doc += "\n\n" + SectionDoc(c, target, t.Fragment)
	} else if text := firstLines(c, t); text != "" {
		doc += "\n\n" + text
	}
	return doc
}

// ResourceDoc says which target agents, of those that read skill files with a tool of their own, would
// withhold a file from the model or cut it. The path is relative to the skill directory, or absolute.
func ResourceDoc(c *refs.Cursor, path string) string {
	top, err := c.Snapshot.File(vantage.SkillFileIn(c.Snapshot, c.File.Skill))
	if c.File.Skill == "" || err != nil {
		return ""
	}
	var doc strings.Builder
	for _, agent := range c.Standpoint().Concerned {
		if agent.ReadResource == nil {
			continue
		}
		v := c.Snapshot.Verdict(agent, top, c.Snapshot.JudgedFile(top))
		skill := vantage.Describe(c.Snapshot, agent, top, c.Snapshot.JudgedPath(agent, top), v)
		switch answer := agent.ReadResource(skills.ResourceLoad{Skill: skill, Path: path, FS: c.Snapshot.FS()}); {
		case answer.Refused != "":
			fmt.Fprintf(&doc, "\n\n%s does not give it to the model. Its tool %s answers: %s", agent.Title, render.CodeSpan(answer.Tool), render.Escape(answer.Refused))
		case answer.Removed > 0:
			fmt.Fprintf(&doc, "\n\n%s cuts %s of it for the model.", agent.Title, sizeText(answer.Removed))
		}
	}
	return doc.String()
}

// SectionDoc returns the beginning of the section that a fragment names. Without a fragment, it returns the
// description of the document, or its beginning if it has none.
func SectionDoc(c *refs.Cursor, doc *skills.Document, fragment string) string {
	start := doc.Body.Start
	if fragment != "" {
		h, ok := file.Heading(doc, fragment)
		switch {
		case ok:
			start = h.Span.Start
		case !file.Anchors(doc)[strings.ToLower(fragment)]:
			return "No heading has the anchor " + render.CodeSpan("#"+fragment) + "."
		}
	} else if text := doc.Frontmatter.Description(); text != "" {
		return render.Escape(text)
	}
	return Excerpt(doc.Source[start:])
}

const (
	ExcerptLines = 10
	excerptWidth = 160 // characters of a line
)

// Excerpt returns the first lines of Markdown text in a code fence, without leading blank lines.
func Excerpt(text string) string { return excerptAs("markdown", text) }

// excerptAs returns the first lines of text in a code fence for language, without leading blank lines.
func excerptAs(language, text string) string {
	text = strings.TrimLeft(text, " \t\r\n")
	var rows []string
	for text != "" && len(rows) < ExcerptLines {
		line := lines.FirstLine(text, 0)
		rows = append(rows, vantage.Shorten(line.Of(text), excerptWidth))
		text = text[line.End:]
		if strings.HasPrefix(text, "\r\n") {
			text = text[1:]
		}
		text = text[min(1, len(text)):]
	}
	if len(rows) == 0 {
		return ""
	}
	if strings.TrimSpace(text) != "" {
		rows = append(rows, "…")
	}
	return render.Fenced(language, strings.TrimRight(strings.Join(rows, "\n"), "\n"))
}

// sizeText formats a size in bytes for display.
func sizeText(size int64) string {
	switch {
	case size == 1:
		return "1 byte"
	case size < 1<<10:
		return fmt.Sprintf("%d bytes", size)
	case size < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(size)/(1<<10))
	}
	return fmt.Sprintf("%.1f MiB", float64(size)/(1<<20))
}
