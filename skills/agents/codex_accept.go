package agents

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// Codex's words for what it refuses.
const (
	codexUnreadable    = "failed to read file: "
	codexNoFrontmatter = "missing YAML frontmatter delimited by ---"
	codexNotYAML       = "invalid YAML: "
	codexNoDescription = "missing field `description`"
	codexTooLong       = "invalid %s: exceeds maximum length of %d characters"
)

// Lengths in code points (loader.rs 6162409b). Newer sources give a qualified name 129, one more for the colon.
const (
	codexNameLength      = 64
	codexQualifiedLength = 128
)

// acceptCodex reads a file as parse_skill_file does (core-skills/src/loader.rs 6162409b). Codex stops at the first thing it
// refuses; the verdict goes on, with one refusal for each cause.
func acceptCodex(f skills.File) skills.Verdict {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	c := codexCheck{file: f, fm: fm}
	c.read()
	name := c.name()
	description := c.description()
	return skills.Verdict{Accepted: len(c.refusals) == 0, Name: name, Description: description, Refusals: c.refusals}
}

// A codexCheck collects the refusals of one file.
type codexCheck struct {
	file     skills.File
	fm       *frontmatter.Frontmatter
	gaveUp   bool              // the parser did: what follows would be
	fields   map[string]string // texts as written, of keys that have one
	refusals []skills.Refusal
}

func (c *codexCheck) refuse(code skills.Code, field string, at text.Span, message string) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, Message: message, WouldBe: c.gaveUp})
}

// giveUp refuses the file as a whole and goes on with what the author's view of it has.
func (c *codexCheck) giveUp(code skills.Code, field string, at text.Span, message string) {
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

func (c *codexCheck) read() {
	source := c.file.Source
	if !utf8.ValidString(source) {
		message, at := rustNotUTF8(source)
		c.giveUp(skills.CodeUnreadable, "", at, codexUnreadable+message)
		return
	}
	front := readCodexFront(source)
	switch {
	case !front.opened:
		c.giveUp(skills.CodeNoFrontmatter, "", c.opening(), codexNoFrontmatter)
	case !front.closed:
		at := c.fm.Open
		if c.fm.State == frontmatter.Closed {
			at = c.fm.Close // a delimiter for others
		}
		c.giveUp(skills.CodeUnclosed, "", at, codexNoFrontmatter)
	case len(front.lines) == 0:
		c.giveUp(skills.CodeNoFrontmatter, "", c.opening(), codexNoFrontmatter)
	default:
		v, err := parseCodex(front.text)
		if err != nil {
			code, field := codexCause(front.text, err)
			c.giveUp(code, field, front.span(err.Start, err.End), codexNotYAML+err.Message)
			return
		}
		c.fields = map[string]string{"name": codexText(v.Get("name")), "description": codexText(v.Get("description"))}
	}
}

// opening is where a frontmatter that Codex does not see would begin, with what stands before it.
func (c *codexCheck) opening() text.Span {
	at := c.fm.Open
	if c.fm.State != frontmatter.Absent {
		at.Start = 0
	}
	return at
}

func valueOrKey(e *frontmatter.Entry) text.Span {
	if e.ValueSpan.IsEmpty() {
		return e.KeySpan
	}
	return e.ValueSpan
}

// field is where a top-level field of the author's stands.
func (c *codexCheck) field(key string) (at text.Span, ok bool) {
	if e, ok := c.fm.Entry(key); ok {
		return valueOrKey(e), true
	}
	return c.fm.Open, false
}

// name checks the name, which is the directory's where the file has none.
func (c *codexCheck) name() string {
	name := collapseRust(c.fields["name"])
	if name == "" {
		name = codexDefaultName(c.file.Path)
	}
	if utf8.RuneCountInString(name) > codexNameLength {
		at, _ := c.field("name")
		c.refuse(skills.CodeTooLong, "name", at, fmt.Sprintf(codexTooLong, "name", codexNameLength))
	}
	return name
}

// codexDefaultName is the name of the skill's directory.
func codexDefaultName(path string) string {
	name := ""
	if dir := filepath.Dir(path); path != "" && dir != filepath.Dir(dir) {
		name = filepath.Base(dir)
	}
	if !utf8.ValidString(name) {
		name = ""
	}
	if name = collapseRust(name); name == "" {
		return "skill"
	}
	return name
}

func (c *codexCheck) description() string {
	description := collapseRust(c.fields["description"])
	if description != "" {
		return description
	}
	_, read := c.fields["description"]
	switch at, ok := c.field("description"); {
	case c.gaveUp && !read: // it may be there
	case ok:
		c.refuse(skills.CodeEmpty, "description", at, codexNoDescription)
	default:
		c.refuse(skills.CodeMissing, "description", at, codexNoDescription)
	}
	return ""
}

// A codexFront is what extract_frontmatter finds.
type codexFront struct {
	opened, closed bool
	lines          []text.Span // between the delimiters, in the file
	text           string      // the lines, joined by line feeds
	end            int         // where the closing delimiter's line begins
}

// readCodexFront reads up to the second line that is "---" but for white space; the first must be the first of the file.
func readCodexFront(source string) codexFront {
	var front codexFront
	var text strings.Builder
	for line := range rustLines(source) {
		switch delimiter := strings.TrimSpace(line.Of(source)) == "---"; {
		case !front.opened && !delimiter:
			return front
		case !front.opened:
			front.opened = true
		case delimiter:
			front.closed, front.end = true, line.Start
			front.text = text.String()
			return front
		default:
			if len(front.lines) > 0 {
				text.WriteByte('\n')
			}
			text.WriteString(line.Of(source))
			front.lines = append(front.lines, line)
		}
	}
	return front
}

// span returns where in the file a part of the text stands.
func (f *codexFront) span(start, end int) text.Span {
	return text.Span{Start: f.offset(start), End: f.offset(end)}
}

func (f *codexFront) offset(at int) int {
	for _, line := range f.lines {
		if at <= line.Len() {
			return line.Start + at
		}
		at -= line.Len() + 1
	}
	return f.lines[len(f.lines)-1].End
}
