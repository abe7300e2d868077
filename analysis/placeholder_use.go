package analysis

import (
	"slices"
	"strconv"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A placeholderUse is text in a skill's body that some agent replaces before the model reads it.
type placeholderUse struct {
	kind placeholderKind
	span text.Span
	// number is that of a [positionalPlaceholder] as written, and that in the brackets of an
	// [argumentsPlaceholderUse], or -1 if it has none. name is that of a [namedPlaceholder].
	number int
	name   string
	// left are the agents, of those that the skill must work in, that do not replace it.
	left []*skills.Agent
}

type placeholderKind uint8

const (
	argumentsPlaceholderUse placeholderKind = iota // $ARGUMENTS, or one of them: $ARGUMENTS[0]
	positionalPlaceholder                          // $1
	namedPlaceholder                               // $name, if the frontmatter has the name
	variablePlaceholder                            // ${CLAUDE_SKILL_DIR}
	commandPlaceholder                             // !`command`, or the line that opens a fence of commands
)

// placeholderUses returns the placeholders in a skill's body, in source order, for the agents that the skill
// is for. They do not overlap, except that a command may contain others. Text after a backslash is not a
// placeholder, and neither is "$1" if nothing shows that the skill has arguments.
func (p *scope) placeholderUses() []placeholderUse {
	return p.scanPlaceholders(p.concerns(replaces), p.file.argumentNames()).found
}

// askedPlaceholders finds the placeholders for a request about one: if it is unknown which agents the skill
// is for, all count.
func (p *scope) askedPlaceholders() placeholderScan {
	return p.scanPlaceholders(p.askedReaders(), p.file.argumentNames())
}

// argumentPlaceholders is [pass.askedPlaceholders] without the declared names that no agent replaces that the
// skill is for.
func (p *scope) argumentPlaceholders() placeholderScan {
	return p.scanPlaceholders(p.askedReaders(), p.snapshot.replacedNames(p.file))
}

func (p *scope) askedReaders() []*skills.Agent {
	readers := p.concerns(replaces)
	if len(readers) == 0 && len(p.snapshot.effect(p.file.Dir).targets) == 0 {
		readers = slices.DeleteFunc(agents.All(), func(agent *skills.Agent) bool { return !replaces(agent) })
	}
	return readers
}

// replaces reports whether it is known what an agent replaces.
func replaces(agent *skills.Agent) bool { return agent.Placeholders != nil }

// scanPlaceholders finds the placeholders for some readers, including those for the declared names.
func (p *scope) scanPlaceholders(readers []*skills.Agent, names []declaredName) placeholderScan {
	scan := placeholderScan{scope: p, readers: readers, names: names}
	if p.file.Kind != SkillFile || p.fm.State == frontmatter.Unclosed || len(readers) == 0 {
		return scan
	}
	scan.dollars()
	scan.commands()
	slices.SortStableFunc(scan.found, func(a, b placeholderUse) int { return a.span.Start - b.span.Start })
	return scan
}

// A placeholderScan looks for placeholders.
type placeholderScan struct {
	*scope
	readers  []*skills.Agent // the agents, if it is known what they replace
	names    []declaredName
	found    []placeholderUse
	escaped  []placeholderUse // what would be one without the backslash before it
	declared *bool            // see [pass.declaresArguments]; nil until somebody asks
	line     text.Span        // the one that was last asked about
	speaks   bool             // whether that speaks of arguments
}

// dollars finds the placeholders that begin with a dollar sign.
func (s *placeholderScan) dollars() {
	source, end := s.doc.Source, s.doc.Body.End
	for at := s.doc.Body.Start; ; {
		i := strings.IndexByte(source[at:end], '$')
		if i < 0 {
			return
		}
		at += i
		use, ok := s.dollar(source[at:end], at)
		if ok && at > s.doc.Body.Start && source[at-1] == '\\' {
			s.escaped = append(s.escaped, use)
			ok = false
		}
		if !ok {
			at++
			continue
		}
		s.found = append(s.found, use)
		at = use.span.End
	}
}

// dollar returns the placeholder at the start of source, which is the text from offset at on.
func (s *placeholderScan) dollar(source string, at int) (placeholderUse, bool) {
	use := placeholderUse{span: text.Span{Start: at, End: at}}
	switch {
	case strings.HasPrefix(source, argumentsPlaceholder):
		length := len(argumentsPlaceholder)
		if length < len(source) && isVariableByte(source[length]) {
			return use, false // another variable
		}
		use.number = -1
		if inside, ok := strings.CutPrefix(source[length:], "["); ok {
			digits := len(inside) - len(strings.TrimLeft(inside, "0123456789"))
			if digits > 0 && strings.HasPrefix(inside[digits:], "]") {
				length += digits + 2
				if number, err := strconv.Atoi(inside[:digits]); err == nil { // otherwise out of range
					use.number = number
				}
			}
		}
		use.span.End += length
		use.left = s.leaving(func(pl *skills.Placeholders) bool { return pl.Arguments != skills.Never })
		return use, true
	case strings.HasPrefix(source, variablePrefix):
		return s.variable(source, at)
	case len(source) > 1 && source[1] >= '0' && source[1] <= '9':
		return s.positional(at)
	}
	length := 1
	for length < len(source) && (isVariableByte(source[length]) || source[length] == '-') {
		length++
	}
	for ; length > 1; length-- { // like agents, use the longest declared name
		i := slices.IndexFunc(s.names, func(n declaredName) bool { return n.name == source[1:length] })
		if i >= 0 && (length == len(source) || !isVariableByte(source[length])) {
			use.kind, use.name = namedPlaceholder, s.names[i].name
			use.span.End += length
			use.left = slices.DeleteFunc(slices.Clone(s.readers), func(agent *skills.Agent) bool {
				return slices.ContainsFunc(s.names, func(n declaredName) bool { return n.name == use.name && includes(n.readers, agent) })
			})
			return use, true
		}
		if len(s.names) == 0 || length > maxDeclared {
			break
		}
	}
	return use, false
}

func (s *placeholderScan) variable(source string, at int) (placeholderUse, bool) {
	end := strings.IndexByte(source[:min(len(source), maxDeclared)], '}')
	if end < 0 || !slices.Contains(knownVariables(), source[:end+1]) {
		return placeholderUse{}, false
	}
	name := source[:end+1]
	use := placeholderUse{kind: variablePlaceholder, span: text.Span{Start: at, End: at + len(name)}}
	for _, agent := range s.readers {
		if pl := agent.Placeholders; !slices.Contains(pl.Variables, name) && (!slices.Contains(pl.PluginVariables, name) || s.ownedOutsidePlugins(agent)) {
			use.left = append(use.left, agent)
		}
	}
	return use, true
}

// positional returns the "$1" at an offset, unless it is part of a word, an amount or a range, or nothing shows
// that it is an argument.
func (s *placeholderScan) positional(at int) (placeholderUse, bool) {
	source := s.doc.Source[:s.doc.Body.End]
	span := text.Span{Start: at, End: at + 2}
	number := int(source[at+1] - '0')
	if number > 0 && !isPositional(source, span) || number == 0 && (!s.declares() || span.End < len(source) && isVariableByte(source[span.End])) {
		return placeholderUse{}, false
	}
	if at >= s.line.End {
		s.line = text.Span{Start: strings.LastIndexAny(source[:at], "\r\n") + 1, End: firstLine(source, at).End}
		s.speaks = hasAnyWord(s.line.Of(source), argumentWords)
	}
	if !s.speaks && !s.declares() {
		return placeholderUse{}, false
	}
	use := placeholderUse{kind: positionalPlaceholder, span: span, number: number}
	use.left = s.leaving(func(pl *skills.Placeholders) bool { return pl.First > 0 })
	return use, len(use.left) < len(s.readers) // if no agent replaces it, it may be plain text
}

func (s *placeholderScan) declares() bool {
	if s.declared == nil {
		s.declared = new(s.declaresArguments())
	}
	return *s.declared
}

// leaving returns the readers that do not replace a placeholder.
func (s *placeholderScan) leaving(replaces func(*skills.Placeholders) bool) []*skills.Agent {
	return slices.DeleteFunc(slices.Clone(s.readers), func(agent *skills.Agent) bool { return replaces(agent.Placeholders) })
}

func (s *placeholderScan) commands() {
	source, m := s.doc.Source, s.doc.Markdown()
	left := s.leaving(func(pl *skills.Placeholders) bool { return pl.Commands != skills.Never })
	for i := range m.CodeSpans {
		if c := &m.CodeSpans[i]; s.isCommand(c) {
			span := text.Span{Start: c.Span.Start - 1, End: c.Span.End}
			s.found = append(s.found, placeholderUse{kind: commandPlaceholder, span: span, left: left})
		}
	}
	for i := range m.Fences {
		if f := &m.Fences[i]; isCommandFence(source, f) {
			s.found = append(s.found, placeholderUse{kind: commandPlaceholder, span: f.Open, left: left})
		}
	}
}

// maxDeclared is the maximum length, in bytes, of the name of an argument or a variable.
const maxDeclared = 200
