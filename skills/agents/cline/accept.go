package cline

import (
	"cmp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// accept reads a file as parseSkillConfigFromMarkdown does (user-instruction-config-loader.ts 21cb8d25).
// Cline stops at the first problem. The verdict continues and has one refusal for each cause.
func accept(f skills.File) skills.Verdict {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	c := check{source: f.Source, fm: fm, read: parse(f.Source)}
	c.refuseYAML()
	c.refuseBlank()
	name, _ := typed[string](&c, "name", "a string")
	description, _ := typed[string](&c, "description", "a string")
	disabled, decided := typed[bool](&c, "disabled", "a boolean")
	if !decided {
		enabled, set := typed[bool](&c, "enabled", "a boolean")
		disabled = set && !enabled
	}
	if c.read.err != nil { // use the author's view
		name, description = text.DecodeUTF8(fm.Name()), text.DecodeUTF8(fm.Description())
	}
	return skills.Verdict{
		Accepted: len(c.refusals) == 0, Refusals: c.refusals,
		Name:        cmp.Or(text.TrimJS(name), text.TrimJS(kit.DirectoryName(f.Path))),
		Description: text.TrimJS(description),
		Exposure:    skills.Exposure{NameOnly: true, Hidden: disabled, ModelOnly: disabled},
	}
}

// A parsed is what parseMarkdownFrontmatter returns for a file.
type parsed struct {
	content text.Span             // between the delimiters; empty if there is no frontmatter
	body    text.Span             // without white space around it
	data    *yamldialect.JSObject // nil if the YAML is not a mapping, which counts as empty
	err     *yamldialect.Error
}

// parse finds the frontmatter after an optional byte order mark, with the expression
// ^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$. Without a match, the whole file is the body.
func parse(source string) parsed {
	mark := len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
	content, body, ok := kit.Fenced(source[mark:])
	if !ok {
		return parsed{body: text.Span{End: len(source)}.TrimJS(source)}
	}
	read := parsed{content: content.Shift(mark), body: body.Shift(mark).TrimJS(source)}
	doc := yamldialect.LoadEemeli(text.DecodeUTF8(read.content.Of(source)))
	read.data, _ = doc.Value.(*yamldialect.JSObject)
	read.err = doc.Err
	return read
}

// A check collects the refusals of one file.
type check struct {
	source   string
	fm       *frontmatter.Frontmatter // the author's view, for spans
	read     parsed
	refusals []skills.Refusal
}

func (c *check) refuse(code skills.Code, field string, at text.Span, message string) {
	gaveUp := c.read.err != nil && len(c.refusals) > 0
	c.refusals = append(c.refusals, skills.Refusal{
		Code: code, Field: field, Span: at, Message: message, WouldBe: gaveUp,
	})
}

func (c *check) refuseYAML() {
	err := c.read.err
	if err == nil {
		return
	}
	code := skills.CodeYAML
	if err.Cause == yamldialect.Duplicate {
		code = skills.CodeDuplicateKey
	}
	at := kit.DecodedSpan(c.source, c.read.content, err)
	c.refuse(code, "", at, "Failed to parse YAML frontmatter: "+err.Message)
}

// refuseBlank refuses a file without a body. The span does not include white space that replaces the body.
func (c *check) refuseBlank() {
	if !c.read.body.IsEmpty() {
		return
	}
	at := c.fm.Open
	if c.fm.State == frontmatter.Closed {
		at = c.fm.Close
	}
	c.refuse(skills.CodeEmpty, "body", at, "Missing instructions body in skill file.")
}

// typed returns the value of a field of type T, and reports whether the field has a value. It refuses values
// of other types, as parseStringField and parseBooleanField do.
func typed[T any](c *check, field, what string) (typed T, ok bool) {
	if c.read.data == nil {
		return typed, false
	}
	value, _ := c.read.data.Get(field)
	if typed, ok = value.(T); ok || value == nil {
		return typed, ok
	}
	at := c.read.content.TrimJS(c.source)
	if e, ok := c.fm.Entry(field); ok {
		at = kit.ValueOrKey(e)
	}
	c.refuse(skills.CodeType, field, at, "Frontmatter field '"+field+"' must be "+what+".")
	return typed, false
}
