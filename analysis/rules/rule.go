// Package rules has the rules and the pass that runs them over one file. A rule has a row in registry.go and a page
// of its name: name_directory.md for name/directory. Rules that share a check share a Go file.
package rules

import (
	"embed"
	"strings"

	"skills-ls/analysis/diagnostic"
	"skills-ls/analysis/file"
)

// A Rule checks files for one kind of problem. Its words are in its page; see [Rule.Doc].
type Rule struct {
	ID string
	// Default is the severity of the rule's diagnostics. With the trait ByAgent, it is the highest one.
	Default   diagnostic.Severity
	Traits    Traits
	AppliesTo []file.Kind
	Check     func(*Pass)
}

// Is reports whether the rule has a trait.
func (r *Rule) Is(trait Traits) bool { return r.Traits&trait != 0 }

// Traits are a set of properties of a rule.
type Traits uint8

const (
	// ByAgent says that the targets determine the severity of each diagnostic.
	ByAgent Traits = 1 << iota
	// CrossFile says that the rule's diagnostics depend on the names, descriptions or existence of other
	// skills, or on the diagnostics of such rules.
	CrossFile
	// Unfinished says that a problem may only mean that the author has not finished typing. The server reports it
	// when the typing pauses.
	Unfinished
	// InSkeletons says that the rule also checks templates for skills, since filling in a template does not
	// fix its problems; see [isSkeleton].
	InSkeletons
	// Preview says that the rule is off unless the configuration names it. A new rule is a preview until
	// docs/precision.tsv says how often it is right.
	Preview
)

//go:embed *.md
var rulePages embed.FS

// PageName returns the name of a rule's page: name_directory.md for name/directory.
func PageName(id string) string { return strings.NewReplacer("/", "_", "-", "_").Replace(id) + ".md" }

// Doc returns the rule's page: Markdown that says what is wrong, why it matters, and what to write instead.
func (r *Rule) Doc() string {
	page, _ := rulePages.ReadFile(PageName(r.ID)) // a test checks that every rule has a page
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

// pages is the address below which the pages of the rules are published, without a final slash. Only the owner
// of the project knows it. It stays empty until they are published.
const pages = ""

// URL returns the address of the page of the rule with an ID, or "" as long as no pages are published.
func URL(id string) string {
	if pages == "" {
		return ""
	}
	return pages + "/" + PageName(id)
}
