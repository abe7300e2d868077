package file

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// TextEnd returns the end of the text in a span, without trailing white space. It is the start of a span that
// has no text.
func TextEnd(source string, span text.Span) int {
	return span.Start + len(strings.TrimRight(span.Of(source), " \t\r\n"))
}

// PreloadsIn is [refs.Preloads] for a list of agents.
func PreloadsIn(f *File, readers []*skills.Agent) []skills.Mention {
	var keys []string
	for _, agent := range readers {
		if key := agent.Subagents.Preloads; key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	var found []skills.Mention
	for _, key := range keys {
		if e, ok := f.Doc.Frontmatter.Entry(key); ok && e.Value != nil {
			for _, v := range ScalarsOf(e.Value) {
				found = append(found, preloadsOf(f.Doc.Source, v, v == e.Value)...)
			}
		}
	}
	return found
}

// preloadsOf returns the names in a scalar, which may contain several with commas between them.
func preloadsOf(source string, v *frontmatter.Value, several bool) []skills.Mention {
	base, exact := TextStart(source, v)
	if !exact {
		return nil
	}
	if !several {
		return nameWithin(source, text.Span{Start: base, End: base + len(v.Text)})
	}
	var found []skills.Mention
	start := base
	for part := range strings.SplitSeq(v.Text, ",") {
		found = append(found, nameWithin(source, text.Span{Start: start, End: start + len(part)})...)
		start += len(part) + 1
	}
	return found
}

// nameWithin returns the name in a span, without surrounding white space, or nil if the span is blank.
func nameWithin(source string, span text.Span) []skills.Mention {
	at := Trimmed(source, span)
	if at.IsEmpty() {
		return nil
	}
	return []skills.Mention{{Kind: skills.BareMention, Span: at, Name: at.Of(source), NameSpan: at}}
}

// PreloadedNames returns the names of skills that a file may preload as a subagent of any agent.
func PreloadedNames(f *File) []string {
	if f.Kind != Instructions {
		return nil
	}
	var names []string
	for _, m := range PreloadsIn(f, SubagentAgentsIn(filepath.Dir(f.Path))) {
		names = append(names, strings.Clone(m.Name))
	}
	return names
}

// SubagentAgentsIn returns the agents that look for subagents in a directory.
func SubagentAgentsIn(dir string) []*skills.Agent {
	slashed := "/" + filepath.ToSlash(dir)
	return slices.DeleteFunc(agents.All(), func(agent *skills.Agent) bool {
		return agent.Subagents == nil || !slices.ContainsFunc(agent.Subagents.Dirs, func(agents string) bool { return strings.HasSuffix(slashed, "/"+agents) })
	})
}

// ScalarsOf returns the scalars of a list of tools, which may be one string or a list. It leaves out null.
func ScalarsOf(v *frontmatter.Value) []*frontmatter.Value {
	switch {
	case v == nil || v.Kind == frontmatter.ScalarValue && v.IsNull():
		return nil
	case v.Kind == frontmatter.ScalarValue:
		return []*frontmatter.Value{v}
	}
	return slices.DeleteFunc(slices.Clone(v.Items), func(item *frontmatter.Value) bool { return item.Kind != frontmatter.ScalarValue || item.IsNull() })
}

// TextStart returns the offset in source at which the text of a scalar begins. It returns false if the text
// is not written as YAML reads it.
func TextStart(source string, v *frontmatter.Value) (int, bool) {
	written := v.Span.Of(source)
	switch v.Style {
	case frontmatter.PlainStyle:
		return v.Span.Start, written == v.Text
	case frontmatter.SingleQuoted, frontmatter.DoubleQuoted:
		return v.Span.Start + 1, len(written) == len(v.Text)+2 && written[1:len(written)-1] == v.Text
	}
	return 0, false
}

// Trimmed returns a span without the spaces, tabs and line endings at its ends.
func Trimmed(source string, span text.Span) text.Span {
	src := span.Of(source)
	start := span.Start + len(src) - len(strings.TrimLeft(src, " \t\r\n"))
	if start == span.End {
		return text.At(start)
	}
	return text.Span{Start: start, End: TextEnd(source, text.Span{Start: start, End: span.End})}
}
