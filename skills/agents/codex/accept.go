package codex

import (
	"fmt"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
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
	c := check{kit.NewReport(f)}
	if c.read(); c.GaveUp {
		c.Recover()
	}
	name := c.name()
	return c.Verdict(name, c.description())
}

// A check collects the refusals of one file.
type check struct{ kit.Report }

func (c *check) read() {
	if !utf8.ValidString(c.Source) {
		message, at := kit.NotUTF8(c.Source)
		c.GiveUp(skills.CodeUnreadable, "", at, unreadable+message)
		return
	}
	front := kit.ReadDelimited(c.Source)
	if len(front.Lines) == 0 || !front.Closed {
		c.NoFrontmatter(front.Opened && !front.Closed, noFrontmatter)
		return
	}
	v, err := parse(front.Text)
	if err != nil {
		code, field := kit.SerdeCause(front.Text, err)
		c.GiveUp(code, field, front.Span(err.Start, err.End), notYAML+err.Message)
		return
	}
	c.Fields = map[string]kit.Field{
		"name":        {Text: kit.SerdeText(v.Get("name"))},
		"description": {Text: kit.SerdeText(v.Get("description"))},
	}
}

// name returns the name, or the directory's name if the file has none, and refuses one that is too long.
func (c *check) name() string {
	name := kit.CollapseSpace(c.Fields["name"].Text)
	if name == "" {
		name = defaultName(c.Path)
	}
	if utf8.RuneCountInString(name) > nameLength {
		c.Refuse(skills.CodeTooLong, "name", c.Place("name"), fmt.Sprintf(tooLong, "name", nameLength))
	}
	return name
}

// defaultName returns the name of the skill's directory, or "skill" if that is blank or not UTF-8.
func defaultName(path string) string {
	name := kit.CollapseSpace(kit.DirectoryName(path))
	if name == "" || !utf8.ValidString(name) {
		return "skill"
	}
	return name
}

func (c *check) description() string {
	description := kit.CollapseSpace(c.Fields["description"].Text)
	if description != "" {
		return description
	}
	if _, read := c.Fields["description"]; read || !c.GaveUp { // otherwise the field may exist
		c.Refuse(c.Absence("description"), "description", c.Place("description"), noDescription)
	}
	return ""
}
