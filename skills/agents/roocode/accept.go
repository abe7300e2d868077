package roocode

import (
	"path/filepath"
	"strconv"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// Lengths in UTF-16 units (packages/types/src/skills.ts, SkillsManager.ts cb836567).
const maxName, maxDescription = 64, 1024

// accept reads a file as loadSkillMetadata does (SkillsManager.ts cb836567). Roo Code stops at the first
// problem. The verdict continues and has one refusal for each field.
//
// Roo Code decodes the file before it reads it. accept reads the bytes and decodes the values, with the same
// result: the parsers look only for ASCII and white space, which invalid UTF-8 next to it cannot hide.
func accept(f skills.File) skills.Verdict {
	c := check{
		Report: kit.NewReport(f), matter: kit.CutGrayMatter(f.Source),
		dir: text.DecodeUTF8(filepath.Dir(f.Path)), called: text.DecodeUTF8(kit.DirectoryName(f.Path)),
	}
	object := c.data()
	if object == nil {
		return c.RecoveredVerdict("", "")
	}
	name, description := c.text(object, "name"), c.text(object, "description")
	c.name(name)
	c.description(description)
	v := c.RecoveredVerdict(name, text.TrimJS(description))
	v.Modes, v.ModesFrom = modesOf(object, f.Path)
	return v
}

// A check collects the refusals of one file.
type check struct {
	kit.Report
	matter      kit.GrayMatter
	dir, called string // the directory and its name
}

// missing returns Roo Code's message for a field that is missing, empty or not a string.
func (c *check) missing(field string) string {
	return "Skill at " + c.dir + " is missing required '" + field + "' field"
}

// data returns the fields of the frontmatter, or nil if it has none. If a parser fails, it returns those of
// the author's view.
func (c *check) data() *yamldialect.JSObject {
	failed, content := "Failed to load skill at "+c.dir+": ", c.matter.Content.TrimJS(c.Source)
	value, err := c.matter.Parse(c.Source)
	object, _ := value.(*yamldialect.JSObject)
	switch {
	case c.matter.IsProgram(c.Source):
		c.Refuse(skills.CodeProgram, "", c.Frontmatter.Open, "")
	case !c.matter.Found:
		c.NoFrontmatter(kit.IsOpened(c.Source), c.missing("name"))
		return nil
	case err != nil:
		c.refuseParse(err, failed)
		return c.AuthorJS()
	case value == nil:
		null := "TypeError: Cannot read properties of null (reading 'name')"
		c.Refuse(skills.CodeNotMapping, "", content, failed+null)
	case object == nil:
		c.Refuse(skills.CodeNotMapping, "", content, c.missing("name"))
	}
	return object
}

// refuseParse refuses frontmatter that its parser rejects. The message for invalid JSON is that of the
// JavaScript engine and is not known here.
func (c *check) refuseParse(err *kit.GrayMatterError, failed string) {
	code, at, message := skills.CodeYAML, c.Frontmatter.Open, ""
	switch {
	case err.YAML != nil:
		code = kit.CodeOf(err.YAML)
		at = c.matter.ErrorSpan(c.Source, text.At(c.matter.Content.Start+err.YAML.Start))
		message = failed + "YAMLException: " + err.YAML.Message
	case c.matter.Language != "json":
		language := text.DecodeUTF8(c.matter.Language)
		message = failed + `Error: gray-matter engine "` + language + `" is not registered`
	}
	c.GiveUp(code, "", at, message)
}

// text returns the text of a required field. If the field has no text, it adds a refusal, unless a parser
// failed at the field.
func (c *check) text(object *yamldialect.JSObject, field string) string {
	value, there := object.Get(field)
	written, isText := value.(string)
	entry, found := c.Frontmatter.Entry(field)
	switch {
	case written != "", !there && found && c.GaveUp:
	case !there:
		c.Refuse(skills.CodeMissing, field, c.Frontmatter.Open, c.missing(field))
	case isText, found && entry.ValueSpan.IsEmpty():
		c.Refuse(skills.CodeEmpty, field, c.PlaceIn(c.matter.Content, field), c.missing(field))
	default:
		c.Refuse(skills.CodeType, field, c.PlaceIn(c.matter.Content, field), c.missing(field))
	}
	return written
}

// name compares a name with the directory and checks its form (validateSkillName in
// packages/types/src/skills.ts cb836567, with the messages of the English locale).
func (c *check) name(name string) {
	at, quoted := c.PlaceIn(c.matter.Content, "name"), `Skill name "`+name+`"`
	invalid := quoted + " is invalid: Skill name must be "
	form := invalid + "lowercase letters/numbers/hyphens only " +
		"(no leading/trailing hyphen, no consecutive hyphens)"
	switch length := text.UTF16.Len(name); {
	case name == "": // it was refused
	case c.called != "" && c.called != name:
		c.Refuse(skills.CodeDirectory, "name", at, quoted+` doesn't match directory "`+c.called+`"`)
	case length > maxName:
		c.Refuse(skills.CodeTooLong, "name", at, invalid+"1-64 characters (got "+strconv.Itoa(length)+")")
	default:
		c.RequireKebab(name, at, form)
	}
}

// description checks the length of a description without white space around it. The message has the name of
// the directory.
func (c *check) description(description string) {
	at, length := c.PlaceIn(c.matter.Content, "description"), text.UTF16.Len(text.TrimJS(description))
	message := `Skill "` + c.called + `" has an invalid description length: must be 1-1024 characters (got ` +
		strconv.Itoa(length) + ")"
	isBlank := description != "" && length == 0 // without a description, it was refused
	c.RefuseIf(isBlank, skills.CodeEmpty, "description", at, message)
	c.RefuseIf(length > maxDescription, skills.CodeTooLong, "description", at, message)
}
