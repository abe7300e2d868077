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
	path := text.DecodeUTF8(f.Path)
	c := check{kit.NewReport(f), filepath.Dir(path), kit.DirectoryName(path)}
	matter := kit.CutGrayMatter(f.Source)
	object := c.read(&matter)
	c.ReadJS(object, matter.Content, "name", "description")
	if name, ok := c.Required("name", c.missing("name")); ok {
		c.name(name)
	}
	if description, ok := c.Required("description", c.missing("description")); ok {
		c.description(description)
	}
	v := c.RecoveredVerdict(c.Fields["name"].Text, text.TrimJS(c.Fields["description"].Text))
	v.Modes, v.ModesFrom = modesOf(object, f.Path)
	return v
}

// A check collects the refusals of one file.
type check struct {
	kit.Report
	dir, called string // the directory and its name
}

// missing returns Roo Code's message for a field that is missing, empty or not a string.
func (c *check) missing(field string) string {
	return "Skill at " + c.dir + " is missing required '" + field + "' field"
}

// read returns the fields of the frontmatter, or nil if it has none. If the YAML is invalid, it returns those
// of the author's view. The message for invalid JSON is that of the JavaScript engine and is not known here.
func (c *check) read(m *kit.GrayMatter) *yamldialect.JSObject {
	value, err := m.Parse(c.Source)
	object, _ := value.(*yamldialect.JSObject)
	failed, open := "Failed to load skill at "+c.dir+": ", c.Frontmatter.Open
	switch {
	case m.IsProgram(c.Source):
		c.GiveUp(skills.CodeProgram, "", open, "")
	case !m.Found:
		c.NoFrontmatter(false, c.missing("name"))
	case object != nil:
	case err == nil && value == nil:
		null := "TypeError: Cannot read properties of null (reading 'name')"
		c.GiveUp(skills.CodeNotMapping, "", m.Content.TrimJS(c.Source), failed+null)
	case err == nil:
		c.GiveUp(skills.CodeNotMapping, "", m.Content.TrimJS(c.Source), c.missing("name"))
	case err.YAML != nil:
		at := m.ErrorSpan(c.Source, text.At(m.Content.Start+err.YAML.Start))
		c.GiveUp(kit.CodeOf(err.YAML), "", at, failed+"YAMLException: "+err.YAML.Message)
		object = c.AuthorJS()
	case m.Language == "json":
		c.GiveUp(skills.CodeYAML, "", open, "")
	default:
		engine := `Error: gray-matter engine "` + text.DecodeUTF8(m.Language) + `" is not registered`
		c.GiveUp(skills.CodeYAML, "", open, failed+engine)
	}
	return object
}

// name compares a name with the directory and checks its form (validateSkillName in
// packages/types/src/skills.ts cb836567, with the messages of the English locale).
func (c *check) name(f kit.Field) {
	quoted := `Skill name "` + f.Text + `"`
	invalid := quoted + " is invalid: Skill name must be "
	switch length := text.UTF16.Len(f.Text); {
	case c.called != "" && c.called != f.Text:
		c.Refuse(skills.CodeDirectory, "name", f.Place, quoted+` doesn't match directory "`+c.called+`"`)
	case length > maxName:
		c.Refuse(skills.CodeTooLong, "name", f.Place, invalid+"1-64 characters (got "+strconv.Itoa(length)+")")
	default:
		c.RequireKebab(f.Text, f.Place, invalid+"lowercase letters/numbers/hyphens only "+
			"(no leading/trailing hyphen, no consecutive hyphens)")
	}
}

// description checks the length of a description without white space around it. The message has the name of
// the directory.
func (c *check) description(f kit.Field) {
	length := text.UTF16.Len(text.TrimJS(f.Text))
	message := `Skill "` + c.called + `" has an invalid description length: must be 1-1024 characters (got ` +
		strconv.Itoa(length) + ")"
	c.RefuseIf(length == 0, skills.CodeEmpty, "description", f.Place, message)
	c.RefuseIf(length > maxDescription, skills.CodeTooLong, "description", f.Place, message)
}
