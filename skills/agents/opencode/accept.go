package opencode

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// accept reads a file as ConfigMarkdown.parse and isSkillFrontmatter do (packages/opencode/src/config/markdown.ts @0a8a0ed8,
// skill/index.ts @a2cc772e): gray-matter cuts it and parses the frontmatter; where that fails the file is rewritten and parsed once
// more; a name that is a text and a description that is one or missing make a skill. What is no skill is dropped without a word, and
// only where the second parsing fails too there is a message.
//
// gray-matter remembers a text before it parses it, and takes a text that it remembers for one without fields. So where the rewriting
// changes nothing, the second parsing finds none, and no error.
//
// OpenCode decodes the file before it reads it. Here the bytes are read and the values decoded: all that the parsers look for is
// ASCII or white space, which no broken sequence next to it can hide.
func accept(f skills.File) skills.Verdict {
	c := newCheck(f, false)
	switch {
	case c.program:
		c.add(skills.CodeProgram, "", c.fence())
	case !c.matter.Found:
		c.add(skills.CodeNoFrontmatter, "", c.fence())
	case c.err != nil:
		c.refuseParse(f.Path)
	case !c.data.isRecord:
		c.add(skills.CodeNotMapping, "", c.matter.Content.TrimJS(f.Source))
	default:
		c.field("name", c.data.name, true)
		c.field("description", c.data.description, false)
	}
	v := skills.Verdict{Accepted: len(c.refusals) == 0, Refusals: c.refusals, Name: c.data.name.text, Description: c.data.description.text}
	v.Hidden = v.Accepted && c.data.description.kind == matterMissing
	if !v.Accepted {
		v.Name, v.Description = c.recover(c.data.name, c.fm.Name()), c.recover(c.data.description, c.fm.Description())
	}
	return v
}

// An parsed is what OpenCode reads of a file.
type parsed struct {
	matter  kit.GrayMatter // of the file itself
	program bool           // the frontmatter is executed
	data    matterData
	// err is why there are no fields: the error of the first parsing where the rewriting changes nothing, else of the second.
	err    *kit.GrayMatterError
	repair *matterRepair // nil where nothing was rewritten
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
	parsed
	second   bool // it is version 2 that checks
	source   string
	fm       *frontmatter.Frontmatter
	refusals []skills.Refusal
}

func newCheck(f skills.File, second bool) check {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	return check{parse(f.Source), second, f.Source, fm, nil}
}

func (c *check) add(code skills.Code, field string, at text.Span) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at})
}

// fence returns the opening delimiter as the author sees it, with what stands before it where OpenCode sees none.
func (c *check) fence() text.Span {
	at := c.fm.Open
	if !c.matter.Found && c.fm.State != frontmatter.Absent {
		at.Start = 0
	}
	return at
}

// field refuses a field whose value is no text.
func (c *check) field(name string, v matterValue, required bool) {
	entry, found := c.fm.Entry(name)
	at := c.matter.Content.TrimJS(c.source)
	if found {
		if at = entry.ValueSpan; at.IsEmpty() {
			at = entry.KeySpan
		}
	}
	switch {
	case v.kind == matterMissing && required:
		c.add(skills.CodeMissing, name, c.fence())
	case v.kind == matterNull && found && entry.ValueSpan.IsEmpty():
		c.add(skills.CodeEmpty, name, at)
	case v.kind == matterNull, v.kind == matterOther:
		c.add(skills.CodeType, name, at)
	}
}

// refuseParse says where the parser failed, and what it would have refused afterwards: of each field its entry alone is parsed.
func (c *check) refuseParse(path string) {
	if c.err.YAML == nil { // the parser of another language, or none
		c.add(skills.CodeYAML, "", c.fence())
	} else {
		code := skills.CodeYAML
		if c.err.YAML.Cause == yamldialect.Duplicate {
			code = skills.CodeDuplicateKey
		}
		r := skills.Refusal{Code: code, Span: c.errorSpan()}
		if c.repair != nil && !c.second {
			r.Message = path + ": Failed to parse YAML frontmatter: " + c.err.YAML.Message
		}
		c.refusals = append(c.refusals, r)
	}
	reached := len(c.refusals)
	c.data = matterData{isRecord: true, name: c.alone("name"), description: c.alone("description")}
	c.field("name", c.data.name, !c.second)
	c.field("description", c.data.description, false)
	for i := range c.refusals[reached:] {
		c.refusals[reached+i].WouldBe = true
	}
}

// alone parses the entry of a field. Where it cannot be parsed, its value is as good as a text.
func (c *check) alone(field string) matterValue {
	entry, found := c.fm.Entry(field)
	if !found {
		return matterValue{}
	}
	line, rest, _ := strings.Cut(entry.Span.TrimJS(c.source).Of(c.source), "\n")
	value, err := yamldialect.LoadJSYAML(repairLine(strings.TrimSuffix(line, "\r"))+"\n"+rest, yamldialect.JSYAML3)
	object := kit.ObjectJS(value)
	if err != nil || object == nil {
		return matterValue{kind: matterText}
	}
	return fieldOf(object, field)
}

// errorSpan is where the YAML's error lies in the file, to the end of its line; at the end of a line, all of the line that ends there
// or before.
func (c *check) errorSpan() text.Span {
	at := text.At(c.matter.Content.Start + c.err.YAML.Start)
	if c.repair != nil {
		again := kit.CutGrayMatter(c.repair.text)
		at = c.repair.origin(again.Content.Start + c.err.YAML.Start)
	}
	return c.matter.ErrorSpan(c.source, at)
}

// recover returns the text of a field that was read, and else the author's.
func (c *check) recover(v matterValue, source string) string {
	if v.text != "" {
		return v.text
	}
	return text.DecodeUTF8(source)
}
