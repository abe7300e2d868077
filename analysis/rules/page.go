package rules

import (
	"embed"
	"strings"
)

//go:embed *.md
var rulePages embed.FS

// PageName returns the name of a rule's page: name_directory.md for name/directory. The Go file beside it has
// the rule.
func PageName(id string) string { return strings.NewReplacer("/", "_", "-", "_").Replace(id) + ".md" }

// Doc returns the rule's page: Markdown that says what is wrong, why it matters, and what to write instead.
func (r *Rule) Doc() string {
	page, err := rulePages.ReadFile(PageName(r.ID))
	if err != nil {
		return "" // a test checks that every rule has a page
	}
	return string(page)
}

// Summary returns the sentence below the title of the rule's page: what is wrong.
func (r *Rule) Summary() string {
	_, below, _ := strings.Cut(r.Doc(), "\n\n")
	return firstParagraph(below)
}

// Fix returns the first paragraph of the page's section about fixes: what they do. It returns "" if the rule
// has none.
func (r *Rule) Fix() string {
	_, below, _ := strings.Cut(r.Doc(), "\n## Fix\n\n")
	return firstParagraph(below)
}

// firstParagraph returns the first paragraph of a text, on one line.
func firstParagraph(text string) string {
	paragraph, _, _ := strings.Cut(text, "\n\n")
	return strings.Join(strings.Fields(paragraph), " ")
}
