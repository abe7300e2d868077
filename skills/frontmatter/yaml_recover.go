package frontmatter

import (
	"strings"

	"skills-ls/skills/text"
)

// RecoverYAML parses a text as one YAML mapping. It skips a byte order mark. If the text is not YAML,
// RecoverYAML parses each entry alone that begins at the start of a line. It returns the entries that are
// YAML, and the errors of the others in source order. Spans are offsets into the text.
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
			style := keyStyle(source[e.KeySpan.Start])
			name := &Value{Tag: "!!str", Text: e.Key, Span: e.KeySpan, Style: style}
			recovered.Pairs = append(recovered.Pairs, Pair{name, e.Value})
		}
	}
	if len(errs) == 0 {
		errs = append(errs, err)
	}
	return recovered, errs
}

// YAMLComments returns the comments of a YAML text that have a line of their own, in source order and without
// indentation and line ending. Spans are offsets into the text. If the text is not YAML, the result may be
// wrong in entries that are not.
func YAMLComments(source string) []text.Span {
	start := len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
	fm := Frontmatter{Content: text.Span{Start: start, End: len(source)}}
	scanEntries(source, &fm)
	typeEntries(source, &fm)
	dropScalarLines(&fm)
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
