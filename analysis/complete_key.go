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
	p := c.scope()
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
		return key + ":" + c.scope().newline() + "  $0", true
	case skills.List:
		return key + ":" + c.scope().newline() + "  - $0", true
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

// snippetText escapes a text for use in a snippet.
func snippetText(text string) string { return snippetEscapes.Replace(text) }
