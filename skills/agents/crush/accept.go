package crush

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// Lengths in bytes (skills.go).
const (
	maxName          = 64
	maxDescription   = 1024
	maxCompatibility = 500
)

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
	c.parse()
	c.validate()
	v := c.Verdict(c.matter.Name, c.matter.Description)
	v.Hidden, v.ModelOnly = c.matter.DisableModelInvocation, !c.matter.UserInvocable
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
	if c.GaveUp = len(c.Refusals) > 0; c.GaveUp {
		c.recover()
	}
}

// decode decodes the YAML. If the YAML exceeds a limit of the decoder, decode uses the author's view of the
// fields.
func (c *check) decode(front *kit.Delimited) {
	errs, err := frontmatter.DecodeYAML(front.Text, &c.matter)
	if err == nil {
		return
	}
	message := strings.ReplaceAll("parsing frontmatter: "+err.Error()+"\n", "crush.matter\n", "skills.Skill\n")
	message = strings.TrimSuffix(message, "\n")
	for _, e := range errs {
		switch at := front.Span(e.Span.Start, e.Span.End); {
		case e.Limit:
			c.recover()
		case !utf8.ValidString(front.Text):
			c.Refuse(skills.CodeUnreadable, "", kit.InvalidUTF8(c.Source), message)
		case strings.HasSuffix(e.Message, " into crush.matter"):
			c.Refuse(skills.CodeNotMapping, "", at, message)
		case strings.HasPrefix(e.Message, "mapping key "):
			c.Refuse(skills.CodeDuplicateKey, c.fieldAt(at), at, message)
		case strings.HasPrefix(e.Message, "cannot unmarshal "):
			c.Refuse(skills.CodeType, c.fieldAt(at), at, message)
		default:
			c.Refuse(skills.CodeYAML, "", at, message)
		}
	}
}

// fieldAt returns the key of the last field that begins before the end of a line.
func (c *check) fieldAt(line text.Span) (key string) {
	for _, e := range c.Frontmatter.Entries {
		if e.KeySpan.Start < line.End {
			key = e.Key
		}
	}
	return key
}

// recover takes the fields from the author's view of the frontmatter.
func (c *check) recover() {
	c.matter.Name, c.matter.Description = c.Frontmatter.Name(), c.Frontmatter.Description()
	e, ok := c.Frontmatter.Entry("compatibility")
	if ok && e.Value != nil && e.Value.Kind == frontmatter.ScalarValue {
		c.matter.Compatibility = e.Value.Text
	}
}

// split finds the frontmatter as splitFrontmatter does (skills.go): between the first line that is not blank
// and the next line that is "---", both without white space around them. Lines end at \n, \r\n and \r.
func split(source string) kit.Delimited {
	start := len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
	return kit.DelimitedIn(source, func(yield func(text.Span) bool) {
		opened := false
		for at := start; at < len(source); {
			line := text.Span{Start: at}
			line.End, at = text.LineAt(source, at, len(source))
			if opened = opened || strings.TrimSpace(line.Of(source)) != ""; opened && !yield(line) {
				return
			}
		}
	})
}

// namePattern is what a name must match (skills.go). Without the rules for hyphens that is nameAlphabet.
var (
	namePattern  = regexp.MustCompile(`^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$`)
	nameAlphabet = regexp.MustCompile(`^[A-Za-z0-9-]*$`)
)

// validate checks the fields. Crush joins all problems into one message, which each refusal has here.
func (c *check) validate() {
	before := len(c.Refusals)
	c.name()
	if c.matter.Description == "" {
		c.required("description")
	}
	c.tooLong("description", c.matter.Description, maxDescription)
	c.tooLong("compatibility", c.matter.Compatibility, maxCompatibility)
	faults := c.Refusals[before:]
	messages := make([]string, len(faults))
	for i, r := range faults {
		messages[i] = r.Message
	}
	for i := range faults {
		faults[i].Message = strings.Join(messages, "\n")
	}
}

// fault refuses a field at its value.
func (c *check) fault(code skills.Code, field, message string) {
	c.Refuse(code, field, c.Place(field), message)
}

// tooLong refuses a field with more bytes than a limit.
func (c *check) tooLong(field, value string, limit int) {
	if len(value) > limit {
		c.fault(skills.CodeTooLong, field, fmt.Sprintf("%s exceeds %d characters", field, limit))
	}
}

// required refuses a field that has no text. After the parser failed, a field that could not be recovered may
// have one.
func (c *check) required(field string) {
	e, found := c.Frontmatter.Entry(field)
	empty := found && e.Value != nil && e.Value.Kind == frontmatter.ScalarValue && (e.Value.IsNull() || e.Value.Text == "")
	switch {
	case c.GaveUp && !empty:
	case found:
		c.fault(skills.CodeEmpty, field, field+" is required")
	default:
		c.fault(skills.CodeMissing, field, field+" is required")
	}
}

func (c *check) name() {
	name := c.matter.Name
	if name == "" {
		c.required("name")
		return
	}
	c.tooLong("name", name, maxName)
	if !namePattern.MatchString(name) {
		code := skills.CodeCharacters
		if nameAlphabet.MatchString(name) {
			code = skills.CodeHyphens
		}
		c.fault(code, "name", "name must be alphanumeric with hyphens, no leading/trailing/consecutive hyphens")
	}
	if dir := kit.DirectoryName(c.Path); dir != "" && !strings.EqualFold(dir, name) {
		c.fault(skills.CodeDirectory, "name", fmt.Sprintf("name %q must match directory %q", name, dir))
	}
}
