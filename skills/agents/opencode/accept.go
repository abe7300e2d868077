package opencode

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// accept reads a file as ConfigMarkdown.parse and isSkillFrontmatter do
// (packages/opencode/src/config/markdown.ts @0a8a0ed8, skill/index.ts @a2cc772e): gray-matter splits it and
// parses the frontmatter. If that fails, OpenCode rewrites the file and parses it again. A skill has a name
// that is a string, and a description that is a string or missing. OpenCode drops other files without a
// message, unless the second parse fails too.
//
// gray-matter caches a text before it parses it, and returns no fields for a cached text. So if the rewriting
// changes nothing, the second parse returns no fields and no error.
//
// OpenCode decodes the file before it reads it. accept reads the bytes and decodes the values, with the same
// result: the parsers look only for ASCII and white space, which invalid UTF-8 next to it cannot hide.
func accept(f skills.File) skills.Verdict {
	c := newCheck(f, false)
	c.refuse()
	v := c.RecoveredVerdict(c.Fields["name"].Text, c.Fields["description"].Text)
	v.HideIf(v.Accepted && !c.isDescribed(), kit.NoDescription)
	return v
}

// refuse adds the reasons why OpenCode drops the file. Version 1 requires frontmatter with a name, and version 2 only
// some text.
func (c *check) refuse() {
	switch {
	case c.program:
		c.add(skills.CodeProgram, "", c.fence())
	case c.second && c.Source == "", !c.second && !c.matter.Found:
		c.add(skills.CodeNoFrontmatter, "", c.fence())
	case c.err != nil:
		c.refuseParse()
	case c.data == nil:
		c.add(skills.CodeNotMapping, "", c.matter.Content.TrimJS(c.Source))
	default:
		c.fields()
	}
}

// fields refuses the fields whose values are not strings, and for version 1 a missing name.
func (c *check) fields() {
	c.ReadJS(c.data, c.matter.Content, "name", "description")
	c.field("name", !c.second)
	c.field("description", false)
}

// A parsed is what OpenCode reads from a file.
type parsed struct {
	matter  kit.GrayMatter        // of the file as written
	program bool                  // the frontmatter is executed
	data    *yamldialect.JSObject // nil if the frontmatter is not a record
	// err is why there are no fields: the error of the first parse if the rewriting changes nothing,
	// otherwise of the second.
	err    *kit.GrayMatterError
	repair *matterRepair // nil if nothing was rewritten
}

func parse(source string) parsed {
	r := parsed{matter: kit.CutGrayMatter(source)}
	if r.matter.IsProgram(source) {
		r.program = true
		return r
	}
	r.data, r.err = parseMatter(&r.matter, source)
	if r.err == nil {
		return r
	}
	repair := repairMatter(source)
	if repair.text == source {
		return r
	}
	r.repair = &repair
	again := kit.CutGrayMatter(repair.text)
	r.data, r.err = parseMatter(&again, repair.text)
	return r
}

type check struct {
	kit.Report
	parsed
	second bool // check as version 2 does
}

func newCheck(f skills.File, second bool) check {
	return check{kit.NewReport(f), parse(f.Source), second}
}

// add refuses a field without a message.
func (c *check) add(code skills.Code, field string, at text.Span) { c.Refuse(code, field, at, "") }

// fence returns the opening delimiter in the author's view, with the text before it if OpenCode finds no
// frontmatter.
func (c *check) fence() text.Span {
	at := c.Frontmatter.Open
	if !c.matter.Found && c.Frontmatter.State != frontmatter.Absent {
		at.Start = 0
	}
	return at
}

// isDescribed reports whether the file has a description.
func (c *check) isDescribed() bool {
	_, ok := c.Fields["description"]
	return ok
}

// field refuses a field whose value is not a string.
func (c *check) field(name string, required bool) {
	f, ok := c.Fields[name]
	switch {
	case !ok && required:
		c.add(skills.CodeMissing, name, c.fence())
	case f.Other:
		c.add(skills.CodeType, name, f.Place)
	case ok && c.data.Value(name) == nil:
		c.add(skills.CodeEmpty, name, f.Place)
	}
}

// refuseParse reports where the parser failed, and what OpenCode would have refused otherwise. For that it
// parses the entry of each field alone.
func (c *check) refuseParse() {
	if yaml := c.err.YAML; yaml == nil { // the parser of another language, or none
		c.GiveUp(skills.CodeYAML, "", c.fence(), "")
	} else {
		message := ""
		if c.repair != nil && !c.second {
			message = c.Path + ": Failed to parse YAML frontmatter: " + yaml.Message
		}
		c.GiveUp(kit.CodeOf(yaml), "", c.errorSpan(), message)
	}
	c.data = new(yamldialect.JSObject)
	c.alone("name")
	c.alone("description")
	c.fields()
}

// alone parses the entry of one field. If that fails, its value counts as a string.
func (c *check) alone(field string) {
	entry, found := c.Frontmatter.Entry(field)
	if !found {
		return
	}
	line, rest, _ := strings.Cut(entry.Span.TrimJS(c.Source).Of(c.Source), "\n")
	value, err := yamldialect.LoadJSYAML(repairLine(strings.TrimSuffix(line, "\r"))+"\n"+rest, yamldialect.JSYAML3)
	object, ok := value.(*yamldialect.JSObject)
	if err != nil || !ok {
		c.data.Set(field, "")
	} else if value, ok := object.Get(field); ok {
		c.data.Set(field, value)
	}
}

// errorSpan returns the span of the YAML error in the file, to the end of its line. At the end of a line, it
// returns all of the last line that is not blank.
func (c *check) errorSpan() text.Span {
	at := text.At(c.matter.Content.Start + c.err.YAML.Start)
	if c.repair != nil {
		again := kit.CutGrayMatter(c.repair.text)
		at = c.repair.origin(again.Content.Start + c.err.YAML.Start)
	}
	return c.matter.ErrorSpan(c.Source, at)
}
