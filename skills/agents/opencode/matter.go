package opencode

import (
	"fmt"
	"strings"
	"time"

	"skills-ls/skills/agents/kit"
	"skills-ls/skills/text"
	"skills-ls/skills/yamldialect"
)

// matterData has the values of a frontmatter that OpenCode uses.
type matterData struct {
	isRecord          bool
	name, description matterValue
	// autoinvoke is the key in metadata, and disabled is disable-model-invocation: 1 for true, -1 for false, and
	// 0 for other values. Only version 2 reads them.
	autoinvoke, disabled int
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

// parseMatter reads the fields. It must not be called for a program.
func parseMatter(m *kit.GrayMatter, source string) (matterData, *kit.GrayMatterError) {
	value, err := m.Parse(source)
	if err != nil {
		return matterData{isRecord: true}, err
	}
	return dataOf(value), nil
}

// dataOf returns the fields of a value. A document that is null or missing counts as a mapping without keys,
// and so does an object of another kind, such as a date.
func dataOf(value any) matterData {
	switch value.(type) {
	case nil, time.Time, []byte:
		return matterData{isRecord: true}
	}
	object, ok := value.(*yamldialect.JSObject)
	if !ok {
		return matterData{}
	}
	data := matterData{isRecord: true, name: fieldOf(object, "name"), description: fieldOf(object, "description")}
	data.disabled = switchOf(object, "disable-model-invocation")
	metadata, _ := object.Value("metadata").(*yamldialect.JSObject)
	data.autoinvoke = switchOf(metadata, autoinvoke)
	return data
}

func fieldOf(object *yamldialect.JSObject, field string) matterValue {
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
