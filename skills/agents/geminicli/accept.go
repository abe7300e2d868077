package geminicli

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// accept reads a file as loadSkillFromFile does (skillLoader.ts): the frontmatter as YAML, or line by line if
// that fails or if its name or description is not a string. Gemini CLI rejects a file only for a missing
// field, and without a message.
//
// Gemini CLI decodes the file before it reads it. accept reads the bytes and decodes the values, with the
// same result: the parsers look only for ASCII and white space, which invalid UTF-8 next to it cannot hide.
func accept(f skills.File) skills.Verdict {
	c := check{Report: kit.NewReport(f)}
	content, _, ok := parts(f.Source)
	if !ok {
		c.NoFrontmatter(kit.IsOpened(f.Source), "")
		return c.verdict()
	}
	c.content = content
	c.root, c.err = yamldialect.LoadJSYAML(content.Of(f.Source), yamldialect.JSYAML4)
	c.name, c.description = c.text("name"), c.text("description")
	if c.name == nil || c.description == nil {
		c.lineName, c.lineDescription = lines(content.Of(f.Source))
		c.name, c.description = c.lineName, c.lineDescription
	}
	if c.name == nil || c.description == nil {
		c.refuse()
	}
	return c.verdict()
}

// verdict returns the verdict with the values that count, or else those of the author's view.
func (c *check) verdict() skills.Verdict {
	written := orText(c.name, c.Frontmatter.Name())
	description := orText(c.description, c.Frontmatter.Description())
	return c.Verdict(name(text.DecodeUTF8(*written)), text.DecodeUTF8(*description))
}

func orText(text *string, other string) *string {
	if text == nil {
		return &other
	}
	return text
}

// name replaces the characters that a file name cannot have.
func name(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`:\/<>*?"|`, r) {
			return '-'
		}
		return r
	}, name)
}

// parts matches FRONTMATTER_REGEX, ^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n([\s\S]*))?: three hyphens at the start
// of a line close the frontmatter, even if something follows them. If something does, there is no body.
func parts(source string) (content, body text.Span, ok bool) {
	content, body, ok = kit.Fenced(source)
	if !ok {
		return content, body, false
	}
	switch rest := body.Of(source); {
	case strings.HasPrefix(rest, "\n"):
		body.Start++
	case strings.HasPrefix(rest, "\r\n"):
		body.Start += 2
	default:
		body.End = body.Start
	}
	return content, body, true
}

// lines finds the fields as parseSimpleFrontmatter does. The last line with a field counts, at any depth, and
// indented lines after a description belong to it.
func lines(content string) (name, description *string) {
	lines := lineEnd.Split(content, -1)
	for i := 0; i < len(lines); i++ {
		if match := nameLine.FindStringSubmatch(lines[i]); match != nil {
			value := text.TrimJS(match[1])
			name = &value
			continue
		}
		match := descriptionLine.FindStringSubmatch(lines[i])
		if match == nil {
			continue
		}
		var parts []string
		if value := text.TrimJS(match[1]); value != "" {
			parts = append(parts, value)
		}
		for ; i+1 < len(lines) && continuation.MatchString(lines[i+1]); i++ {
			parts = append(parts, text.TrimJS(lines[i+1]))
		}
		value := strings.Join(parts, " ")
		description = &value
	}
	return name, description
}

var (
	lineEnd         = regexp.MustCompile(`\r?\n`)
	nameLine        = kit.RegexpJS(`^\s*name:\s*(.*)$`)
	descriptionLine = kit.RegexpJS(`^\s*description:\s*(.*)$`)
	continuation    = kit.RegexpJS(`^[ \t]+\S`)
)

// A check collects the fields and the refusals of one file.
type check struct {
	kit.Report
	content           text.Span
	root              any
	err               *yamldialect.Error
	name, description *string // the values that count; nil if missing

	lineName, lineDescription *string // the values found line by line
}

// text returns the string that the YAML has for a field, or nil if the field is missing or not a string.
func (c *check) text(field string) *string {
	value, _ := c.value(field)
	if text, ok := value.(string); ok {
		return &text
	}
	return nil
}

func (c *check) value(field string) (value any, ok bool) {
	object, ok := c.root.(*yamldialect.JSObject)
	if !ok {
		return nil, false
	}
	return object.Get(field)
}

// refuse reports why neither way of reading yields both fields. If a field is missing in both ways, it
// reports why. If each field is missing in only one way, it reports why the YAML lacks them.
func (c *check) refuse() {
	_, isObject := c.root.(*yamldialect.JSObject)
	if c.lineName == nil && c.lineDescription == nil && c.root != nil && !isObject {
		c.Refuse(skills.CodeNotMapping, "", c.content.TrimJS(c.Source), "")
		return
	}
	missing := []struct {
		field string
		line  *string
	}{{"name", c.lineName}, {"description", c.lineDescription}}
	for _, m := range missing {
		if m.line == nil && c.text(m.field) == nil {
			c.refuseField(m.field)
		}
	}
	if len(c.Refusals) > 0 {
		return
	}
	for _, m := range missing {
		if c.text(m.field) == nil {
			c.refuseField(m.field)
		}
	}
}

func (c *check) refuseField(field string) {
	_, found := c.Frontmatter.Entry(field)
	_, parsed := c.value(field)
	switch {
	case c.err != nil && found:
		c.refuseYAML()
	case parsed:
		c.Refuse(skills.CodeType, field, c.PlaceIn(c.content, field), "")
	default:
		c.Refuse(skills.CodeMissing, field, c.Frontmatter.Open, "")
	}
}

// refuseYAML reports the YAML error once. The author's view has the field, so that the error is why the YAML
// lacks it.
func (c *check) refuseYAML() {
	code := kit.CodeOf(c.err)
	at := text.At(c.content.Start + c.err.Start)
	if r, n := utf8.DecodeRuneInString(c.Source[at.Start:c.content.End]); n > 0 && r != '\n' && r != '\r' {
		at.End += n
	}
	again := slices.ContainsFunc(c.Refusals, func(r skills.Refusal) bool { return r.Code == code })
	c.RefuseIf(!again, code, "", at, "")
}
