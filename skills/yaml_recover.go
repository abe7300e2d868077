package skills

import "strings"

// RecoverYAML reads a text as one YAML mapping, a byte order mark before it left out. Where the whole is not YAML, it returns
// those entries at the left edge that are so by themselves, and an error for every other place, in their order. Spans are
// offsets into the text.
func RecoverYAML(text string) (*Value, []*YAMLError) {
	start := len(text) - len(strings.TrimPrefix(text, byteOrderMark))
	root, err := parseYAML(text[start:], start)
	if err == nil {
		return root, nil
	}
	fm := Frontmatter{Content: Span{start, len(text)}}
	scanEntries(text, &fm)
	typeEntries(text, &fm)
	recovered := &Value{Kind: MappingValue, Style: BlockStyle, Tag: "!!map", Span: fm.Content}
	var errs []*YAMLError
	for i := range fm.Entries {
		e := &fm.Entries[i]
		switch {
		case e.Err != nil:
			errs = append(errs, e.Err)
		case e.Value != nil:
			name := &Value{Tag: "!!str", Text: e.Key, Span: e.KeySpan, Style: keyStyle(text[e.KeySpan.Start])}
			recovered.Pairs = append(recovered.Pairs, Pair{name, e.Value})
		}
	}
	if len(errs) == 0 {
		errs = append(errs, err)
	}
	return recovered, errs
}

// YAMLComments returns the comments of a YAML text that have a line of their own, without indentation and line ending, in their
// order. Spans are offsets into the text. Of what is not YAML it is a guess which lines are comments.
func YAMLComments(text string) []Span {
	fm := Frontmatter{Content: Span{len(text) - len(strings.TrimPrefix(text, byteOrderMark)), len(text)}}
	scanEntries(text, &fm)
	typeEntries(text, &fm)
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
