package opencode

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"

	"skills-ls/skills/agents/kit"
)

// A matter is a file as gray-matter 4.0.3 cuts it (index.js and lib/{engine,engines,parse}.js of jonschlinkert/gray-matter). It knows
// neither lines nor blanks: the frontmatter begins after three hyphens at the very start, and ends where three hyphens follow a line
// feed, whatever stands after them, or with the file.
type matter struct {
	found    bool
	language string // what stands after the opening hyphens in their line, without white space around it
	content  text.Span
	closed   bool
	body     text.Span
}

func cutMatter(source string) matter {
	start := 0
	if strings.HasPrefix(source, byteOrderMark) {
		start = len(byteOrderMark)
	}
	m := matter{body: text.Span{Start: start, End: len(source)}}
	rest, ok := strings.CutPrefix(source[start:], "---")
	if !ok || strings.HasPrefix(rest, "-") {
		return m
	}
	m.found = true
	m.content = text.Span{Start: start + len("---"), End: len(source)}
	raw := matterLanguage(rest)
	if m.language = text.TrimJS(raw); m.language != "" {
		m.content.Start += len(raw)
	}
	m.body = text.At(len(source))
	if i := strings.Index(source[m.content.Start:], "\n---"); i >= 0 {
		m.closed = true
		m.content.End = m.content.Start + i
		body := source[m.content.End+len("\n---"):]
		body = strings.TrimPrefix(body, "\r")
		body = strings.TrimPrefix(body, "\n")
		m.body.Start = len(source) - len(body)
	}
	return m
}

const byteOrderMark = "\ufeff"

// matterLanguage returns the rest of the opening hyphens' line. In a text of one line it is short of the last UTF-16 unit.
func matterLanguage(rest string) string {
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		return strings.TrimSuffix(rest[:i], "\r")
	}
	_, n := utf8.DecodeLastRuneInString(rest)
	return rest[:len(rest)-n]
}

// engine returns the parser for the language: yaml, json or javascript, and empty where gray-matter has none that yields fields.
func (m *matter) engine() string {
	switch m.language {
	case "json":
		return m.language
	}
	switch kit.LowerASCII(m.language) {
	case "", "yaml", "yml":
		return "yaml"
	case "js", "javascript":
		return "javascript"
	}
	return ""
}

// isProgram reports whether gray-matter executes the frontmatter, which it does as JavaScript with all that OpenCode may do.
func (m *matter) isProgram(text string) bool {
	return m.found && m.engine() == "javascript" && !m.isEmpty(text)
}

// isEmpty reports whether the frontmatter has nothing but white space and lines that begin with #. No parser is asked for it then.
func (m *matter) isEmpty(source string) bool {
	rest := m.content.Of(source)
	for {
		rest = rest[text.Span{End: len(rest)}.TrimJS(rest).Start:]
		if !strings.HasPrefix(rest, "#") {
			return rest == ""
		}
		end := strings.IndexByte(rest, '\n')
		switch {
		case end == 1 || rest == "#": // where nothing follows the mark, it stays
			return false
		case end < 0:
			return true
		}
		rest = rest[end:]
	}
}

// matterData is what gray-matter reads of a frontmatter, as far as OpenCode looks at it.
type matterData struct {
	isRecord          bool
	name, description matterValue
	// autoinvoke is that of metadata, and disabled is disable-model-invocation; version 2 alone looks at them.
	autoinvoke, disabled matterFlag
}

// A matterFlag is what version 2 makes of a value that switches something: nothing of most (booleanValue in config/plugin/skill-file.ts
// @0f00c7b4).
type matterFlag uint8

const (
	matterUnset matterFlag = iota
	matterOn
	matterOff
)

func flagOf(on bool) matterFlag {
	if on {
		return matterOn
	}
	return matterOff
}

func numberFlag(n float64) matterFlag {
	if n != 0 && n != 1 {
		return matterUnset
	}
	return flagOf(n == 1)
}

func wordFlag(word string) matterFlag {
	switch strings.ToLower(text.TrimJS(word)) {
	case "true", "yes", "on", "1":
		return matterOn
	case "false", "no", "off", "0":
		return matterOff
	}
	return matterUnset
}

// A matterValue is the value of a field.
type matterValue struct {
	kind matterKind
	text string
}

type matterKind uint8

const (
	matterMissing matterKind = iota
	matterText
	matterNull
	matterOther
)

// A matterError is why there is no data: the YAML's error, or nil where another parser fails, or is missing.
type matterError struct{ yaml *yamldialect.Error }

// parse reads the fields. It must not be asked for those of a program.
func (m *matter) parse(source string) (matterData, *matterError) {
	empty := matterData{isRecord: true}
	if !m.found || m.isEmpty(source) {
		return empty, nil
	}
	content := m.content.Of(source)
	switch m.engine() {
	case "yaml":
		value, err := yamldialect.LoadJSYAML(content, yamldialect.JSYAML3)
		if err != nil {
			return empty, &matterError{err}
		}
		return dataOf(value), nil
	case "json":
		var value any
		decoder := json.NewDecoder(strings.NewReader(text.DecodeUTF8(content)))
		decoder.UseNumber()
		if err := decoder.Decode(&value); err != nil {
			return empty, &matterError{}
		}
		if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
			return empty, &matterError{}
		}
		return dataOf(value), nil
	}
	return empty, &matterError{}
}

// dataOf takes the fields from a value. A document that is null or not there counts as a mapping without keys, and so does an object
// of another kind, such as a date.
func dataOf(value any) matterData {
	switch value.(type) {
	case nil, time.Time, []byte:
		return matterData{isRecord: true}
	}
	object := objectOf(value)
	if object == nil {
		return matterData{}
	}
	data := matterData{isRecord: true, name: fieldOf(object, "name"), description: fieldOf(object, "description")}
	data.disabled = switchOf(object, "disable-model-invocation")
	metadata, _ := object.Get("metadata")
	if metadata := objectOf(metadata); metadata != nil {
		data.autoinvoke = switchOf(metadata, autoinvoke)
	}
	return data
}

// A matterObject is a mapping of YAML or an object of JSON.
type matterObject interface {
	Get(key string) (value any, ok bool)
}

type jsonObject map[string]any

func (o jsonObject) Get(key string) (any, bool) {
	value, ok := o[key]
	return value, ok
}

// objectOf returns nil for a value that is no object.
func objectOf(value any) matterObject {
	switch value := value.(type) {
	case *yamldialect.JSObject:
		return value
	case map[string]any:
		return jsonObject(value)
	}
	return nil
}

func fieldOf(object matterObject, field string) matterValue {
	value, ok := object.Get(field)
	if !ok {
		return matterValue{}
	}
	switch value := value.(type) {
	case string:
		return matterValue{matterText, value}
	case nil:
		return matterValue{kind: matterNull}
	}
	return matterValue{kind: matterOther}
}

func switchOf(object matterObject, field string) matterFlag {
	value, _ := object.Get(field)
	switch value := value.(type) {
	case bool:
		return flagOf(value)
	case float64:
		return numberFlag(value)
	case json.Number:
		if n, err := value.Float64(); err == nil {
			return numberFlag(n)
		}
	case string:
		return wordFlag(value)
	}
	return matterUnset
}
