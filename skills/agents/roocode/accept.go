package roocode

import (
	"path/filepath"
	"strconv"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
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
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	c := check{
		source: f.Source, fm: fm, matter: kit.CutGrayMatter(f.Source),
		dir: text.DecodeUTF8(filepath.Dir(f.Path)), called: text.DecodeUTF8(kit.DirectoryName(f.Path)),
	}
	v := skills.Verdict{Name: text.DecodeUTF8(fm.Name()), Description: text.DecodeUTF8(fm.Description())}
	if object := c.data(); object != nil {
		if name := c.text(object, "name"); name != "" {
			c.name(name)
			v.Name = name
		}
		if description := c.text(object, "description"); description != "" {
			v.Description = text.TrimJS(description)
			c.description(text.UTF16.Len(v.Description))
		}
		v.Modes = strings.Join(modesOf(object, f.Path), "\n")
	}
	v.Accepted, v.Refusals = len(c.refusals) == 0, c.refusals
	return v
}

// A check collects the refusals of one file.
type check struct {
	source      string
	fm          *frontmatter.Frontmatter
	matter      kit.GrayMatter
	dir, called string // the directory and its name
	gaveUp      bool   // a parser failed: later refusals are WouldBe
	refusals    []skills.Refusal
}

func (c *check) refuse(code skills.Code, field string, at text.Span, message string) {
	r := skills.Refusal{Code: code, Field: field, Span: at, Message: message, WouldBe: c.gaveUp}
	c.refusals = append(c.refusals, r)
}

// missing returns Roo Code's message for a field that is missing, empty or not a string.
func (c *check) missing(field string) string {
	return "Skill at " + c.dir + " is missing required '" + field + "' field"
}

// data returns the fields of the frontmatter, or nil if it has none. If a parser fails, it returns those
// fields that can be parsed alone.
func (c *check) data() kit.JSObject {
	if c.matter.IsProgram(c.source) {
		c.refuse(skills.CodeProgram, "", c.fm.Open, "")
		return nil
	}
	failed, content := "Failed to load skill at "+c.dir+": ", c.matter.Content.TrimJS(c.source)
	value, err := c.matter.Parse(c.source)
	object := kit.ObjectJS(value)
	switch {
	case !c.matter.Found:
		c.refusals = append(c.refusals, kit.NoFrontmatter(c.source, c.fm, c.missing("name")))
		return nil
	case err != nil:
		c.refuseParse(err, failed)
		c.gaveUp = true
		return c.recover()
	case value == nil:
		null := "TypeError: Cannot read properties of null (reading 'name')"
		c.refuse(skills.CodeNotMapping, "", content, failed+null)
	case object == nil:
		c.refuse(skills.CodeNotMapping, "", content, c.missing("name"))
	}
	return object
}

// refuseParse refuses frontmatter that its parser rejects. The message for invalid JSON is that of the
// JavaScript engine and is not known here.
func (c *check) refuseParse(err *kit.GrayMatterError, failed string) {
	code, at, message := skills.CodeYAML, c.fm.Open, ""
	switch {
	case err.YAML != nil:
		if err.YAML.Cause == yamldialect.Duplicate {
			code = skills.CodeDuplicateKey
		}
		at = c.matter.ErrorSpan(c.source, text.At(c.matter.Content.Start+err.YAML.Start))
		message = failed + "YAMLException: " + err.YAML.Message
	case c.matter.Language != "json":
		language := text.DecodeUTF8(c.matter.Language)
		message = failed + `Error: gray-matter engine "` + language + `" is not registered`
	}
	c.refuse(code, "", at, message)
}

// recover returns the fields whose entries can be parsed alone.
func (c *check) recover() kit.JSObject {
	fields := new(yamldialect.JSObject)
	for i := range c.fm.Entries {
		entry := c.fm.Entries[i].Span.Of(c.source)
		value, _ := yamldialect.LoadJSYAML(entry, yamldialect.JSYAML3)
		if object := kit.ObjectJS(value); object != nil {
			value, _ := object.Get(c.fm.Entries[i].Key)
			fields.Set(c.fm.Entries[i].Key, value)
		}
	}
	return fields
}

// text returns the text of a required field. If the field has no text, it adds a refusal, unless a parser
// failed at the field.
func (c *check) text(object kit.JSObject, field string) string {
	value, there := object.Get(field)
	written, isText := value.(string)
	entry, found := c.fm.Entry(field)
	switch {
	case written != "", !there && found && c.gaveUp:
	case !there:
		c.refuse(skills.CodeMissing, field, c.fm.Open, c.missing(field))
	case isText, found && entry.ValueSpan.IsEmpty():
		c.refuse(skills.CodeEmpty, field, c.place(field), c.missing(field))
	default:
		c.refuse(skills.CodeType, field, c.place(field), c.missing(field))
	}
	return written
}

// place returns the span of the value of a field, or of all of the frontmatter if the author's view does not
// have the field.
func (c *check) place(field string) text.Span {
	if entry, ok := c.fm.Entry(field); ok {
		return kit.ValueOrKey(entry)
	}
	return c.matter.Content.TrimJS(c.source)
}

// name compares a name with the directory and checks its form (validateSkillName in
// packages/types/src/skills.ts cb836567, with the messages of the English locale).
func (c *check) name(name string) {
	at, quoted := c.place("name"), `Skill name "`+name+`"`
	invalid := quoted + " is invalid: Skill name must be "
	form := invalid + "lowercase letters/numbers/hyphens only " +
		"(no leading/trailing hyphen, no consecutive hyphens)"
	switch length := text.UTF16.Len(name); {
	case c.called != "" && c.called != name:
		c.refuse(skills.CodeDirectory, "name", at, quoted+` doesn't match directory "`+c.called+`"`)
	case length > maxName:
		c.refuse(skills.CodeTooLong, "name", at, invalid+"1-64 characters (got "+strconv.Itoa(length)+")")
	case !kit.IsKebabAlphabet(name):
		c.refuse(skills.CodeCharacters, "name", at, form)
	case kit.HasStrayHyphen(name):
		c.refuse(skills.CodeHyphens, "name", at, form)
	}
}

// description checks the length of a trimmed description. The message has the name of the directory.
func (c *check) description(length int) {
	message := `Skill "` + c.called + `" has an invalid description length: must be 1-1024 characters (got ` +
		strconv.Itoa(length) + ")"
	switch {
	case length == 0:
		c.refuse(skills.CodeEmpty, "description", c.place("description"), message)
	case length > maxDescription:
		c.refuse(skills.CodeTooLong, "description", c.place("description"), message)
	}
}
