package rules

import (
	"regexp"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/skills/text"
)

// checkPlaceholder reports what is left over from a template or a merge.
func checkPlaceholder(p *Pass) {
	checkMerge(p)
	if isTemplate(p) {
		return
	}
	if p.File.Kind == file.SkillFile {
		checkPlaceholderDescription(p)
	}
	checkLeftovers(p)
}

// maxLeftovers is the maximum number of template leftovers reported in a file. When the user fixes some,
// others follow.
const maxLeftovers = 10

// checkMerge reports conflicts that a merge has marked: all three marks, each at the start of a line and
// outside of fences. A line of "=" without the other marks underlines a heading.
func checkMerge(p *Pass) {
	const ours, both, theirs = "<<<<<<< ", "=======", ">>>>>>> "
	source := p.Doc.Source
	if !strings.Contains(source, ours) {
		return
	}
	var begin, middle text.Span
	for line := range lines.In(source, 0, len(source)) {
		src := line.Of(source)
		isMark := strings.HasPrefix(src, ours) || src == both || strings.HasPrefix(src, theirs)
		switch {
		case !isMark || p.FenceAt(line.Start) != nil:
		case strings.HasPrefix(src, ours):
			begin, middle = line, text.Span{}
		case begin.IsEmpty():
		case src == both:
			middle = line
		case !middle.IsEmpty():
			p.report(diagnostic.Diagnostic{
				Severity: diagnostic.Error, Span: begin,
				Message: "unresolved merge conflict", Detail: "the model reads both versions",
				Related: []diagnostic.Related{
					{Path: p.File.Path, Span: middle, Message: "second version"},
					{Path: p.File.Path, Span: line, Message: "end of the conflict"},
				},
			})
			begin = text.Span{}
		}
	}
}

// checkPlaceholderDescription reports a description that is a template's placeholder or contains one.
func checkPlaceholderDescription(p *Pass) {
	e, ok := p.Fm.Entry("description")
	if !ok {
		return
	}
	text, at := plainText(p.Doc.Source, e.ValueSpan)
	if found := templateText(text); !found.IsEmpty() {
		span := found.Shift(at)
		p.report(diagnostic.Diagnostic{
			Span:    span,
			Message: "unfilled placeholder " + InQuotes(span.Of(p.Doc.Source)), Detail: "say what the skill does and when to use it",
		})
	}
}

// leftoverMark begins the placeholders in the templates of skill-creator and similar tools.
const leftoverMark = "[TODO:"

// leftoverLines are whole lines in the templates of anthropics/skills and `npx skills init`.
var leftoverLines = []string{
	"# Insert instructions below",
	"Instructions for the agent to follow when this skill is activated.",
	"Describe when this skill should be used.",
}

func checkLeftovers(p *Pass) {
	source, end := p.Doc.Source, p.Doc.Body.End
	told := 0
	tell := func(span text.Span) {
		if told++; told <= maxLeftovers {
			p.report(diagnostic.Diagnostic{
				Span:    span,
				Message: "unfilled template placeholder " + InQuotes(span.Of(source)),
			})
		}
	}
	for at := p.Doc.Body.Start; told < maxLeftovers; {
		i := strings.Index(source[at:end], leftoverMark)
		if i < 0 {
			break
		}
		start := at + i
		at = start + len(leftoverMark)
		if !beginsContent(p, start) || InCode(p.Scope, start) {
			continue
		}
		span := lines.FirstLine(source, start)
		if n := strings.IndexByte(span.Of(source), ']'); n >= 0 {
			span.End = start + n + 1
		}
		tell(span)
	}
	for _, text := range leftoverLines {
		if i := strings.Index(source[p.Doc.Body.Start:end], text); i >= 0 {
			span := lines.FirstLine(source, p.Doc.Body.Start+i)
			start := span.Start == 0 || strings.IndexByte("\r\n", source[span.Start-1]) >= 0
			if start && strings.TrimRight(span.Of(source), " \t") == text && !InCode(p.Scope, span.Start) {
				tell(span)
			}
		}
	}
}

// markup matches what may precede the content of a line, and the label of an entry.
var markup = regexp.MustCompile(`^[\s>#*+_|0-9.)\-✅❌☐]*(?:\[[ xX]\]\s*)?(?:[^:"“]{0,60}:[*_\s]*)?$`)

// beginsContent reports whether a line, an item or a labeled entry begins at an offset. In the middle of a
// sentence, a placeholder is mentioned and not left over.
func beginsContent(p *Pass, at int) bool {
	const longest = 120 // bytes before it
	before := p.Doc.Source[max(0, at-longest):at]
	i := strings.LastIndexAny(before, "\r\n")
	return (i >= 0 || at <= longest) && markup.MatchString(before[i+1:])
}

// InCode reports whether an offset is in code or raw HTML of the body.
func InCode(p *refs.Scope, offset int) bool {
	return offset >= p.Doc.Body.Start && p.Doc.Markdown().InCode(offset)
}
