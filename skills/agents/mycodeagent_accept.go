package agents

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// acceptMyCodeAgent reads a file as SkillLoader does (extensions/skills/loader.py), which refuses without a word; only what is not UTF-8
// ends in an exception. Where that gives
// up, the verdict goes on with the lines that it could read.
func acceptMyCodeAgent(f skills.File) skills.Verdict {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	c := mycodeagentCheck{source: f.Source, missing: fm.Open}
	var endsScan bool
	switch read := readMyCodeAgent(f.Source); {
	case !utf8.ValidString(f.Source):
		c.refuse(skills.CodeUnreadable, "", invalidUTF8(f.Source))
		c.refusals[0].Message = "UnicodeDecodeError: " + yamldialect.DecodeError(f.Source).Message // which nothing catches
		c.gaveUp, endsScan = true, true
		c.fields = read.fields
	case !read.opened:
		c.refuse(skills.CodeNoFrontmatter, "", fm.Open)
		c.gaveUp = true
		c.fields = mycodeagentEntries(f.Source, fm)
	case !read.closed:
		c.refuse(skills.CodeUnclosed, "", fm.Open)
		c.gaveUp = true
		c.fields = mycodeagentEntries(f.Source, fm)
	default:
		for _, line := range read.unread {
			c.refuse(skills.CodeLine, "", line)
		}
		c.gaveUp = len(read.unread) > 0
		c.fields = read.fields
	}
	c.name()
	c.field("description")
	return skills.Verdict{
		Accepted: len(c.refusals) == 0, EndsScan: endsScan, Refusals: c.refusals,
		Name: c.fields["name"].text, Description: c.fields["description"].text,
	}
}

// invalidUTF8 returns the place of the first byte that is not UTF-8.
func invalidUTF8(source string) text.Span {
	for i, r := range source {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(source[i:]); n == 1 {
				return text.Span{Start: i, End: i + 1}
			}
		}
	}
	return text.At(len(source))
}

// A mycodeagentRead is what _parse_frontmatter makes of a file.
type mycodeagentRead struct {
	opened, closed bool
	fields         map[string]mycodeagentField
	unread         []text.Span // lines without a colon, of which one is enough to lose the skill
	body           int         // where the body begins
}

// A mycodeagentField is a line "key: value".
type mycodeagentField struct {
	text  string
	value text.Span // without white space and quotes
	place text.Span // the value as written, or the key where there is none
}

// readMyCodeAgent reads line by line: the first and the last line must be "---" but for white space, and of equal keys the last
// counts, however deep it stands.
func readMyCodeAgent(source string) mycodeagentRead {
	read := mycodeagentRead{fields: make(map[string]mycodeagentField)}
	for line := range pythonLines(source) {
		bare := trimPython(source, line)
		text := bare.Of(source)
		switch {
		case !read.opened && text != "---":
			return read
		case !read.opened:
			read.opened = true
		case text == "---":
			read.closed = true
			_, read.body = pythonLineEnd(source, line.Start)
			return read
		case text == "" || text[0] == '#':
		default:
			read.line(source, bare)
		}
	}
	return read
}

func (read *mycodeagentRead) line(source string, line text.Span) {
	colon := strings.IndexByte(line.Of(source), ':')
	if colon < 0 {
		read.unread = append(read.unread, line)
		return
	}
	key := trimPython(source, text.Span{Start: line.Start, End: line.Start + colon})
	read.fields[key.Of(source)] = mycodeagentValue(source, key, text.Span{Start: line.Start + colon + 1, End: line.End})
}

// mycodeagentEntries reads the first line of every entry that the author's view of the frontmatter has.
func mycodeagentEntries(source string, fm *frontmatter.Frontmatter) map[string]mycodeagentField {
	fields := make(map[string]mycodeagentField)
	for _, e := range fm.Entries {
		rest := text.Span{Start: min(e.Colon+1, e.Span.End), End: e.Span.End}
		rest.End, _ = pythonLineEnd(source[:rest.End], rest.Start)
		fields[e.Key] = mycodeagentValue(source, e.KeySpan, rest)
	}
	return fields
}

// mycodeagentValue takes white space and quotes off the rest of a line: quotes of either kind, matching or not.
func mycodeagentValue(source string, key, rest text.Span) mycodeagentField {
	f := mycodeagentField{place: trimPython(source, rest)}
	src := f.place.Of(source)
	end := len(strings.TrimRight(src, `"'`))
	start := end - len(strings.TrimLeft(src[:end], `"'`))
	f.value = trimPython(source, text.Span{Start: f.place.Start + start, End: f.place.Start + end})
	f.text = text.DecodeUTF8(f.value.Of(source))
	if f.place.IsEmpty() {
		f.place = key
	}
	return f
}

// A mycodeagentCheck collects the refusals of one file.
type mycodeagentCheck struct {
	source   string
	fields   map[string]mycodeagentField
	missing  text.Span // where a missing field is reported
	gaveUp   bool      // the parser did: what follows would be
	refusals []skills.Refusal
}

func (c *mycodeagentCheck) refuse(code skills.Code, field string, at text.Span) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, WouldBe: c.gaveUp})
}

// field returns a field with text in it, after refusing one without.
func (c *mycodeagentCheck) field(name string) (mycodeagentField, bool) {
	f, ok := c.fields[name]
	switch {
	case !ok && !c.gaveUp:
		c.refuse(skills.CodeMissing, name, c.missing)
	case ok && f.text == "":
		c.refuse(skills.CodeEmpty, name, f.place)
	}
	return f, f.text != ""
}

func (c *mycodeagentCheck) name() {
	f, ok := c.field("name")
	if !ok {
		return
	}
	if !isKebabAlphabet(f.text) {
		c.refuse(skills.CodeCharacters, "name", f.value)
	}
	if hasStrayHyphen(f.text) {
		c.refuse(skills.CodeHyphens, "name", f.value)
	}
}
