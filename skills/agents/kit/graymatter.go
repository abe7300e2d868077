package kit

import (
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// A GrayMatter is a file as gray-matter 4.0.3 splits it (index.js and lib/{engine,engines,parse}.js of
// jonschlinkert/gray-matter). gray-matter does not look at whole lines: the frontmatter begins after three
// hyphens at the very start of the file. It ends at a line feed that three hyphens follow, even if something
// follows them, or at the end of the file.
type GrayMatter struct {
	Found    bool
	Language string    // the rest of the line of the opening hyphens, without white space around it
	Content  text.Span // the frontmatter
	Body     text.Span
}

// CutGrayMatter finds the frontmatter and the body of a file.
func CutGrayMatter(source string) GrayMatter {
	start := 0
	if strings.HasPrefix(source, text.ByteOrderMark) {
		start = len(text.ByteOrderMark)
	}
	m := GrayMatter{Body: text.Span{Start: start, End: len(source)}}
	rest, ok := strings.CutPrefix(source[start:], "---")
	if !ok || strings.HasPrefix(rest, "-") {
		return m
	}
	m.Found = true
	m.Content = text.Span{Start: start + len("---"), End: len(source)}
	raw := grayLanguage(rest)
	if m.Language = text.TrimJS(raw); m.Language != "" {
		m.Content.Start += len(raw)
	}
	m.Body = text.At(len(source))
	if i := strings.Index(source[m.Content.Start:], "\n---"); i >= 0 {
		m.Content.End = m.Content.Start + i
		body := source[m.Content.End+len("\n---"):]
		body = strings.TrimPrefix(body, "\r")
		body = strings.TrimPrefix(body, "\n")
		m.Body.Start = len(source) - len(body)
	}
	return m
}

// grayLanguage returns the rest of the line of the opening hyphens. In a text of one line, gray-matter omits
// the last UTF-16 unit.
func grayLanguage(rest string) string {
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		return strings.TrimSuffix(rest[:i], "\r")
	}
	_, n := utf8.DecodeLastRuneInString(rest)
	return rest[:len(rest)-n]
}

// engine returns the parser for the language: yaml, json or javascript. It returns "" if gray-matter has no
// parser that yields fields.
func (m *GrayMatter) engine() string {
	if m.Language == "json" {
		return m.Language
	}
	switch LowerASCII(m.Language) {
	case "", "yaml", "yml":
		return "yaml"
	case "js", "javascript":
		return "javascript"
	}
	return ""
}

// IsProgram reports whether gray-matter executes the frontmatter, which it does as JavaScript with all rights
// of the agent.
func (m *GrayMatter) IsProgram(source string) bool {
	return m.Found && m.engine() == "javascript" && !m.isEmpty(source)
}

// ProgramNote returns the note on a file whose frontmatter an agent executes.
func ProgramNote(agent string) string {
	return agent + " runs the frontmatter as JavaScript, with all of its permissions, when it finds the file. " +
		"skills-ls does not run it, so it does not know whether there is a skill, and its name."
}

// isEmpty reports whether the frontmatter has only white space and lines that begin with #. gray-matter calls
// no parser then.
func (m *GrayMatter) isEmpty(source string) bool {
	rest := m.Content.Of(source)
	for {
		rest = rest[text.Span{End: len(rest)}.TrimJS(rest).Start:]
		if !strings.HasPrefix(rest, "#") {
			return rest == ""
		}
		end := strings.IndexByte(rest, '\n')
		switch {
		case end == 1 || rest == "#": // gray-matter keeps a "#" that nothing follows
			return false
		case end < 0:
			return true
		}
		rest = rest[end:]
	}
}

// A GrayMatterError is the reason why there is no data. YAML is nil if the parser of another language fails,
// or if there is no parser.
type GrayMatterError struct{ YAML *yamldialect.Error }

// Parse returns the data of the frontmatter: an object without properties if there is no frontmatter, and nil
// for null. For a program, it returns an error.
func (m *GrayMatter) Parse(source string) (any, *GrayMatterError) {
	if !m.Found || m.isEmpty(source) {
		return new(yamldialect.JSObject), nil
	}
	content := m.Content.Of(source)
	switch m.engine() {
	case "yaml":
		value, err := yamldialect.LoadJSYAML(content, yamldialect.JSYAML3)
		if err != nil {
			return nil, &GrayMatterError{err}
		}
		return value, nil
	case "json":
		value, err := skills.ParseJSON(text.DecodeUTF8(content))
		if err != nil {
			return nil, &GrayMatterError{}
		}
		return valueJS(value), nil
	}
	return nil, &GrayMatterError{}
}

// valueJS returns a value of JSON as JSON.parse does. The last of repeated keys counts.
func valueJS(v *frontmatter.Value) any {
	switch {
	case v.Kind == frontmatter.MappingValue:
		var object yamldialect.JSObject
		for _, p := range v.Pairs {
			object.Set(p.Key.Text, valueJS(p.Value))
		}
		return &object
	case v.Kind == frontmatter.SequenceValue:
		var array yamldialect.JSArray
		for _, item := range v.Items {
			array.Items = append(array.Items, valueJS(item))
		}
		return &array
	case v.Tag == "!!str":
		return v.Text
	case v.Tag == "!!bool":
		return v.Text == "true"
	case v.IsNull():
		return nil
	}
	n, _ := yamldialect.JSNumber(v.Text)
	return n
}

// ErrorSpan returns where an error of YAML is in the file: from the given place to the end of its line. At
// the end of a line it returns all of the last line that is not blank.
func (m *GrayMatter) ErrorSpan(source string, at text.Span) text.Span {
	if at.IsEmpty() {
		rest := source[at.Start:m.Content.End]
		at.End = at.Start + strings.IndexAny(rest+"\n", "\r\n")
	}
	if at = at.TrimJS(source); at.IsEmpty() {
		before := text.Span{Start: m.Content.Start, End: at.Start}.TrimJS(source)
		before.Start += strings.LastIndexAny(before.Of(source), "\r\n") + 1
		at = before.TrimJS(source)
	}
	return at
}

// AuthorJS returns the scalars of the author's view as an object of texts.
func (r *Report) AuthorJS() *yamldialect.JSObject {
	object := new(yamldialect.JSObject)
	for i := range r.Frontmatter.Entries {
		e := &r.Frontmatter.Entries[i]
		if e.Value != nil && e.Value.Kind == frontmatter.ScalarValue && !e.Value.IsNull() {
			object.Set(e.Key, text.DecodeUTF8(e.Value.Text))
		}
	}
	return object
}

// ReadJS sets Fields to the given fields of an object that is read from content. Only strings are texts. Null is
// an empty text if no value is written.
func (r *Report) ReadJS(object *yamldialect.JSObject, content text.Span, fields ...string) {
	r.Fields = make(map[string]Field)
	for _, name := range fields {
		if value, ok := object.Get(name); ok {
			text, isText := value.(string)
			e, found := r.Frontmatter.Entry(name)
			unwritten := value == nil && found && e.ValueSpan.IsEmpty()
			r.Fields[name] = Field{Text: text, Place: r.PlaceIn(content, name), Other: !isText && !unwritten}
		}
	}
}
