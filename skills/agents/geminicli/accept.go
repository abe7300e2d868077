package geminicli

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// accept reads a file as loadSkillFromFile does (skillLoader.ts): the frontmatter as YAML, and where that fails, or its
// name or description is no text, line by line. It refuses without a word, and nothing but a missing field.
//
// Gemini CLI decodes the file before it reads it. Here the bytes are read and the values decoded: all that the parsers look for
// is ASCII or white space, which no broken sequence next to it can hide.
func accept(f skills.File) skills.Verdict {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	content, _, ok := parts(f.Source)
	if !ok {
		return skills.Verdict{
			Name: name(text.DecodeUTF8(fm.Name())), Description: text.DecodeUTF8(fm.Description()),
			Refusals: []skills.Refusal{kit.NoFrontmatter(f.Source, fm, "")},
		}
	}
	c := check{source: f.Source, content: content, fm: fm}
	c.root, c.err = yamldialect.LoadJSYAML(content.Of(f.Source), yamldialect.JSYAML4)
	c.name, c.description = c.text("name"), c.text("description")
	if c.name == nil || c.description == nil {
		c.lineName, c.lineDescription = lines(content.Of(f.Source))
		c.name, c.description = c.lineName, c.lineDescription
	}
	if c.name == nil || c.description == nil {
		c.refuse()
		c.name, c.description = orText(c.name, fm.Name()), orText(c.description, fm.Description())
	}
	return skills.Verdict{
		Accepted: len(c.refusals) == 0, Refusals: c.refusals,
		Name: name(text.DecodeUTF8(*c.name)), Description: text.DecodeUTF8(*c.description),
	}
}

func orText(text *string, other string) *string {
	if text == nil {
		return &other
	}
	return text
}

// name replaces what may not stand in the name of a file.
func name(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`:\/<>*?"|`, r) {
			return '-'
		}
		return r
	}, name)
}

// parts matches FRONTMATTER_REGEX, ^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n([\s\S]*))?: three hyphens at the start of a line
// close the frontmatter whatever follows them, but where anything follows them in their line, there is no body.
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

// lines finds the fields as parseSimpleFrontmatter does: the last line of each counts, however deep it stands, and those
// that follow a description with an indentation belong to it.
func lines(content string) (name, description *string) {
	lines := strings.Split(content, "\n")
	for i := range lines[:len(lines)-1] {
		lines[i] = strings.TrimSuffix(lines[i], "\r")
	}
	for i := 0; i < len(lines); i++ {
		if value, ok := line(lines[i], "name:"); ok {
			name = &value
			continue
		}
		value, ok := line(lines[i], "description:")
		if !ok {
			continue
		}
		var parts []string
		if value != "" {
			parts = append(parts, value)
		}
		for ; i+1 < len(lines) && isContinuation(lines[i+1]); i++ {
			parts = append(parts, text.TrimJS(lines[i+1]))
		}
		value = strings.Join(parts, " ")
		description = &value
	}
	return name, description
}

// line matches ^\s*key\s*(.*)$ and trims the value. The dot matches no line terminator, so a line with one in its value
// is no field.
func line(line, key string) (value string, ok bool) {
	start := text.Span{End: len(line)}.TrimJS(line).Start
	rest, ok := strings.CutPrefix(line[start:], key)
	if !ok {
		return "", false
	}
	rest = rest[text.Span{End: len(rest)}.TrimJS(rest).Start:]
	if strings.ContainsAny(rest, "\r\u2028\u2029") {
		return "", false
	}
	return text.TrimJS(rest), true
}

// isContinuation matches ^[ \t]+\S.
func isContinuation(line string) bool {
	rest := strings.TrimLeft(line, " \t")
	if len(rest) == len(line) || rest == "" {
		return false
	}
	_, n := utf8.DecodeRuneInString(rest)
	return text.TrimJS(rest[:n]) != ""
}

// A check is what was read of one file.
type check struct {
	source            string
	content           text.Span
	fm                *frontmatter.Frontmatter
	root              any
	err               *yamldialect.Error
	name, description *string // what counts, nil where it is missing

	lineName, lineDescription *string // what the lines have
	refusals                  []skills.Refusal
}

// text returns the text that the YAML has for a field, nil where it has none.
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

// refuse says why neither way led to both fields. What is wrong with a field is what keeps it from either; where each is missing
// from one way alone, it is what keeps it from the YAML.
func (c *check) refuse() {
	_, isObject := c.root.(*yamldialect.JSObject)
	if c.lineName == nil && c.lineDescription == nil && c.root != nil && !isObject {
		c.add(skills.CodeNotMapping, "", c.content.TrimJS(c.source))
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
	if len(c.refusals) > 0 {
		return
	}
	for _, m := range missing {
		if c.text(m.field) == nil {
			c.refuseField(m.field)
		}
	}
}

func (c *check) refuseField(field string) {
	entry, found := c.fm.Entry(field)
	_, parsed := c.value(field)
	switch {
	case c.err != nil && found:
		c.refuseYAML()
	case parsed && found:
		at := entry.ValueSpan
		if at.IsEmpty() {
			at = entry.KeySpan
		}
		c.add(skills.CodeType, field, at)
	case parsed:
		c.add(skills.CodeType, field, c.content.TrimJS(c.source))
	default:
		c.add(skills.CodeMissing, field, c.fm.Open)
	}
}

// refuseYAML reports the error, which the author's view of a field shows to be in the way, once.
func (c *check) refuseYAML() {
	code := skills.CodeYAML
	if c.err.Cause == yamldialect.Duplicate {
		code = skills.CodeDuplicateKey
	}
	at := text.At(c.content.Start + c.err.Start)
	if r, n := utf8.DecodeRuneInString(c.source[at.Start:c.content.End]); n > 0 && r != '\n' && r != '\r' {
		at.End += n
	}
	for _, r := range c.refusals {
		if r.Code == code {
			return
		}
	}
	c.add(code, "", at)
}

func (c *check) add(code skills.Code, field string, at text.Span) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at})
}
