package mycodeagent

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// accept reads a file as SkillLoader does (extensions/skills/loader.py). MyCodeAgent rejects files without a
// message, except that invalid UTF-8 raises an exception. If the parser gives up, the verdict continues with
// the lines that it could read.
func accept(f skills.File) skills.Verdict {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	c := check{source: f.Source, missing: fm.Open}
	var endsScan bool
	switch read := parse(f.Source); {
	case !utf8.ValidString(f.Source):
		c.refuse(skills.CodeUnreadable, "", kit.InvalidUTF8(f.Source))
		c.refusals[0].Message = "UnicodeDecodeError: " + yamldialect.DecodeError(f.Source).Message // MyCodeAgent does not catch it
		c.gaveUp, endsScan = true, true
		c.fields = read.fields
	case !read.opened:
		c.refuse(skills.CodeNoFrontmatter, "", fm.Open)
		c.gaveUp = true
		c.fields = entries(f.Source, fm)
	case !read.closed:
		c.refuse(skills.CodeUnclosed, "", fm.Open)
		c.gaveUp = true
		c.fields = entries(f.Source, fm)
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

// A parsed is what _parse_frontmatter returns for a file.
type parsed struct {
	opened, closed bool
	fields         map[string]field
	unread         []text.Span // lines without a colon, any of which makes MyCodeAgent reject the skill
	body           int         // offset of the body
}

// A field is a line "key: value".
type field struct {
	text  string
	value text.Span // without white space and quotes
	place text.Span // the value as written, or the key if there is no value
}

// parse reads a file line by line. The first and the last line of the frontmatter must be "---", apart from
// white space. The last of repeated keys counts, at any depth.
func parse(source string) parsed {
	read := parsed{fields: make(map[string]field)}
	for line := range kit.PythonLines(source) {
		bare := kit.TrimPython(source, line)
		text := bare.Of(source)
		switch {
		case !read.opened && text != "---":
			return read
		case !read.opened:
			read.opened = true
		case text == "---":
			read.closed = true
			_, read.body = kit.PythonLineEnd(source, line.Start)
			return read
		case text == "" || text[0] == '#':
		default:
			read.line(source, bare)
		}
	}
	return read
}

func (read *parsed) line(source string, line text.Span) {
	colon := strings.IndexByte(line.Of(source), ':')
	if colon < 0 {
		read.unread = append(read.unread, line)
		return
	}
	key := kit.TrimPython(source, text.Span{Start: line.Start, End: line.Start + colon})
	read.fields[key.Of(source)] = value(source, key, text.Span{Start: line.Start + colon + 1, End: line.End})
}

// entries reads the first line of every entry in the author's view of the frontmatter.
func entries(source string, fm *frontmatter.Frontmatter) map[string]field {
	fields := make(map[string]field)
	for _, e := range fm.Entries {
		rest := text.Span{Start: min(e.Colon+1, e.Span.End), End: e.Span.End}
		rest.End, _ = kit.PythonLineEnd(source[:rest.End], rest.Start)
		fields[e.Key] = value(source, e.KeySpan, rest)
	}
	return fields
}

// value returns the rest of a line as a field, without white space and quotes of either kind around it,
// matching or not.
func value(source string, key, rest text.Span) field {
	f := field{place: kit.TrimPython(source, rest)}
	src := f.place.Of(source)
	end := len(strings.TrimRight(src, `"'`))
	start := end - len(strings.TrimLeft(src[:end], `"'`))
	f.value = kit.TrimPython(source, text.Span{Start: f.place.Start + start, End: f.place.Start + end})
	f.text = text.DecodeUTF8(f.value.Of(source))
	if f.place.IsEmpty() {
		f.place = key
	}
	return f
}

// A check collects the refusals of one file.
type check struct {
	source   string
	fields   map[string]field
	missing  text.Span // where a missing field is reported
	gaveUp   bool      // the parser gave up, so further refusals are WouldBe
	refusals []skills.Refusal
}

func (c *check) refuse(code skills.Code, field string, at text.Span) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, WouldBe: c.gaveUp})
}

// field returns a field, and reports whether it has text. It refuses a field that is missing or empty.
func (c *check) field(name string) (field, bool) {
	f, ok := c.fields[name]
	switch {
	case !ok && !c.gaveUp:
		c.refuse(skills.CodeMissing, name, c.missing)
	case ok && f.text == "":
		c.refuse(skills.CodeEmpty, name, f.place)
	}
	return f, f.text != ""
}

func (c *check) name() {
	f, ok := c.field("name")
	if !ok {
		return
	}
	if !kit.IsKebabAlphabet(f.text) {
		c.refuse(skills.CodeCharacters, "name", f.value)
	}
	if kit.HasStrayHyphen(f.text) {
		c.refuse(skills.CodeHyphens, "name", f.value)
	}
}
