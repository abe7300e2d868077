package pi

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// A matter is a file as parseFrontmatter reads it (utils/frontmatter.ts): without a byte order mark, and with
// line feeds as its only line endings.
type matter struct {
	text       string
	yaml, body text.Span // of the text; without frontmatter all of it is the body
	found      bool
}

// read finds the frontmatter. It begins after the first four characters if these begin with "---", and
// ends at the next line that begins with "---".
func read(source string) matter {
	m := matter{text: kit.LineFeeds(source)}
	m.body.End = len(m.text)
	if !strings.HasPrefix(m.text, "---") {
		return m
	}
	if i := strings.Index(m.text[3:], "\n---"); i >= 0 {
		_, dropped := utf8.DecodeRuneInString(m.text[3 : 3+i])
		m.found, m.yaml = true, text.Span{Start: 3 + dropped, End: 3 + i}
		m.body.Start = m.yaml.End + len("\n---")
	}
	return m
}

// accept reads a file as loadSkillFromFile does (core/skills.ts). It rejects invalid YAML, and a description
// that is missing, blank or not a string, and warns about other problems. It rejects Markdown files with
// names other than SKILL.md without a message.
func accept(f skills.File) skills.Verdict {
	c := kit.NewReport(f)
	m := read(f.Source)
	doc := kit.LoadEemeli(f.Readings, m.yaml.Of(m.text))
	fields, isMapping := doc.Value.(*yamldialect.JSObject)
	switch {
	case !m.found:
		c.NoFrontmatter(strings.HasPrefix(m.text, "---"), required)
		fields = c.AuthorJS()
	case doc.Err != nil:
		at := text.Span{Start: doc.Err.Start, End: doc.Err.End}.Shift(m.yaml.Start)
		c.GiveUp(kit.CodeOf(doc.Err), "", kit.SpanBeforeLineFeeds(f.Source, at), doc.Err.Message)
		fields = c.AuthorJS()
	case !isMapping:
		fields = new(yamldialect.JSObject)
	}
	value, _ := fields.Get("name")
	name, _ := value.(string)
	if name == "" && !c.GaveUp {
		name = kit.DirectoryName(f.Path)
	}
	value, there := fields.Get("description")
	description, _ := value.(string)
	_, written := c.Frontmatter.Entry("description")
	switch at := c.Place("description"); {
	case text.TrimJS(description) != "", c.GaveUp && (written || !m.found):
	case !isMapping && doc.Value != nil:
		c.Refuse(skills.CodeNotMapping, "", c.Frontmatter.Content.TrimJS(f.Source), required)
	case !there:
		c.Refuse(skills.CodeMissing, "description", at, required)
	case value == nil, value == description:
		c.Refuse(skills.CodeEmpty, "description", at, required)
	default:
		c.Refuse(skills.CodeType, "description", at, required)
	}
	remark(&c, name, description)
	v := c.Verdict(name, description)
	disabled, _ := fields.Get("disable-model-invocation")
	v.Hidden = disabled == true
	if base := filepath.Base(c.Path); c.Path != "" && base != "SKILL.md" {
		for i := range v.Refusals {
			v.Refusals[i].Message = ""
		}
	}
	return v
}

// required is Pi's message for every file in which it finds no description.
const required = "description is required"

// remark warns as validateDescription and validateName do (core/skills.ts).
func remark(c *kit.Report, name, description string) {
	warn := func(field string, wrong bool, message string) {
		c.RemarkIf(wrong, "warning", field, c.Place(field), message)
	}
	tooLong := func(field, value string, limit int) {
		n := text.UTF16.Len(value)
		warn(field, n > limit, fmt.Sprintf("%s exceeds %d characters (%d)", field, limit, n))
	}
	tooLong("description", description, descriptionLength)
	tooLong("name", name, nameLength)
	warn("name", name != "" && !kit.IsKebabAlphabet(name),
		"name contains invalid characters (must be lowercase a-z, 0-9, hyphens only)")
	warn("name", strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-"),
		"name must not start or end with a hyphen")
	warn("name", strings.Contains(name, "--"), "name must not contain consecutive hyphens")
}
