package codex

import (
	"fmt"
	"path/filepath"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// Codex's words for what it refuses.
const (
	unreadable    = "failed to read file: "
	noFrontmatter = "missing YAML frontmatter delimited by ---"
	notYAML       = "invalid YAML: "
	noDescription = "missing field `description`"
	tooLong       = "invalid %s: exceeds maximum length of %d characters"
)

// Lengths in code points (loader.rs 6162409b). Newer sources give a qualified name 129, one more for the colon.
const (
	nameLength      = 64
	qualifiedLength = 128
)

// accept reads a file as parse_skill_file does (core-skills/src/loader.rs 6162409b). Codex stops at the first thing it
// refuses; the verdict goes on, with one refusal for each cause.
func accept(f skills.File) skills.Verdict {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	c := check{file: f, fm: fm}
	c.read()
	name := c.name()
	description := c.description()
	return skills.Verdict{Accepted: len(c.refusals) == 0, Name: name, Description: description, Refusals: c.refusals}
}

// A check collects the refusals of one file.
type check struct {
	file     skills.File
	fm       *frontmatter.Frontmatter
	gaveUp   bool              // the parser did: what follows would be
	fields   map[string]string // texts as written, of keys that have one
	refusals []skills.Refusal
}

func (c *check) refuse(code skills.Code, field string, at text.Span, message string) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, Message: message, WouldBe: c.gaveUp})
}

// giveUp refuses the file as a whole and goes on with what the author's view of it has.
func (c *check) giveUp(code skills.Code, field string, at text.Span, message string) {
	c.refuse(code, field, at, message)
	c.gaveUp = true
	c.fields = make(map[string]string)
	for _, e := range c.fm.Entries {
		switch {
		case e.Value == nil || e.Value.Kind != frontmatter.ScalarValue: // nobody knows
		case e.Value.IsNull():
			c.fields[e.Key] = ""
		default:
			c.fields[e.Key] = e.Value.Text
		}
	}
}

func (c *check) read() {
	source := c.file.Source
	if !utf8.ValidString(source) {
		message, at := kit.NotUTF8(source)
		c.giveUp(skills.CodeUnreadable, "", at, unreadable+message)
		return
	}
	front := kit.ReadDelimited(source)
	switch {
	case !front.Opened:
		c.giveUp(skills.CodeNoFrontmatter, "", c.opening(), noFrontmatter)
	case !front.Closed:
		at := c.fm.Open
		if c.fm.State == frontmatter.Closed {
			at = c.fm.Close // a delimiter for others
		}
		c.giveUp(skills.CodeUnclosed, "", at, noFrontmatter)
	case len(front.Lines) == 0:
		c.giveUp(skills.CodeNoFrontmatter, "", c.opening(), noFrontmatter)
	default:
		v, err := parse(front.Text)
		if err != nil {
			code, field := kit.SerdeCause(front.Text, err)
			c.giveUp(code, field, front.Span(err.Start, err.End), notYAML+err.Message)
			return
		}
		c.fields = map[string]string{"name": kit.SerdeText(v.Get("name")), "description": kit.SerdeText(v.Get("description"))}
	}
}

// opening is where a frontmatter that Codex does not see would begin, with what stands before it.
func (c *check) opening() text.Span {
	at := c.fm.Open
	if c.fm.State != frontmatter.Absent {
		at.Start = 0
	}
	return at
}

// field is where a top-level field of the author's stands.
func (c *check) field(key string) (at text.Span, ok bool) {
	if e, ok := c.fm.Entry(key); ok {
		return kit.ValueOrKey(e), true
	}
	return c.fm.Open, false
}

// name checks the name, which is the directory's where the file has none.
func (c *check) name() string {
	name := kit.CollapseSpace(c.fields["name"])
	if name == "" {
		name = defaultName(c.file.Path)
	}
	if utf8.RuneCountInString(name) > nameLength {
		at, _ := c.field("name")
		c.refuse(skills.CodeTooLong, "name", at, fmt.Sprintf(tooLong, "name", nameLength))
	}
	return name
}

// defaultName is the name of the skill's directory.
func defaultName(path string) string {
	name := ""
	if dir := filepath.Dir(path); path != "" && dir != filepath.Dir(dir) {
		name = filepath.Base(dir)
	}
	if !utf8.ValidString(name) {
		name = ""
	}
	if name = kit.CollapseSpace(name); name == "" {
		return "skill"
	}
	return name
}

func (c *check) description() string {
	description := kit.CollapseSpace(c.fields["description"])
	if description != "" {
		return description
	}
	_, read := c.fields["description"]
	switch at, ok := c.field("description"); {
	case c.gaveUp && !read: // it may be there
	case ok:
		c.refuse(skills.CodeEmpty, "description", at, noDescription)
	default:
		c.refuse(skills.CodeMissing, "description", at, noDescription)
	}
	return ""
}
