package analysis

import (
	"fmt"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/text"
)

// checkEnvelope reports the closing tags that the agents concerned put around a body. It reports them in code
// too, since they are the only sign from which a model learns where the body ends.
func checkEnvelope(p *pass) {
	source, body := p.doc.Source, p.doc.Body
	if !strings.Contains(body.Of(source), "</") {
		return
	}
	closers := make(map[string][]*skills.Agent)
	var tags []string
	for _, agent := range p.at.concerned {
		for _, tag := range agent.Closing {
			if closers[tag] == nil {
				tags = append(tags, tag)
			}
			closers[tag] = append(closers[tag], agent)
		}
	}
	for _, tag := range tags {
		p.checkClosingTag(tag, closers[tag])
	}
}

// checkClosingTag reports the uses of one tag, at most maxReasons of them. A tag that closes one opened in
// the body is less severe, since a model that counts tags is not misled.
func (p *pass) checkClosingTag(tag string, closers []*skills.Agent) {
	source, end := p.doc.Source, p.doc.Body.End
	open := "<" + strings.TrimSuffix(tag[len("</"):], ">")
	depth := 0
	at := p.doc.Body.Start
	for range maxReasons {
		i := strings.Index(source[at:end], tag)
		if i < 0 {
			return
		}
		span := text.Span{Start: at + i, End: at + i + len(tag)}
		depth += opening(source[at:span.Start], open)
		at = span.End
		d := Diagnostic{
			Severity: Warning, Span: span, Agents: ids(closers),
			Message: fmt.Sprintf("%s put%s a skill between tags and end%[2]s it with `%s`: to the model the skill ends here; write the tag in another way", titles(closers), singular(closers), tag),
		}
		if depth > 0 {
			depth--
			d.Severity = Information
			d.Message = fmt.Sprintf("%s put%s a skill between tags and end%[2]s it with `%s`: the model may take this one for the end", titles(closers), singular(closers), tag)
		}
		p.report(d)
	}
}

// opening counts the opening tags in text, with or without attributes. open is "<" and the tag's name.
func opening(text, open string) int {
	n := 0
	for {
		i := strings.Index(text, open)
		if i < 0 {
			return n
		}
		text = text[i+len(open):]
		if text == "" || strings.IndexByte("> \t\r\n", text[0]) >= 0 {
			n++
		}
	}
}
