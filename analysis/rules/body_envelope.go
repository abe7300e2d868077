package rules

import (
	"regexp"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/skills"
	"skills-ls/skills/text"
)

// checkEnvelope reports the closing tags that the agents concerned put around a body. It reports them in code
// too, since they are the only sign from which a model learns where the body ends.
func checkEnvelope(p *Pass) {
	source, body := p.Doc.Source, p.Doc.Body
	if !strings.Contains(body.Of(source), "</") {
		return
	}
	closers := make(map[string][]*skills.Agent)
	var tags []string
	for _, agent := range p.At.Concerned {
		for _, tag := range agent.Closing {
			if closers[tag] == nil {
				tags = append(tags, tag)
			}
			closers[tag] = append(closers[tag], agent)
		}
	}
	for _, tag := range tags {
		checkClosingTag(p, tag, closers[tag])
	}
}

// checkClosingTag reports the uses of one tag, at most maxReasons of them. A tag that closes one opened in
// the body is less severe, since a model that counts tags is not misled.
func checkClosingTag(p *Pass, tag string, closers []*skills.Agent) {
	source, end := p.Doc.Source, p.Doc.Body.End
	name := strings.Trim(tag, "</>")
	opening := regexp.MustCompile("<" + name + `(?:[> \t\r\n]|$)`) // with or without attributes
	depth := 0
	at := p.Doc.Body.Start
	for range maxReasons {
		i := strings.Index(source[at:end], tag)
		if i < 0 {
			return
		}
		span := text.Span{Start: at + i, End: at + i + len(tag)}
		depth += len(opening.FindAllStringIndex(source[at:span.Start], -1))
		at = span.End
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: span, Affects: misreading(closers),
			Message: InQuotes(tag) + " ends the skill for the model", Detail: "agents close the injected text with this tag",
		}
		if depth > 0 {
			depth--
			d.Severity = diagnostic.Information
			d.Message = InQuotes(tag) + " may end the skill for the model"
		}
		p.report(d)
	}
}
