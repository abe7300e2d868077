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
	c := check{kit.NewReport(f), parse(f.Source, f.Readings)}
	if err := c.read.err; err != nil {
		at := kit.DecodedSpan(f.Source, c.read.content, err)
		c.GiveUp(kit.CodeOf(err), "", at, "Failed to parse YAML frontmatter: "+err.Message)
	}
	if c.read.body.IsEmpty() {
		at := c.Frontmatter.Open
		if c.Frontmatter.State == frontmatter.Closed {
			at = c.Frontmatter.Close
		}
		c.Refuse(skills.CodeEmpty, "body", at, "Missing instructions body in skill file.")
	}
	name, _ := typed[string](&c, "name", "a string")
	description, _ := typed[string](&c, "description", "a string")
	disabled, decided := typed[bool](&c, "disabled", "a boolean")
	why := "`disabled` is true"
	if !decided {
		enabled, set := typed[bool](&c, "enabled", "a boolean")
		disabled, why = set && !enabled, "`enabled` is false"
	}
	if c.GaveUp { // use the author's view
		name, description = text.DecodeUTF8(c.Frontmatter.Name()), text.DecodeUTF8(c.Frontmatter.Description())
	}
	v := c.Verdict(cmp.Or(text.TrimJS(name), text.TrimJS(kit.DirectoryName(f.Path))), text.TrimJS(description))
	v.HideIf(disabled, why)
	v.NameOnly, v.ModelOnly = true, disabled
	return v
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
func parse(source string, r *skills.Readings) parsed {
	mark := len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
	content, body, ok := kit.Fenced(source[mark:])
	if !ok {
		return parsed{body: text.Span{End: len(source)}.TrimJS(source)}
	}
	read := parsed{content: content.Shift(mark), body: body.Shift(mark).TrimJS(source)}
	doc := kit.LoadEemeli(r, text.DecodeUTF8(read.content.Of(source)))
	read.data, _ = doc.Value.(*yamldialect.JSObject)
	read.err = doc.Err
	return read
}

// A check collects the refusals of one file.
type check struct {
	kit.Report
	read parsed
}

// typed returns the value of a field of type T, and reports whether the field has a value. It refuses values
// of other types, as parseStringField and parseBooleanField do.
func typed[T any](c *check, field, what string) (typed T, ok bool) {
	value := c.read.data.Value(field)
	if typed, ok = value.(T); ok || value == nil {
		return typed, ok
	}
	at := c.PlaceIn(c.read.content, field)
	c.Refuse(skills.CodeType, field, at, "Frontmatter field '"+field+"' must be "+what+".")
	return typed, false
}
