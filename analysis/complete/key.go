package complete

import (
	"regexp"
	"strings"

	"skills-ls/analysis/lines"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vocabulary"
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

// completeKey offers the keys that at least one program reads. The second result is false if the text at the
// cursor cannot be a key.
func completeKey(c *refs.Cursor) ([]Completion, bool) {
	site, ok := vocabulary.FrontmatterSite(c)
	if !ok || !site.IsKey || len(site.Path) > 0 || !isKey.MatchString(site.Token.Of(c.Source)) {
		return nil, false
	}
	found := completeYAML(c, site, vocabulary.FieldPlace(c, site))
	for i := range found {
		key := found[i].Label
		_, isToolList := vocabulary.ToolListers(refs.ReadersOf(key, c.Standpoint()))
		// The values of other keys are in the snippet, or free.
		found[i].Retrigger = found[i].Retrigger && (key == "name" || key == "license" || isToolList)
	}
	return found, true
}

// isKey matches what may become a key that some agent reads.
var isKey = regexp.MustCompile(`^(?:\w[\w-]*)?$`)

// snippetText escapes a text for use in a snippet.
func snippetText(text string) string { return vocabulary.SnippetEscapes.Replace(text) }
