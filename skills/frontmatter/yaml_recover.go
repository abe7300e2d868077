package frontmatter

import (
	"strings"

	"skills-ls/skills/text"
)

// RecoverYAML is [ParseYAML] for a mapping that may have errors. If the source is not YAML, it parses each
// entry alone that begins at the start of a line. It returns a mapping of the entries that are YAML, and the
// errors of the others in source order. It skips a byte order mark. Spans are offsets into the source.
func RecoverYAML(source string) (*Value, []*YAMLError) {
	fm := scanYAML(source)
	if fm.Err == nil {
		return fm.Root, nil
	}
	recovered := &Value{Kind: MappingValue, Style: BlockStyle, Tag: "!!map", Span: fm.Content}
	var errs []*YAMLError
	for i := range fm.Entries {
		e := &fm.Entries[i]
		switch {
		case e.Err != nil:
			errs = append(errs, e.Err)
		case e.Value != nil:
			recovered.Pairs = append(recovered.Pairs, Pair{e.name, e.Value})
		}
	}
	if len(errs) == 0 {
		errs = append(errs, fm.Err)
	}
	return recovered, errs
}

// YAMLComments returns the comments that are alone on a line, in source order and without indentation and
// line ending. Spans are offsets into the source. In an entry that is not YAML, every line that begins with
// "#" counts as a comment.
func YAMLComments(source string) []text.Span {
	fm := scanYAML(source)
	dropFalseComments(&fm)
	return fm.Comments
}

// scanYAML reads the source like the content of a frontmatter. It skips a byte order mark.
func scanYAML(source string) Frontmatter {
	start := len(source) - len(strings.TrimPrefix(source, text.ByteOrderMark))
	fm := Frontmatter{Content: text.Span{Start: start, End: len(source)}}
	scanEntries(source, &fm)
	parseValues(source, &fm)
	return fm
}
