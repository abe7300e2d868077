package analysis

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// keyRank orders keys: the standard's required ones, its others, those that a concerned agent reads, the
// rest.
func keyRank(readers []reader, at *standpoint) int {
	switch first := readers[0]; {
	case first.agent == agents.Standard && first.field.Required:
		return 0
	case first.agent == agents.Standard:
		return 1
	case at.concerns(first.agent):
		return 2
	}
	return 3
}

// keyRelevance orders keys of the same rank by the number of concerned agents that read them, then by the
// number of all agents that do. The standard's keys keep their order.
func keyRelevance(readers []reader, at *standpoint) string {
	rank := keyRank(readers, at)
	if readers[0].agent == agents.Standard {
		return fmt.Sprint(rank)
	}
	concerned := 0
	for _, r := range readers {
		if at.concerns(r.agent) {
			concerned++
		}
	}
	return fmt.Sprintf("%d%02d%02d", rank, 99-concerned, 99-len(readers))
}

// readBy returns a short text that names the readers of a key.
func readBy(readers []reader) string {
	if readers[0].agent == agents.Standard {
		return agents.Standard.Title
	}
	const shown = 2
	names := readerTitles(readers)
	if more := len(names) - shown; more > 0 {
		return strings.Join(names[:shown], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return joinAnd(names)
}

// briefDoc documents a key as the standard and the concerned agents read it, or else its first reader, and
// names the other readers.
func briefDoc(readers []reader, at *standpoint) string {
	n := 0
	for n < len(readers) && keyRank(readers[n:], at) < 3 {
		n++
	}
	n = max(n, 1)
	doc := fieldDoc(readers[:n])
	if others := readers[n:]; len(others) > 0 {
		doc += "\nAlso read by " + joinAnd(readerTitles(others)) + ".\n"
	}
	return doc
}

// fieldDoc lists how each reader reads a key. Adjacent readers with the same definition share an entry.
func fieldDoc(readers []reader) string {
	var out strings.Builder
	for len(readers) > 0 {
		first := readers[0].field
		n := 1
		for n < len(readers) && sameField(first, readers[n].field) {
			n++
		}
		fmt.Fprintf(&out, "- **%s** (%s", strings.Join(readerTitles(readers[:n]), "**, **"), typeText(first))
		if first.Required {
			out.WriteString(", required")
		}
		if first.Default != "" {
			out.WriteString(", default: " + first.Default)
		}
		fmt.Fprintf(&out, "): %s\n", first.Doc)
		readers = readers[n:]
	}
	return out.String()
}

func sameField(a, b skills.Field) bool {
	return a.Types == b.Types && a.Required == b.Required && a.Default == b.Default && a.Doc == b.Doc && slices.Equal(a.Values, b.Values)
}

func readerTitles(readers []reader) []string {
	titles := make([]string, len(readers))
	for i, r := range readers {
		titles[i] = r.agent.Title
	}
	return titles
}

// typeText returns the types that the value of a field can have, or its closed set of values.
func typeText(field skills.Field) string {
	if field.Values != nil && !field.Open && field.Types&skills.Boolean == 0 {
		return "`" + strings.Join(field.Values, "` | `") + "`"
	}
	var names []string
	for i, name := range []string{"text", "boolean", "number", "list", "mapping"} {
		if field.Types&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " | ")
}

var (
	snippetEscapes = strings.NewReplacer(`\`, `\\`, "$", `\$`, "}", `\}`)
	choiceEscapes  = strings.NewReplacer(`\`, `\\`, ",", `\,`, "|", `\|`)
)

// snippetChoice escapes a text for use as a choice in a snippet.
func snippetChoice(text string) string { return choiceEscapes.Replace(text) }

// toolListers returns the readers of a key that list tools in it, and reports whether there are any.
func toolListers(readers []reader) (known []reader, isList bool) {
	for _, r := range readers {
		if r.field.Tools != nil {
			known = append(known, r)
		}
	}
	return known, len(known) > 0
}

// A fieldValue is one of a field's closed set of values.
type fieldValue struct {
	text    string
	readers []string // titles of the agents that know it
	isDef   bool     // it is the default of the first reader that has a default
}

// valuesOf returns the values that a field can have, if they are a closed set: those of every reader, in the
// readers' order. The only spellings of a boolean in it are true and false. The default comes last, since
// writing it changes nothing.
func valuesOf(readers []reader) []fieldValue {
	var values []fieldValue
	def := ""
	for _, r := range readers {
		def = cmp.Or(def, r.field.Default)
		list := r.field.Values
		switch {
		case r.field.Types&skills.Boolean != 0 && (list == nil || slices.Contains(list, "true")):
			if r.field.Types&skills.String != 0 && list == nil {
				continue // a string that may look like a boolean
			}
			list = []string{"true", "false"}
		case list == nil:
			continue
		}
		for _, text := range list {
			i := slices.IndexFunc(values, func(v fieldValue) bool { return v.text == text })
			if i < 0 {
				i = len(values)
				values = append(values, fieldValue{text: text})
			}
			values[i].readers = append(values[i].readers, r.agent.Title)
			values[i].isDef = values[i].isDef || r.field.Default == text && def == text
		}
	}
	slices.SortStableFunc(values, func(a, b fieldValue) int {
		switch {
		case a.isDef == b.isDef:
			return 0
		case a.isDef:
			return 1
		}
		return -1
	})
	return values
}

// companionDoc lists how each reader uses a key of a companion.
func companionDoc(readers []fieldReader) string {
	var plain []reader
	for _, r := range readers {
		plain = append(plain, reader{r.agent, r.field.Field})
	}
	return fieldDoc(plain)
}

// subagentDoc returns a description of a subagent in Markdown.
func (c *cursor) subagentDoc(a subagent) string {
	doc := "**" + codeSpan(a.name) + "**"
	if a.path == "" {
		return doc + " (built in)\n"
	}
	if a.description != "" {
		doc += "\n\n" + escapeMarkdown(a.description)
	}
	return doc + "\n\n" + fileLink(c.snapshot.shownPath(a.path), a.path) + "\n"
}
