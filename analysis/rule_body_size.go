package analysis

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// What the standard advises for a body (specification, Progressive disclosure), which its validator does not check.
const (
	advisedLines  = 500
	advisedTokens = 5000
)

// checkBodySize reports a body that is longer than the standard advises, or to the targets that read no more than its beginning. It may
// read an agent's own configuration, and so waits until the typing pauses.
func checkBodySize(p *pass) {
	if p.reportTruncated() || p.fm.State != frontmatter.Closed {
		return
	}
	body := strings.TrimSpace(p.doc.Body.Of(p.doc.Source))
	lines, tokens := countLines(body), skills.EstimateTokens(body).Count
	var has, advised []string
	if lines > advisedLines {
		has, advised = append(has, fmt.Sprintf("%d lines", lines)), append(advised, strconv.Itoa(advisedLines))
	}
	if tokens > advisedTokens {
		has, advised = append(has, fmt.Sprintf("about %d tokens", tokens)), append(advised, strconv.Itoa(advisedTokens))
	}
	if has == nil {
		return
	}
	d := Diagnostic{
		Severity: Information, Span: p.headSpan(),
		Message: fmt.Sprintf("the body has %s, all of which the model reads; the standard advises less than %s: move what is not always needed into files beside it",
			joinAnd(has), joinAnd(advised)),
	}
	keeping := p.concerns(func(agent *skills.Agent) bool { return agent.Limits.KeptTokens > 0 && tokens > agent.Limits.KeptTokens })
	if len(keeping) > 0 {
		d.Agents = ids(keeping)
		d.Message += fmt.Sprintf(". When %s compact%s a long session, %d tokens of a skill remain", titles(keeping), singular(keeping), keeping[0].Limits.KeptTokens)
	}
	p.report(d)
}

// countLines returns how many lines a text has: they end as in [skills.Document], and the last one need not end.
func countLines(text string) int {
	if text == "" {
		return 0
	}
	return 1 + strings.Count(text, "\n") + strings.Count(text, "\r") - strings.Count(text, "\r\n")
}

// reportTruncated reports a SKILL.md of which a target reads the beginning alone, at the first line that it does not read whole, and
// returns whether there is one.
func (p *pass) reportTruncated() bool {
	any := false
	source := p.doc.Source
	for _, agent := range p.at.targets() {
		limit := agent.Limits.FileBytes
		if limit == 0 || len(source) <= limit {
			continue
		}
		cut := limit
		for cut > 0 && !utf8.RuneStart(source[cut]) {
			cut--
		}
		any = true
		p.report(Diagnostic{
			Severity: Warning, Span: firstLine(source, cut), Agents: []string{agent.ID},
			Message: fmt.Sprintf("%s reads no more than %d bytes of a skill's file: the last %d, from here on, do not reach the model", agent.Title, limit, len(source)-limit),
		})
	}
	return any
}
