package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
)

// licences are the SPDX identifiers that skills have most.
var licences = []string{
	"MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MPL-2.0", "GPL-2.0-only", "GPL-3.0-only", "GPL-3.0-or-later",
	"LGPL-3.0-or-later", "AGPL-3.0-only", "AGPL-3.0-or-later", "CC-BY-4.0", "CC-BY-SA-4.0", "CC0-1.0", "Unlicense", "0BSD", "Zlib",
}

// A fieldValue is one of a field's closed set of values.
type fieldValue struct {
	text    string
	readers []string // titles of the runtimes that know it
	isDef   bool     // it is what the field's absence means
}

// valuesOf returns the values that a field can take, if they are a closed set: those of every reader, in the readers' order.
// Of the spellings of a boolean only true and false are given. The default comes last, since writing it changes nothing.
func valuesOf(readers []reader) []fieldValue {
	var values []fieldValue
	for _, r := range readers {
		list := r.field.Values
		switch {
		case r.field.Types&skills.Boolean != 0 && (list == nil || slices.Contains(list, "true")):
			if r.field.Types&skills.String != 0 && list == nil {
				continue // a text of which booleans are a part
			}
			list = []string{"true", "false"}
		case list == nil:
			continue
		}
		for _, text := range list {
			i := slices.IndexFunc(values, func(v fieldValue) bool { return v.text == text })
			if i < 0 {
				i = len(values)
				values = append(values, fieldValue{text: text})
			}
			values[i].readers = append(values[i].readers, r.runtime.Title)
			values[i].isDef = values[i].isDef || r.field.Default == text
		}
	}
	slices.SortStableFunc(values, func(a, b fieldValue) int {
		switch {
		case a.isDef == b.isDef:
			return 0
		case a.isDef:
			return 1
		}
		return -1
	})
	return values
}

// completeValue offers values for a field whose key stands on the cursor's line.
func (c *cursor) completeValue(e *skills.Entry) []Completion {
	site, ok := c.valueSite(e)
	if !ok {
		return nil
	}
	switch e.Key {
	case "name":
		if name := kebab(c.pass().directoryName()); name != "" {
			return []Completion{site.offer(0, name, "the directory's name")}
		}
		return nil
	case "license":
		found := make([]Completion, len(licences))
		for i, id := range licences {
			found[i] = site.offer(i, id, "SPDX")
		}
		return found
	}
	var found []Completion
	for i, v := range valuesOf(readersOf(e.Key, c.standpoint())) {
		if site.quoted && (v.text == "true" || v.text == "false") {
			continue // in quotes it is a text
		}
		detail := joinAnd(v.readers)
		if v.isDef {
			detail = "default"
		}
		found = append(found, site.offer(i, v.text, detail))
	}
	return found
}

// A valueSite is where a field's value on the cursor's line begins and ends.
type valueSite struct {
	insert, replace skills.Span
	lead            string // what must stand before a value: a blank where the colon has none
	quoted          bool
}

func (s valueSite) offer(i int, text, detail string) Completion {
	return Completion{
		Kind: ValueCompletion, Label: text, Detail: detail, Insert: s.insert, Replace: s.replace,
		Text: s.lead + text, Filter: text, Sort: fmt.Sprintf("%03d", i),
	}
}

// valueSite finds the value on the cursor's line, which must be the line of the entry's key. There is none in a comment, in a
// block scalar's header, or behind a closed quote.
func (c *cursor) valueSite(e *skills.Entry) (valueSite, bool) {
	if e.Colon < c.line.Start || e.Colon >= c.line.End || c.offset <= e.Colon {
		return valueSite{}, false
	}
	value := skills.Span{Start: e.Colon + 1, End: c.line.End}
	text := value.Of(c.source)
	value.Start += len(text) - len(strings.TrimLeft(text, " \t"))
	text = value.Of(c.source)
	if c.offset < value.Start { // in the blanks before the value
		value.Start = c.offset
		text = strings.TrimLeft(text, " \t")
	}
	site := valueSite{}
	if c.offset == e.Colon+1 {
		site.lead = " "
	}
	if text != "" && (text[0] == '"' || text[0] == '\'') && c.offset > value.Start {
		site.quoted = true
		value.Start++
		value.End = value.Start + len(text) - 1
		if end := strings.IndexByte(text[1:], text[0]); end >= 0 {
			value.End = value.Start + end
		}
	} else {
		value.End = c.line.Start + len(strings.TrimRight(plainValue(c.source[c.line.Start:c.line.End], e.Colon+1-c.line.Start), " \t"))
	}
	value.End = max(value.End, value.Start)
	if c.offset > value.End && strings.TrimSpace(c.source[value.End:c.offset]) == "" && !site.quoted && value.IsEmpty() {
		value = skills.At(c.offset) // only blanks are written
	}
	if !value.Contains(c.offset) || text != "" && strings.IndexByte("|>&*![{", text[0]) >= 0 {
		return valueSite{}, false
	}
	site.insert, site.replace = skills.Span{Start: value.Start, End: c.offset}, value
	return site, true
}

// plainValue returns the line without the comment that begins at or after the offset from.
func plainValue(line string, from int) string {
	for i := from; i < len(line); i++ {
		if line[i] == '#' && (line[i-1] == ' ' || line[i-1] == '\t') {
			return line[:i]
		}
	}
	return line
}
