package kit

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
)

// A Page has the texts and tables of a Markdown file, which a package embeds beside the code that it describes:
//
//	# Section
//	Text about the section, whose lines are joined by spaces. The items of a list are joined by line feeds.
//
//	## name: string, list of string, required
//	Text about one field in the section.
//
//	## other: boolean, default false
//	Text about another field.
//
// After the name of a field come the types of its values, those of the items of a list or mapping, and whether it
// is required or what it is without a value, as far as they are known. The fields that
// [Described] knows as those of the standard need no text.
type Page []*entry

// An entry is the text below a heading.
type entry struct {
	section, name string // the name is "" for the text about the section
	types, items  skills.FieldType
	required      bool
	otherwise     string // the default
	text          string
	taken         bool
}

var fieldTypes = map[string]skills.FieldType{
	"string": skills.String, "boolean": skills.Boolean, "number": skills.Number, "list": skills.List,
	"mapping": skills.Mapping,
}

// ParsePage reads a page.
func ParsePage(source string) Page {
	var p Page
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		if section, ok := strings.CutPrefix(line, "# "); ok {
			p = append(p, &entry{section: section})
		} else if heading, ok := strings.CutPrefix(line, "## "); ok {
			p = append(p, newEntry(p[len(p)-1].section, heading))
		} else if line != "" {
			separator := " "
			if strings.HasPrefix(line, item) {
				separator = "\n"
			}
			e := p[len(p)-1]
			e.text = strings.TrimSpace(e.text + separator + line)
		}
	}
	return p
}

// item begins an item of a list.
const item = "- "

func newEntry(section, heading string) *entry {
	name, rest, _ := strings.Cut(heading, ": ")
	rest, otherwise, _ := strings.Cut(rest, ", default ")
	rest, required := strings.CutSuffix(", "+rest, ", required")
	types, items, _ := strings.Cut(strings.TrimPrefix(rest, ", "), " of ")
	return &entry{
		section: section, name: name, types: typesOf(types), items: typesOf(items), required: required,
		otherwise: otherwise,
	}
}

func typesOf(words string) (types skills.FieldType) {
	for word := range strings.SplitSeq(words, ", ") {
		if word != "" && fieldTypes[word] == 0 {
			panic(fmt.Sprintf("the page has a field with the type %q", word))
		}
		types |= fieldTypes[word]
	}
	return types
}

// take returns the text about a section, or about a name in it. It panics if there is none.
func (p Page) take(section, name string) string {
	i := slices.IndexFunc(p, func(e *entry) bool { return e.section == section && e.name == name })
	if i < 0 {
		panic(fmt.Sprintf("the page does not describe %q in %q", name, section))
	}
	p[i].taken = true
	return p[i].text
}

// Text returns the text about a section. It panics if there is none.
func (p Page) Text(section string) string { return p.take(section, "") }

// done panics if a text of the page describes nothing.
func (p Page) done() {
	for _, e := range p {
		if !e.taken && e.text != "" {
			panic(fmt.Sprintf("the page describes %q in %q, which does not exist", e.name, e.section))
		}
	}
}

// table returns the fields in a section. What the page does not say about a field comes from the known one of the
// same name. It panics if the page does not have a known field.
func table[F any](p Page, section string, known []F, nameOf func(*F) *string, fill func(*F, *entry)) (fields []F) {
	found := 0
	for _, e := range p {
		if e.section != section || e.name == "" {
			continue
		}
		var f F
		if i := slices.IndexFunc(known, func(f F) bool { return *nameOf(&f) == e.name }); i >= 0 {
			f = known[i]
			found++
		}
		*nameOf(&f), e.taken = e.name, true
		fill(&f, e)
		fields = append(fields, f)
	}
	if found < len(known) {
		panic(fmt.Sprintf("the page does not have all %d fields of %q", len(known), section))
	}
	return fields
}

// Fields returns the fields in a section. Known has what the page does not say about them.
func (p Page) Fields(section string, known []skills.Field) []skills.Field {
	return table(p, section, known, func(f *skills.Field) *string { return &f.Name }, fillField)
}

func fillField(f *skills.Field, e *entry) {
	f.Types, f.Required, f.Doc = e.types, e.required, e.text
	f.Default = cmp.Or(e.otherwise, f.Default)
}

// CompanionFields returns the fields in a section. Known has what the page does not say about them.
func (p Page) CompanionFields(section string, known []skills.CompanionField) []skills.CompanionField {
	name := func(f *skills.CompanionField) *string { return &f.Name }
	return table(p, section, known, name, func(f *skills.CompanionField, e *entry) { fillField(&f.Field, e) })
}

// ManifestFields returns the fields in a section. Known has what the page does not say about them.
func (p Page) ManifestFields(section string, known []skills.ManifestField) []skills.ManifestField {
	name := func(f *skills.ManifestField) *string { return &f.Name }
	return table(p, section, known, name, func(f *skills.ManifestField, e *entry) {
		f.Types, f.Items, f.Doc = e.types, e.items, e.text
	})
}

// Described returns the agent with what its page says: the sections Source, Mentions, Arguments and Notes, the
// fields in Fields, and in Settings the Doc of each knob. Agent.Fields has what the page does not say about the
// fields. Described panics if the page lacks a text, or has a text about anything else.
func Described(source string, agent *skills.Agent) *skills.Agent {
	p := ParsePage(source)
	agent.Source = p.Text("Source")
	agent.MentionSyntax, agent.Arguments = p.Text("Mentions"), p.Text("Arguments")
	for note := range strings.SplitSeq(p.Text("Notes"), "\n") {
		agent.Notes = append(agent.Notes, strings.TrimPrefix(note, item))
	}
	agent.Fields = p.Fields("Fields", agent.Fields)
	for i, f := range agent.Fields {
		if what, ok := allowed[f.Name]; ok && f.Doc == "" {
			agent.Fields[i].Doc = what + ", a field of the standard that " + agent.Title + " allows."
		}
	}
	p.knobs("", agent.Knobs)
	p.done()
	return agent
}

// allowed are the fields of the standard that an agent may allow without using them.
var allowed = map[string]string{
	"license":       "License of the skill",
	"compatibility": "Environment requirements of the skill",
	"metadata":      "Custom data",
}

// DescribedVocabulary returns the vocabulary with what its page says, like [Described].
func DescribedVocabulary(source string, v *skills.Vocabulary) *skills.Vocabulary {
	p := ParsePage(source)
	v.Source, v.Fields = p.Text("Source"), p.Fields("Fields", v.Fields)
	p.done()
	return v
}

func (p Page) knobs(prefix string, knobs []skills.Knob) {
	for i := range knobs {
		name := prefix + knobs[i].Name
		knobs[i].Doc = p.take("Settings", name)
		p.knobs(name+".", knobs[i].Knobs)
	}
}
