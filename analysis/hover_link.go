package analysis

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// mentionDoc describes the skill that a mention refers to, or all that it may refer to. It returns "" if no
// skill is known.
func (c *cursor) mentionDoc(m skills.Mention) string {
	found := c.mentioned(m)
	if len(found) == 0 {
		return ""
	}
	if len(found) == 1 {
		skill := found[0]
		return fmt.Sprintf("**%s** (%s)\n\n%s\n\n%s\n", codeSpan(skill.Name), skill.Scope, escapeMarkdown(skill.Description), c.skillLink(skill))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%d skills are called %s. ", len(found), codeSpan(m.Name))
	if keepers := keepAll(); len(keepers) > 0 && m.Kind == skills.PlainMention {
		fmt.Fprintf(&out, "By the name alone %s load none of them; %s says which one.", titles(keepers), codeSpan("[$"+m.Name+"](path)"))
	} else {
		out.WriteString("Which one is meant depends on the agent.")
	}
	out.WriteString("\n\n")
	for _, skill := range found {
		fmt.Fprintf(&out, "- %s (%s): %s\n", c.skillLink(skill), skill.Scope, escapeMarkdown(skill.Description))
	}
	if m.Kind != skills.LinkedMention {
		out.WriteString(c.takenDoc(m.Name))
	}
	return out.String()
}

// takenDoc says which skill each target agent uses, for the agents that find several with the name.
func (c *cursor) takenDoc(name string) string {
	var out strings.Builder
	at := c.standpoint()
	if c.snapshot.Scanning() {
		return ""
	}
	for _, agent := range at.targets() {
		catalog := c.snapshot.catalog(c.ctx, agent, at.vantage)
		if taken, ok := catalog.Taken(name); ok && len(catalog.Named(name)) > 1 {
			fmt.Fprintf(&out, "\n%s takes %s.\n", upperFirst(agent.Title), c.skillLink(taken))
		}
	}
	return out.String()
}

// keepAll returns the agents that recognize "$name" in text and keep all skills that share a name.
func keepAll() []*skills.Agent {
	return slices.DeleteFunc(agents.All(), func(agent *skills.Agent) bool {
		return agent.Mentions == nil || agent.Duplicates != skills.KeepAll || len(agent.Mentions("$a")) == 0
	})
}

func (c *cursor) skillLink(skill skills.Skill) string {
	return fileLink(c.snapshot.shownPath(skill.Path), c.snapshot.FolderPath(skill.Path))
}

// linkDoc describes the target of a destination. It returns "" if nothing is known about it.
func (c *cursor) linkDoc(destination string) string {
	t := c.snapshot.newResolver(c.file).resolve(destination)
	switch {
	case t.kind == ownFragment:
		return c.sectionDoc(c.file.Doc, t.fragment)
	case t.kind == external:
		return elsewhereDoc(destination)
	case t.kind == unchecked:
		return uncheckedDoc(destination) + c.resourceDoc(destination)
	case t.abs == "":
		return "" // the file has no directory
	}
	name := codeSpan(c.fromSkill(t.abs))
	switch t.exists {
	case unprobed:
		return name + " lies outside the skill's directory and the workspace." + c.resourceDoc(c.fromSkill(t.abs))
	case missing:
		return name + " does not exist."
	}
	return c.targetFileDoc(t)
}

// elsewhereDoc describes a destination with a URL scheme.
func elsewhereDoc(destination string) string {
	scheme, _, _ := strings.Cut(destination, ":")
	switch strings.ToLower(scheme) {
	case "http", "https":
		return codeSpan(shorten(destination, maxURLShown)) + "\n\nOn the web: an agent without network access cannot read it. Nothing was fetched."
	}
	return codeSpan(shorten(destination, maxURLShown))
}

const maxURLShown = 400 // characters

// uncheckedDoc says why the target of a destination is not looked up.
func uncheckedDoc(destination string) string {
	shown := codeSpan(shorten(destination, maxURLShown))
	switch {
	case destination == "":
		return "The link leads nowhere yet."
	case isAbsolute(destination):
		return shown + " begins at the root of a file system, and names another file on every machine."
	case isTemplate(destination):
		return shown + " is a pattern that is still to be filled in."
	}
	return shown + " is no path from the skill's directory."
}

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

// fromSkill returns a path relative to the skill directory, or to the file's directory if the file belongs to
// no skill.
func (c *cursor) fromSkill(path string) string {
	top := c.file.Skill
	if top == "" {
		top = c.file.Dir
	}
	rel, err := filepath.Rel(top, path)
	if err != nil {
		return c.snapshot.shownPath(path)
	}
	return filepath.ToSlash(rel)
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
