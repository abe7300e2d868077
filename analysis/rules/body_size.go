package rules

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// checkBodySize reports a body that is longer than the project allows or the standard recommends, or a file of
// which a target agent reads only the beginning. It may read the agent's own configuration, so it waits until
// the user stops typing.
func checkBodySize(p *Pass) {
	if reportTruncated(p) || p.Fm.State != frontmatter.Closed {
		return
	}
	count, tokens := sizeOfBody(p.Doc)
	own := workspace.Effect(p.Snapshot, p.File.Dir).Limits
	maxLines, maxTokens := cmp.Or(own.Lines, advisedLines), cmp.Or(own.Tokens, advisedTokens)
	var has, limits []string
	isOwn := false // the project set one of the limits that the body exceeds
	if count > maxLines {
		isOwn = own.Lines > 0
		has, limits = append(has, fmt.Sprintf("%d lines", count)), append(limits, strconv.Itoa(maxLines))
	}
	if tokens > maxTokens {
		isOwn = isOwn || own.Tokens > 0
		has, limits = append(has, fmt.Sprintf("about %d tokens", tokens)), append(limits, strconv.Itoa(maxTokens))
	}
	if has == nil {
		return
	}
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Information, Span: lines.FirstLine(p.Doc.Source, bodyStart(p.Doc)),
		Message: "body has " + vantage.JoinAnd(has),
		Detail:  "the standard recommends fewer than " + vantage.JoinAnd(limits),
		Help:    "move what is not always needed into other files",
	}
	keeping := p.Concerns(func(agent *skills.Agent) bool { return agent.Limits.KeptTokens > 0 && tokens > agent.Limits.KeptTokens })
	if len(keeping) > 0 {
		d.Affects = misreading(keeping)
		d.Detail = fmt.Sprintf("compaction keeps %d tokens of a skill", keeping[0].Limits.KeptTokens)
	}
	if isOwn {
		d.Detail = "the project allows " + vantage.JoinAnd(limits)
	}
	p.report(d)
}

// Limits that the standard recommends for a body (specification, Progressive disclosure). Its validator does
// not check them.
const (
	advisedLines  = 500
	advisedTokens = 5000
)

// bodyStart returns the byte offset of the first text in a body. A comment on one line does not count, since it may
// disable the rule for the next line.
func bodyStart(doc *skills.Document) int {
	body := doc.Body.Of(doc.Source)
	rest := strings.TrimLeftFunc(body, unicode.IsSpace)
	for strings.HasPrefix(rest, "<!--") {
		line := lines.FirstLine(rest, 0)
		if !strings.HasSuffix(strings.TrimSpace(line.Of(rest)), "-->") {
			break
		}
		rest = strings.TrimLeftFunc(rest[line.End:], unicode.IsSpace)
	}
	return doc.Body.Start + len(body) - len(rest)
}

// sizeOfBody returns the numbers of lines and estimated tokens of a body without the white space around it.
func sizeOfBody(doc *skills.Document) (lines, tokens int) {
	body := strings.TrimSpace(doc.Body.Of(doc.Source))
	return countLines(body), skills.EstimateTokens(body).Count
}

// TooLong returns the limits of the project itself that the body of the skill at a path exceeds.
func TooLong(s *workspace.Snapshot, path string) (list []vantage.Limit) {
	own := workspace.Effect(s, filepath.Dir(path)).Limits
	if own.Lines == 0 && own.Tokens == 0 {
		return nil
	}
	f, err := s.File(path)
	if err != nil || f.Doc.Frontmatter.State != frontmatter.Closed {
		return nil // the diagnostics of the file say why
	}
	lines, tokens := sizeOfBody(f.Doc)
	for _, l := range []vantage.Limit{
		{Of: "body", Used: lines, Limit: own.Lines, Unit: "lines"},
		{Of: "body", Used: tokens, Limit: own.Tokens, Unit: "tokens"},
	} {
		if l.Limit > 0 && l.Used > l.Limit {
			list = append(list, l)
		}
	}
	return list
}

// countLines returns the number of lines in text, 0 if it is empty. Lines end as in [skills.Document]. Text
// after the last line ending counts as a line even if it is empty.
func countLines(text string) int {
	if text == "" {
		return 0
	}
	return 1 + strings.Count(text, "\n") + strings.Count(text, "\r") - strings.Count(text, "\r\n")
}

// reportTruncated reports a SKILL.md of which a target agent reads only the beginning, at the first text that
// the agent does not read. It returns whether it reported any.
func reportTruncated(p *Pass) bool {
	any := false
	source := p.Doc.Source
	for _, agent := range p.At.Concerned {
		limit := agent.Limits.FileBytes
		if limit == 0 || len(source) <= limit {
			continue
		}
		cut := limit
		for cut > 0 && !utf8.RuneStart(source[cut]) {
			cut--
		}
		any = true
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: lines.FirstLine(source, cut), Affects: misreading([]*skills.Agent{agent}),
			Message: "the model does not see the file from here on",
			Detail:  fmt.Sprintf("%d of %d bytes are read", limit, len(source)),
		})
	}
	return any
}
