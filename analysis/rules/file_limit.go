package rules

import (
	"fmt"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/skills/text"
)

func checkLimits(p *Pass) {
	if most := file.MostOf(p.File.Kind); len(p.Doc.Source) > most {
		p.report(diagnostic.Diagnostic{Span: text.At(0), Message: fmt.Sprintf(
			"file has %d bytes", len(p.Doc.Source)), Detail: fmt.Sprintf("files over %d are not analyzed", most)})
	}
	if p.File.IsData() {
		return // it has no Markdown
	}
	if err := p.Fm.Err; err != nil && err.Limit {
		p.report(diagnostic.Diagnostic{
			Span:    lines.FirstLine(p.Doc.Source, err.Span.Start),
			Message: "frontmatter exceeds a limit", Detail: err.Message,
		})
	}
	for _, problem := range p.Doc.Markdown().Problems {
		p.report(diagnostic.Diagnostic{Span: lines.FirstLine(p.Doc.Source, problem.Span.Start), Message: problem.Message})
	}
}
