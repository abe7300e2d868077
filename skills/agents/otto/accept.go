package otto

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
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
	c.description()
	c.compatibility()
	c.metadata()
	c.tools()
	return skills.Verdict{
		Accepted: len(c.refusals) == 0, Refusals: c.refusals,
		Name: c.fields["name"].text, Description: c.fields["description"].text,
	}
}

// read reads the fields of a file. If otto finds no frontmatter, it reads the fields in the author's view.
func read(f skills.File) *check {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	c := &check{source: f.Source, path: f.Path, missing: fm.Open}
	content, _, ok := split(f.Source)
	switch {
	case !ok:
		c.noFrontmatter(fm)
		content = fm.Content
	case content.IsEmpty():
		c.refuse(skills.CodeNotMapping, "", fm.Open, "Empty frontmatter in "+f.Path)
		c.gaveUp = true
	}
	c.fields = fields(f.Source, content)
	return c
}

// split matches ^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$.
func split(source string) (content, body text.Span, ok bool) {
	start := open(source)
	if start == 0 {
		return content, body, false
	}
	for at := start; ; {
		i := strings.Index(source[at:], "\n---")
		if i < 0 {
			return content, body, false
		}
		end := at + i
		at = end + len("\n---")
		if next := lineEnd(source[at:]); next > 0 {
			if end > start && source[end-1] == '\r' {
				end--
			}
			return text.Span{Start: start, End: end}, text.Span{Start: at + next, End: len(source)}, true
		}
	}
}

// open returns the length of the line with the opening delimiter, or 0 if the file does not begin with it.
func open(source string) int {
	rest, ok := strings.CutPrefix(source, "---")
	if n := lineEnd(rest); ok && n > 0 {
		return len("---") + n
	}
	return 0
}

// lineEnd returns the length of the line ending that text begins with, or 0 if it does not begin with one.
func lineEnd(text string) int {
	switch {
	case strings.HasPrefix(text, "\n"):
		return 1
	case strings.HasPrefix(text, "\r\n"):
		return 2
	}
	return 0
}

// A check collects the refusals of one file.
type check struct {
	source, path string
	fields       map[string]field
	missing      text.Span // where a missing field is reported
	gaveUp       bool      // the parser gave up, so further refusals are WouldBe
	refusals     []skills.Refusal
}

func (c *check) refuse(code skills.Code, field string, at text.Span, message string) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, Message: message, WouldBe: c.gaveUp})
}

// noFrontmatter refuses a file in which otto finds no frontmatter. otto has one message for all causes.
func (c *check) noFrontmatter(fm *frontmatter.Frontmatter) {
	code, at := skills.CodeNoFrontmatter, fm.Open
	switch {
	case open(c.source) > 0:
		code = skills.CodeUnclosed
		if fm.State == frontmatter.Closed {
			at = fm.Close // closes the frontmatter for other agents
		}
	case fm.State != frontmatter.Absent:
		at.Start = 0 // include the text before it
	}
	c.refuse(code, "", at, "Invalid SKILL.md format: missing frontmatter in "+c.path)
	c.gaveUp = true
}

// field returns a field, and reports whether it has text. It refuses a field that is missing or empty, or not
// a string.
func (c *check) field(name string) (field, bool) {
	f, ok := c.fields[name]
	message := "Missing required '" + name + "' field in " + c.path
	switch {
	case !ok && !c.gaveUp:
		c.refuse(skills.CodeMissing, name, c.missing, message)
	case ok && f.kind != stringValue:
		c.refuse(skills.CodeType, name, f.place, message)
	case ok && f.text == "":
		c.refuse(skills.CodeEmpty, name, f.place, message)
	}
	return f, f.text != ""
}

func (c *check) name() {
	f, ok := c.field("name")
	if !ok {
		return
	}
	if text.UTF16.Len(f.text) > nameLimit {
		c.refuse(skills.CodeTooLong, "name", f.value, "Skill name exceeds "+strconv.Itoa(nameLimit)+" chars in "+c.path)
	}
	message := "Invalid skill name '" + f.text + "' - must be lowercase alphanumeric with hyphens, no start/end hyphens, no consecutive hyphens"
	if !kit.IsKebabAlphabet(f.text) {
		c.refuse(skills.CodeCharacters, "name", f.value, message)
	}
	if kit.HasStrayHyphen(f.text) {
		c.refuse(skills.CodeHyphens, "name", f.value, message)
	}
}

func (c *check) description() {
	if f, ok := c.field("description"); ok {
		c.length("description", f, "Description", descriptionLimit)
	}
}

func (c *check) compatibility() {
	if f := c.fields["compatibility"]; f.kind == stringValue {
		c.length("compatibility", f, "Compatibility", compatibilityLimit)
	}
}

// length refuses a text that is too long, at the part beyond the limit.
func (c *check) length(name string, f field, title string, limit int) {
	if text.UTF16.Len(f.text) <= limit {
		return
	}
	// Offsets into the value apply to the source only if decoding changed nothing.
	surplus := f.value
	if f.text == f.value.Of(c.source) {
		surplus.Start += text.UTF16.Offset(f.text, limit)
	}
	c.refuse(skills.CodeTooLong, name, surplus, title+" exceeds "+strconv.Itoa(limit)+" chars in "+c.path)
}

// metadata refuses a value that is not an object. In JSON, it also refuses every member that is not a string;
// other notations have only strings.
func (c *check) metadata() {
	f, ok := c.fields["metadata"]
	if !ok {
		return
	}
	if f.kind == stringValue {
		c.refuse(skills.CodeType, "metadata", f.place, "metadata must be an object in "+c.path)
		return
	}
	if f.json == nil {
		return
	}
	for _, p := range properties(f.json) {
		if p.value.Tag != "!!str" {
			at := f.place
			if utf8.ValidString(at.Of(c.source)) {
				at = p.value.Span.Shift(at.Start)
			}
			c.refuse(skills.CodeType, "metadata."+p.key, at, "metadata."+p.key+" must be a string in "+c.path)
		}
	}
}

type property struct {
	key   string
	value *frontmatter.Value
}

// properties returns the entries of an object or array as Object.entries does: array indexes first, in their
// order, then the other keys in the order in which they first appear. The last of repeated keys counts.
func properties(v *frontmatter.Value) []property {
	var list []property
	for i, item := range v.Items {
		list = append(list, property{strconv.Itoa(i), item})
	}
	at := make(map[string]int)
	for _, p := range v.Pairs {
		if i, ok := at[p.Key.Text]; ok {
			list[i].value = p.Value
			continue
		}
		at[p.Key.Text] = len(list)
		list = append(list, property{p.Key.Text, p.Value})
	}
	slices.SortStableFunc(list, func(a, b property) int { return cmp.Compare(arrayIndex(a.key), arrayIndex(b.key)) })
	return list
}

// notIndex sorts the keys that are not array indexes after those that are.
const notIndex = 1<<32 - 1

// arrayIndex returns the number of a key that is 0 to 2^32-2 without leading zeros, or notIndex for another
// key.
func arrayIndex(key string) uint64 {
	n, err := strconv.ParseUint(key, 10, 32)
	if err != nil || strconv.FormatUint(n, 10) != key {
		return notIndex
	}
	return n
}

func (c *check) tools() {
	if f := c.fields["allowedTools"]; f.kind == mapping {
		c.refuse(skills.CodeType, "allowed-tools", f.place, "allowed-tools must be a string or array in "+c.path)
	}
}
