package frontmatter

import (
	"strings"

	"skills-ls/skills/text"
)

// RecoverYAML is [ParseYAML] for a mapping that may have errors. If the source is not YAML, it parses each
// entry alone that begins at the start of a line. It returns a mapping of the entries that are YAML, and the
// errors of the others in source order. It skips a byte order mark. Spans are offsets into the source.
func RecoverYAML(source string) (*Value, []*YAMLError) {
	start := len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
	root, err := parseYAML(source[start:], start)
	if err == nil {
		return root, nil
	}
	fm := Frontmatter{Content: text.Span{Start: start, End: len(source)}}
	scanEntries(source, &fm)
	parseValues(source, &fm)
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

// YAMLComments returns the comments that are alone on a line, in source order and without indentation and
// line ending. Spans are offsets into the source. In an entry that is not YAML, every line that begins with
// "#" counts as a comment.
func YAMLComments(source string) []text.Span {
	start := len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
	fm := Frontmatter{Content: text.Span{Start: start, End: len(source)}}
	scanEntries(source, &fm)
	parseValues(source, &fm)
	dropFalseComments(&fm)
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
