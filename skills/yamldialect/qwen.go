package yamldialect

import (
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// LoadQwenLines reads a text line by line, as Qwen Code reads a header that is not YAML (QwenLM/qwen-code,
// Apache-2.0, parseSimple in packages/core/src/utils/yaml-parser.ts). It never fails. A key is the text
// before the first colon of a line. A value is a string, a number, a bool or nil, or in the lines that follow
// a *[JSArray] or a *[JSObject] of these, which are indented by two spaces. Of quotes, it only knows double
// ones around a value. Blank lines and lines that begin with "#" are skipped. Lines must end with line feeds.
func LoadQwenLines(source string) *JSObject {
	fields := new(JSObject)
	var list *JSArray    // that the line before is in, or nil
	var object *JSObject // the open mapping, or nil
	key := ""            // of the next list
	lines := slices.DeleteFunc(strings.Split(source, "\n"), func(line string) bool {
		line = text.TrimJS(line)
		return line == "" || line[0] == '#'
	})
	for i, line := range lines {
		if item, ok := strings.CutPrefix(line, "  - "); ok {
			if list == nil {
				list = new(JSArray)
				fields.Set(key, list)
				key = ""
			}
			list.Items = append(list.Items, qwenValue(item))
			continue
		}
		list = nil
		name, value, ok := strings.Cut(line, ":")
		name, value = text.TrimJS(name), text.TrimJS(value)
		if object != nil && strings.HasPrefix(line, "  ") {
			object.Set(name, qwenValue(value))
			continue
		}
		object = nil
		switch {
		case !ok:
		case value != "":
			fields.Set(name, qwenValue(value))
		case i+1 < len(lines) && strings.HasPrefix(lines[i+1], "  ") && !strings.HasPrefix(lines[i+1], "  - "):
			object, key = new(JSObject), ""
			fields.Set(name, object)
		default:
			key = name
		}
	}
	return fields
}

// qwenValue returns the value of written, as parseValue in yaml-parser.ts does.
func qwenValue(written string) any {
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
	if n, ok := JSNumber(written); ok {
		return n
	}
	return written
}
