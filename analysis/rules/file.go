package rules

import (
	"fmt"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// checkEncoding reports the first byte that is not UTF-8, and the first NUL. Most agents replace what they
// cannot decode, and some reject the file.
func checkEncoding(p *Pass) {
	refused := p.refusals("", skills.CodeUnreadable)
	for _, problem := range p.Doc.Problems() {
		if problem.Kind != skills.InvalidUTF8 && problem.Kind != skills.NulByte {
			continue
		}
		d := diagnostic.Diagnostic{Severity: diagnostic.Warning, Span: problem.Span, Message: problem.Message, Detail: "save the file as UTF-8"}
		if len(refused) > 0 {
			d.Severity = p.weigh(diagnostic.Error, refused[0].agents)
			d.Affects = rejecting(refused[0].agents)
		}
		p.report(d)
	}
}

func checkLimits(p *Pass) {
	if most := file.MostOf(p.File.Kind); len(p.Doc.Source) > most {
		p.report(diagnostic.Diagnostic{Severity: diagnostic.Information, Span: text.At(0), Message: fmt.Sprintf(
			"file has %d bytes", len(p.Doc.Source)), Detail: fmt.Sprintf("files over %d are not analyzed", most)})
	}
	if p.File.Kind == file.CompanionFile {
		return // a companion has no Markdown
	}
	if err := p.Fm.Err; err != nil && err.Limit {
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Information, Span: lines.FirstLine(p.Doc.Source, err.Span.Start),
			Message: "frontmatter exceeds a limit", Detail: err.Message,
		})
	}
	for _, problem := range p.Doc.Markdown().Problems {
		p.report(diagnostic.Diagnostic{Severity: diagnostic.Information, Span: lines.FirstLine(p.Doc.Source, problem.Span.Start), Message: problem.Message})
	}
}
