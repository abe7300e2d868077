package crush

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// limits are the constants in skills.go.
var limits = skills.Limits{Unit: text.Bytes, Name: 64, Description: 1024, Compatibility: 500}

// matter has the fields of Skill in skills.go that Crush reads from a file.
type matter struct {
	Name                   string            `yaml:"name"`
	Description            string            `yaml:"description"`
	UserInvocable          bool              `yaml:"user-invocable"`
	DisableModelInvocation bool              `yaml:"disable-model-invocation"`
	License                string            `yaml:"license"`
	Compatibility          string            `yaml:"compatibility"`
	Metadata               map[string]string `yaml:"metadata"`
}

// accept reads a file as ParseContent and Validate do (skills.go). If Crush cannot parse it, the verdict
// continues with the fields of the author's view.
func accept(f skills.File) skills.Verdict {
	c := check{Report: kit.NewReport(f)}
	c.Recover()
	c.parse()
	c.validate()
	v := c.Verdict(c.Fields["name"].Text, c.Fields["description"].Text)
	v.HideIf(c.matter.DisableModelInvocation, kit.DisablesInvocation)
	v.ModelOnly = !c.matter.UserInvocable
	return v
}

// A check collects the refusals of one file.
type check struct {
	kit.Report
	matter matter
}

// parse decodes the frontmatter.
func (c *check) parse() {
	front := split(c.Source)
	switch {
	case !front.Opened:
		c.NoFrontmatter(false, "no YAML frontmatter found")
	case !front.Closed:
		c.NoFrontmatter(true, "unclosed frontmatter")
	default:
		c.decode(&front)
	}
	c.GaveUp = len(c.Refusals) > 0
}

// decode decodes the YAML. If the YAML exceeds a limit of the decoder, the fields of the author's view count.
func (c *check) decode(front *kit.Delimited) {
	errs, err := frontmatter.DecodeYAML(front.Text, &c.matter)
	for field, value := range map[string]string{
		"name": c.matter.Name, "description": c.matter.Description, "compatibility": c.matter.Compatibility,
	} {
		if value != "" { // the author's view may not have it
			c.Fields[field] = kit.Field{Text: value}
		}
	}
	message := strings.ReplaceAll(fmt.Sprint("parsing frontmatter: ", err), "into crush.matter", "into skills.Skill")
	for _, e := range errs {
		switch at := front.Span(e.Span.Start, e.Span.End); {
		case e.Limit:
		case !utf8.ValidString(front.Text):
			c.Refuse(skills.CodeUnreadable, "", kit.InvalidUTF8(c.Source), message)
		case strings.HasSuffix(e.Message, " into crush.matter"):
			c.Refuse(skills.CodeNotMapping, "", at, message)
		case strings.HasPrefix(e.Message, "mapping key "):
			c.Refuse(skills.CodeDuplicateKey, c.EntryAt(at.End-1).Key, at, message)
		case strings.HasPrefix(e.Message, "cannot unmarshal "):
			c.Refuse(skills.CodeType, c.EntryAt(at.End-1).Key, at, message)
		default:
			c.Refuse(skills.CodeYAML, "", at, message)
		}
	}
}

// split finds the frontmatter as splitFrontmatter does (skills.go): between the first line that is not blank
// and the next line that is "---", both without white space around them. Lines end at \n, \r\n and \r.
func split(source string) kit.Delimited {
	first := strings.TrimLeftFunc(strings.TrimPrefix(source, text.ByteOrderMark), unicode.IsSpace)
	return kit.DelimitedIn(source, kit.LinesFrom(source, len(source)-len(first)), strings.TrimSpace)
}

// validate checks the fields. Crush joins all problems into one message, which each refusal has here.
func (c *check) validate() {
	before := len(c.Refusals)
	if name, ok := c.Required("name", "name is required"); ok {
		c.tooLong("name", limits.Name)
		c.name(name.Text)
	}
	c.Required("description", "description is required")
	c.tooLong("description", limits.Description)
	c.tooLong("compatibility", limits.Compatibility)
	faults := c.Refusals[before:]
	message := ""
	for _, r := range faults {
		message += "\n" + r.Message
	}
	for i := range faults {
		faults[i].Message = message[1:]
	}
}

// tooLong refuses a field with more bytes than a limit.
func (c *check) tooLong(field string, limit int) {
	message := fmt.Sprintf("%s exceeds %d characters", field, limit)
	c.RefuseIf(len(c.Fields[field].Text) > limit, skills.CodeTooLong, field, c.Place(field), message)
}

// name checks the form of a name, and compares it with the directory.
func (c *check) name(name string) {
	const form = "name must be alphanumeric with hyphens, no leading/trailing/consecutive hyphens"
	at, isKebab := c.Place("name"), kit.IsKebabAlphabet(kit.LowerASCII(name))
	c.RefuseIf(!isKebab, skills.CodeCharacters, "name", at, form)
	c.RefuseIf(isKebab && kit.HasStrayHyphen(name), skills.CodeHyphens, "name", at, form)
	dir := kit.DirectoryName(c.Path)
	differs := dir != "" && !strings.EqualFold(dir, name)
	c.RefuseIf(differs, skills.CodeDirectory, "name", at, fmt.Sprintf("name %q must match directory %q", name, dir))
}
