package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// frontmatterSite returns the cursor's place in the frontmatter.
func (c *cursor) frontmatterSite() (yamlSite, bool) {
	if !c.inFrontmatter() {
		return yamlSite{}, false
	}
	return yamlSiteAt(c.source[:max(c.file.Doc.Frontmatter.Content.End, c.line.End)], c.offset)
}

// nestedPlace returns what can be inserted below a key of the frontmatter.
func (c *cursor) nestedPlace(site yamlSite) yamlPlace {
	for _, r := range c.hookReaders(site.path[0]) {
		return c.hooksPlace(r, site)
	}
	if c.file.Kind != SkillFile {
		return yamlPlace{}
	}
	return c.fieldPlace(strings.Join(site.path, "."))
}

// fieldPlace returns the keys below a key, and its values, as agents and vocabularies define them. The keys
// of agents come first, and among them those of agents that the file concerns.
func (c *cursor) fieldPlace(name string) yamlPlace {
	at := c.standpoint()
	var place yamlPlace
	var keys []string
	for _, key := range knownKeys() {
		if rest, ok := strings.CutPrefix(key, name+"."); ok && !strings.Contains(rest, ".") {
			keys = append(keys, key)
		}
	}
	slices.SortStableFunc(keys, func(a, b string) int {
		return strings.Compare(keyRelevance(readersOf(a, at), at), keyRelevance(readersOf(b, at), at))
	})
	for _, key := range keys {
		readers := readersOf(key, at)
		place.keys = append(place.keys, keyWord(lastKey(key), readBy(readers), briefDoc(readers, at), readers[0].field))
	}
	place.addValues(fieldsOf(readersOf(name, at)))
	for _, v := range agents.Vocabularies() {
		for _, f := range v.Below(name) {
			place.keys = append(place.keys, keyWord(lastKey(f.Name), v.Title, vocabularyDoc(v, f), f))
		}
		if f, ok := v.Field(name); ok {
			place.addValues([]skills.Field{f})
		}
	}
	return place
}

func fieldsOf(readers []reader) []skills.Field {
	fields := make([]skills.Field, len(readers))
	for i, r := range readers {
		fields[i] = r.field
	}
	return fields
}

// keyWord returns a key of a mapping, with what is known about its value.
func keyWord(text, detail, doc string, f skills.Field) yamlWord {
	w := yamlWord{text: text, detail: detail, doc: doc, types: f.Types}
	for _, v := range fieldWords(f) {
		if v.quoted {
			v.text = quote(v.text)
		}
		w.values = append(w.values, v.text)
	}
	return w
}

// addValues adds the values of fields to the place, each once.
func (p *yamlPlace) addValues(fields []skills.Field) {
	for _, f := range fields {
		p.text = p.text || f.Types&skills.String != 0
		for _, w := range fieldWords(f) {
			if !slices.ContainsFunc(p.values, func(other yamlWord) bool { return other.text == w.text }) {
				p.values = append(p.values, w)
			}
		}
	}
}

// fieldWords returns the few values that a field can have. A boolean is quoted if the field may be a string,
// since the standard expects strings there.
func fieldWords(f skills.Field) []yamlWord {
	var words []yamlWord
	for _, v := range valuesOf([]reader{{agent: &skills.Agent{}, field: f}}) {
		w := yamlWord{text: v.text, quoted: isSwitch(v.text) && f.Types&skills.String != 0}
		if v.isDef {
			w.detail = "default"
		}
		words = append(words, w)
	}
	return words
}

// vocabularyReaders returns a reader for each [skills.Vocabulary] with the key.
func vocabularyReaders(key string) []reader {
	var readers []reader
	for _, v := range agents.Knowing(key) {
		f, _ := v.Field(key)
		readers = append(readers, reader{&skills.Agent{Title: v.Title}, f})
	}
	return readers
}

// vocabularyDoc documents a key as the program of a vocabulary reads it.
func vocabularyDoc(v *skills.Vocabulary, f skills.Field) string {
	return fieldDoc([]reader{{agent: &skills.Agent{Title: v.Title}, field: f}})
}
