package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

var argumentRules = []*Rule{
	{
		ID: "argument/unsupported", Default: Warning, ByAgent: true, Summary: "a placeholder that an agent leaves as text",
		appliesTo: skillFiles, check: checkUnsupported,
	},
	{
		ID: "argument/index", Default: Information, ByAgent: true, Summary: "`$1`, which is another argument in every agent",
		appliesTo: skillFiles, check: checkArgumentIndex,
	},
}

const (
	argumentsPlaceholder = "$ARGUMENTS"
	variablePrefix       = "${CLAUDE_"
)

// checkUnsupported reports the first use of each placeholder that a concerned agent does not replace. Each costs a look at its line
// or fence, and what rests in one that is an example is passed over with it.
func checkUnsupported(p *pass) {
	readers := p.concerns(func(agent *skills.Agent) bool { return agent.Placeholders != nil })
	if len(readers) == 0 || p.fm.State == frontmatter.Unclosed {
		return
	}
	p.checkArguments(readers)
	p.checkVariables(readers)
	p.checkCommands(readers)
}

func (p *pass) checkArguments(readers []*skills.Agent) {
	partly, never := split(readers, func(pl *skills.Placeholders) skills.Replaced { return pl.Arguments })
	if len(partly)+len(never) == 0 {
		return
	}
	if span := p.meantArguments(); !span.IsEmpty() {
		p.reportLeft(span, partly, never, "have the text say in words where its input comes from")
	}
}

// meantArguments returns the first $ARGUMENTS that stands in no example, an empty span for none.
func (p *pass) meantArguments() text.Span {
	source, end := p.doc.Source, p.doc.Body.End
	for at := p.doc.Body.Start; ; {
		i := strings.Index(source[at:end], argumentsPlaceholder)
		if i < 0 {
			return text.Span{}
		}
		span := text.Span{Start: at + i, End: at + i + len(argumentsPlaceholder)}
		at = span.End
		if at < end && isVariableByte(source[at]) {
			continue // another variable
		}
		next := p.exampleEnd(span)
		if next == 0 {
			return span
		}
		at = next
	}
}

func (p *pass) checkCommands(readers []*skills.Agent) {
	partly, never := split(readers, func(pl *skills.Placeholders) skills.Replaced { return pl.Commands })
	source := p.doc.Source
	if len(partly)+len(never) == 0 || !strings.Contains(p.doc.Body.Of(source), "!`") && !strings.Contains(p.doc.Body.Of(source), "`!") {
		return
	}
	found := text.Span{}
	m := p.doc.Markdown()
	examples := 0 // where the one ends that was seen last
	for i := range m.CodeSpans {
		span := m.CodeSpans[i].Span
		span.Start--
		if span.Start < examples || !p.isCommand(&m.CodeSpans[i]) {
			continue
		}
		if examples = p.exampleEnd(span); examples == 0 {
			found = span
			break
		}
	}
	for i := range m.Fences {
		f := &m.Fences[i]
		if isCommandFence(source, f) && (found.IsEmpty() || f.Open.Start < found.Start) {
			found = f.Open
			break
		}
	}
	if !found.IsEmpty() {
		p.reportLeft(found, partly, never, "tell the model to run the command")
	}
}

// isCommand reports whether a code span is a command to be run before the model sees the text: after a "!" that begins a line or
// follows white space, in one backtick at each end, on one line.
func (p *pass) isCommand(c *markdown.CodeSpan) bool {
	source, start := p.doc.Source, c.Span.Start-1
	if start < p.doc.Body.Start || source[start] != '!' || c.Span.Len() < 3 || source[c.Span.Start+1] == '`' || p.doc.Markdown().InCode(start) {
		return false
	}
	return (start == p.doc.Body.Start || strings.IndexByte(" \t\r\n", source[start-1]) >= 0) && !strings.ContainsAny(c.Span.Of(source), "\r\n")
}

// isCommandFence reports whether a fence holds commands to be run before the model sees the text.
func isCommandFence(source string, f *markdown.Fence) bool {
	return f.Char == '`' && f.Info.Of(source) == "!" && f.Info.Start == f.Open.Start+f.Length && !f.Close.IsEmpty()
}

// maxVariables is how many different variables of a file are looked at: a hostile file has as many as it has words.
const maxVariables = 64

func (p *pass) checkVariables(readers []*skills.Agent) {
	source, end := p.doc.Source, p.doc.Body.End
	seen := make(map[string]bool)
	for at := p.doc.Body.Start; len(seen) < maxVariables; {
		i := strings.Index(source[at:end], variablePrefix)
		if i < 0 {
			return
		}
		span := text.Span{Start: at + i, End: at + i + len(variablePrefix)}
		for span.End < end && isVariableByte(source[span.End]) {
			span.End++
		}
		at = span.End
		if at == end || source[at] != '}' {
			continue // a shell's, as in ${CLAUDE_CONFIG_DIR:-~/.claude}
		}
		span.End++
		if seen[span.Of(source)] {
			continue
		}
		if p.isNamedAlone(span) {
			continue
		}
		if next := p.exampleEnd(span); next > 0 {
			at = next
			continue
		}
		seen[span.Of(source)] = true
		p.checkVariable(span, readers)
	}
}

// checkVariable reports a variable that an agent leaves as text. What no agent knows may be one of the shell's: it counts where it
// reads like a slip, and where no shell sees it.
func (p *pass) checkVariable(span text.Span, readers []*skills.Agent) {
	name := span.Of(p.doc.Source)
	known := knownVariables()
	if !slices.Contains(known, name) {
		replacing := slices.DeleteFunc(slices.Clone(readers), func(agent *skills.Agent) bool { return len(agent.Placeholders.Variables) == 0 })
		near := nearest(name, known)
		if len(replacing) == 0 || near == "" && !p.isUnknownPath(span, replacing) {
			return
		}
		d := Diagnostic{
			Severity: Warning, Span: span, Agents: ids(replacing),
			Message: fmt.Sprintf("%s know%s no variable `%s` and leave%[2]s it as text", titles(replacing), singular(replacing), name),
		}
		if near != "" {
			d.Message += "; did you mean `" + near + "`?"
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
		case p.ownedOutsidePlugins(agent):
			outside = append(outside, agent)
		}
	}
	advice := "have the text do without it"
	if strings.Contains(p.variableText(name).meaning, "directory") {
		advice = "write paths relative to the skill's directory, and say that they are"
	}
	p.reportLeft(span, nil, never, advice)
	if len(outside) > 0 {
		p.report(Diagnostic{
			Severity: Warning, Span: span, Agents: ids(outside),
			Message: fmt.Sprintf("%s replace%s `%s` in the skills of plugins alone, and leave%[2]s it as text here", titles(outside), singular(outside), name),
		})
	}
}

// isUnknownPath reports whether an unknown variable stands in a path for the model to read, and none of the agents has it in the
// environment of its shell. What stands alone is spoken of, and of code only the names of texts are for sure not a shell's.
func (p *pass) isUnknownPath(span text.Span, replacing []*skills.Agent) bool {
	source, m := p.doc.Source, p.doc.Markdown()
	for _, agent := range replacing {
		if slices.ContainsFunc(agent.Placeholders.Environment, func(prefix string) bool { return strings.HasPrefix(span.Of(source), prefix) }) {
			return false
		}
	}
	if c := codeSpanAt(m, span.Start); c != nil {
		text := strings.Trim(c.Span.Of(source), "`")
		if strings.ContainsAny(text, " \t\r\n") || !isProseName(text) {
			return false
		}
	} else if m.InCode(span.Start) {
		return false
	}
	after, before := source[span.End:], source[:span.Start]
	return len(after) > 1 && after[0] == '/' && isVariableByte(after[1]) || len(before) > 1 && before[len(before)-1] == '/' && isVariableByte(before[len(before)-2])
}

// isNamedAlone reports whether a variable of plugins is named in prose without a path below it: who writes about plugins does that.
func (p *pass) isNamedAlone(span text.Span) bool {
	source := p.doc.Source
	if !slices.ContainsFunc(agents.All(), func(agent *skills.Agent) bool {
		return agent.Placeholders != nil && slices.Contains(agent.Placeholders.PluginVariables, span.Of(source))
	}) || p.fenceAt(span.Start) != nil {
		return false
	}
	rest := strings.TrimPrefix(source[span.End:], `"`)
	return len(rest) < 2 || rest[0] != '/' || !isVariableByte(rest[1])
}

// ownedOutsidePlugins reports whether the skill lies in a root of the agent's own that is none of a plugin's. Elsewhere nothing tells:
// a marketplace may name any directory.
func (p *pass) ownedOutsidePlugins(agent *skills.Agent) bool {
	root, _ := rootOf(p.file.Dir)
	return slices.Contains(agent.Owns, root) && !p.snapshot.inPlugin(agent, p.file.Dir)
}

// reportLeft reports a placeholder that some agents replace for a slash command alone, and others never.
func (p *pass) reportLeft(span text.Span, partly, never []*skills.Agent, advice string) {
	d := Diagnostic{Span: span, Severity: Warning, Agents: ids(never)}
	shown := "`" + shorten(span.Of(p.doc.Source), 60) + "`"
	if strings.Contains(shown[1:len(shown)-1], "`") {
		shown = "`` " + shown[1:len(shown)-1] + " ``"
	}
	switch {
	case len(never) > 0:
		d.Message = fmt.Sprintf("%s leave%s %s as text; %s", titles(never), singular(never), shown, advice)
		if len(partly) > 0 {
			d.Message += fmt.Sprintf(". %s replace%s it only where a person starts the skill", titles(partly), singular(partly))
			d.Agents = inOrder(append(slices.Clone(never), partly...))
		}
	case len(partly) > 0:
		d.Severity, d.Agents = Information, ids(partly)
		d.Message = fmt.Sprintf("%s replace%s %s only where a person starts the skill, and leave%[2]s it as text where the model loads it; %[4]s", titles(partly), singular(partly), shown, advice)
	default:
		return
	}
	p.report(d)
}

// split sorts out the agents that do not always replace a placeholder.
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

// inOrder returns the identifiers of agents in the registry's order.
func inOrder(list []*skills.Agent) []string {
	all := agents.All()
	slices.SortFunc(list, func(a, b *skills.Agent) int { return cmp.Compare(slices.Index(all, a), slices.Index(all, b)) })
	return ids(list)
}

func knownVariables() []string {
	var names []string
	for _, agent := range agents.All() {
		if agent.Placeholders != nil {
			names = slices.Concat(names, agent.Placeholders.Variables, agent.Placeholders.PluginVariables)
		}
	}
	return names
}

// shellFences are the info strings of fences in which a placeholder is meant: the model is to run what stands there. Others hold
// examples, of skills and settings among them.
var shellFences = []string{"", "sh", "bash", "shell", "zsh", "console"}

// aboutPlaceholders are words of lines that explain placeholders and do not use them.
var aboutPlaceholders = []string{"placeholder", "substitut", "replaced", "variable", "syntax", "expands", "interpolat"}

// exampleEnd returns where the example ends that a placeholder stands in: its line or its fence, or its own end where a backslash or
// raw HTML keeps it from being one; 0 where it is meant.
func (p *pass) exampleEnd(span text.Span) int {
	source, m := p.doc.Source, p.doc.Markdown()
	if span.Start > 0 && source[span.Start-1] == '\\' {
		return span.End
	}
	if f := p.fenceAt(span.Start); f != nil {
		if !slices.Contains(shellFences, fenceLanguage(source, f)) || strings.Contains(f.Content.Of(source), "ARGUMENTS=") {
			return max(f.Span.End, span.End)
		}
		return 0
	}
	if m.InCode(span.Start) && codeSpanAt(m, span.Start) == nil {
		return span.End // raw HTML, a comment, indented code
	}
	line := text.Span{Start: strings.LastIndexAny(source[:span.Start], "\r\n") + 1, End: firstLine(source, span.End).End}
	text := strings.ToLower(strings.TrimLeft(line.Of(source), " \t>"))
	if strings.HasPrefix(text, "|") || strings.HasPrefix(text, "#") || slices.ContainsFunc(aboutPlaceholders, func(word string) bool { return strings.Contains(text, word) }) {
		return line.End
	}
	return 0
}

// fenceAt returns the fence that an offset lies in, nil for none.
func (p *pass) fenceAt(at int) *markdown.Fence {
	fences := p.doc.Markdown().Fences
	i, _ := slices.BinarySearchFunc(fences, at, func(f markdown.Fence, at int) int { return cmp.Compare(f.Span.End, at+1) })
	if i == len(fences) || fences[i].Span.Start > at {
		return nil
	}
	return &fences[i]
}

// fenceLanguage returns the language that a fence says its content has, in lower case, nothing where it says none.
func fenceLanguage(source string, f *markdown.Fence) string {
	language, _, _ := strings.Cut(f.Info.Of(source), " ")
	return strings.ToLower(language)
}

func isVariableByte(c byte) bool { return c == '_' || isWordByte(c) }

func inCodeSpan(m *markdown.Document, at int) bool { return codeSpanAt(m, at) != nil }

// codeSpanAt returns the code span that an offset lies in, nil for none.
func codeSpanAt(m *markdown.Document, at int) *markdown.CodeSpan {
	i, _ := slices.BinarySearchFunc(m.CodeSpans, at, func(c markdown.CodeSpan, at int) int { return cmp.Compare(c.Span.End, at+1) })
	if i == len(m.CodeSpans) || m.CodeSpans[i].Span.Start > at {
		return nil
	}
	return &m.CodeSpans[i]
}
