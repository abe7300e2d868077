package mycodeagent

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// accept reads a file as SkillLoader does (extensions/skills/loader.py). MyCodeAgent rejects files without a
// message, except that invalid UTF-8 raises an exception. If the parser gives up, the verdict continues with
// the lines that it could read.
func accept(f skills.File) skills.Verdict {
	c := kit.NewReport(f)
	read := parse(f.Source)
	c.Fields = read.fields
	endsScan := !utf8.ValidString(f.Source)
	switch {
	case endsScan: // MyCodeAgent does not catch the exception
		message := "UnicodeDecodeError: " + yamldialect.DecodeError(f.Source).Message
		c.GiveUp(skills.CodeUnreadable, "", kit.InvalidUTF8(f.Source), message)
	case !read.closed:
		code := skills.CodeNoFrontmatter
		if read.opened {
			code = skills.CodeUnclosed
		}
		c.GiveUp(code, "", c.Missing, "")
		c.RecoverLines(value)
	default:
		for _, line := range read.unread {
			c.Refuse(skills.CodeLine, "", line, "")
		}
		c.GaveUp = len(read.unread) > 0
	}
	if name, ok := c.Required("name", ""); ok {
		c.RequireKebab(name.Text, name.Value, "")
	}
	description, _ := c.Required("description", "")
	v := c.Verdict(c.Fields["name"].Text, description.Text)
	v.EndsScan = endsScan
	return v
}

// A parsed is what _parse_frontmatter returns for a file.
type parsed struct {
	opened, closed bool
	fields         map[string]kit.Field
	unread         []text.Span // lines without a colon, any of which makes MyCodeAgent reject the skill
	body           int         // offset of the body
}

// parse reads a file line by line. The first and the last line of the frontmatter must be "---", apart from
// white space. The last of repeated keys counts, at any depth.
func parse(source string) parsed {
	read := parsed{fields: make(map[string]kit.Field)}
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

// value returns the rest of a line as a field, without white space and quotes of either kind around it,
// matching or not.
func value(source string, key, rest text.Span) kit.Field {
	f := kit.Field{Place: kit.TrimPython(source, rest)}
	src := f.Place.Of(source)
	end := len(strings.TrimRight(src, `"'`))
	start := end - len(strings.TrimLeft(src[:end], `"'`))
	f.Value = kit.TrimPython(source, text.Span{Start: f.Place.Start + start, End: f.Place.Start + end})
	f.Text = text.DecodeUTF8(f.Value.Of(source))
	if f.Place.IsEmpty() {
		f.Place = key
	}
	return f
}
