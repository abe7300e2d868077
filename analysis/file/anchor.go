package file

import (
	"regexp"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/markdown"
)

// Anchors returns the fragments that links to a Markdown document can use: the slugs and explicit IDs of its
// headings, and the IDs in its HTML. They are lowercase, because browsers and editors disagree on case.
func Anchors(doc *skills.Document) map[string]bool {
	found := make(map[string]bool)
	for _, h := range doc.Markdown().Headings {
		found[strings.ToLower(h.Slug)] = true
		if m := headingID.FindStringSubmatch(h.Text); m != nil {
			found[strings.ToLower(m[1])] = true
		}
	}
	for _, code := range doc.Markdown().Code {
		htmlAnchors(code.Of(doc.Source), found)
	}
	return found
}

// htmlAnchor matches an id or name attribute of a tag, quoted or not.
var htmlAnchor = regexp.MustCompile(`(?i)\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)

// htmlAnchors adds the values of the id and name attributes in a piece of HTML to found.
func htmlAnchors(html string, found map[string]bool) {
	if !strings.HasPrefix(html, "<") {
		return
	}
	for _, m := range htmlAnchor.FindAllStringSubmatch(html, -1) {
		found[strings.ToLower(m[1]+m[2]+m[3])] = true
	}
}

// headingID matches an explicit heading anchor as Pandoc and site generators write it: "## Title {#id}".
var headingID = regexp.MustCompile(`\{#([^\s{}]+)\}\s*$`)

// Heading returns the heading whose slug matches a fragment, ignoring case.
func Heading(doc *skills.Document, fragment string) (*markdown.Heading, bool) {
	headings := doc.Markdown().Headings
	for i := range headings {
		if strings.EqualFold(headings[i].Slug, fragment) {
			return &headings[i], true
		}
	}
	return nil, false
}
