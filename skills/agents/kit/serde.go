package kit

import (
	"regexp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/yamldialect"
)

// CompanionCause is [SerdeCause] for a file beside a SKILL.md. The field has no list indexes.
func CompanionCause(source string, err *yamldialect.Error) (code skills.Code, field string) {
	code, field = SerdeCause(source, err)
	return code, listIndexes.ReplaceAllString(field, "")
}

var listIndexes = regexp.MustCompile(`\[\d+\]`)

// WithoutPosition removes the position from a message of serde_yaml.
func WithoutPosition(message string) string { return positions.ReplaceAllString(message, "") }

var positions = regexp.MustCompile(` at line \d+ column \d+`)

// OptionalString is Option<String>.
var OptionalString = yamldialect.Option(yamldialect.String())

// SerdeText returns the text of a scalar, or "" if v is nil or null.
func SerdeText(v *yamldialect.Node) string {
	if v == nil || v.Kind == yamldialect.Null {
		return ""
	}
	return v.Text
}

// SerdeCause returns the code for an error of serde_yaml, and the path of the field that has the error, or
// "".
func SerdeCause(text string, err *yamldialect.Error) (code skills.Code, field string) {
	field = err.Path
	switch {
	case err.Cause == yamldialect.Duplicate:
		if field != "" {
			field += "."
		}
		return skills.CodeDuplicateKey, field + text[err.Start:err.End]
	case err.Cause == yamldialect.Type && field == "":
		return skills.CodeNotMapping, ""
	case err.Cause == yamldialect.Type:
		return skills.CodeType, field
	}
	return skills.CodeYAML, ""
}

// IsSerdeBool reports whether v is the boolean that is written as text, in any case.
func IsSerdeBool(v *yamldialect.Node, text string) bool {
	return v != nil && v.Kind == yamldialect.Boolean && strings.EqualFold(v.Text, text)
}

// FlattenSerde appends "path: text" for each scalar in v to the list. It stops at 50 scalars.
func FlattenSerde(v *yamldialect.Node, path string, list *[]string) {
	if v == nil || len(*list) >= 50 {
		return
	}
	switch v.Kind {
	case yamldialect.Mapping:
		for _, p := range v.Pairs {
			FlattenSerde(p.Value, strings.TrimPrefix(path+"."+p.Key.Text, "."), list)
		}
	case yamldialect.Sequence:
		for _, item := range v.Items {
			FlattenSerde(item, path, list)
		}
	default:
		text := strings.ReplaceAll(CollapseSpace(v.Text), "`", "'")
		*list = append(*list, strings.ReplaceAll(path, "`", "'")+": "+text)
	}
}
