package hover

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/yamlsite"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// hoverCompanion returns the hover for a key in a YAML file beside a SKILL.md, or for a value whose length is
// limited.
func hoverCompanion(c *refs.Cursor) (Hover, bool) {
	site, ok := yamlsite.SiteAt(c.Source, c.Offset)
	if !ok || site.Token.IsEmpty() || !site.Token.Contains(c.Offset) {
		return Hover{}, false
	}
	field := strings.Join(site.Path, ".")
	if !site.IsKey {
		if doc := countDoc(c, c.ReadersOfField(field)); doc != "" {
			return Hover{site.Token, doc}, true
		}
		return Hover{}, false
	}
	if field != "" {
		field += "."
	}
	field += site.Token.Of(c.Source)
	readers := c.ReadersOfField(field)
	if len(readers) == 0 {
		return hoverUnread(c, site.Token, field)
	}
	doc := render.CodeSpan(field) + "\n\n" + vocabulary.CompanionDoc(readers)
	if count := countDoc(c, readers); count != "" {
		doc += "\n" + count + "\n"
	}
	return Hover{site.Token, doc}, true
}

// hoverUnread returns the hover for a key that no agent reads.
func hoverUnread(c *refs.Cursor, at text.Span, field string) (Hover, bool) {
	readers := vantage.CompanionReaders(c.Snapshot, c.File, nil)
	if len(readers) == 0 {
		return Hover{}, false
	}
	doc := readers[0].Agent.Title + " does not read " + render.CodeSpan(field) + "."
	if f, ok := readers[0].Companion.Field(field); ok {
		doc += " " + f.Doc
	}
	return Hover{at, doc}, true
}

// countDoc returns the length of a field and its limit, or "" if the field has no limit. If the field occurs
// several times, the length is that of the one at the cursor.
func countDoc(c *refs.Cursor, readers []refs.FieldReader) string {
	if len(readers) == 0 || readers[0].Field.Limit == 0 {
		return ""
	}
	value, ok := fieldText(c, readers[0].Field.Name)
	if !ok {
		return ""
	}
	f, n := readers[0].Field, text.Runes.Len(strings.Join(strings.Fields(value), " "))
	doc := fmt.Sprintf("%d of at most %d characters", n, f.Limit)
	switch {
	case n > f.Limit:
		doc += fmt.Sprintf(": %d too many", n-f.Limit)
	case f.Most > 0 && (n < f.Least || n > f.Most):
		doc += fmt.Sprintf(", and the agent's guide recommends %d to %d", f.Least, f.Most)
	}
	return doc
}

// fieldText returns the text of the pair at the cursor, if its key is the last key of field and its value is
// a scalar.
func fieldText(c *refs.Cursor, field string) (string, bool) {
	root, _ := frontmatter.RecoverYAML(c.Source)
	pair := pairAround(root, c.Offset)
	if pair == nil || pair.Value.Kind != frontmatter.ScalarValue || pair.Value.IsNull() || pair.Key.Text != rules.LastKey(field) {
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
