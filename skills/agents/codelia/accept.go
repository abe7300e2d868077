package codelia

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
)

// Messages with which Codelia rejects a file.
const (
	noFrontmatter = "missing YAML frontmatter"
	badName       = "invalid name: expected 1..64 and pattern ^[a-z0-9]+(-[a-z0-9]+)*$"
	otherDir      = "name must match skill directory name"
	badText       = "invalid description: expected 1..1024 characters"
)

// accept reads a file as parseFrontmatter and resolveSkillMetadata do. Codelia stops at the first problem.
// The verdict continues and has one refusal for each cause, except that only a valid name is compared with
// the directory.
//
// Codelia decodes the file before it reads it. accept reads the bytes and decodes the values, with the same
// result: the parser looks only for ASCII and white space, which invalid UTF-8 next to it cannot hide.
func accept(f skills.File) skills.Verdict {
	c := check{kit.NewReport(f)}
	if content, ok := content(f.Source); ok {
		c.Fields = fields(f.Source, content)
	} else {
		c.NoFrontmatter(kit.IsOpened(f.Source), noFrontmatter)
		c.RecoverLines(value)
	}
	c.name()
	if d, ok := c.Required("description", badText); ok {
		c.TooLong("description", d, 1024, badText)
	}
	return c.Verdict(c.Fields["name"].Text, c.Fields["description"].Text)
}

// content returns the lines between the delimiters. The file must begin with a line of exactly three dashes.
// The first such line after at least one other closes the frontmatter, and so do three dashes that end the
// file.
func content(source string) (text.Span, bool) {
	open := kit.OpeningLength(source)
	if open == 0 {
		return text.Span{}, false
	}
	for pos, first := open, true; pos < len(source); first = false {
		end := strings.IndexByte(source[pos:], '\n')
		if end < 0 {
			return text.Span{Start: open, End: pos}, source[pos:] == "---"
		}
		line := strings.TrimSuffix(source[pos:pos+end], "\r")
		if line == "---" && !first {
			return text.Span{Start: open, End: pos}, true
		}
		pos += end + 1
	}
	return text.Span{}, false
}

// fields reads every line of the content. The last of repeated keys counts.
func fields(source string, content text.Span) map[string]kit.Field {
	fields := make(map[string]kit.Field)
	for line := range kit.RustLines(content.Of(source)) {
		line = line.Shift(content.Start).TrimJS(source)
		colon := strings.IndexByte(line.Of(source), ':')
		if colon <= 0 || source[line.Start] == '#' {
			continue
		}
		key := text.Span{Start: line.Start, End: line.Start + colon}.TrimJS(source)
		fields[key.Of(source)] = value(source, key, text.Span{Start: line.Start + colon + 1, End: line.End})
	}
	return fields
}

// value returns the rest of a line as a field, without white space and one pair of quotes around it.
func value(source string, key, rest text.Span) kit.Field {
	value := rest.TrimJS(source)
	f := kit.Field{Value: value, Place: value}
	if value.IsEmpty() {
		f.Place = key
	}
	src := value.Of(source)
	for _, quote := range []string{`"`, `'`} {
		if strings.HasPrefix(src, quote) && strings.HasSuffix(src, quote) {
			f.Value = text.Span{Start: value.Start + 1, End: max(value.Start+1, value.End-1)}.TrimJS(source)
			break
		}
	}
	f.Text = text.DecodeUTF8(f.Value.Of(source))
	return f
}

// A check collects the refusals of one file.
type check struct{ kit.Report }

func (c *check) name() {
	f, ok := c.Required("name", badName)
	if !ok {
		return
	}
	before := len(c.Refusals)
	c.RefuseIf(text.UTF16.Len(f.Text) > 64, skills.CodeTooLong, "name", f.Value, badName)
	c.RequireKebab(f.Text, f.Value, badName)
	if len(c.Refusals) == before && c.Path != "" {
		other := filepath.Base(filepath.Dir(c.Path)) != f.Text
		c.RefuseIf(other, skills.CodeDirectory, "name", f.Value, otherDir)
	}
}
