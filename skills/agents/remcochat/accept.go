package remcochat

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// Messages with which RemcoChat rejects a file, besides those of its YAML parser
// (src/server/skills/registry.ts).
const (
	noFrontmatter = "Missing YAML frontmatter (expected leading ---)"
	tooShort      = "Invalid frontmatter: too short"
	badOpen       = "Invalid frontmatter start marker"
	unclosed      = "Invalid frontmatter: missing closing ---"
	noMapping     = "Invalid frontmatter: expected a YAML mapping/object"

	noName         = "Frontmatter.name is required"
	longName       = "Frontmatter.name must be at most 64 characters"
	nameCharacters = "Frontmatter.name must contain only lowercase letters, numbers, and hyphens"
	nameEdges      = "Frontmatter.name must not start or end with a hyphen"
	nameHyphens    = "Frontmatter.name must not contain consecutive hyphens"
	noText         = "Frontmatter.description is required"
	longText       = "Frontmatter.description must be at most 1024 characters"
)

// accept reads a file as parseFrontmatter, validateSkillName, validateDescription and discoverSkills do.
// RemcoChat stops at the first problem. The verdict continues and has one refusal for each cause, except that
// only a valid name is compared with the directory.
func accept(f skills.File) skills.Verdict {
	c := check{Report: kit.NewReport(f), read: parse(f.Source, f.Readings)}
	if c.read.message != "" {
		c.refuseFence()
		if c.Frontmatter.State != frontmatter.Absent {
			c.read.parse(f.Source, c.Frontmatter.Content)
		}
	}
	c.Fields = c.read.fields
	for name, f := range c.Fields {
		if f.Place.IsEmpty() {
			f.Place = c.Missing
		}
		f.Value = f.Place
		c.Fields[name] = f
	}
	if c.read.message == "" {
		c.refuseContent()
	}
	delete(c.Fields, c.read.failed) // it was refused
	valid := c.name()
	if f, ok := c.Required("description", noText); ok {
		c.TooLong("description", f, 1024, longText)
	}
	if valid {
		c.directory()
	}
	return c.Verdict(c.Fields["name"].Text, c.Fields["description"].Text)
}

// A parsed is what RemcoChat reads from a file.
type parsed struct {
	message string // why RemcoChat finds no frontmatter, empty if it finds one
	at      text.Span
	content text.Span // between the delimiters' lines
	body    int       // offset of the body, without the line feeds before it

	err      *yamldialect.Error
	readings *skills.Readings
	object   *yamldialect.JSObject // nil if the YAML is not a mapping
	metadata *yamldialect.JSObject // with strings as values; nil if the file has no such mapping
	fields   map[string]kit.Field  // with the value as written, or the key, as their places
	failed   string                // the first field that cannot be converted to a string
	failure  string                // why it cannot be converted
}

// isWhole reports whether RemcoChat can read the frontmatter of the file.
func (r *parsed) isWhole() bool { return r.message == "" && r.object != nil && r.failure == "" }

// fields are the fields that RemcoChat converts to strings, in its order.
var fields = []string{"name", "description", "license", "compatibility", "metadata", "allowed-tools"}

// parse finds the frontmatter. The file begins with "---", and the first and the last line of the frontmatter
// are "---", apart from ECMAScript's white space. Lines end only at line feeds.
func parse(source string, r *skills.Readings) parsed {
	read := parsed{readings: r}
	first, rest, more := strings.Cut(source, "\n")
	read.at = text.Span{End: len(first)}
	switch {
	case !strings.HasPrefix(source, "---"):
		read.message = noFrontmatter
		return read
	case !more || !strings.Contains(rest, "\n"):
		read.message = tooShort
		return read
	case text.TrimJS(text.DecodeUTF8(first)) != "---":
		read.message = badOpen
		return read
	}
	read.content = text.At(len(first) + 1)
	for at := read.content.Start; at <= len(source); {
		line, _, found := strings.Cut(source[at:], "\n")
		if text.TrimJS(line) == "---" {
			// The last line feed before the closing delimiter belongs to neither.
			read.content.End = max(read.content.Start, at-1)
			read.body = min(len(source), at+len(line)+1)
			read.body = len(source) - len(strings.TrimLeft(source[read.body:], "\n"))
			read.parse(source, read.content)
			return read
		}
		if !found {
			break
		}
		at += len(line) + 1
	}
	read.message = unclosed
	return read
}

// parse reads the YAML. RemcoChat decodes the file first, so that invalid UTF-8 is U+FFFD in values and
// messages.
func (r *parsed) parse(source string, content text.Span) {
	r.content = content
	src := content.Of(source)
	doc := kit.LoadEemeli(r.readings, text.DecodeUTF8(src))
	if doc.Err != nil {
		r.err, r.at = doc.Err, kit.DecodedSpan(source, content, doc.Err)
	}
	r.fields = make(map[string]kit.Field)
	if r.object, _ = doc.Value.(*yamldialect.JSObject); r.object != nil {
		for _, name := range fields {
			if v, ok := r.object.Get(name); ok {
				r.field(name, v)
			}
		}
	}
	if doc.Root == nil {
		return
	}
	for _, pair := range doc.Root.Pairs {
		if pair.Key != nil {
			r.locate(src, pair)
		}
	}
}

// field converts a value to a string, or metadata to a mapping of strings.
func (r *parsed) field(name string, v any) {
	var read string
	var err error
	switch {
	case name != "metadata":
		read, err = yamldialect.JSText(v)
	default:
		metadata, ok := v.(*yamldialect.JSObject)
		if !ok {
			return
		}
		r.metadata = &yamldialect.JSObject{}
		for _, key := range metadata.Keys() {
			if read, err = yamldialect.JSText(metadata.Value(key)); err != nil {
				break
			}
			if key = text.TrimJS(key); key != "" && key != "__proto__" {
				r.metadata.Set(key, read)
			}
		}
	}
	if err != nil && r.failure == "" {
		r.failed, r.failure = name, err.Error()
	}
	r.fields[name] = kit.Field{Text: text.TrimJS(read)}
}

// locate sets the span of a field, and in invalid YAML also its value if that is a scalar.
func (r *parsed) locate(source string, pair yamldialect.Pair) {
	name := yamldialect.EemeliText(pair.Key)
	f, known := r.fields[name]
	switch {
	case !slices.Contains(fields, name) || !known && r.err == nil || f.Place != text.Span{}:
		return
	case !known:
		if pair.Value == nil || pair.Value.Kind != yamldialect.Scalar {
			return
		}
		f = kit.Field{Text: text.TrimJS(yamldialect.EemeliText(pair.Value))}
	}
	at := pair.Key
	if pair.Value != nil && pair.Value.End > pair.Value.Start {
		at = pair.Value
	}
	decoded := text.DecodeUTF8(source)
	end := at.Start + len(strings.TrimRight(decoded[at.Start:at.End], " \t\r\n"))
	place := text.Span{Start: at.Start, End: end}
	f.Place = kit.SourceSpan(source, decoded, place).Shift(r.content.Start)
	r.fields[name] = f
}

// A check collects the refusals of one file.
type check struct {
	kit.Report
	read parsed
}

// refuseFence refuses a file in which RemcoChat finds no frontmatter.
func (c *check) refuseFence() {
	if c.read.message == badOpen {
		c.GiveUp(skills.CodeNoFrontmatter, "", c.read.at, badOpen)
		return
	}
	c.NoFrontmatter(c.read.message != noFrontmatter, c.read.message)
}

// refuseContent refuses frontmatter that is not a mapping, or that has a field that cannot be a string.
func (c *check) refuseContent() {
	switch err := c.read.err; {
	case err != nil:
		c.GiveUp(kit.CodeOf(err), "", c.read.at, err.Message)
	case c.read.object == nil:
		c.GiveUp(skills.CodeNotMapping, "", c.read.content, noMapping)
	case c.read.failure != "":
		c.GiveUp(skills.CodeType, c.read.failed, c.Fields[c.read.failed].Place, c.read.failure)
	}
}

// name checks the name, and reports whether it is valid.
func (c *check) name() bool {
	f, ok := c.Required("name", noName)
	if !ok {
		return false
	}
	name, before := f.Text, len(c.Refusals)
	c.RefuseIf(text.UTF16.Len(name) > 64, skills.CodeTooLong, "name", f.Place, longName)
	c.RefuseIf(!kit.IsKebabAlphabet(name), skills.CodeCharacters, "name", f.Place, nameCharacters)
	hasEdge := strings.HasPrefix(name, "-") || strings.HasSuffix(name, "-")
	c.RefuseIf(hasEdge, skills.CodeHyphens, "name", f.Place, nameEdges)
	c.RefuseIf(strings.Contains(name, "--"), skills.CodeHyphens, "name", f.Place, nameHyphens)
	return len(c.Refusals) == before
}

// directory compares a valid name with that of the directory.
func (c *check) directory() {
	f := c.Fields["name"]
	if dir := filepath.Base(filepath.Dir(c.Path)); c.Path != "" && dir != f.Text {
		c.Refuse(skills.CodeDirectory, "name", f.Place,
			`Frontmatter.name must match parent directory name (expected "`+dir+`", got "`+f.Text+`")`)
	}
}
