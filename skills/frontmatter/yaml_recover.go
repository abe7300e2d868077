package frontmatter

import (
	"strings"

	"skills-ls/skills/text"
)

// RecoverYAML reads a text as one YAML mapping, without a byte order mark. If the whole is not YAML, it
// returns the entries at the start of a line that are YAML alone, and an error for every other place, in
// order. Spans are offsets into the text.
func RecoverYAML(source string) (*Value, []*YAMLError) {
	start := len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
	root, err := parseYAML(source[start:], start)
	if err == nil {
		return root, nil
	}
	fm := Frontmatter{Content: text.Span{Start: start, End: len(source)}}
	scanEntries(source, &fm)
	typeEntries(source, &fm)
	recovered := &Value{Kind: MappingValue, Style: BlockStyle, Tag: "!!map", Span: fm.Content}
	var errs []*YAMLError
	for i := range fm.Entries {
		e := &fm.Entries[i]
		switch {
		case e.Err != nil:
			errs = append(errs, e.Err)
		case e.Value != nil:
			name := &Value{Tag: "!!str", Text: e.Key, Span: e.KeySpan, Style: keyStyle(source[e.KeySpan.Start])}
			recovered.Pairs = append(recovered.Pairs, Pair{name, e.Value})
		}
	}
	if len(errs) == 0 {
		errs = append(errs, err)
	}
	return recovered, errs
}

// YAMLComments returns the comments of a YAML text on lines of their own, without indentation and line
// ending, in order. Spans are offsets into the text. If the text is not YAML, which lines are comments is a
// guess.
func YAMLComments(source string) []text.Span {
	fm := Frontmatter{Content: text.Span{Start: len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark)), End: len(source)}}
	scanEntries(source, &fm)
	typeEntries(source, &fm)
	dropTexts(&fm)
	return fm.Comments
}

// keyStyle returns the style of a key from its first byte.
func keyStyle(first byte) Style {
	switch first {
	case '"':
		return DoubleQuoted
	case '\'':
		return SingleQuoted
	}
	return PlainStyle
}
