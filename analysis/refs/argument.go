package refs

import (
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/lines"
	"skills-ls/analysis/workspace"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// A DeclaredName is the name of an argument from the frontmatter, or a word of the argument hint, with the
// agents that read it.
type DeclaredName struct {
	Name    string
	Place   int       // index of the argument, from 0
	Span    text.Span // where the name is written; empty if the source differs from the parsed name
	IsText  bool      // YAML parses it as a string, not as a number or the like
	Readers []*skills.Agent
}

// ArgumentNames returns the argument names that the frontmatter of a SKILL.md declares, for each field that
// agents read them from, in source order. If a field has the same name twice, the first one counts.
func ArgumentNames(f *file.File) []DeclaredName {
	if f.Kind != file.SkillFile {
		return nil
	}
	var names []DeclaredName
	if e, ok := f.Doc.Frontmatter.Entry(NamesField); ok {
		names = namesIn(f.Doc.Source, e.Value, agents.Readers(NamesField))
	}
	if e, ok := f.Doc.Frontmatter.Entry("metadata"); ok {
		if list := e.Value.Lookup(NamesField); list != nil && list.Kind == frontmatter.SequenceValue {
			names = append(names, namesIn(f.Doc.Source, list, agents.Readers("metadata."+NamesField))...)
		}
	}
	return names
}

// replacedNames returns those of a file's [ArgumentNames] that at least one target agent replaces with
// an argument, or all of them if the configuration has no targets. For other agents, "$name" means what it
// does without the declaration.
func replacedNames(s *workspace.Snapshot, f *file.File) []DeclaredName {
	names := ArgumentNames(f)
	if len(names) == 0 {
		return nil
	}
	targets := workspace.Effect(s, f.Dir).Targets
	if len(targets) == 0 {
		return names
	}
	return slices.DeleteFunc(names, func(n DeclaredName) bool {
		return !slices.ContainsFunc(n.Readers, func(agent *skills.Agent) bool { return slices.Contains(targets, agent.ID) })
	})
}

// namesIn returns the names in a list, or in a string that separates them with spaces.
func namesIn(source string, v *frontmatter.Value, readers []*skills.Agent) []DeclaredName {
	var list []DeclaredName
	for _, item := range file.ScalarsOf(v) {
		span := scalarText(source, item)
		words, spans := strings.Fields(item.Text), wordSpans(source, span)
		if v.Kind == frontmatter.SequenceValue {
			words, spans = []string{strings.TrimSpace(item.Text)}, []text.Span{file.Trimmed(source, span)}
		}
		for i, word := range words {
			if len(list) == MaxVariables {
				return list
			}
			n := DeclaredName{Name: word, Place: len(list), IsText: item.IsString(), Readers: readers}
			if len(spans) == len(words) && spans[i].Of(source) == word {
				n.Span = spans[i]
			}
			list = append(list, n)
		}
	}
	return list
}

// scalarText returns the span of a scalar's text in the source, without quotes and block indicator. The
// source text may differ from the value that YAML parses.
func scalarText(source string, v *frontmatter.Value) text.Span {
	text := InsideQuotes(source, v.Span)
	if v.Style == frontmatter.LiteralBlock || v.Style == frontmatter.FoldedBlock {
		text.Start = min(lines.FirstLine(source, text.Start).End, text.End)
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

// NameOf returns the name that an agent reads for the argument with an index, or "" if it reads no name.
func NameOf(names []DeclaredName, place int, agent *skills.Agent) string {
	i := slices.IndexFunc(names, func(n DeclaredName) bool { return n.Place == place && workspace.Includes(n.Readers, agent) })
	if i < 0 {
		return ""
	}
	return names[i].Name
}

// Place returns the index, from 0, of the argument that an agent substitutes for a number. It returns a
// negative number if the agent substitutes no argument.
func (use PlaceholderUse) Place(agent *skills.Agent) int {
	switch {
	case agent.Placeholders == nil:
	case use.Kind == PositionalPlaceholder && agent.Placeholders.First > 0:
		return use.Number + agent.Placeholders.First - 2
	case use.Kind == argumentsPlaceholderUse && agent.Placeholders.Indexed:
		return use.Number
	}
	return -1
}

// argumentsMeant returns the declared names of the arguments that a placeholder refers to. A name refers to
// one argument per field. A number refers to the argument that each reader counts.
func (s *placeholderScan) argumentsMeant(use PlaceholderUse, names []DeclaredName) []DeclaredName {
	var meant []DeclaredName
	for _, n := range names {
		isMeant := use.Kind == NamedPlaceholder && n.Name == use.Name
		if !isMeant {
			isMeant = slices.ContainsFunc(n.Readers, func(agent *skills.Agent) bool {
				return use.Place(agent) == n.Place && workspace.Includes(s.readers, agent)
			})
		}
		shadowed := slices.ContainsFunc(meant, func(m DeclaredName) bool { return m.Name == n.Name && m.Readers[0] == n.Readers[0] })
		if isMeant && !shadowed {
			meant = append(meant, n)
		}
	}
	return meant
}

// Argument returns the declared names of the argument at the cursor, and the span of the name in the
// frontmatter or of the placeholder. If there is no argument at the cursor, meant is nil.
func (c *Cursor) Argument() (at text.Span, meant []DeclaredName) {
	if c.Offset < c.BodyStart() {
		for _, n := range ArgumentNames(c.File) {
			if !n.Span.IsEmpty() && n.Span.Contains(c.Offset) {
				return n.Span, []DeclaredName{n}
			}
		}
		return at, nil
	}
	names := replacedNames(c.Snapshot, c.File)
	if len(names) == 0 || !strings.Contains(c.Line.Of(c.Source), "$") {
		return at, nil
	}
	scan := c.Scope().ArgumentPlaceholders()
	for _, use := range scan.Found {
		if use.Kind != CommandPlaceholder && use.Span.Contains(c.Offset) {
			return use.Span, scan.argumentsMeant(use, names)
		}
	}
	return at, nil
}

// NameSpan returns the span of the name in a named placeholder, or of any other placeholder as a whole.
func (use PlaceholderUse) NameSpan() text.Span {
	span := use.Span
	if use.Kind == NamedPlaceholder {
		span.Start++ // the dollar sign
	}
	return span
}

// ArgumentEntity returns the argument at the cursor. If agents count differently, the first declared name
// wins.
func (c *Cursor) argumentEntity() (Entity, bool) {
	at, meant := c.Argument()
	if len(meant) == 0 {
		return Entity{}, false
	}
	if at.Of(c.Source) == "$"+meant[0].Name {
		at.Start++
	}
	return Entity{Kind: ArgumentEntity, Path: c.File.Path, Name: meant[0].Name, At: at}, true
}

// argumentLocations returns the places where the argument at the cursor is declared.
func (c *Cursor) argumentLocations() []Location {
	at, meant := c.Argument()
	var found []Location
	for _, n := range meant {
		if !n.Span.IsEmpty() {
			found = append(found, Location{Origin: at, Path: c.File.Path, Span: n.Span, Selection: n.Span})
		}
	}
	return found
}

// argumentIn adds the names in the frontmatter, and the placeholders that refer to the argument in at least
// one target agent.
func (k *Seeker) argumentIn(f *file.File, add func(span text.Span, definition bool)) {
	for _, n := range ArgumentNames(f) {
		if n.Name == k.Name && !n.Span.IsEmpty() {
			add(n.Span, true)
		}
	}
	names := replacedNames(k.snapshot, f)
	scan := ScopeOf(k.ctx, k.snapshot, f).ArgumentPlaceholders()
	for _, use := range scan.Found {
		if slices.ContainsFunc(scan.argumentsMeant(use, names), func(n DeclaredName) bool { return n.Name == k.Name }) {
			add(use.NameSpan(), false)
		}
	}
}

// withoutArguments removes from a file's mentions those written as "$name" that refer to an argument of the
// skill.
func withoutArguments(s *workspace.Snapshot, f *file.File, mentions []skills.Mention) []skills.Mention {
	if len(mentions) == 0 {
		return mentions
	}
	names := replacedNames(s, f)
	if len(names) == 0 {
		return mentions
	}
	return slices.DeleteFunc(mentions, func(m skills.Mention) bool {
		return m.Kind == skills.PlainMention && slices.ContainsFunc(names, func(n DeclaredName) bool {
			rest, ok := strings.CutPrefix(f.Doc.Source[m.NameSpan.Start:], n.Name)
			return ok && n.Name != "" && (rest == "" || !IsVariableByte(rest[0]))
		})
	})
}

// IsArgumentName reports whether a name is valid in all agents that have named arguments: a letter or an
// underscore, followed by letters, digits, underscores and hyphens. It must not begin like the placeholder
// for all arguments.
func IsArgumentName(name string) bool {
	if name == "" || len(name) > maxDeclared || name[0] == '-' || name[0] >= '0' && name[0] <= '9' || strings.HasPrefix("$"+name, ArgumentsPlaceholder) {
		return false
	}
	for i := range len(name) {
		if !IsVariableByte(name[i]) && name[i] != '-' {
			return false
		}
	}
	return true
}

// HintField tells users which arguments a skill takes, and NamesField names them.
const HintField, NamesField = "argument-hint", "arguments"
