package otto

import (
	"iter"
	"regexp"
	"strconv"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// Lengths in UTF-16 units (validator.ts).
const (
	nameLimit          = 64
	descriptionLimit   = 1024
	compatibilityLimit = 500
)

// accept reads a file as parseSkillFile and validateMetadata do (parser.ts, validator.ts). The messages are
// those of their exceptions, which otto drops when it lists skills. otto stops at the first problem. The
// verdict continues.
func accept(f skills.File) skills.Verdict {
	return read(f).verdict()
}

// verdict checks the fields.
func (c *check) verdict() skills.Verdict {
	c.name()
	if f, ok := c.text("description"); ok {
		c.TooLong("description", f, descriptionLimit, c.in("Description exceeds 1024 chars"))
	}
	c.TooLong("compatibility", c.Fields["compatibility"], compatibilityLimit, c.in("Compatibility exceeds 500 chars"))
	c.metadata()
	if c.isMapping("allowedTools") {
		at := c.Fields["allowedTools"].Place
		c.Refuse(skills.CodeType, "allowed-tools", at, c.in("allowed-tools must be a string or array"))
	}
	return c.Verdict(c.Fields["name"].Text, c.Fields["description"].Text)
}

// read reads the fields of a file. If otto finds no frontmatter, it reads the fields in the author's view.
func read(f skills.File) *check {
	c := &check{Report: kit.NewReport(f)}
	content, _, ok := split(f.Source)
	switch {
	case !ok:
		c.NoFrontmatter(kit.IsOpened(f.Source), c.in("Invalid SKILL.md format: missing frontmatter"))
		content = c.Frontmatter.Content
	case content.IsEmpty():
		c.GiveUp(skills.CodeNotMapping, "", c.Missing, c.in("Empty frontmatter"))
	}
	c.Fields, c.json = fields(f.Source, content)
	return c
}

// whole matches a file up to its body.
var whole = regexp.MustCompile(`^---\r?\n((?s:.*?))\r?\n---\r?\n`)

func split(source string) (content, body text.Span, ok bool) { return kit.MatchMatter(whole, source) }

// A check collects the refusals of one file.
type check struct {
	kit.Report
	json map[string]*frontmatter.Value // the fields that are collections in JSON, with spans relative to the value
}

// isMapping reports whether a field is a mapping: keys on indented lines, or an object.
func (c *check) isMapping(name string) bool {
	v := c.json[name]
	return c.Fields[name].Other && (v == nil || v.Kind == frontmatter.MappingValue)
}

// in returns a message with the path of the file, with which otto ends all of its messages.
func (c *check) in(message string) string { return message + " in " + c.Path }

// text returns a required field, and reports whether it has text.
func (c *check) text(name string) (kit.Field, bool) {
	return c.Required(name, c.in("Missing required '"+name+"' field"))
}

func (c *check) name() {
	f, ok := c.text("name")
	if !ok {
		return
	}
	c.RefuseIf(text.UTF16.Len(f.Text) > nameLimit, skills.CodeTooLong, "name", f.Value, c.in("Skill name exceeds 64 chars"))
	message := "Invalid skill name '" + f.Text +
		"' - must be lowercase alphanumeric with hyphens, no start/end hyphens, no consecutive hyphens"
	c.RequireKebab(f.Text, f.Value, message)
}

// metadata refuses a value that is not an object. In JSON, it also refuses every member that is not a string;
// other notations have only strings.
func (c *check) metadata() {
	f, ok := c.Fields["metadata"]
	if ok && !f.Other {
		c.Refuse(skills.CodeType, "metadata", f.Place, c.in("metadata must be an object"))
	}
	if c.json["metadata"] == nil {
		return
	}
	for key, value := range properties(c.json["metadata"]) {
		if value.Tag != "!!str" {
			at := f.Place
			if utf8.ValidString(at.Of(c.Source)) {
				at = value.Span.Shift(at.Start)
			}
			c.Refuse(skills.CodeType, "metadata."+key, at, c.in("metadata."+key+" must be a string"))
		}
	}
}

// properties yields the entries of an object or array as Object.entries does. The last of repeated keys
// counts.
func properties(v *frontmatter.Value) iter.Seq2[string, *frontmatter.Value] {
	var object yamldialect.JSObject // for the order of its keys
	for i, item := range v.Items {
		object.Set(strconv.Itoa(i), item)
	}
	for _, p := range v.Pairs {
		object.Set(p.Key.Text, p.Value)
	}
	return func(yield func(string, *frontmatter.Value) bool) {
		for _, key := range object.Keys() {
			if !yield(key, object.Value(key).(*frontmatter.Value)) {
				return
			}
		}
	}
}
