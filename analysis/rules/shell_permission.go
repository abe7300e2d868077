package rules

import (
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
	"skills-ls/skills"
	"skills-ls/skills/frontmatter"
)

// checkShellPermission reports commands that a concerned agent would run before the model reads the text, but
// does not run because nothing allows them.
func checkShellPermission(p *Pass) {
	body := p.Doc.Body.Of(p.Doc.Source)
	if p.Fm.State == frontmatter.Unclosed || !strings.Contains(body, shellMarks[0]) && !strings.Contains(body, shellMarks[1]) {
		return
	}
	for _, agent := range p.At.Concerned {
		allowed, known := allowedToolsOf(p)
		if agent.Commands == nil || agent.Permits == nil || !known {
			continue
		}
		reported := make(map[string]bool)
		for i, command := range agent.Commands(p.Doc.Source, p.Doc.Body) {
			script := command.Script.Of(p.Doc.Source)
			if i == MaxCommands {
				break
			}
			if !reported[script] && !agent.Permits(script, allowed) {
				reported[script] = true
				reportForbidden(p, agent, command)
			}
		}
	}
}

// shellMarks are the marks that begin commands. A text without any of them has no commands.
var shellMarks = []string{"!`", "```!"}

// MaxCommands is the maximum number of commands in a text that are checked. A hostile text can have as many
// as it has words.
const MaxCommands = 64

// allowedToolsOf returns the entries of allowed-tools. known is false if the entries cannot be separated.
func allowedToolsOf(p *Pass) (entries []string, known bool) {
	e, ok := p.Fm.Entry(AllowedTools)
	if !ok {
		return nil, p.Fm.Err == nil
	}
	for _, text := range file.ScalarsOf(e.Value) {
		if unbalanced(text.Text) >= 0 {
			return nil, false
		}
	}
	for _, w := range ToolWords(p.Scope, e.Value) {
		entries = append(entries, w.Text)
	}
	return entries, e.Value != nil
}

func reportForbidden(p *Pass, agent *skills.Agent, command skills.Command) {
	detail := "the skill may not load until it is allowed"
	if written := command.Span.Of(p.Doc.Source); !strings.HasPrefix(written, shellMarks[1]) && p.Doc.Markdown().InCode(command.Span.Start) {
		detail = "examples are run like the rest"
	}
	p.report(diagnostic.Diagnostic{Span: command.Span, Affects: misreading([]*skills.Agent{agent}), Message: "command is not in \"allowed-tools\"", Detail: detail})
}
