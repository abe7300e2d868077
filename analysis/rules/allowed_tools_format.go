package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
)

// checkToolsFormat reports a list of tools whose separators a concerned agent does not read. Only the
// standard's prose asks for spaces, so a problem for the standard alone is less severe.
func checkToolsFormat(p *Pass) {
	e, ok := p.Fm.Entry(AllowedTools)
	if !ok || e.Value == nil {
		return
	}
	written := SeparatorsOf(e.ValueSpan.Of(p.Doc.Source), e.Value)
	if written == 0 {
		return
	}
	puzzled := p.reading(e.Key, func(f skills.Field) bool { return f.Separators != 0 && f.Separators&written == 0 })
	if len(puzzled) == 0 {
		return
	}
	d := diagnostic.Diagnostic{Severity: diagnostic.Warning, Span: e.ValueSpan, Affects: misreading(puzzled)}
	if len(puzzled) == 1 && puzzled[0] == agents.Standard {
		d.Severity = p.weigh(diagnostic.Information, puzzled)
	}
	wanted, _ := puzzled[0].Reads(e.Key)
	d.Message = InQuotes(e.Key) + " must be " + manner(wanted.Separators) + ", not " + strings.TrimPrefix(manner(written), "separated by ")
	if wanted.Separators&skills.Blanks != 0 {
		d.Fixes = separateByBlanks(p, e)
	}
	p.report(d)
}

// manner describes how words are separated. Of several ways it names the first, which is the simplest.
func manner(s skills.Separators) string {
	switch {
	case s&skills.Blanks != 0:
		return "separated by spaces"
	case s&skills.Commas != 0:
		return "separated by commas"
	}
	return "a list"
}

// SeparatorsOf returns how the words of a value are separated. It returns 0 if that is unknown, because there
// is only one word or a parenthesis is not closed.
func SeparatorsOf(source string, v *frontmatter.Value) skills.Separators {
	switch v.Kind {
	case frontmatter.SequenceValue:
		if !strings.HasPrefix(source, "[") {
			return skills.BlockList
		}
		if _, err := skills.ParseJSON(source); err == nil {
			return skills.JSONList
		}
		return skills.FlowList
	case frontmatter.MappingValue:
		return 0
	}
	commas, ok := OutsideParentheses(v.Text, ",")
	blanks, _ := OutsideParentheses(strings.TrimSpace(v.Text), " \t\r\n")
	switch {
	case !ok:
		return 0
	case len(commas) > 0:
		return skills.Commas
	case len(blanks) > 0:
		return skills.Blanks
	}
	return 0
}

// separateByBlanks offers to write tools as one string with spaces between them, if it can be split into the
// same tools.
func separateByBlanks(p *Pass, e *frontmatter.Entry) []diagnostic.Fix {
	words := SplitTools(e.Value)
	source, span := p.Doc.Source, e.ValueSpan
	before := source[e.Colon+1 : span.Start]
	if len(words) == 0 || strings.TrimSpace(before) != "" || e.Value.Kind == frontmatter.SequenceValue && strings.Contains(span.Of(source), "#") {
		return nil
	}
	splitsAnywhere := p.reading(e.Key, func(f skills.Field) bool {
		return f.Separators&skills.JSONList != 0 && f.Separators&skills.FlowList == 0
	})
	text := strings.Join(words, " ")
	if e.Value.Kind == frontmatter.SequenceValue && len(splitsAnywhere) > 0 && len(strings.Fields(text)) != len(words) {
		return nil
	}
	text = Scalar(text)
	if strings.ContainsAny(before, "\r\n") { // the list begins on a line of its own
		span.Start, text = e.Colon+1, " "+text
	}
	return oneFix("Separate tools with spaces", true, p.Edit(span, text))
}
