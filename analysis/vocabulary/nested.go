package vocabulary

import (
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/yamlsite"
	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// FrontmatterSite returns the cursor's place in the frontmatter.
func FrontmatterSite(c *refs.Cursor) (yamlsite.Site, bool) {
	if !c.InFrontmatter() {
		return yamlsite.Site{}, false
	}
	return yamlsite.SiteAt(c.Source[:max(c.File.Doc.Frontmatter.Content.End, c.Line.End)], c.Offset)
}

// NestedPlace returns what can be inserted below a key of the frontmatter.
func NestedPlace(c *refs.Cursor, site yamlsite.Site) Place {
	for _, r := range hookReaders(c, site.Path[0]) {
		return hooksPlace(c, r, site)
	}
	if c.File.Kind != file.SkillFile {
		return Place{}
	}
	return fieldPlace(c, strings.Join(site.Path, "."))
}

// fieldPlace returns the keys below a key, and its values, as agents and vocabularies define them. The keys
// of agents come first, and among them those of agents that the file concerns.
func fieldPlace(c *refs.Cursor, name string) Place {
	at := c.Standpoint()
	var place Place
	var keys []string
	for _, key := range rules.KnownKeys() {
		if rest, ok := strings.CutPrefix(key, name+"."); ok && !strings.Contains(rest, ".") {
			keys = append(keys, key)
		}
	}
	slices.SortStableFunc(keys, func(a, b string) int {
		return strings.Compare(KeyRelevance(refs.ReadersOf(a, at), at), KeyRelevance(refs.ReadersOf(b, at), at))
	})
	for _, key := range keys {
		readers := refs.ReadersOf(key, at)
		place.Keys = append(place.Keys, keyWord(rules.LastKey(key), ReadBy(readers), BriefDoc(readers, at), readers[0].Field))
	}
	place.addValues(fieldsOf(refs.ReadersOf(name, at)))
	for _, v := range agents.Vocabularies() {
		for _, f := range v.Below(name) {
			place.Keys = append(place.Keys, keyWord(rules.LastKey(f.Name), v.Title, VocabularyDoc(v, f), f))
		}
		if f, ok := v.Field(name); ok {
			place.addValues([]skills.Field{f})
		}
	}
	return place
}

func fieldsOf(readers []refs.Reader) []skills.Field {
	fields := make([]skills.Field, len(readers))
	for i, r := range readers {
		fields[i] = r.Field
	}
	return fields
}

// keyWord returns a key of a mapping, with what is known about its value.
func keyWord(text, detail, doc string, f skills.Field) Word {
	w := Word{Text: text, Detail: detail, Doc: doc, Types: f.Types}
	for _, v := range fieldWords(f) {
		if v.Quoted {
			v.Text = rules.Quote(v.Text)
		}
		w.Values = append(w.Values, v.Text)
	}
	return w
}

// addValues adds the values of fields to the place, each once.
func (p *Place) addValues(fields []skills.Field) {
	for _, f := range fields {
		p.Text = p.Text || f.Types&skills.String != 0
		for _, w := range fieldWords(f) {
			if !slices.ContainsFunc(p.Values, func(other Word) bool { return other.Text == w.Text }) {
				p.Values = append(p.Values, w)
			}
		}
	}
}

// fieldWords returns the few values that a field can have. A boolean is quoted if the field may be a string,
// since the standard expects strings there.
func fieldWords(f skills.Field) []Word {
	var words []Word
	for _, v := range ValuesOf([]refs.Reader{{Agent: &skills.Agent{}, Field: f}}) {
		w := Word{Text: v.Text, Quoted: IsSwitch(v.Text) && f.Types&skills.String != 0}
		if v.IsDef {
			w.Detail = "default"
		}
		words = append(words, w)
	}
	return words
}

// VocabularyReaders returns a reader for each [skills.Vocabulary] with the key.
func VocabularyReaders(key string) []refs.Reader {
	var readers []refs.Reader
	for _, v := range agents.Knowing(key) {
		f, _ := v.Field(key)
		readers = append(readers, refs.Reader{Agent: &skills.Agent{Title: v.Title}, Field: f})
	}
	return readers
}

// VocabularyDoc documents a key as the program of a vocabulary reads it.
func VocabularyDoc(v *skills.Vocabulary, f skills.Field) string {
	return FieldDoc([]refs.Reader{{Agent: &skills.Agent{Title: v.Title}, Field: f}})
}
