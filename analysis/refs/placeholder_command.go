package refs

import (
	"cmp"
	"slices"
	"strings"

	"skills-ls/analysis/lines"
	"skills-ls/analysis/match"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/markdown"
	"skills-ls/skills/text"
)

const (
	ArgumentsPlaceholder = "$ARGUMENTS"
	VariablePrefix       = "${CLAUDE_"
)

// MeantArguments returns the first $ARGUMENTS outside examples, or an empty span if not found.
func (p *Scope) MeantArguments() text.Span {
	source, end := p.Doc.Source, p.Doc.Body.End
	for at := p.Doc.Body.Start; ; {
		i := strings.Index(source[at:end], ArgumentsPlaceholder)
		if i < 0 {
			return text.Span{}
		}
		span := text.Span{Start: at + i, End: at + i + len(ArgumentsPlaceholder)}
		at = span.End
		if at < end && IsVariableByte(source[at]) {
			continue // another variable
		}
		next := p.ExampleEnd(span)
		if next == 0 {
			return span
		}
		at = next
	}
}

// IsCommand reports whether a code span is a command that an agent runs before the model sees the text. Such
// a span is on one line, has a single backtick at each end, and follows a "!" that begins a line or follows
// white space.
func (p *Scope) IsCommand(c *markdown.CodeSpan) bool {
	source, start := p.Doc.Source, c.Span.Start-1
	if start < p.Doc.Body.Start || source[start] != '!' || c.Span.Len() < 3 || source[c.Span.Start+1] == '`' || p.Doc.Markdown().InCode(start) {
		return false
	}
	return (start == p.Doc.Body.Start || strings.IndexByte(" \t\r\n", source[start-1]) >= 0) && !strings.ContainsAny(c.Span.Of(source), "\r\n")
}

// IsCommandFence reports whether a fence holds commands that an agent runs before the model sees the text.
func IsCommandFence(source string, f *markdown.Fence) bool {
	return f.Char == '`' && f.Info.Of(source) == "!" && f.Info.Start == f.Open.Start+f.Length && !f.Close.IsEmpty()
}

// MaxVariables is the maximum number of distinct variables checked in a file. A hostile file can have as many
// as it has words.
const MaxVariables = 64

// OwnedOutsidePlugins reports whether the skill is in a root of the agent's own and in no plugin. It reports
// false for skills elsewhere, since a marketplace may list any directory.
func (p *Scope) OwnedOutsidePlugins(agent *skills.Agent) bool {
	root, _ := workspace.RootOf(p.File.Dir)
	return slices.Contains(agent.Owns, root) && workspace.PluginOf(p.Snapshot, p.File.Dir).Name == ""
}

func KnownVariables() []string {
	var names []string
	for _, agent := range agents.All() {
		if agent.Placeholders != nil {
			names = slices.Concat(names, agent.Placeholders.Variables, agent.Placeholders.PluginVariables)
		}
	}
	return names
}

// shellFences are the info strings of fences whose content the model is to run, so that a placeholder in them
// is a use of it. Other fences hold examples, such as skills and configuration files.
var shellFences = []string{"", "sh", "bash", "shell", "zsh", "console"}

// aboutPlaceholders are words in lines that explain placeholders rather than use them.
var aboutPlaceholders = []string{"placeholder", "substitut", "replaced", "variable", "syntax", "expands", "interpolat"}

// ExampleEnd returns the end of the example that contains a placeholder: its line or its fence. If a
// backslash escapes the placeholder, or raw HTML or indented code contains it, the end is that of the
// placeholder. For a placeholder that is meant to be replaced, exampleEnd returns 0.
func (p *Scope) ExampleEnd(span text.Span) int {
	source, m := p.Doc.Source, p.Doc.Markdown()
	if span.Start > 0 && source[span.Start-1] == '\\' {
		return span.End
	}
	if f := p.FenceAt(span.Start); f != nil {
		if !slices.Contains(shellFences, FenceLanguage(source, f)) || strings.Contains(f.Content.Of(source), "ARGUMENTS=") {
			return max(f.Span.End, span.End)
		}
		return 0
	}
	if m.InCode(span.Start) && CodeSpanAt(m, span.Start) == nil {
		return span.End // raw HTML, a comment, indented code
	}
	line := text.Span{Start: strings.LastIndexAny(source[:span.Start], "\r\n") + 1, End: lines.FirstLine(source, span.End).End}
	text := strings.ToLower(strings.TrimLeft(line.Of(source), " \t>"))
	if strings.HasPrefix(text, "|") || strings.HasPrefix(text, "#") || slices.ContainsFunc(aboutPlaceholders, func(word string) bool { return strings.Contains(text, word) }) {
		return line.End
	}
	return 0
}

// FenceAt returns the fence that contains an offset, or nil if not found.
func (p *Scope) FenceAt(at int) *markdown.Fence {
	fences := p.Doc.Markdown().Fences
	i, _ := slices.BinarySearchFunc(fences, at, func(f markdown.Fence, at int) int { return cmp.Compare(f.Span.End, at+1) })
	if i == len(fences) || fences[i].Span.Start > at {
		return nil
	}
	return &fences[i]
}

// FenceLanguage returns the language in a fence's info string in lowercase, or an empty string if it has
// none.
func FenceLanguage(source string, f *markdown.Fence) string {
	language, _, _ := strings.Cut(f.Info.Of(source), " ")
	return strings.ToLower(language)
}

func IsVariableByte(c byte) bool { return c == '_' || match.IsWordByte(c) }

// CodeSpanAt returns the code span that contains an offset, or nil if not found.
func CodeSpanAt(m *markdown.Document, at int) *markdown.CodeSpan {
	i, _ := slices.BinarySearchFunc(m.CodeSpans, at, func(c markdown.CodeSpan, at int) int { return cmp.Compare(c.Span.End, at+1) })
	if i == len(m.CodeSpans) || m.CodeSpans[i].Span.Start > at {
		return nil
	}
	return &m.CodeSpans[i]
}
