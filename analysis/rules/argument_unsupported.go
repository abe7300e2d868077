package rules

import (
	"slices"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// checkUnsupported reports the first use of each placeholder that an agent does not replace, among the agents
// that the file concerns. Each placeholder costs one look at its line or fence. If that is an example, the
// rest of it is skipped.
func checkUnsupported(p *Pass) {
	readers := p.Concerns(func(agent *skills.Agent) bool { return agent.Placeholders != nil })
	if len(readers) == 0 || p.Fm.State == frontmatter.Unclosed {
		return
	}
	checkArguments(p, readers)
	checkVariables(p, readers)
	checkCommands(p, readers)
}

func checkArguments(p *Pass, readers []*skills.Agent) {
	partly, never := split(readers, func(pl *skills.Placeholders) skills.Replaced { return pl.Arguments })
	if len(partly)+len(never) == 0 {
		return
	}
	if span := p.MeantArguments(); !span.IsEmpty() {
		reportLeft(p, span, partly, never, "say in words where the input comes from")
	}
}

func checkCommands(p *Pass, readers []*skills.Agent) {
	partly, never := split(readers, func(pl *skills.Placeholders) skills.Replaced { return pl.Commands })
	source := p.Doc.Source
	if len(partly)+len(never) == 0 || !strings.Contains(p.Doc.Body.Of(source), "!`") && !strings.Contains(p.Doc.Body.Of(source), "`!") {
		return
	}
	examples := 0 // the end of the last example found
	for _, use := range p.PlaceholderUses() {
		if use.Kind != refs.CommandPlaceholder || use.Span.Start < examples {
			continue
		}
		inFence := source[use.Span.Start] == '`'
		if examples = p.ExampleEnd(use.Span); inFence || examples == 0 {
			reportLeft(p, use.Span, partly, never, "tell the model to run the command")
			return
		}
	}
}

func checkVariables(p *Pass, readers []*skills.Agent) {
	source, end := p.Doc.Source, p.Doc.Body.End
	seen := make(map[string]bool)
	for at := p.Doc.Body.Start; len(seen) < refs.MaxVariables; {
		i := strings.Index(source[at:end], refs.VariablePrefix)
		if i < 0 {
			return
		}
		span := text.Span{Start: at + i, End: at + i + len(refs.VariablePrefix)}
		for span.End < end && refs.IsVariableByte(source[span.End]) {
			span.End++
		}
		at = span.End
		if at == end || source[at] != '}' {
			continue // a shell expansion, as in ${CLAUDE_CONFIG_DIR:-~/.claude}
		}
		span.End++
		if seen[span.Of(source)] {
			continue
		}
		if isNamedAlone(p, span) {
			continue
		}
		if next := p.ExampleEnd(span); next > 0 {
			at = next
			continue
		}
		seen[span.Of(source)] = true
		checkVariable(p, span, readers)
	}
}

// checkVariable reports a variable that an agent leaves as text. A variable that no agent knows may be a
// shell variable, so it is reported only if it resembles a known name or is in a path that no shell sees.
func checkVariable(p *Pass, span text.Span, readers []*skills.Agent) {
	name := span.Of(p.Doc.Source)
	known := refs.KnownVariables()
	if !slices.Contains(known, name) {
		replacing := slices.DeleteFunc(slices.Clone(readers), func(agent *skills.Agent) bool { return len(agent.Placeholders.Variables) == 0 })
		near := match.Nearest(name, known)
		if len(replacing) == 0 || near == "" && !isUnknownPath(p, span, replacing) {
			return
		}
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: span, Affects: misreading(replacing),
			Message: "unknown variable " + InQuotes(name), Detail: "it stays as text",
		}
		if near != "" {
			d.Detail = "did you mean " + InQuotes(near) + "?"
		}
		p.report(d)
		return
	}
	var never, outside []*skills.Agent
	for _, agent := range readers {
		switch {
		case slices.Contains(agent.Placeholders.Variables, name):
		case !slices.Contains(agent.Placeholders.PluginVariables, name):
			never = append(never, agent)
		case p.OwnedOutsidePlugins(agent):
			outside = append(outside, agent)
		}
	}
	advice := "write the text without it"
	if strings.Contains(VariableText(p.Scope, name).Meaning, "directory") {
		advice = "use paths relative to the skill directory"
	}
	reportLeft(p, span, nil, never, advice)
	if len(outside) > 0 {
		p.report(diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: span, Affects: misreading(outside),
			Message: InQuotes(name) + " stays as text", Detail: "it is replaced only in plugins",
		})
	}
}

// isUnknownPath reports whether an unknown variable is part of a path for the model to read and none of the
// agents sets it in the environment of its shell. A variable without a path around it is only mentioned. In
// code, only the names of Markdown and text files certainly contain no shell variable.
func isUnknownPath(p *Pass, span text.Span, replacing []*skills.Agent) bool {
	source, m := p.Doc.Source, p.Doc.Markdown()
	for _, agent := range replacing {
		if slices.ContainsFunc(agent.Placeholders.Environment, func(prefix string) bool { return strings.HasPrefix(span.Of(source), prefix) }) {
			return false
		}
	}
	if c := refs.CodeSpanAt(m, span.Start); c != nil {
		text := strings.Trim(c.Span.Of(source), "`")
		if strings.ContainsAny(text, " \t\r\n") || !isProseName(text) {
			return false
		}
	} else if m.InCode(span.Start) {
		return false
	}
	after, before := source[span.End:], source[:span.Start]
	return len(after) > 1 && after[0] == '/' && refs.IsVariableByte(after[1]) || len(before) > 1 && before[len(before)-1] == '/' && refs.IsVariableByte(before[len(before)-2])
}

// isNamedAlone reports whether a plugin variable is mentioned in prose without a path after it, as in texts
// about plugins.
func isNamedAlone(p *Pass, span text.Span) bool {
	source := p.Doc.Source
	if !slices.ContainsFunc(agents.All(), func(agent *skills.Agent) bool {
		return agent.Placeholders != nil && slices.Contains(agent.Placeholders.PluginVariables, span.Of(source))
	}) || p.FenceAt(span.Start) != nil {
		return false
	}
	rest := strings.TrimPrefix(source[span.End:], `"`)
	return len(rest) < 2 || rest[0] != '/' || !refs.IsVariableByte(rest[1])
}

// reportLeft reports a placeholder that the agents in partly replace only in a slash command, and that those
// in never do not replace.
func reportLeft(p *Pass, span text.Span, partly, never []*skills.Agent, advice string) {
	d := diagnostic.Diagnostic{Span: span, Severity: diagnostic.Warning, Affects: misreading(never)}
	shown := InQuotes(span.Of(p.Doc.Source))
	d.Message, d.Detail = shown+" stays as text", advice
	switch {
	case len(never) > 0:
		d.Affects = append(d.Affects, misreading(partly)...)
	case len(partly) > 0:
		d.Severity, d.Affects = diagnostic.Information, misreading(partly)
		d.Message = shown + " stays as text when the model loads the skill"
	default:
		return
	}
	p.report(d)
}

// split returns the agents that replace a placeholder only in a slash command, and those that never replace
// it.
func split(readers []*skills.Agent, when func(*skills.Placeholders) skills.Replaced) (partly, never []*skills.Agent) {
	for _, agent := range readers {
		switch when(agent.Placeholders) {
		case skills.ByCommand:
			partly = append(partly, agent)
		case skills.Never:
			never = append(never, agent)
		}
	}
	return partly, never
}

// A ReplacedText is a placeholder as written.
type ReplacedText struct {
	Text    string
	Meaning string // what replaces it; empty if the agents differ
	// When returns when an agent replaces the placeholder, and with what if meaning does not say so.
	When func(agent *skills.Agent) (skills.Replaced, string)
}

func VariableText(p *refs.Scope, name string) ReplacedText {
	use := ReplacedText{Text: name, When: func(agent *skills.Agent) (skills.Replaced, string) {
		pl := agent.Placeholders
		switch {
		case slices.Contains(pl.Variables, name):
			return skills.Always, ""
		case slices.Contains(pl.PluginVariables, name) && !p.OwnedOutsidePlugins(agent):
			return skills.Always, "replaced in the skills of plugins"
		}
		return skills.Never, ""
	}}
	for _, agent := range agents.All() {
		if agent.Placeholders != nil && use.Meaning == "" {
			use.Meaning = agent.Placeholders.Meanings[name]
		}
	}
	return use
}
