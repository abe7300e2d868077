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

// Messages with which Codex rejects a file.
const (
	unreadable    = "failed to read file: "
	noFrontmatter = "missing YAML frontmatter delimited by ---"
	notYAML       = "invalid YAML: "
	noDescription = "missing field `description`"
	tooLong       = "invalid %s: exceeds maximum length of %d characters"
)

// Maximum lengths in code points (loader.rs 6162409b). Newer sources allow a qualified name 129, one more for
// the colon.
const (
	nameLength      = 64
	qualifiedLength = 128
)

// accept reads a file as parse_skill_file does (core-skills/src/loader.rs 6162409b). Codex stops at the first
// problem. The verdict continues and has one refusal for each cause.
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
	gaveUp   bool              // the parser gave up, so further refusals are WouldBe
	fields   map[string]string // values as written, by key; other keys have no text
	refusals []skills.Refusal
}

func (c *check) refuse(code skills.Code, field string, at text.Span, message string) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, Message: message, WouldBe: c.gaveUp})
}

// giveUp refuses the file as a whole and continues with the author's view of the fields.
func (c *check) giveUp(code skills.Code, field string, at text.Span, message string) {
	c.refuse(code, field, at, message)
	c.gaveUp = true
	c.fields = make(map[string]string)
	for _, e := range c.fm.Entries {
		switch {
		case e.Value == nil || e.Value.Kind != frontmatter.ScalarValue: // has no known text
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
			at = c.fm.Close // closes the frontmatter for other agents
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

// opening returns where a frontmatter that Codex does not find would begin, including the text before it.
func (c *check) opening() text.Span {
	at := c.fm.Open
	if c.fm.State != frontmatter.Absent {
		at.Start = 0
	}
	return at
}

// field returns the span of a top-level field in the author's view, or else of the opening delimiter.
func (c *check) field(key string) (at text.Span, ok bool) {
	if e, ok := c.fm.Entry(key); ok {
		return kit.ValueOrKey(e), true
	}
	return c.fm.Open, false
}

// name returns the name, or the directory's name if the file has none, and refuses one that is too long.
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

// defaultName returns the name of the skill's directory, or "skill" if that is blank or not UTF-8.
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
	case c.gaveUp && !read: // the field may exist
	case ok:
		c.refuse(skills.CodeEmpty, "description", at, noDescription)
	default:
		c.refuse(skills.CodeMissing, "description", at, noDescription)
	}
	return ""
}
