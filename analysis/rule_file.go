package analysis

import (
	"fmt"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// checkEncoding reports the first byte that is not UTF-8, and the first NUL. Most agents replace what they
// cannot decode, and some reject the file.
func checkEncoding(p *pass) {
	refused := p.refusals("", skills.CodeUnreadable)
	for _, problem := range p.doc.Problems() {
		if problem.Kind != skills.InvalidUTF8 && problem.Kind != skills.NulByte {
			continue
		}
		d := Diagnostic{Severity: Warning, Span: problem.Span, Message: problem.Message}
		if len(refused) > 0 {
			d.Severity = p.weigh(Error, refused[0].agents)
			d.Agents = ids(refused[0].agents)
			d.Message += "; " + p.refusedBy(refused[0].agents)
		}
		p.report(d)
	}
}

func checkLimits(p *pass) {
	if most := mostOf(p.file.Kind); len(p.doc.Source) > most {
		p.report(Diagnostic{Severity: Information, Span: text.At(0), Message: fmt.Sprintf(
			"the file has %d bytes; files over %d are not analysed. Split it, or move data into files beside it", len(p.doc.Source), most)})
	}
	if p.file.Kind == CompanionFile {
		return // a companion has no Markdown
	}
	if err := p.fm.Err; err != nil && err.Limit {
		p.report(Diagnostic{
			Severity: Information, Span: firstLine(p.doc.Source, err.Span.Start),
			Message: "frontmatter exceeds a limit of the analysis: " + err.Message,
		})
	}
	for _, problem := range p.doc.Markdown().Problems {
		p.report(Diagnostic{Severity: Information, Span: firstLine(p.doc.Source, problem.Span.Start), Message: problem.Message})
	}
}
