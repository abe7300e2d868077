package analysis

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skills-ls/analysis/internal/spdx"
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
func (c *cursor) completeValue(e *frontmatter.Entry) []Completion {
	site, ok := c.valueSite(e)
	if !ok {
		return nil
	}
	switch e.Key {
	case "name":
		if name := kebab(c.scope().directoryName()); name != "" {
			return []Completion{site.offer(0, name, "the directory's name")}
		}
		return nil
	case "license":
		return c.completeLicence(site)
	}
	readers := readersOf(e.Key, c.standpoint())
	found := c.completeSubagent(site, readers)
	for i, v := range valuesOf(append(readers, vocabularyReaders(e.Key)...)) {
		if site.quoted && (v.text == "true" || v.text == "false") {
			continue // it is a string in quotes
		}
		detail := joinAnd(v.readers)
		if v.isDef {
			detail = "default"
		}
		found = append(found, site.offer(i, v.text, detail))
	}
	return found
}

// completeLicence offers the licenses that are most common in skills, and the others that match the typed
// text.
func (c *cursor) completeLicence(site valueSite) []Completion {
	site = c.licenceSite(site)
	var found []Completion
	for i, id := range licences {
		found = append(found, site.licence(i, spdx.Lookup(id)))
	}
	typed := site.insert.Of(c.source)
	c.more = typed == ""
	if c.more {
		return found
	}
	sought := newFuzzyPattern(typed)
	all := spdx.Licences()
	for i := range all {
		l := &all[i]
		if l.Deprecated || slices.Contains(licences, l.ID) || !sought.mayFit(l.ID) {
			continue
		}
		if text := newFuzzyText(l.ID); sought.rank(&text, wordFit) <= wordFit {
			found = append(found, site.licence(len(licences)+i, l))
		}
	}
	return found
}

// licenceSite narrows a value that begins like an expression of several licenses to the license at the
// cursor.
func (c *cursor) licenceSite(site valueSite) valueSite {
	text := site.replace.Of(c.source)
	at := site.insert.Len()
	start := strings.LastIndexAny(text[:at], " (") + 1
	if start == 0 || !beginsLicence.MatchString(text[:start]) {
		return site
	}
	site.insert.Start += start
	site.replace.Start += start
	if end := strings.IndexAny(text[at:], " )"); end >= 0 {
		site.replace.End = site.insert.End + end
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
	insert, replace text.Span
	lead            string // what must precede a value: a space if none follows the colon
	quoted          bool
}

func (s valueSite) offer(i int, text, detail string) Completion {
	return Completion{
		Kind: ValueCompletion, Label: text, Detail: detail, Insert: s.insert, Replace: s.replace,
		Text: s.lead + text, Filter: text, Sort: fmt.Sprintf("%03d", i),
	}
}

// valueSite returns the value on the cursor's line, which must be the line of the entry's key. It returns
// false if the cursor is in a comment or after a closing quote, or if the value is not a string on one line.
func (c *cursor) valueSite(e *frontmatter.Entry) (valueSite, bool) {
	if e.Colon < c.line.Start || e.Colon >= c.line.End || c.offset <= e.Colon {
		return valueSite{}, false
	}
	written := strings.TrimLeft(c.source[e.Colon+1:c.line.End], " \t")
	if written != "" && strings.IndexByte("|>&*![{", written[0]) >= 0 {
		return valueSite{}, false
	}
	start := c.line.End - len(written)
	site := valueSite{replace: text.Span{Start: min(start, c.offset), End: c.plainEnd(start)}}
	if c.offset > start && (written[0] == '"' || written[0] == '\'') {
		site.quoted = true
		site.replace = text.Span{Start: start + 1, End: c.line.End}
		if n := strings.IndexByte(written[1:], written[0]); n >= 0 {
			site.replace.End = start + 1 + n
		}
	}
	site.replace.End = max(site.replace.End, site.replace.Start)
	site.insert = text.Span{Start: site.replace.Start, End: c.offset}
	if c.offset == e.Colon+1 {
		site.lead = " "
	}
	return site, site.replace.Contains(c.offset)
}

// plainEnd returns where the text that begins at an offset ends on the cursor's line, without a comment and
// the space before it.
func (c *cursor) plainEnd(start int) int {
	end := start
	for end < c.line.End && (c.source[end] != '#' || c.source[end-1] != ' ' && c.source[end-1] != '\t') {
		end++
	}
	return c.line.Start + len(strings.TrimRight(c.source[c.line.Start:end], " \t"))
}
