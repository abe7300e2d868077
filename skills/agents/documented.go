package agents

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// What is shared by agents of which documentation alone is known. How they parse is not: so the author's view of the frontmatter
// stands for theirs, which is the generous one, and they say nothing of why they leave a skill out.

// folderName returns the name of the directory that a file lies in, empty where that is not known.
func folderName(path string) string {
	dir := filepath.Dir(path)
	if path == "" || dir == "." || dir == filepath.Dir(dir) {
		return ""
	}
	return filepath.Base(dir)
}

// A documentedCheck collects the refusals of one file.
type documentedCheck struct {
	file     skills.File
	fm       *frontmatter.Frontmatter
	gaveUp   bool // a parser would: what follows would be
	refusals []skills.Refusal
}

// newDocumentedCheck begins with what keeps the frontmatter from being YAML. A file without one lacks every field.
func newDocumentedCheck(f skills.File) *documentedCheck {
	c := &documentedCheck{file: f, fm: f.Frontmatter}
	if c.fm == nil {
		c.fm = &skills.Parse(f.Source).Frontmatter
	}
	switch {
	case c.fm.State == frontmatter.Absent:
		c.refuse(skills.CodeNoFrontmatter, "", c.fm.Open)
	case c.fm.State == frontmatter.Unclosed:
		c.refuse(skills.CodeUnclosed, "", c.fm.Open)
		c.gaveUp = true
	case c.fm.Err != nil && !c.fm.Err.Limit:
		c.refuse(skills.CodeYAML, "", c.fm.Err.Span)
		c.gaveUp = true
	case c.fm.Root != nil && c.fm.Root.Kind != frontmatter.MappingValue:
		c.refuse(skills.CodeNotMapping, "", c.fm.Content)
	}
	return c
}

func (c *documentedCheck) refuse(code skills.Code, field string, at text.Span) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, WouldBe: c.gaveUp})
}

// required returns the text of a field that must have one, and where it stands.
func (c *documentedCheck) required(field string) (text string, at text.Span) {
	e, ok := c.fm.Entry(field)
	if !ok {
		c.refuse(skills.CodeMissing, field, c.fm.Open)
		return "", c.fm.Open
	}
	at = valueOrKey(e)
	switch {
	case e.Value == nil: // nobody knows
	case e.Value.Kind != frontmatter.ScalarValue:
		c.refuse(skills.CodeType, field, at)
	case e.Value.IsNull() || strings.TrimSpace(e.Value.Text) == "":
		c.refuse(skills.CodeEmpty, field, at)
	default:
		text = e.Value.Text
	}
	return text, at
}

// matchesFolder refuses a name that is not that of the directory.
func (c *documentedCheck) matchesFolder(name string, at text.Span) {
	if folder := folderName(c.file.Path); name != "" && folder != "" && folder != name {
		c.refuse(skills.CodeDirectory, "name", at)
	}
}

// isTrue reports whether a field is there and true.
func (c *documentedCheck) isTrue(field string) bool {
	e, ok := c.fm.Entry(field)
	return ok && e.Value != nil && e.Value.Kind == frontmatter.ScalarValue && e.Value.Tag == "!!bool" && strings.EqualFold(e.Value.Text, "true")
}

func (c *documentedCheck) verdict(name, description string) skills.Verdict {
	return skills.Verdict{Accepted: len(c.refusals) == 0, Name: name, Description: description, Refusals: c.refusals}
}

// slashAtStart returns the mention "/name" that begins a text, but for white space, and is followed by white space or nothing.
func slashAtStart(source string) []skills.Mention {
	start := len(source) - len(strings.TrimSpace(source+"x")) + 1
	if !strings.HasPrefix(source[start:], "/") {
		return nil
	}
	name := text.Span{Start: start + 1, End: kebabEnd(source, start+1)}
	if rest := source[name.End:]; name.IsEmpty() || rest != "" && strings.TrimLeft(rest, " \t\r\n") == rest {
		return nil
	}
	return []skills.Mention{{Kind: skills.SlashMention, Span: text.Span{Start: start, End: name.End}, Name: name.Of(source), NameSpan: name}}
}
