package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/vantage"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

func checkPluginSyntax(p *Pass) {
	m := manifestIn(p)
	report := func(d diagnostic.Diagnostic) { reportLoss(p, skills.Rejected, false, d) }
	switch {
	case m.Fault != nil:
		report(invalidJSON(p, m.Fault))
		return
	case m.Value == nil:
		report(diagnostic.Diagnostic{Span: text.At(0), Message: "file is empty", Detail: "expected a JSON object"})
		return
	}
	for _, comma := range m.Commas {
		report(diagnostic.Diagnostic{
			Span: comma, Message: "trailing comma", Detail: "JSON does not allow it",
			Fixes: oneFix("Remove the comma", true, p.Edit(comma, "")),
		})
	}
	for _, comment := range m.Comments {
		report(diagnostic.Diagnostic{
			Span: comment, Message: "comment in JSON", Detail: "JSON does not allow it",
			Fixes: oneFix("Remove the comment", false, p.Edit(comment, "")),
		})
	}
	checkManifest(p)
}

// invalidJSON returns the diagnostic for a file that cannot be parsed.
func invalidJSON(p *Pass, fault *skills.SyntaxError) diagnostic.Diagnostic {
	source, at := p.Doc.Source, fault.Span.Start
	message, expected, _ := strings.Cut(fault.Message, " (expecting ")
	d := diagnostic.Diagnostic{Span: text.Span{Start: at, End: at}, Message: "invalid JSON: " + vantage.Shorten(message, maxQuoted)}
	if r, n := utf8.DecodeRuneInString(source[at:]); n > 0 && !unicode.IsSpace(r) {
		d.Span.End += n
	}
	if expected != "" {
		d.Detail = "expected " + strings.TrimSuffix(expected, ")")
	}
	// A comma is missing if the file is valid with one.
	end := len(strings.TrimRight(source[:at], " \t\r\n"))
	if expected != "" && end > 0 && source[end-1] != ',' {
		e := p.Edit(text.At(end), ",")
		if _, fault := skills.JSON.Parse(diagnostic.ApplyEdits(source, []diagnostic.Edit{e})); fault == nil && at < len(source) && source[at] != '}' && source[at] != ']' {
			d.Message, d.Detail = "missing comma", ""
			d.Fixes = oneFix("Add a comma", true, e)
		}
	}
	return d
}
