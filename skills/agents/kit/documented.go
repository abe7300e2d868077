package kit

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// DirectoryName returns the name of the directory of a file, or "" if it is not known.
func DirectoryName(path string) string {
	dir := filepath.Dir(path)
	if path == "" || dir == "." || dir == filepath.Dir(dir) {
		return ""
	}
	return filepath.Base(dir)
}

// A DocumentedCheck collects the refusals of one file by an agent for which there is only documentation. How
// such an agent parses YAML is not known, so the check uses our own frontmatter, which allows more. The
// refusals have no messages.
type DocumentedCheck struct {
	file     skills.File
	fm       *frontmatter.Frontmatter
	gaveUp   bool // a parser would fail: later refusals are WouldBe
	refusals []skills.Refusal
}

// NewDocumentedCheck returns a check with the refusals for missing frontmatter and invalid YAML.
func NewDocumentedCheck(f skills.File) *DocumentedCheck {
	c := &DocumentedCheck{file: f, fm: f.Frontmatter}
	if c.fm == nil {
		c.fm = &skills.Parse(f.Source).Frontmatter
	}
	switch {
	case c.fm.State == frontmatter.Absent:
		c.Refuse(skills.CodeNoFrontmatter, "", c.fm.Open)
	case c.fm.State == frontmatter.Unclosed:
		c.Refuse(skills.CodeUnclosed, "", c.fm.Open)
		c.gaveUp = true
	case c.fm.Err != nil && !c.fm.Err.Limit:
		c.Refuse(skills.CodeYAML, "", c.fm.Err.Span)
		c.gaveUp = true
	case c.fm.Root != nil && c.fm.Root.Kind != frontmatter.MappingValue:
		c.Refuse(skills.CodeNotMapping, "", c.fm.Content)
	}
	return c
}

// Refuse adds a refusal.
func (c *DocumentedCheck) Refuse(code skills.Code, field string, at text.Span) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, WouldBe: c.gaveUp})
}

// Required returns the text of a required field and its span. It adds a refusal if the field is missing, is
// empty or is not a scalar.
func (c *DocumentedCheck) Required(field string) (text string, at text.Span) {
	e, ok := c.fm.Entry(field)
	if !ok {
		c.Refuse(skills.CodeMissing, field, c.fm.Open)
		return "", c.fm.Open
	}
	at = ValueOrKey(e)
	switch {
	case e.Value == nil: // the value is not known
	case e.Value.Kind != frontmatter.ScalarValue:
		c.Refuse(skills.CodeType, field, at)
	case e.Value.IsNull() || strings.TrimSpace(e.Value.Text) == "":
		c.Refuse(skills.CodeEmpty, field, at)
	default:
		text = e.Value.Text
	}
	return text, at
}

// MatchesFolder adds a refusal if the name differs from the name of the directory.
func (c *DocumentedCheck) MatchesFolder(name string, at text.Span) {
	if folder := DirectoryName(c.file.Path); name != "" && folder != "" && folder != name {
		c.Refuse(skills.CodeDirectory, "name", at)
	}
}

// IsTrue reports whether a field is the boolean true.
func (c *DocumentedCheck) IsTrue(field string) bool {
	e, ok := c.fm.Entry(field)
	return ok && e.Value != nil && e.Value.Kind == frontmatter.ScalarValue && e.Value.Tag == "!!bool" && strings.EqualFold(e.Value.Text, "true")
}

// Verdict returns the verdict with the refusals of the check.
func (c *DocumentedCheck) Verdict(name, description string) skills.Verdict {
	return skills.Verdict{Accepted: len(c.refusals) == 0, Name: name, Description: description, Refusals: c.refusals}
}
