package qwencode

import (
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// whole matches a file with its line feeds as its only line endings (parseSkillContent in skill-manager.ts). The
// first and the last line of the header are exactly "---", with at least one line in between.
var whole = regexp.MustCompile(`^---\n((?s:.*?))\n---(?:\n|$)`)

// parts returns the spans of the header and of the body in the result of [kit.LineFeeds], and whether there is a
// header.
func parts(decoded string) (header, body text.Span, ok bool) { return kit.MatchMatter(whole, decoded) }

// readHeader returns the fields of a header (utils/yaml-parser.ts). A header that is not YAML, or not a
// mapping, is read line by line.
func readHeader(header string, r *skills.Readings) *yamldialect.JSObject {
	doc := kit.LoadEemeli(r, header)
	fields, ok := doc.Value.(*yamldialect.JSObject)
	if doc.Err != nil || !ok || isCircular(fields, make(map[any]bool)) {
		return readLines(header)
	}
	return fields
}

// isCircular reports whether a value contains itself, which makes sanitizeValue in yaml-parser.ts fail. open
// has the collections that were visited, and whether the value is within them.
func isCircular(v any, open map[any]bool) bool {
	var below []any
	switch v := v.(type) {
	case *yamldialect.JSObject:
		for _, key := range v.Keys() {
			item, _ := v.Get(key)
			below = append(below, item)
		}
	case *yamldialect.JSArray:
		below = v.Items
	default:
		return false
	}
	if within, seen := open[v]; seen {
		return within
	}
	open[v] = true
	defer func() { open[v] = false }()
	return slices.ContainsFunc(below, func(item any) bool { return isCircular(item, open) })
}

// textOf returns String(v) for a value of a header, in which mappings have no prototype. It returns false for
// mappings, and for lists that contain one, because they have no text. Null is left out of lists.
func textOf(v any) (string, bool) {
	switch v := v.(type) {
	case *yamldialect.JSObject:
		return "", false
	case *yamldialect.JSArray:
		texts, ok := textsOf(v)
		return strings.Join(texts, ","), ok
	}
	text, _ := yamldialect.JSText(v) // only mappings have none
	return text, true
}

func textsOf(list *yamldialect.JSArray) (texts []string, ok bool) {
	for _, item := range list.Items {
		if item == nil {
			continue
		}
		text, ok := textOf(item)
		if !ok {
			return nil, false
		}
		texts = append(texts, text)
	}
	return texts, true
}

// A lineReader is the state of parseSimple in yaml-parser.ts.
type lineReader struct {
	fields *yamldialect.JSObject
	key    string // of the next list
	list   *yamldialect.JSArray
	// object is the open mapping, or nil, and objectKey is its key.
	object    *yamldialect.JSObject
	objectKey string
}

// readLines reads a header as parseSimple does: a key before the first colon of each line, lists and mappings
// of one level.
func readLines(header string) *yamldialect.JSObject {
	lines := slices.DeleteFunc(strings.Split(header, "\n"), func(line string) bool {
		line = text.TrimJS(line)
		return line == "" || line[0] == '#'
	})
	r := lineReader{fields: new(yamldialect.JSObject)}
	for i, line := range append(lines, "") {
		next := ""
		if i+1 < len(lines) {
			next = lines[i+1]
		}
		r.read(line, next)
	}
	return r.fields
}

// read reads a line. An empty line ends an open list or mapping.
func (r *lineReader) read(line, next string) {
	if item, ok := strings.CutPrefix(line, "  - "); ok {
		if r.list == nil {
			r.list = new(yamldialect.JSArray)
		}
		r.list.Items = append(r.list.Items, valueOf(item))
		return
	}
	if r.list != nil {
		r.fields.Set(r.key, r.list)
		r.list, r.key = nil, ""
	}
	key, value, ok := strings.Cut(line, ":")
	key, value = text.TrimJS(key), text.TrimJS(value)
	if r.object != nil {
		if strings.HasPrefix(line, "  ") {
			r.object.Set(key, valueOf(value))
			return
		}
		r.fields.Set(r.objectKey, r.object)
		r.object = nil
	}
	switch {
	case !ok:
	case value != "":
		r.fields.Set(key, valueOf(value))
	case strings.HasPrefix(next, "  ") && !strings.HasPrefix(next, "  - "):
		r.object, r.objectKey, r.key = new(yamldialect.JSObject), key, ""
	default:
		r.key = key
	}
}

// valueOf returns the value of written, as parseValue in yaml-parser.ts does.
func valueOf(written string) any {
	written = text.TrimJS(written)
	switch written {
	case "true", "false":
		return written == "true"
	case "null":
		return nil
	}
	if len(written) >= 2 && strings.HasPrefix(written, `"`) && strings.HasSuffix(written, `"`) {
		return strings.ReplaceAll(strings.ReplaceAll(written[1:len(written)-1], `\"`, `"`), `\\`, `\`)
	}
	if n, ok := number(written); ok {
		return n
	}
	return written
}

var (
	decimal  = regexp.MustCompile(`^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$`)
	prefixed = regexp.MustCompile(`^0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)$`)
)

// number returns Number(written), if it is finite.
func number(written string) (n float64, ok bool) {
	switch {
	case decimal.MatchString(written):
		n, _ = strconv.ParseFloat(written, 64) // a range error comes with infinity
	case prefixed.MatchString(written):
		i, _ := new(big.Int).SetString(written, 0)
		n, _ = new(big.Float).SetInt(i).Float64()
	default:
		return 0, false
	}
	return n, !math.IsInf(n, 0)
}
