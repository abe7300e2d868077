package analysis

import (
	"fmt"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// shellMarks are the marks that begin commands. A text without any of them has no commands.
var shellMarks = []string{"!`", "```!"}

// maxCommands is the maximum number of commands in a text that are checked. A hostile text can have as many
// as it has words.
const maxCommands = 64

// checkShellPermission reports commands that a concerned agent would run before the model reads the text, but
// does not run because nothing allows them.
func checkShellPermission(p *pass) {
	body := p.doc.Body.Of(p.doc.Source)
	if p.fm.State == frontmatter.Unclosed || !strings.Contains(body, shellMarks[0]) && !strings.Contains(body, shellMarks[1]) {
		return
	}
	for _, agent := range p.at.concerned {
		allowed, known := p.allowedTools()
		if agent.Commands == nil || agent.Permits == nil || !known {
			continue
		}
		reported := make(map[string]bool)
		for i, command := range agent.Commands(p.doc.Source, p.doc.Body) {
			script := command.Script.Of(p.doc.Source)
			if i == maxCommands {
				break
			}
			if !reported[script] && !agent.Permits(script, allowed) {
				reported[script] = true
				p.reportForbidden(agent, command)
			}
		}
	}
}

// allowedTools returns the entries of allowed-tools. known is false if the entries cannot be separated.
func (p *pass) allowedTools() (entries []string, known bool) {
	e, ok := p.fm.Entry(allowedTools)
	if !ok {
		return nil, p.fm.Err == nil
	}
	for _, text := range scalarsOf(e.Value) {
		if unbalanced(text.Text) >= 0 {
			return nil, false
		}
	}
	for _, w := range p.toolWords(e.Value) {
		entries = append(entries, w.text)
	}
	return entries, e.Value != nil
}

func (p *pass) reportForbidden(agent *skills.Agent, command skills.Command) {
	message := fmt.Sprintf("%s runs this before the model reads the text, and `allowed-tools` does not allow it: unless settings do, the skill does not load outside of auto mode", agent.Title)
	if written := command.Span.Of(p.doc.Source); !strings.HasPrefix(written, shellMarks[1]) && p.doc.Markdown().InCode(command.Span.Start) {
		message += ". An example is run like the rest"
	}
	p.report(Diagnostic{Severity: Warning, Span: command.Span, Agents: []string{agent.ID}, Message: message})
}
