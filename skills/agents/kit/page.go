package kit

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"skills-ls/skills"
)

// A page has the texts of a Markdown file, which a package embeds beside the code that it describes. "# Name"
// begins a section, and "## name" the text about one thing in it. The lines of a text are joined by spaces, and
// the items of a list by line feeds. The key of a text is its section, or "Section/name".
type page map[string]string

func parsePage(source string) page {
	p := make(page)
	section, key := "", ""
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "# "); ok {
			section, key = name, name
		} else if name, ok := strings.CutPrefix(line, "## "); ok {
			key = section + "/" + name
		} else if strings.HasPrefix(line, item) {
			p[key] = strings.TrimSpace(p[key] + "\n" + line)
		} else if line != "" {
			p[key] = strings.TrimSpace(p[key] + " " + line)
		}
	}
	return p
}

// item begins an item of a list.
const item = "- "

// take returns a text, which must be there, and removes it from the page.
func (p page) take(key string) string {
	text, ok := p[key]
	if !ok {
		panic(fmt.Sprintf("the page does not describe %q", key))
	}
	delete(p, key)
	return text
}

// done panics if a text of the page describes nothing.
func (p page) done() {
	if len(p) > 0 {
		panic(fmt.Sprintf("the page describes what does not exist: %q", slices.Sorted(maps.Keys(p))))
	}
}

// Described returns the agent with the texts of its page: the sections Source, Mentions, Arguments and Notes, and
// the Doc of each field and setting. It panics if the page lacks a text, or has a text about anything else.
func Described(source string, agent *skills.Agent) *skills.Agent {
	page := parsePage(source)
	agent.Source = page.take("Source")
	agent.MentionSyntax, agent.Arguments = page.take("Mentions"), page.take("Arguments")
	for note := range strings.SplitSeq(page.take("Notes"), "\n") {
		agent.Notes = append(agent.Notes, strings.TrimPrefix(note, item))
	}
	page.fields(agent.Fields)
	page.knobs("Settings/", agent.Knobs)
	page.done()
	return agent
}

// DescribedVocabulary returns the vocabulary with the texts of its page, like [Described].
func DescribedVocabulary(source string, v *skills.Vocabulary) *skills.Vocabulary {
	page := parsePage(source)
	v.Source = page.take("Source")
	page.fields(v.Fields)
	page.done()
	return v
}

// describedCompanion returns the fields of a companion with the texts of a page.
func describedCompanion(source string, fields []skills.CompanionField) []skills.CompanionField {
	page := parsePage(source)
	for i := range fields {
		fields[i].Doc = page.take("Fields/" + fields[i].Name)
	}
	page.done()
	return fields
}

func (p page) fields(fields []skills.Field) {
	for i := range fields {
		fields[i].Doc = p.take("Fields/" + fields[i].Name)
	}
}

func (p page) knobs(prefix string, knobs []skills.Knob) {
	for i := range knobs {
		name := prefix + knobs[i].Name
		knobs[i].Doc = p.take(name)
		p.knobs(name+".", knobs[i].Knobs)
	}
}
