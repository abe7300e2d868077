package complete

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/internal/spdx"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/yamlsite"
	"skills-ls/skills/frontmatter"
)

// licences are the SPDX identifiers that are most common in skills. The others are offered after the user has
// typed something.
var licences = []string{
	"MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MPL-2.0", "GPL-2.0-only", "GPL-3.0-only", "GPL-3.0-or-later",
	"LGPL-3.0-or-later", "AGPL-3.0-only", "AGPL-3.0-or-later", "CC-BY-4.0", "CC-BY-SA-4.0", "CC0-1.0", "Unlicense", "0BSD", "Zlib",
}

// completeValue offers values for a field whose key is on the cursor's line.
func completeValue(c *refs.Cursor, e *frontmatter.Entry) []Completion {
	site, ok := vocabulary.FrontmatterSite(c)
	if !ok || site.IsKey || site.InList || e.Colon < c.Line.Start {
		return nil
	}
	var words []vocabulary.Word
	switch e.Key {
	case "name":
		if name := rules.Kebab(rules.DirectoryName(c.Scope())); name != "" {
			words = []vocabulary.Word{{Text: name, Detail: "the directory's name"}}
		}
	case "license":
		site = licenceSite(c, site)
		words = licenceWords(c, site)
	default:
		readers := refs.ReadersOf(e.Key, c.Standpoint())
		words = subagentWords(c, readers)
		for _, v := range vocabulary.ValuesOf(append(readers, vocabulary.VocabularyReaders(e.Key)...)) {
			detail := vantage.JoinAnd(v.Readers)
			if v.IsDef {
				detail = "default"
			}
			words = append(words, vocabulary.Word{Text: v.Text, Detail: detail})
		}
	}
	return completeYAML(c, site, vocabulary.Place{Values: words})
}

// licenceWords returns the licenses that are most common in skills, and the others that match the typed text.
func licenceWords(c *refs.Cursor, site yamlsite.Site) []vocabulary.Word {
	var words []vocabulary.Word
	add := func(l *spdx.Licence) {
		words = append(words, vocabulary.Word{Text: l.ID, Detail: cmp.Or(l.Name, "SPDX")})
	}
	for _, id := range licences {
		add(spdx.Lookup(id))
	}
	typed := c.Source[site.Token.Start:c.Offset]
	c.More = typed == ""
	if c.More {
		return words
	}
	sought := match.NewFuzzyPattern(typed)
	all := spdx.Licences()
	for i := range all {
		l := &all[i]
		if l.Deprecated || slices.Contains(licences, l.ID) || !sought.MayFit(l.ID) {
			continue
		}
		if text := match.NewFuzzyText(l.ID); sought.Rank(&text, match.WordFit) <= match.WordFit {
			add(l)
		}
	}
	return words
}

// licenceSite narrows a value that begins like an expression of several licenses to the license at the
// cursor.
func licenceSite(c *refs.Cursor, site yamlsite.Site) yamlsite.Site {
	text := site.Token.Of(c.Source)
	at := c.Offset - site.Token.Start
	start := strings.LastIndexAny(text[:at], " (") + 1
	if start == 0 || !beginsLicence.MatchString(text[:start]) {
		return site
	}
	site.Token.Start += start
	if end := strings.IndexAny(text[at:], " )"); end >= 0 {
		site.Token.End = c.Offset + end
	}
	return site
}

// beginsLicence matches the text before a license in an expression.
var beginsLicence = regexp.MustCompile(`(?:\(| (?:OR|AND|or|and)) *$`)
