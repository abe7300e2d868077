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
type DocumentedCheck struct{ Report }

// NewDocumentedCheck returns a check with the refusals for missing frontmatter and invalid YAML.
func NewDocumentedCheck(f skills.File) *DocumentedCheck {
	c := &DocumentedCheck{NewReport(f)}
	switch fm := c.Frontmatter; {
	case fm.State == frontmatter.Absent:
		c.Refuse(skills.CodeNoFrontmatter, "", fm.Open, "")
	case fm.State == frontmatter.Unclosed:
		c.GiveUp(skills.CodeUnclosed, "", fm.Open, "")
	case fm.Err != nil && !fm.Err.Limit:
		c.GiveUp(skills.CodeYAML, "", fm.Err.Span, "")
	case fm.Root != nil && fm.Root.Kind != frontmatter.MappingValue:
		c.Refuse(skills.CodeNotMapping, "", fm.Content, "")
	}
	return c
}

// Required returns the text of a required field and its span. It adds a refusal if the field is missing, is
// empty or is not a scalar.
func (c *DocumentedCheck) Required(field string) (text string, at text.Span) {
	e, ok := c.Frontmatter.Entry(field)
	at = c.Place(field)
	switch {
	case !ok:
		c.Refuse(skills.CodeMissing, field, at, "")
	case e.Value == nil: // the value is not known
	case e.Value.Kind != frontmatter.ScalarValue:
		c.Refuse(skills.CodeType, field, at, "")
	case e.Value.IsNull() || strings.TrimSpace(e.Value.Text) == "":
		c.Refuse(skills.CodeEmpty, field, at, "")
	default:
		text = e.Value.Text
	}
	return text, at
}

// MatchesFolder adds a refusal if the name differs from the name of the directory.
func (c *DocumentedCheck) MatchesFolder(name string, at text.Span) {
	if folder := DirectoryName(c.Path); name != "" && folder != "" && folder != name {
		c.Refuse(skills.CodeDirectory, "name", at, "")
	}
}

// IsTrue reports whether a field is the boolean true.
func (c *DocumentedCheck) IsTrue(field string) bool {
	e, ok := c.Frontmatter.Entry(field)
	return ok && e.Value != nil && e.Value.Kind == frontmatter.ScalarValue && e.Value.Tag == "!!bool" && strings.EqualFold(e.Value.Text, "true")
}
