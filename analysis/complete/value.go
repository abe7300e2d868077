package complete

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/internal/spdx"
	"skills-ls/analysis/match"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/vocabulary"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// licences are the SPDX identifiers that are most common in skills. The others are offered after the user has
// typed something.
var licences = []string{
	"MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MPL-2.0", "GPL-2.0-only", "GPL-3.0-only", "GPL-3.0-or-later",
	"LGPL-3.0-or-later", "AGPL-3.0-only", "AGPL-3.0-or-later", "CC-BY-4.0", "CC-BY-SA-4.0", "CC0-1.0", "Unlicense", "0BSD", "Zlib",
}

// completeValue offers values for a field whose key is on the cursor's line.
func completeValue(c *refs.Cursor, e *frontmatter.Entry) []Completion {
	site, ok := valueSiteOf(c, e)
	if !ok {
		return nil
	}
	switch e.Key {
	case "name":
		if name := rules.Kebab(rules.DirectoryName(c.Scope())); name != "" {
			return []Completion{site.offer(0, name, "the directory's name")}
		}
		return nil
	case "license":
		return completeLicence(c, site)
	}
	readers := refs.ReadersOf(e.Key, c.Standpoint())
	found := completeSubagent(c, site, readers)
	for i, v := range vocabulary.ValuesOf(append(readers, vocabulary.VocabularyReaders(e.Key)...)) {
		if site.quoted && (v.Text == "true" || v.Text == "false") {
			continue // it is a string in quotes
		}
		detail := vantage.JoinAnd(v.Readers)
		if v.IsDef {
			detail = "default"
		}
		found = append(found, site.offer(i, v.Text, detail))
	}
	return found
}

// completeLicence offers the licenses that are most common in skills, and the others that match the typed
// text.
func completeLicence(c *refs.Cursor, site valueSite) []Completion {
	site = licenceSite(c, site)
	var found []Completion
	for i, id := range licences {
		found = append(found, site.licence(i, spdx.Lookup(id)))
	}
	typed := c.Source[site.replace.Start:c.Offset]
	c.More = typed == ""
	if c.More {
		return found
	}
	sought := match.NewFuzzyPattern(typed)
	all := spdx.Licences()
	for i := range all {
		l := &all[i]
		if l.Deprecated || slices.Contains(licences, l.ID) || !sought.MayFit(l.ID) {
			continue
		}
		if text := match.NewFuzzyText(l.ID); sought.Rank(&text, match.WordFit) <= match.WordFit {
			found = append(found, site.licence(len(licences)+i, l))
		}
	}
	return found
}

// licenceSite narrows a value that begins like an expression of several licenses to the license at the
// cursor.
func licenceSite(c *refs.Cursor, site valueSite) valueSite {
	text := site.replace.Of(c.Source)
	at := c.Offset - site.replace.Start
	start := strings.LastIndexAny(text[:at], " (") + 1
	if start == 0 || !beginsLicence.MatchString(text[:start]) {
		return site
	}
	site.replace.Start += start
	if end := strings.IndexAny(text[at:], " )"); end >= 0 {
		site.replace.End = c.Offset + end
	}
	return site
}

// beginsLicence matches the text before a license in an expression.
var beginsLicence = regexp.MustCompile(`(?:\(| (?:OR|AND|or|and)) *$`)

func (s valueSite) licence(i int, l *spdx.Licence) Completion {
	return s.offer(i, l.ID, cmp.Or(l.Name, "SPDX"))
}

// A valueSite is the value of a field on the cursor's line.
type valueSite struct {
	replace text.Span
	lead    string // what must precede a value: a space if none follows the colon
	quoted  bool
}

func (s valueSite) offer(i int, text, detail string) Completion {
	return Completion{
		Kind: vocabulary.ValueCompletion, Label: text, Detail: detail, Replace: s.replace,
		Text: s.lead + text, Sort: fmt.Sprintf("%03d", i),
	}
}

// valueSiteOf returns the value on the cursor's line, which must be the line of the entry's key. It returns
// false if the cursor is in a comment or after a closing quote, or if the value is not a string on one line.
func valueSiteOf(c *refs.Cursor, e *frontmatter.Entry) (valueSite, bool) {
	if e.Colon < c.Line.Start || e.Colon >= c.Line.End || c.Offset <= e.Colon {
		return valueSite{}, false
	}
	written := strings.TrimLeft(c.Source[e.Colon+1:c.Line.End], " \t")
	if written != "" && strings.IndexByte("|>&*![{", written[0]) >= 0 {
		return valueSite{}, false
	}
	start := c.Line.End - len(written)
	site := valueSite{replace: text.Span{Start: min(start, c.Offset), End: plainEnd(c, start)}}
	if c.Offset > start && (written[0] == '"' || written[0] == '\'') {
		site.quoted = true
		site.replace = text.Span{Start: start + 1, End: c.Line.End}
		if n := strings.IndexByte(written[1:], written[0]); n >= 0 {
			site.replace.End = start + 1 + n
		}
	}
	site.replace.End = max(site.replace.End, site.replace.Start)
	if c.Offset == e.Colon+1 {
		site.lead = " "
	}
	return site, site.replace.Contains(c.Offset)
}

// plainEnd returns where the text that begins at an offset ends on the cursor's line, without a comment and
// the space before it.
func plainEnd(c *refs.Cursor, start int) int {
	end := start
	for end < c.Line.End && (c.Source[end] != '#' || c.Source[end-1] != ' ' && c.Source[end-1] != '\t') {
		end++
	}
	return c.Line.Start + len(strings.TrimRight(c.Source[c.Line.Start:end], " \t"))
}
