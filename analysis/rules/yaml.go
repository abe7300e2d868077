package rules

import (
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// placeOf returns the span of a pair's value, or of its key if the value is empty or a collection.
func placeOf(pair frontmatter.Pair) text.Span {
	if pair.Value.Span.IsEmpty() || pair.Value.Kind != frontmatter.ScalarValue {
		return pair.Key.Span
	}
	return pair.Value.Span
}

// shapes returns the field types that a value can be read as. A plain number or boolean is also a string,
// since agents that expect a string read it as written.
func shapes(v *frontmatter.Value) skills.FieldType {
	switch {
	case v.Kind == frontmatter.MappingValue:
		return skills.Mapping
	case v.Kind == frontmatter.SequenceValue:
		return skills.List
	case v.Tag == "!!bool":
		return skills.Boolean | skills.String
	case v.Tag == "!!int", v.Tag == "!!float":
		return skills.Number | skills.String
	}
	return skills.String
}

func shapeOf(v *frontmatter.Value) string {
	switch shapes(v) {
	case skills.Mapping:
		return "a mapping"
	case skills.List:
		return "a list"
	case skills.Boolean | skills.String:
		return "a boolean"
	case skills.Number | skills.String:
		return "a number"
	}
	if v.Style == frontmatter.SingleQuoted || v.Style == frontmatter.DoubleQuoted {
		return "a quoted string"
	}
	return "a string"
}

// entryAt returns the entry that contains the offset, or nil if not found.
func entryAt(p *Pass, offset int) *frontmatter.Entry {
	for e := range p.Fm.All() {
		if e.Span.Start <= offset && offset < e.Span.End {
			return e
		}
	}
	return nil
}

// Quote returns a text on one line as a quoted YAML scalar, in quotes that need no escapes if possible:
// agents that split lines themselves strip quotes and do not process escapes.
func Quote(text string) string {
	switch {
	case !strings.ContainsAny(text, `"\`):
		return `"` + text + `"`
	case !strings.Contains(text, `'`):
		return `'` + text + `'`
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// Scalar returns a text on one line as a YAML scalar, in quotes only if it would be read as something else
// without them.
func Scalar(text string) string {
	v, err := frontmatter.ParseYAML("k: " + text)
	if err == nil && v != nil && v.Kind == frontmatter.MappingValue && len(v.Pairs) == 1 && v.Pairs[0].Value.IsString() && v.Pairs[0].Value.Text == text {
		return text
	}
	return Quote(text)
}
