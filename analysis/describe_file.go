package analysis

import (
	"fmt"
	"strings"

	"skills-ls/skills"
)

// targetFileDoc describes an existing file or directory that a link points to.
func (c *cursor) targetFileDoc(t target) string {
	doc := fileLink(c.fromSkill(t.actual), t.actual)
	if t.isDir {
		doc += " (directory)"
	} else if info, err := c.snapshot.fs.Stat(t.actual); err == nil && c.snapshot.isConfined(c.file, t.actual) {
		doc += " (" + sizeText(info.Size()) + c.imageSize(t.actual, info.Size()) + ")"
	}
	if t.exists == otherCase {
		doc += "\n\nThe link writes it in other letters: " + codeSpan(c.fromSkill(t.abs)) + "."
	}
	if t.leaves {
		doc += "\n\nIt lies outside the skill's directory, and is missing where the skill is installed alone."
	}
	if !t.isDir {
		doc += c.resourceDoc(c.fromSkill(t.actual))
	}
	if target := c.snapshot.targetDoc(c.file, t); target != nil {
		doc += "\n\n" + c.sectionDoc(target, t.fragment)
	} else if text := c.firstLines(t); text != "" {
		doc += "\n\n" + text
	}
	return doc
}

// resourceDoc says which target agents, of those that read skill files with a tool of their own, would
// withhold a file from the model or cut it. The path is relative to the skill directory, or absolute.
func (c *cursor) resourceDoc(path string) string {
	top, err := c.snapshot.File(c.snapshot.skillFileIn(c.file.Skill))
	if c.file.Skill == "" || err != nil {
		return ""
	}
	var doc strings.Builder
	for _, agent := range c.standpoint().targets() {
		if agent.ReadResource == nil {
			continue
		}
		judged := c.snapshot.judgedFile(top)
		skill := c.snapshot.describe(agent, top, judged.Path, c.snapshot.verdict(agent, top, judged))
		switch answer := agent.ReadResource(skills.ResourceLoad{Skill: skill, Path: path, FS: c.snapshot.fs}); {
		case answer.Refused != "":
			fmt.Fprintf(&doc, "\n\n%s would not give it to the model; the tool %s answers: %s", agent.Title, codeSpan(answer.Tool), escapeMarkdown(answer.Refused))
		case answer.Removed > 0:
			fmt.Fprintf(&doc, "\n\n%s cuts it for the model, by %s.", agent.Title, sizeText(answer.Removed))
		}
	}
	return doc.String()
}

// sectionDoc returns the beginning of the section that a fragment names. Without a fragment, it returns the
// description of the document, or its beginning if it has none.
func (c *cursor) sectionDoc(doc *skills.Document, fragment string) string {
	start := doc.Body.Start
	if fragment != "" {
		h, ok := heading(doc, fragment)
		switch {
		case ok:
			start = h.Span.Start
		case !anchors(doc)[strings.ToLower(fragment)]:
			return "No heading has the anchor " + codeSpan("#"+fragment) + "."
		}
	} else if text := doc.Frontmatter.Description(); text != "" {
		return escapeMarkdown(text)
	}
	return excerpt(doc.Source[start:])
}

const (
	excerptLines = 10
	excerptWidth = 160 // characters of a line
)

// excerpt returns the first lines of Markdown text in a code fence, without leading blank lines.
func excerpt(text string) string { return excerptAs("markdown", text) }

// excerptAs returns the first lines of text in a code fence for language, without leading blank lines.
func excerptAs(language, text string) string {
	text = strings.TrimLeft(text, " \t\r\n")
	var lines []string
	for text != "" && len(lines) < excerptLines {
		line := firstLine(text, 0)
		lines = append(lines, shorten(line.Of(text), excerptWidth))
		text = text[line.End:]
		if strings.HasPrefix(text, "\r\n") {
			text = text[1:]
		}
		text = text[min(1, len(text)):]
	}
	if len(lines) == 0 {
		return ""
	}
	if strings.TrimSpace(text) != "" {
		lines = append(lines, "…")
	}
	return fenced(language, strings.TrimRight(strings.Join(lines, "\n"), "\n"))
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
