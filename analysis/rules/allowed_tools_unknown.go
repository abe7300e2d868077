package rules

import (
	"slices"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/match"
	"skills-ls/skills"
)

// checkUnknownTools reports tools that a concerned agent does not have.
func checkUnknownTools(p *Pass) {
	for e := range p.Fm.All() {
		puzzled := p.reading(e.Key, func(f skills.Field) bool { return f.Tools != nil })
		if len(puzzled) == 0 {
			continue
		}
		words := ToolWords(p.Scope, e.Value)
		listed := make(map[string]bool)
		for _, w := range words {
			listed[w.Name()] = true
		}
		reported := make(map[string]bool)
		for _, w := range words {
			if !reported[w.Name()] && len(reported) < maxTools && checkTool(p, e.Key, w, puzzled, listed) {
				reported[w.Name()] = true
			}
		}
	}
}

// maxTools is the maximum number of unknown tools reported in a list. A hostile list can have as many as it
// has words.
const maxTools = 64

// checkTool reports a tool that an agent does not have, and returns whether it did. A later version of the
// agent may have the tool, so the severity is low unless no tool can have the name or the name is a
// misspelling.
func checkTool(p *Pass, key string, w ToolWord, readers []*skills.Agent, listed map[string]bool) bool {
	name := w.Name()
	puzzled := slices.DeleteFunc(slices.Clone(readers), func(agent *skills.Agent) bool {
		field, _ := agent.Reads(key)
		return field.Tools.Has(name)
	})
	if len(puzzled) == 0 {
		return false
	}
	field, _ := puzzled[0].Reads(key)
	tools := field.Tools
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Information, Span: w.Span, Affects: ignoring(puzzled),
		Message: "unknown tool " + InQuotes(name), Detail: "the entry " + tools.Lost,
	}
	if !tools.Possible(name) {
		d.Severity = diagnostic.Warning
		d.Message = "invalid tool name " + InQuotes(name)
	}
	if w.exact {
		d.Span.End = d.Span.Start + max(1, len(name))
	}
	if meant := ToolMeant(name, tools.Names); meant != "" && !listed[meant] {
		d.Severity = diagnostic.Warning
		d.Detail = "did you mean " + InQuotes(meant) + "?"
		if w.exact && name != "" {
			same := match.SameWord(name, meant) // otherwise a guess would allow or deny a tool
			d.Fixes = p.changeTo(meant, same, d.Span)
		}
	}
	p.report(d)
	return true
}

// ToolMeant returns the tool for which name is another spelling, in lowercase or with underscores or hyphens,
// or a typo. It returns "" if no tool resembles name.
func ToolMeant(name string, tools []string) string {
	if tool := FoldedIn(tools, withoutDashes.Replace(name)); tool != "" {
		return tool
	}
	return match.Nearest(name, tools)
}
