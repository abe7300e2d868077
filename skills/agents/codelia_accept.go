package agents

import (
	"path/filepath"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// Codelia's words for what it refuses.
const (
	codeliaNoFrontmatter = "missing YAML frontmatter"
	codeliaBadName       = "invalid name: expected 1..64 and pattern ^[a-z0-9]+(-[a-z0-9]+)*$"
	codeliaOtherDir      = "name must match skill directory name"
	codeliaBadText       = "invalid description: expected 1..1024 characters"
)

// acceptCodelia reads a file as parseFrontmatter and resolveSkillMetadata do. Codelia stops at the first thing it refuses;
// the verdict goes on, with one refusal for each cause, except that a name is compared with the directory only where it is
// valid.
//
// Codelia decodes the file before it reads it. Here the bytes are read and the values decoded: all that the parser looks for
// is ASCII or white space, which no broken sequence next to it can hide.
func acceptCodelia(f skills.File) skills.Verdict {
	fm := f.Frontmatter
	if fm == nil {
		fm = &skills.Parse(f.Source).Frontmatter
	}
	check := codeliaCheck{file: f, missing: fm.Open}
	if content, ok := codeliaContent(f.Source); ok {
		check.fields = codeliaFields(f.Source, content)
	} else {
		check.gaveUp = true
		check.refusals = append(check.refusals, noContent(f.Source, fm, codeliaNoFrontmatter))
		check.fields = codeliaEntries(f.Source, fm)
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

// codeliaContent returns the lines between the delimiters: the file must begin with a line of exactly three dashes, and the
// first such line after at least one other closes it; failing that, three dashes that end the file.
func codeliaContent(source string) (text.Span, bool) {
	open := codeliaOpen(source)
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

// codeliaOpen returns the length of the opening delimiter's line, 0 where the file does not begin with it.
func codeliaOpen(source string) int {
	for _, open := range []string{"---\n", "---\r\n"} {
		if strings.HasPrefix(source, open) {
			return len(open)
		}
	}
	return 0
}

// noContent says where and why Codelia, or Gemini CLI, finds no frontmatter, with one message for all causes.
func noContent(source string, fm *frontmatter.Frontmatter, message string) skills.Refusal {
	r := skills.Refusal{Code: skills.CodeNoFrontmatter, Span: fm.Open, Message: message}
	switch {
	case codeliaOpen(source) > 0:
		r.Code = skills.CodeUnclosed
		if fm.State == frontmatter.Closed {
			r.Span = fm.Close // a delimiter for others
		}
	case fm.State != frontmatter.Absent:
		r.Span.Start = 0 // with what stands before it
	}
	return r
}

// A codeliaField is a line "key: value" as Codelia reads it.
type codeliaField struct {
	text  string    // the value, decoded
	value text.Span // without white space and quotes
	place text.Span // the value as written, or the key where there is none
}

// codeliaFields reads every line of the content. The last of equal keys counts.
func codeliaFields(source string, content text.Span) map[string]codeliaField {
	fields := make(map[string]codeliaField)
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
		fields[key.Of(source)] = codeliaValue(source, key, text.Span{Start: line.Start + colon + 1, End: line.End})
	}
	return fields
}

// codeliaEntries reads the first line of every entry that the author's view of the frontmatter has.
func codeliaEntries(source string, fm *frontmatter.Frontmatter) map[string]codeliaField {
	fields := make(map[string]codeliaField)
	for _, e := range fm.Entries {
		line := text.Span{Start: min(e.Colon+1, e.Span.End), End: e.Span.End}
		if end := strings.IndexAny(line.Of(source), "\r\n"); end >= 0 {
			line.End = line.Start + end
		}
		fields[e.Key] = codeliaValue(source, e.KeySpan, line)
	}
	return fields
}

// codeliaValue takes white space and a pair of quotes off the rest of a line.
func codeliaValue(source string, key, rest text.Span) codeliaField {
	value := rest.TrimJS(source)
	f := codeliaField{value: value, place: value}
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

// A codeliaCheck collects the refusals of one file.
type codeliaCheck struct {
	file     skills.File
	fields   map[string]codeliaField
	missing  text.Span // where a missing field is reported
	gaveUp   bool      // the parser did: what follows would be
	refusals []skills.Refusal
}

func (c *codeliaCheck) refuse(code skills.Code, field string, at text.Span, message string) {
	c.refusals = append(c.refusals, skills.Refusal{Code: code, Field: field, Span: at, Message: message, WouldBe: c.gaveUp})
}

// field returns a field with text in it, after refusing one without.
func (c *codeliaCheck) field(name, message string) (codeliaField, bool) {
	f, ok := c.fields[name]
	switch {
	case !ok && !c.gaveUp:
		c.refuse(skills.CodeMissing, name, c.missing, message)
	case ok && f.text == "":
		c.refuse(skills.CodeEmpty, name, f.place, message)
	}
	return f, f.text != ""
}

func (c *codeliaCheck) name() {
	f, ok := c.field("name", codeliaBadName)
	if !ok {
		return
	}
	before := len(c.refusals)
	if text.UTF16.Len(f.text) > 64 {
		c.refuse(skills.CodeTooLong, "name", f.value, codeliaBadName)
	}
	if !isKebabAlphabet(f.text) {
		c.refuse(skills.CodeCharacters, "name", f.value, codeliaBadName)
	}
	if hasStrayHyphen(f.text) {
		c.refuse(skills.CodeHyphens, "name", f.value, codeliaBadName)
	}
	if len(c.refusals) > before || c.file.Path == "" {
		return
	}
	if dir := filepath.Base(filepath.Dir(c.file.Path)); dir != f.text {
		c.refuse(skills.CodeDirectory, "name", f.value, codeliaOtherDir)
	}
}

func (c *codeliaCheck) description() {
	f, ok := c.field("description", codeliaBadText)
	if !ok || text.UTF16.Len(f.text) <= 1024 {
		return
	}
	// The surplus is the place. Offsets into the value hold in the source where decoding changed nothing.
	surplus := f.value
	if f.text == f.value.Of(c.file.Source) {
		surplus.Start += text.UTF16.Offset(f.text, 1024)
	}
	c.refuse(skills.CodeTooLong, "description", surplus, codeliaBadText)
}
