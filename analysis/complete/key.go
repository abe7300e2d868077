package complete

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vocabulary"
	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// completeScaffold offers a frontmatter on the first line of a file that has none, if the line has only
// hyphens or nothing, and a whole skill if the rest of the file is blank too. The hyphens of an unclosed frontmatter
// without any field count as well.
func completeScaffold(c *refs.Cursor) []Completion {
	fm := &c.File.Doc.Frontmatter
	first := lines.FirstLine(c.Source, fm.Open.Start)
	isBlankBelow := strings.TrimSpace(c.Source[first.End:]) == ""
	if fm.State == frontmatter.Closed || fm.State == frontmatter.Unclosed && len(fm.Entries) > 0 ||
		c.Line != first || strings.Trim(first.Of(c.Source), "-") != "" {
		return nil
	}
	p := c.Scope()
	name := rules.DraftName(p)
	frontmatter := []string{
		"---", "name: ${1:" + snippetText(name) + "}", "description: ${2:" + snippetText(rules.Scalar(rules.DraftDescription(name))) + "}", "---", "",
	}
	body := []string{
		"# ${3:" + snippetText(text.UpperFirst(strings.ReplaceAll(name, "-", " "))) + "}", "",
		"1. ${4:" + snippetText(rules.DraftFirst) + "}", "2. ${5:" + snippetText(rules.DraftThen) + "}", "", "$0",
	}
	offer := Completion{
		Kind: vocabulary.KeyCompletion, Label: "---", Detail: "frontmatter",
		Doc:     "Frontmatter with the two fields that every agent reads.",
		Replace: first, Text: strings.Join(append(frontmatter, "$0"), p.Newline()), Sort: "0", Snippet: true,
	}
	if !isBlankBelow {
		return []Completion{offer}
	}
	whole := offer
	whole.Label, whole.Detail, whole.Sort = "--- skill", "a whole skill", "1"
	whole.Doc = "Frontmatter with the two fields that every agent reads, a title and steps."
	whole.Text = strings.Join(append(frontmatter, body...), p.Newline())
	return []Completion{offer, whole}
}

// completeKey offers the keys that at least one program reads. The second result is false if the text before
// the cursor cannot be the beginning of a key.
func completeKey(c *refs.Cursor) ([]Completion, bool) {
	typed := c.Written()
	if strings.HasPrefix(typed, "-") || strings.IndexFunc(typed, isNotKey) >= 0 {
		return nil, false
	}
	replace := text.Span{Start: c.Line.Start, End: c.Offset}
	for replace.End < c.Line.End && !isNotKey(rune(c.Source[replace.End])) {
		replace.End++
	}
	rest := strings.TrimLeft(c.Source[replace.End:c.Line.End], " \t")
	if rest != "" && rest[0] != ':' && rest[0] != '#' {
		return nil, true // other text follows, so the line is not a key
	}
	at := c.Standpoint()
	var found []Completion
	offer := func(key string, readers []refs.Reader, detail, doc, relevance string) {
		item := Completion{
			Kind: vocabulary.KeyCompletion, Label: key, Detail: detail, Doc: doc,
			Replace: replace, Sort: fmt.Sprintf("%s%03d", relevance, len(found)),
		}
		if !strings.HasPrefix(rest, ":") {
			item.Text, item.Snippet = emptyField(c, key, readers)
			_, isToolList := vocabulary.ToolListers(readers)
			// The values of other keys are in the snippet, or free.
			item.Retrigger = key == "name" || key == "license" || isToolList
		}
		found = append(found, item)
	}
	known := rules.KnownKeys()
	for _, key := range known {
		if !strings.Contains(key, ".") && !isTaken(c, key) {
			readers := refs.ReadersOf(key, at)
			offer(key, readers, vocabulary.ReadBy(readers), vocabulary.BriefDoc(readers, at), vocabulary.KeyRelevance(readers, at))
		}
	}
	for _, v := range agents.Vocabularies() {
		for _, f := range v.Below("") {
			if !slices.Contains(known, f.Name) && !isTaken(c, f.Name) {
				offer(f.Name, vocabulary.VocabularyReaders(f.Name), v.Title, vocabulary.VocabularyDoc(v, f), relevanceElsewhere)
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
func isTaken(c *refs.Cursor, key string) bool {
	return slices.ContainsFunc(c.File.Doc.Frontmatter.Entries, func(e frontmatter.Entry) bool {
		return e.Key == key && e.KeySpan.Start != c.Line.Start
	})
}

// emptyField returns the text of a field without its value, and reports whether the text is a snippet.
func emptyField(c *refs.Cursor, key string, readers []refs.Reader) (string, bool) {
	field := readers[0].Field
	switch field.Types {
	case skills.Mapping:
		return key + ":" + c.Scope().Newline() + "  $0", true
	case skills.List:
		return key + ":" + c.Scope().Newline() + "  - $0", true
	}
	values := vocabulary.ValuesOf(readers)
	if len(values) == 0 {
		return key + ": ", false
	}
	choices := make([]string, len(values))
	for i, v := range values {
		choices[i] = vocabulary.SnippetChoice(v.Text)
	}
	return key + ": ${1|" + strings.Join(choices, ",") + "|}", true
}

// snippetText escapes a text for use in a snippet.
func snippetText(text string) string { return vocabulary.SnippetEscapes.Replace(text) }
