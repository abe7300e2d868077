package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// hoverCompanion returns the hover for a key in a YAML file beside a SKILL.md, or for a value whose length is
// limited.
func (c *cursor) hoverCompanion() (Hover, bool) {
	site, ok := yamlSiteAt(c.source, c.offset)
	if !ok || site.token.IsEmpty() || !site.token.Contains(c.offset) {
		return Hover{}, false
	}
	field := strings.Join(site.path, ".")
	if !site.isKey {
		if doc := c.countDoc(c.readersOfField(field)); doc != "" {
			return Hover{site.token, doc}, true
		}
		return Hover{}, false
	}
	if field != "" {
		field += "."
	}
	field += site.token.Of(c.source)
	readers := c.readersOfField(field)
	if len(readers) == 0 {
		return c.hoverUnread(site.token, field)
	}
	doc := codeSpan(field) + "\n\n" + companionDoc(readers)
	if count := c.countDoc(readers); count != "" {
		doc += "\n" + count + "\n"
	}
	for _, r := range readers {
		doc += "\n*Source: " + escapeMarkdown(r.companion.Source) + "*\n"
	}
	return Hover{site.token, doc}, true
}

// hoverUnread returns the hover for a key that no agent reads.
func (c *cursor) hoverUnread(at text.Span, field string) (Hover, bool) {
	readers := c.snapshot.companionReaders(c.file, nil)
	if len(readers) == 0 {
		return Hover{}, false
	}
	doc := readers[0].agent.Title + " does not read " + codeSpan(field) + "."
	if f, ok := readers[0].companion.Field(field); ok {
		doc += " " + f.Doc
	}
	return Hover{at, doc}, true
}

// countDoc returns the length of a field and its limit, or "" if the field has no limit. If the field occurs
// several times, the length is that of the one at the cursor.
func (c *cursor) countDoc(readers []fieldReader) string {
	if len(readers) == 0 || readers[0].field.Limit == 0 {
		return ""
	}
	value, ok := c.fieldText(readers[0].field.Name)
	if !ok {
		return ""
	}
	f, n := readers[0].field, text.Runes.Len(strings.Join(strings.Fields(value), " "))
	doc := fmt.Sprintf("%d of at most %d characters", n, f.Limit)
	switch {
	case n > f.Limit:
		doc += fmt.Sprintf(": %d too many", n-f.Limit)
	case f.Most > 0 && (n < f.Least || n > f.Most):
		doc += fmt.Sprintf("; the guide asks for %d to %d", f.Least, f.Most)
	}
	return doc
}

// fieldText returns the text of the pair at the cursor, if its key is the last key of field and its value is
// a scalar.
func (c *cursor) fieldText(field string) (string, bool) {
	root, _ := frontmatter.RecoverYAML(c.source)
	pair := pairAround(root, c.offset)
	if pair == nil || pair.Value.Kind != frontmatter.ScalarValue || pair.Value.IsNull() || pair.Key.Text != lastKey(field) {
		return "", false
	}
	return pair.Value.Text, true
}

// pairAround returns the innermost pair in v whose key or value contains offset, or nil if not found.
func pairAround(v *frontmatter.Value, offset int) *frontmatter.Pair {
	if v == nil {
		return nil
	}
	for _, item := range v.Items {
		if item.Span.Contains(offset) {
			return pairAround(item, offset)
		}
	}
	i := slices.IndexFunc(v.Pairs, func(pair frontmatter.Pair) bool {
		return pair.Key.Span.Contains(offset) || pair.Value.Span.Contains(offset) && !pair.Value.Span.IsEmpty()
	})
	if i < 0 {
		return nil
	}
	if inner := pairAround(v.Pairs[i].Value, offset); inner != nil && !v.Pairs[i].Key.Span.Contains(offset) {
		return inner
	}
	return &v.Pairs[i]
}
