package pi

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
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

// origin returns the span in a file of a span in the text that Pi reads.
func origin(source string, at text.Span) text.Span {
	return text.Span{Start: kit.BeforeLineFeeds(source, at.Start), End: kit.BeforeLineFeeds(source, at.End)}
}

// accept reads a file as loadSkillFromFile does (core/skills.ts). It rejects invalid YAML, and a description
// that is missing, blank or not a string, and warns about other problems. It rejects Markdown files with
// names other than SKILL.md without a message.
func accept(f skills.File) skills.Verdict {
	c := check{file: f, fm: f.Frontmatter}
	if c.fm == nil {
		c.fm = &skills.Parse(f.Source).Frontmatter
	}
	c.name, c.description = text.DecodeUTF8(c.fm.Name()), text.DecodeUTF8(c.fm.Description())
	m := read(f.Source)
	doc := yamldialect.LoadEemeli(m.yaml.Of(m.text))
	switch {
	case !m.found:
		c.refuseFence(m.text)
		return c.verdict()
	case doc.Err != nil:
		c.refuseYAML(doc.Err, m.yaml.Start)
		return c.verdict()
	}
	fields, _ := doc.Value.(*yamldialect.JSObject)
	if fields == nil {
		fields = &yamldialect.JSObject{}
	}
	name, _ := fields.Get("name")
	if c.name, _ = name.(string); c.name == "" {
		c.name = kit.DirectoryName(f.Path)
	}
	value, there := fields.Get("description")
	c.description, _ = value.(string)
	c.refuseDescription(value, there, doc.Value)
	c.remark()
	v := c.verdict()
	disabled, _ := fields.Get("disable-model-invocation")
	v.Hidden = disabled == true
	return v
}

// A check collects the refusals and remarks on one file.
type check struct {
	file              skills.File
	fm                *frontmatter.Frontmatter
	name, description string
	refusals          []skills.Refusal
	remarks           []skills.Remark
}

func (c *check) verdict() skills.Verdict {
	v := skills.Verdict{
		Accepted: len(c.refusals) == 0, Refusals: c.refusals, Name: c.name, Description: c.description,
	}
	if v.Accepted {
		v.Remarks = c.remarks
	}
	return v
}

func (c *check) refuse(code skills.Code, field string, at text.Span, message string) {
	if base := filepath.Base(c.file.Path); c.file.Path != "" && base != "SKILL.md" {
		message = ""
	}
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, Message: message})
}

// required is Pi's message for every file in which it finds no description.
const required = "description is required"

// refuseFence refuses a file in which Pi finds no frontmatter.
func (c *check) refuseFence(read string) {
	r := kit.NoFrontmatter(c.file.Source, c.fm, required)
	if strings.HasPrefix(read, "---") {
		r.Code = skills.CodeUnclosed
	}
	c.refuse(r.Code, "", r.Span, required)
}

// refuseYAML refuses a file with invalid YAML. The YAML begins at the offset start of the text.
func (c *check) refuseYAML(err *yamldialect.Error, start int) {
	code := skills.CodeYAML
	if err.Cause == yamldialect.Duplicate {
		code = skills.CodeDuplicateKey
	}
	at := text.Span{Start: start + err.Start, End: start + err.End}
	c.refuse(code, "", origin(c.file.Source, at), err.Message)
	if e, ok := c.fm.Entry("description"); !ok || e.ValueSpan.IsEmpty() {
		c.refuse(skills.CodeMissing, "description", c.place("description"), required)
		c.refusals[1].WouldBe = true
	}
}

func (c *check) refuseDescription(value any, there bool, root any) {
	_, isMapping := root.(*yamldialect.JSObject)
	at := c.place("description")
	switch {
	case text.TrimJS(c.description) != "":
	case !isMapping && root != nil:
		c.refuse(skills.CodeNotMapping, "", c.fm.Content.TrimJS(c.file.Source), required)
	case !there:
		c.refuse(skills.CodeMissing, "description", at, required)
	case value == nil, value == c.description:
		c.refuse(skills.CodeEmpty, "description", at, required)
	default:
		c.refuse(skills.CodeType, "description", at, required)
	}
}

// place returns the span of a field, or of the opening delimiter if the field is missing.
func (c *check) place(field string) text.Span {
	if e, ok := c.fm.Entry(field); ok {
		return kit.ValueOrKey(e)
	}
	return c.fm.Open
}

// remark warns as validateDescription and validateName do (core/skills.ts).
func (c *check) remark() {
	warn := func(field string, wrong bool, message string) {
		if wrong {
			c.remarks = append(c.remarks, skills.Remark{
				Severity: "warning", Field: field, Span: c.place(field), Message: message,
			})
		}
	}
	tooLong := func(field, value string, limit int) {
		n := text.UTF16.Len(value)
		warn(field, n > limit, fmt.Sprintf("%s exceeds %d characters (%d)", field, limit, n))
	}
	tooLong("description", c.description, descriptionLength)
	tooLong("name", c.name, nameLength)
	warn("name", c.name != "" && !kit.IsKebabAlphabet(c.name),
		"name contains invalid characters (must be lowercase a-z, 0-9, hyphens only)")
	warn("name", strings.HasPrefix(c.name, "-") || strings.HasSuffix(c.name, "-"),
		"name must not start or end with a hyphen")
	warn("name", strings.Contains(c.name, "--"), "name must not contain consecutive hyphens")
}
