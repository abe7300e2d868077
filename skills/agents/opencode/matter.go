package opencode

import (
	"fmt"
	"strings"
	"time"

	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// parseMatter reads the fields, which are nil if the frontmatter has none. It must not be called for a program.
func parseMatter(m *kit.GrayMatter, source string) (*yamldialect.JSObject, *kit.GrayMatterError) {
	value, err := m.Parse(source)
	if err != nil {
		return nil, err
	}
	return dataOf(value), nil
}

// dataOf returns the fields of a value. A document that is null or missing counts as a mapping without keys,
// and so does an object of another kind, such as a date.
func dataOf(value any) *yamldialect.JSObject {
	switch value.(type) {
	case nil, time.Time, []byte:
		return new(yamldialect.JSObject)
	}
	object, _ := value.(*yamldialect.JSObject)
	return object
}

// switchOf returns the value of a switch in version 2 (booleanValue in config/plugin/skill-file.ts
// @0f00c7b4).
func switchOf(object *yamldialect.JSObject, field string) int {
	value := object.Value(field)
	switch value.(type) {
	case bool, float64, string:
		switch strings.ToLower(text.TrimJS(fmt.Sprint(value))) {
		case "true", "yes", "on", "1":
			return 1
		case "false", "no", "off", "0":
			return -1
		}
	}
	return 0
}
