package refs

import (
	"slices"
	"strconv"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A PlaceholderUse is text in a skill's body that some agent replaces before the model reads it.
type PlaceholderUse struct {
	Kind placeholderKind
	Span text.Span
	// Number is that of a [PositionalPlaceholder] as written, and that in the brackets of an
	// [argumentsPlaceholderUse], or -1 if it has none. name is that of a [NamedPlaceholder].
	Number int
	Name   string
	// Left are the agents, of those that the skill must work in, that do not replace it.
	Left []*skills.Agent
}

type placeholderKind uint8

const (
	argumentsPlaceholderUse placeholderKind = iota // $ARGUMENTS, or one of them: $ARGUMENTS[0]
	PositionalPlaceholder                          // $1
	NamedPlaceholder                               // $name, if the frontmatter has the name
	VariablePlaceholder                            // ${CLAUDE_SKILL_DIR}
	CommandPlaceholder                             // !`command`, or the line that opens a fence of commands
)

// PlaceholderUses returns the placeholders in a skill's body, in source order, for the agents that the skill
// is for. They do not overlap, except that a command may contain others. Text after a backslash is not a
// placeholder, and neither is "$1" if nothing shows that the skill has arguments.
func (p *Scope) PlaceholderUses() []PlaceholderUse {
	return p.scanPlaceholders(p.Concerns(replaces), ArgumentNames(p.File)).Found
}

// AskedPlaceholders finds the placeholders for a request about one: if it is unknown which agents the skill
// is for, all count.
func (p *Scope) AskedPlaceholders() placeholderScan {
	return p.scanPlaceholders(p.askedReaders(), ArgumentNames(p.File))
}

// ArgumentPlaceholders is [Scope.AskedPlaceholders] without the declared names that no agent replaces that the
// skill is for.
func (p *Scope) ArgumentPlaceholders() placeholderScan {
	return p.scanPlaceholders(p.askedReaders(), replacedNames(p.Snapshot, p.File))
}

func (p *Scope) askedReaders() []*skills.Agent {
	readers := p.Concerns(replaces)
	if len(readers) == 0 && len(workspace.Effect(p.Snapshot, p.File.Dir).Targets) == 0 {
		readers = slices.DeleteFunc(agents.All(), func(agent *skills.Agent) bool { return !replaces(agent) })
	}
	return readers
}

// replaces reports whether it is known what an agent replaces.
func replaces(agent *skills.Agent) bool { return agent.Placeholders != nil }

// scanPlaceholders finds the placeholders for some readers, including those for the declared names.
func (p *Scope) scanPlaceholders(readers []*skills.Agent, names []DeclaredName) placeholderScan {
	scan := placeholderScan{Scope: p, readers: readers, names: names}
	if p.File.Kind != file.SkillFile || p.Fm.State == frontmatter.Unclosed || len(readers) == 0 {
		return scan
	}
	scan.dollars()
	scan.commands()
	slices.SortStableFunc(scan.Found, func(a, b PlaceholderUse) int { return a.Span.Start - b.Span.Start })
	return scan
}

// A placeholderScan looks for placeholders.
type placeholderScan struct {
	*Scope
	readers  []*skills.Agent // the agents, if it is known what they replace
	names    []DeclaredName
	Found    []PlaceholderUse
	Escaped  []PlaceholderUse // placeholders, except for a backslash before them
	declared *bool            // see [Scope.DeclaresArguments]; nil until needed
	line     text.Span        // the line that was last checked
	speaks   bool             // whether that line mentions arguments
}

// dollars finds the placeholders that begin with a dollar sign.
func (s *placeholderScan) dollars() {
	source, end := s.Doc.Source, s.Doc.Body.End
	for at := s.Doc.Body.Start; ; {
		i := strings.IndexByte(source[at:end], '$')
		if i < 0 {
			return
		}
		at += i
		use, ok := s.dollar(source[at:end], at)
		if ok && at > s.Doc.Body.Start && source[at-1] == '\\' {
			s.Escaped = append(s.Escaped, use)
			ok = false
		}
		if !ok {
			at++
			continue
		}
		s.Found = append(s.Found, use)
		at = use.Span.End
	}
}

// dollar returns the placeholder at the start of source, which is the text from offset at on.
func (s *placeholderScan) dollar(source string, at int) (PlaceholderUse, bool) {
	use := PlaceholderUse{Span: text.Span{Start: at, End: at}}
	switch {
	case strings.HasPrefix(source, ArgumentsPlaceholder):
		length := len(ArgumentsPlaceholder)
		if length < len(source) && IsVariableByte(source[length]) {
			return use, false // another variable
		}
		use.Number = -1
		if inside, ok := strings.CutPrefix(source[length:], "["); ok {
			digits := len(inside) - len(strings.TrimLeft(inside, "0123456789"))
			if digits > 0 && strings.HasPrefix(inside[digits:], "]") {
				length += digits + 2
				if number, err := strconv.Atoi(inside[:digits]); err == nil { // otherwise out of range
					use.Number = number
				}
			}
		}
		use.Span.End += length
		use.Left = s.leaving(func(pl *skills.Placeholders) bool { return pl.Arguments != skills.Never })
		return use, true
	case strings.HasPrefix(source, VariablePrefix):
		return s.variable(source, at)
	case len(source) > 1 && source[1] >= '0' && source[1] <= '9':
		return s.positional(at)
	}
	length := 1
	for length < len(source) && (IsVariableByte(source[length]) || source[length] == '-') {
		length++
	}
	for ; length > 1; length-- { // like agents, use the longest declared name
		i := slices.IndexFunc(s.names, func(n DeclaredName) bool { return n.Name == source[1:length] })
		if i >= 0 && (length == len(source) || !IsVariableByte(source[length])) {
			use.Kind, use.Name = NamedPlaceholder, s.names[i].Name
			use.Span.End += length
			use.Left = slices.DeleteFunc(slices.Clone(s.readers), func(agent *skills.Agent) bool {
				return slices.ContainsFunc(s.names, func(n DeclaredName) bool { return n.Name == use.Name && workspace.Includes(n.Readers, agent) })
			})
			return use, true
		}
		if len(s.names) == 0 || length > maxDeclared {
			break
		}
	}
	return use, false
}

func (s *placeholderScan) variable(source string, at int) (PlaceholderUse, bool) {
	end := strings.IndexByte(source[:min(len(source), maxDeclared)], '}')
	if end < 0 || !slices.Contains(KnownVariables(), source[:end+1]) {
		return PlaceholderUse{}, false
	}
	name := source[:end+1]
	use := PlaceholderUse{Kind: VariablePlaceholder, Span: text.Span{Start: at, End: at + len(name)}}
	for _, agent := range s.readers {
		if pl := agent.Placeholders; !slices.Contains(pl.Variables, name) && (!slices.Contains(pl.PluginVariables, name) || s.OwnedOutsidePlugins(agent)) {
			use.Left = append(use.Left, agent)
		}
	}
	return use, true
}

// positional returns the "$1" at an offset, unless it is part of a word, an amount or a range, or nothing shows
// that it is an argument.
func (s *placeholderScan) positional(at int) (PlaceholderUse, bool) {
	source := s.Doc.Source[:s.Doc.Body.End]
	span := text.Span{Start: at, End: at + 2}
	number := int(source[at+1] - '0')
	if number > 0 && !IsPositional(source, span) || number == 0 && (!s.declares() || span.End < len(source) && IsVariableByte(source[span.End])) {
		return PlaceholderUse{}, false
	}
	if at >= s.line.End {
		s.line = text.Span{Start: strings.LastIndexAny(source[:at], "\r\n") + 1, End: lines.FirstLine(source, at).End}
		s.speaks = HasAnyWord(s.line.Of(source), ArgumentWords)
	}
	if !s.speaks && !s.declares() {
		return PlaceholderUse{}, false
	}
	use := PlaceholderUse{Kind: PositionalPlaceholder, Span: span, Number: number}
	use.Left = s.leaving(func(pl *skills.Placeholders) bool { return pl.First > 0 })
	return use, len(use.Left) < len(s.readers) // if no agent replaces it, it may be plain text
}

func (s *placeholderScan) declares() bool {
	if s.declared == nil {
		s.declared = new(s.DeclaresArguments())
	}
	return *s.declared
}

// leaving returns the readers that do not replace a placeholder.
func (s *placeholderScan) leaving(replaces func(*skills.Placeholders) bool) []*skills.Agent {
	return slices.DeleteFunc(slices.Clone(s.readers), func(agent *skills.Agent) bool { return replaces(agent.Placeholders) })
}

func (s *placeholderScan) commands() {
	source, m := s.Doc.Source, s.Doc.Markdown()
	left := s.leaving(func(pl *skills.Placeholders) bool { return pl.Commands != skills.Never })
	for i := range m.CodeSpans {
		if c := &m.CodeSpans[i]; s.IsCommand(c) {
			span := text.Span{Start: c.Span.Start - 1, End: c.Span.End}
			s.Found = append(s.Found, PlaceholderUse{Kind: CommandPlaceholder, Span: span, Left: left})
		}
	}
	for i := range m.Fences {
		if f := &m.Fences[i]; IsCommandFence(source, f) {
			s.Found = append(s.Found, PlaceholderUse{Kind: CommandPlaceholder, Span: f.Open, Left: left})
		}
	}
}

// maxDeclared is the maximum length, in bytes, of the name of an argument or a variable.
const maxDeclared = 200
