package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A declaredName is the name of an argument from the frontmatter, or a word of the argument hint, with the
// agents that read it.
type declaredName struct {
	name    string
	place   int       // index of the argument, from 0
	span    text.Span // where the name is written; empty if the source differs from the parsed name
	isText  bool      // YAML parses it as a string, not as a number or the like
	readers []*skills.Agent
}

// argumentNames returns the argument names that the frontmatter of a SKILL.md declares, for each field that
// agents read them from, in source order. If a field has the same name twice, the first one counts.
func (f *File) argumentNames() []declaredName {
	if f.Kind != SkillFile {
		return nil
	}
	var names []declaredName
	if e, ok := f.Doc.Frontmatter.Entry(namesField); ok {
		names = namesIn(f.Doc.Source, e.Value, agents.Readers(namesField))
	}
	if e, ok := f.Doc.Frontmatter.Entry("metadata"); ok {
		if list := e.Value.Lookup(namesField); list != nil && list.Kind == frontmatter.SequenceValue {
			names = append(names, namesIn(f.Doc.Source, list, agents.Readers("metadata."+namesField))...)
		}
	}
	return names
}

// replacedNames returns those of a file's [File.argumentNames] that at least one target agent replaces with
// an argument, or all of them if the configuration has no targets. For other agents, "$name" means what it
// does without the declaration.
func (s *Snapshot) replacedNames(f *File) []declaredName {
	names := f.argumentNames()
	if len(names) == 0 {
		return nil
	}
	targets := s.effect(f.Dir).targets
	if len(targets) == 0 {
		return names
	}
	return slices.DeleteFunc(names, func(n declaredName) bool {
		return !slices.ContainsFunc(n.readers, func(agent *skills.Agent) bool { return slices.Contains(targets, agent.ID) })
	})
}

// namesIn returns the names in a list, or in a string that separates them with spaces.
func namesIn(source string, v *frontmatter.Value, readers []*skills.Agent) []declaredName {
	var list []declaredName
	for _, item := range scalarsOf(v) {
		span := scalarText(source, item)
		words, spans := strings.Fields(item.Text), wordSpans(source, span)
		if v.Kind == frontmatter.SequenceValue {
			words, spans = []string{strings.TrimSpace(item.Text)}, []text.Span{trimmed(source, span)}
		}
		for i, word := range words {
			if len(list) == maxVariables {
				return list
			}
			n := declaredName{name: word, place: len(list), isText: item.IsString(), readers: readers}
			if len(spans) == len(words) && spans[i].Of(source) == word {
				n.span = spans[i]
			}
			list = append(list, n)
		}
	}
	return list
}

// scalarText returns the span of a scalar's text in the source, without quotes and block indicator. The
// source text may differ from the value that YAML parses.
func scalarText(source string, v *frontmatter.Value) text.Span {
	text := insideQuotes(source, v.Span)
	if v.Style == frontmatter.LiteralBlock || v.Style == frontmatter.FoldedBlock {
		text.Start = min(firstLine(source, text.Start).End, text.End)
	}
	return text
}

// wordSpans returns the parts of a span that white space separates.
func wordSpans(source string, span text.Span) []text.Span {
	var spans []text.Span
	at := span.Start
	for word := range strings.FieldsSeq(span.Of(source)) {
		at += strings.Index(source[at:span.End], word)
		spans = append(spans, text.Span{Start: at, End: at + len(word)})
		at += len(word)
	}
	return spans
}

// nameOf returns the name that an agent reads for the argument with an index, or "" if it reads no name.
func nameOf(names []declaredName, place int, agent *skills.Agent) string {
	i := slices.IndexFunc(names, func(n declaredName) bool { return n.place == place && includes(n.readers, agent) })
	if i < 0 {
		return ""
	}
	return names[i].name
}

// place returns the index, from 0, of the argument that an agent substitutes for a number. It returns a
// negative number if the agent substitutes no argument.
func (use placeholderUse) place(agent *skills.Agent) int {
	switch {
	case agent.Placeholders == nil:
	case use.kind == positionalPlaceholder && agent.Placeholders.First > 0:
		return use.number + agent.Placeholders.First - 2
	case use.kind == argumentsPlaceholderUse && agent.Placeholders.Indexed:
		return use.number
	}
	return -1
}

// argumentsMeant returns the declared names of the arguments that a placeholder refers to. A name refers to
// one argument per field. A number refers to the argument that each reader counts.
func (s *placeholderScan) argumentsMeant(use placeholderUse, names []declaredName) []declaredName {
	var meant []declaredName
	for _, n := range names {
		isMeant := use.kind == namedPlaceholder && n.name == use.name
		if !isMeant {
			isMeant = slices.ContainsFunc(n.readers, func(agent *skills.Agent) bool {
				return use.place(agent) == n.place && includes(s.readers, agent)
			})
		}
		shadowed := slices.ContainsFunc(meant, func(m declaredName) bool { return m.name == n.name && m.readers[0] == n.readers[0] })
		if isMeant && !shadowed {
			meant = append(meant, n)
		}
	}
	return meant
}

// argument returns the declared names of the argument at the cursor, and the span of the name in the
// frontmatter or of the placeholder. If there is no argument at the cursor, meant is nil.
func (c *cursor) argument() (at text.Span, meant []declaredName) {
	if c.offset < c.bodyStart() {
		for _, n := range c.file.argumentNames() {
			if !n.span.IsEmpty() && n.span.Contains(c.offset) {
				return n.span, []declaredName{n}
			}
		}
		return at, nil
	}
	names := c.snapshot.replacedNames(c.file)
	if len(names) == 0 || !strings.Contains(c.line.Of(c.source), "$") {
		return at, nil
	}
	scan := c.scope().argumentPlaceholders()
	for _, use := range scan.found {
		if use.kind != commandPlaceholder && use.span.Contains(c.offset) {
			return use.span, scan.argumentsMeant(use, names)
		}
	}
	return at, nil
}

// nameSpan returns the span of the name in a named placeholder, or of any other placeholder as a whole.
func (use placeholderUse) nameSpan() text.Span {
	span := use.span
	if use.kind == namedPlaceholder {
		span.Start++ // the dollar sign
	}
	return span
}

// argumentEntity returns the argument at the cursor. If agents count differently, the first declared name
// wins.
func (c *cursor) argumentEntity() (entity, bool) {
	at, meant := c.argument()
	if len(meant) == 0 {
		return entity{}, false
	}
	if at.Of(c.source) == "$"+meant[0].name {
		at.Start++
	}
	return entity{kind: argumentEntity, path: c.file.Path, name: meant[0].name, at: at}, true
}

// argumentLocations returns the places where the argument at the cursor is declared.
func (c *cursor) argumentLocations() []Location {
	at, meant := c.argument()
	var found []Location
	for _, n := range meant {
		if !n.span.IsEmpty() {
			found = append(found, Location{Origin: at, Path: c.file.Path, Span: n.span, Selection: n.span})
		}
	}
	return found
}

// argumentIn adds the names in the frontmatter, and the placeholders that refer to the argument in at least
// one target agent.
func (k *seeker) argumentIn(f *File, add func(span text.Span, definition bool)) {
	for _, n := range f.argumentNames() {
		if n.name == k.name && !n.span.IsEmpty() {
			add(n.span, true)
		}
	}
	names := k.snapshot.replacedNames(f)
	scan := k.snapshot.scopeOf(k.ctx, f).argumentPlaceholders()
	for _, use := range scan.found {
		if slices.ContainsFunc(scan.argumentsMeant(use, names), func(n declaredName) bool { return n.name == k.name }) {
			add(use.nameSpan(), false)
		}
	}
}

// withoutArguments removes from a file's mentions those written as "$name" that refer to an argument of the
// skill.
func (s *Snapshot) withoutArguments(f *File, mentions []skills.Mention) []skills.Mention {
	if len(mentions) == 0 {
		return mentions
	}
	names := s.replacedNames(f)
	if len(names) == 0 {
		return mentions
	}
	return slices.DeleteFunc(mentions, func(m skills.Mention) bool {
		return m.Kind == skills.PlainMention && slices.ContainsFunc(names, func(n declaredName) bool {
			rest, ok := strings.CutPrefix(f.Doc.Source[m.NameSpan.Start:], n.name)
			return ok && n.name != "" && (rest == "" || !isVariableByte(rest[0]))
		})
	})
}

// isArgumentName reports whether a name is valid in all agents that have named arguments: a letter or an
// underscore, followed by letters, digits, underscores and hyphens. It must not begin like the placeholder
// for all arguments.
func isArgumentName(name string) bool {
	if name == "" || len(name) > maxDeclared || name[0] == '-' || name[0] >= '0' && name[0] <= '9' || strings.HasPrefix("$"+name, argumentsPlaceholder) {
		return false
	}
	for i := range len(name) {
		if !isVariableByte(name[i]) && name[i] != '-' {
			return false
		}
	}
	return true
}

// hintField tells users which arguments a skill takes, and namesField names them.
const hintField, namesField = "argument-hint", "arguments"
