package codelia

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/frontmatter"
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
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	check := check{file: f, missing: fm.Open}
	if content, ok := content(f.Source); ok {
		check.fields = fields(f.Source, content)
	} else {
		check.gaveUp = true
		check.refusals = append(check.refusals, kit.NoFrontmatter(f.Source, fm, noFrontmatter))
		check.fields = entries(f.Source, fm)
	}
	check.name()
	check.description()
	return skills.Verdict{
		Accepted:    len(check.refusals) == 0,
		Name:        check.fields["name"].text,
		Description: check.fields["description"].text,
		Refusals:    check.refusals,
	}
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

// A field is a line "key: value" as Codelia reads it.
type field struct {
	text  string    // the value, decoded
	value text.Span // without white space and quotes
	place text.Span // the value as written, or the key if there is no value
}

// fields reads every line of the content. The last of repeated keys counts.
func fields(source string, content text.Span) map[string]field {
	fields := make(map[string]field)
	for pos := content.Start; pos < content.End; {
		line := text.Span{Start: pos, End: content.End}
		if end := strings.IndexByte(line.Of(source), '\n'); end >= 0 {
			line.End = pos + end
		}
		pos = line.End + 1
		line = line.TrimJS(source)
		colon := strings.IndexByte(line.Of(source), ':')
		if colon <= 0 || source[line.Start] == '#' {
			continue
		}
		key := text.Span{Start: line.Start, End: line.Start + colon}.TrimJS(source)
		fields[key.Of(source)] = value(source, key, text.Span{Start: line.Start + colon + 1, End: line.End})
	}
	return fields
}

// entries reads the first line of every entry in the author's view of the frontmatter.
func entries(source string, fm *frontmatter.Frontmatter) map[string]field {
	fields := make(map[string]field)
	for _, e := range fm.Entries {
		line := text.Span{Start: min(e.Colon+1, e.Span.End), End: e.Span.End}
		if end := strings.IndexAny(line.Of(source), "\r\n"); end >= 0 {
			line.End = line.Start + end
		}
		fields[e.Key] = value(source, e.KeySpan, line)
	}
	return fields
}

// value returns the rest of a line as a field, without white space and one pair of quotes around it.
func value(source string, key, rest text.Span) field {
	value := rest.TrimJS(source)
	f := field{value: value, place: value}
	if value.IsEmpty() {
		f.place = key
	}
	src := value.Of(source)
	for _, quote := range []string{`"`, `'`} {
		if strings.HasPrefix(src, quote) && strings.HasSuffix(src, quote) {
			f.value = text.Span{Start: value.Start + 1, End: max(value.Start+1, value.End-1)}.TrimJS(source)
			break
		}
	}
	f.text = text.DecodeUTF8(f.value.Of(source))
	return f
}

// A check collects the refusals of one file.
type check struct {
	file     skills.File
	fields   map[string]field
	missing  text.Span // where a missing field is reported
	gaveUp   bool      // the parser gave up, so further refusals are WouldBe
	refusals []skills.Refusal
}

func (c *check) refuse(code skills.Code, field string, at text.Span, message string) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, Message: message, WouldBe: c.gaveUp})
}

// field returns a field, and reports whether it has text. It refuses a field that is missing or empty.
func (c *check) field(name, message string) (field, bool) {
	f, ok := c.fields[name]
	switch {
	case !ok && !c.gaveUp:
		c.refuse(skills.CodeMissing, name, c.missing, message)
	case ok && f.text == "":
		c.refuse(skills.CodeEmpty, name, f.place, message)
	}
	return f, f.text != ""
}

func (c *check) name() {
	f, ok := c.field("name", badName)
	if !ok {
		return
	}
	before := len(c.refusals)
	if text.UTF16.Len(f.text) > 64 {
		c.refuse(skills.CodeTooLong, "name", f.value, badName)
	}
	if !kit.IsKebabAlphabet(f.text) {
		c.refuse(skills.CodeCharacters, "name", f.value, badName)
	}
	if kit.HasStrayHyphen(f.text) {
		c.refuse(skills.CodeHyphens, "name", f.value, badName)
	}
	if len(c.refusals) > before || c.file.Path == "" {
		return
	}
	if dir := filepath.Base(filepath.Dir(c.file.Path)); dir != f.text {
		c.refuse(skills.CodeDirectory, "name", f.value, otherDir)
	}
}

func (c *check) description() {
	f, ok := c.field("description", badText)
	if !ok || text.UTF16.Len(f.text) <= 1024 {
		return
	}
	// The span is the text beyond the limit. Offsets into the value apply to the source only if decoding
	// changed nothing.
	surplus := f.value
	if f.text == f.value.Of(c.file.Source) {
		surplus.Start += text.UTF16.Offset(f.text, 1024)
	}
	c.refuse(skills.CodeTooLong, "description", surplus, badText)
}
