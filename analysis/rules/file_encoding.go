package rules

import (
	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
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
