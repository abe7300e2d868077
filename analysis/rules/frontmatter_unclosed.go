package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

func checkUnclosed(p *Pass) {
	if p.Fm.State != frontmatter.Unclosed {
		return
	}
	refusing, losing := p.targets(Verdict.rejects), losingOf(p)
	if len(refusing)+len(losing) == 0 {
		return
	}
	closing := "---" + p.Newline()
	if at := p.Fm.Content.End; at > 0 && !strings.ContainsRune("\r\n", rune(p.Doc.Source[at-1])) {
		closing = p.Newline() + closing
	}
	sure := endsSurely(p)
	d := diagnostic.Diagnostic{
		Span: p.Fm.Open, Message: `missing closing "---"`,
		Fixes: oneFix("Close the frontmatter", sure, p.Edit(text.At(p.Fm.Content.End), closing)),
	}
	if strings.TrimSpace(p.Doc.Source[p.Fm.Open.End:]) == "" {
		d.Fixes = append(d.Fixes, scaffold(p, text.Span{Start: p.Fm.Open.Start, End: len(p.Doc.Source)}))
	}
	addAgents(p, &d, refusing, losing)
	p.report(d)
}

// endsSurely reports whether there is only one place where an unclosed frontmatter can end. Its lines must be
// YAML without a blank line, after which the body might begin, and the file must end there or continue with a
// blank line or a heading.
func endsSurely(p *Pass) bool {
	content := strings.TrimRight(p.Fm.Content.Of(p.Doc.Source), " \t\r\n")
	if p.Fm.Err != nil || blankLine.MatchString(content) {
		return false
	}
	below := strings.TrimLeft(lines.FirstLine(p.Doc.Source, p.Fm.Content.End).Of(p.Doc.Source), " \t")
	return below == "" || headingLine.MatchString(below)
}
