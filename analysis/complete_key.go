package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// completeScaffold offers a frontmatter on the first line of a file that has none, if the line has only
// hyphens or nothing, and a whole skill if the rest of the file is blank too.
func (c *cursor) completeScaffold() []Completion {
	fm := &c.file.Doc.Frontmatter
	first := firstLine(c.source, fm.Open.Start)
	if fm.State != frontmatter.Absent || c.line != first || strings.Trim(first.Of(c.source), "-") != "" {
		return nil
	}
	p := c.pass()
	name := kebab(p.directoryName())
	if name == "" {
		name = "my-skill"
	}
	frontmatter := []string{
		"---", "name: ${1:" + snippetText(name) + "}", "description: ${2:" + snippetText(placeholderDescription) + "}", "---", "",
	}
	body := []string{
		"# ${3:" + snippetText(upperFirst(strings.ReplaceAll(name, "-", " "))) + "}", "",
		"1. ${4:" + snippetText(draftFirst) + "}", "2. ${5:" + snippetText(draftThen) + "}", "", "$0",
	}
	offer := Completion{
		Kind: KeyCompletion, Label: "---", Detail: "frontmatter",
		Doc:    "A frontmatter with the two fields that every agent reads.",
		Insert: text.Span{Start: first.Start, End: c.offset}, Replace: first,
		Text: strings.Join(append(frontmatter, "$0"), p.newline()), Filter: "---", Sort: "0", Snippet: true,
	}
	if strings.TrimSpace(c.source[first.End:]) != "" {
		return []Completion{offer}
	}
	whole := offer
	whole.Label, whole.Detail, whole.Sort = "--- skill", "a whole skill", "1"
	whole.Doc = "A frontmatter with the two fields that every agent reads, a title and steps."
	whole.Text, whole.Filter = strings.Join(append(frontmatter, body...), p.newline()), whole.Label
	return []Completion{offer, whole}
}

// completeKey offers the keys that at least one program reads. The second result is false if the text before
// the cursor cannot be the beginning of a key.
func (c *cursor) completeKey() ([]Completion, bool) {
	typed := c.written()
	if strings.HasPrefix(typed, "-") || strings.IndexFunc(typed, isNotKey) >= 0 {
		return nil, false
	}
	replace := text.Span{Start: c.line.Start, End: c.offset}
	for replace.End < c.line.End && !isNotKey(rune(c.source[replace.End])) {
		replace.End++
	}
	rest := strings.TrimLeft(c.source[replace.End:c.line.End], " \t")
	if rest != "" && rest[0] != ':' && rest[0] != '#' {
		return nil, true // other text follows, so the line is not a key
	}
	at := c.standpoint()
	var found []Completion
	offer := func(key string, readers []reader, detail, doc, relevance string) {
		item := Completion{
			Kind: KeyCompletion, Label: key, Detail: detail, Doc: doc,
			Insert: text.Span{Start: replace.Start, End: c.offset}, Replace: replace,
			Text: key, Filter: key, Sort: fmt.Sprintf("%s%03d", relevance, len(found)),
		}
		if !strings.HasPrefix(rest, ":") {
			item.Text, item.Snippet = c.emptyField(key, readers)
			_, isToolList := toolListers(readers)
			// The values of other keys are in the snippet, or free.
			item.Retrigger = key == "name" || key == "license" || isToolList
		}
		found = append(found, item)
	}
	known := knownKeys()
	for _, key := range known {
		if !strings.Contains(key, ".") && !c.isTaken(key) {
			readers := readersOf(key, at)
			offer(key, readers, readBy(readers), briefDoc(readers, at), keyRelevance(readers, at))
		}
	}
	for _, v := range agents.Vocabularies() {
		for _, f := range v.Below("") {
			if !slices.Contains(known, f.Name) && !c.isTaken(f.Name) {
				offer(f.Name, vocabularyReaders(f.Name), v.Title, vocabularyDoc(v, f), relevanceElsewhere)
			}
		}
	}
	return found, true
}

// relevanceElsewhere is the relevance of keys that no agent reads: they come last.
const relevanceElsewhere = "4"

// isNotKey reports whether a character cannot be part of a key that some agent reads.
func isNotKey(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
}

// isTaken reports whether the frontmatter has the key on a line other than the cursor's.
func (c *cursor) isTaken(key string) bool {
	return slices.ContainsFunc(c.file.Doc.Frontmatter.Entries, func(e frontmatter.Entry) bool {
		return e.Key == key && e.KeySpan.Start != c.line.Start
	})
}

// emptyField returns the text of a field without its value, and reports whether the text is a snippet.
func (c *cursor) emptyField(key string, readers []reader) (string, bool) {
	field := readers[0].field
	switch field.Types {
	case skills.Mapping:
		return key + ":" + c.pass().newline() + "  $0", true
	case skills.List:
		return key + ":" + c.pass().newline() + "  - $0", true
	}
	values := valuesOf(readers)
	if len(values) == 0 {
		return key + ": ", false
	}
	choices := make([]string, len(values))
	for i, v := range values {
		choices[i] = snippetChoice(v.text)
	}
	return key + ": ${1|" + strings.Join(choices, ",") + "|}", true
}

// A reader is an agent that reads a key, with its definition of the field.
type reader struct {
	agent *skills.Agent
	field skills.Field
}

// readersOf returns the agents that read a key: the standard first, then the agents that the file concerns,
// then the others.
func readersOf(key string, at *standpoint) []reader {
	var readers []reader
	for _, agent := range agents.Readers(key) {
		field, _ := agent.Reads(key)
		readers = append(readers, reader{agent, field})
	}
	rank := func(r reader) int {
		switch {
		case r.agent == agents.Standard:
			return 0
		case at.concerns(r.agent):
			return 1
		}
		return 2
	}
	slices.SortStableFunc(readers, func(a, b reader) int { return rank(a) - rank(b) })
	return readers
}

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

// snippetText escapes a text for use in a snippet.
func snippetText(text string) string { return snippetEscapes.Replace(text) }

// snippetChoice escapes a text for use as a choice in a snippet.
func snippetChoice(text string) string { return choiceEscapes.Replace(text) }
