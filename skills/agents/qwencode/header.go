package qwencode

import (
	"regexp"
	"slices"
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
// mapping, is read line by line, and so is one with a mapping that contains itself.
func readHeader(header string, r *skills.Readings) *yamldialect.JSObject {
	doc := kit.LoadEemeli(r, header)
	if fields, ok := doc.Value.(*yamldialect.JSObject); ok && doc.Err == nil && !doc.Circular {
		return fields
	}
	return readLines(header)
}

// textOf returns String(v) for a value of a header, in which mappings have no prototype. It returns false for
// mappings, and for lists that contain one, because they have no text.
func textOf(v any) (string, bool) {
	if list, ok := v.(*yamldialect.JSArray); ok {
		texts, ok := textsOf(list)
		return strings.Join(texts, ","), ok
	}
	if _, ok := v.(*yamldialect.JSObject); ok {
		return "", false
	}
	text, _ := yamldialect.JSText(v) // only mappings have none
	return text, true
}

// textsOf returns the texts of the items of a list, without null. It returns false if one has none.
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

// readLines reads a header as parseSimple in yaml-parser.ts does: a key before the first colon of each
// line, lists and mappings of one level. It skips blank lines and comments.
func readLines(header string) *yamldialect.JSObject {
	fields := new(yamldialect.JSObject)
	var list *yamldialect.JSArray    // that the line before is in, or nil
	var object *yamldialect.JSObject // the open mapping, or nil
	key := ""                        // of the next list
	lines := slices.DeleteFunc(strings.Split(header, "\n"), func(line string) bool {
		line = text.TrimJS(line)
		return line == "" || line[0] == '#'
	})
	for i, line := range lines {
		if item, ok := strings.CutPrefix(line, "  - "); ok {
			if list == nil {
				list = new(yamldialect.JSArray)
				fields.Set(key, list)
				key = ""
			}
			list.Items = append(list.Items, valueOf(item))
			continue
		}
		list = nil
		name, value, ok := strings.Cut(line, ":")
		name, value = text.TrimJS(name), text.TrimJS(value)
		if object != nil && strings.HasPrefix(line, "  ") {
			object.Set(name, valueOf(value))
			continue
		}
		object = nil
		switch {
		case !ok:
		case value != "":
			fields.Set(name, valueOf(value))
		case i+1 < len(lines) && strings.HasPrefix(lines[i+1], "  ") && !strings.HasPrefix(lines[i+1], "  - "):
			object, key = new(yamldialect.JSObject), ""
			fields.Set(name, object)
		default:
			key = name
		}
	}
	return fields
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
	if n, ok := yamldialect.JSNumber(written); ok {
		return n
	}
	return written
}
