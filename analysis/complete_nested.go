package analysis

import (
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
)

// completeNested completes what stands below a key of the frontmatter, as far as a known program reads it; nil where
// nothing is known.
func (c *cursor) completeNested() []Completion {
	site, ok := c.frontmatterSite()
	if !ok || len(site.path) == 0 || !site.isKey && !site.inList && len(site.path) == 1 {
		return nil
	}
	return c.completeYAML(site, c.nestedPlace(site))
}

// frontmatterSite finds the cursor's place in the frontmatter.
func (c *cursor) frontmatterSite() (yamlSite, bool) {
	if !c.inFrontmatter() {
		return yamlSite{}, false
	}
	return yamlSiteAt(c.source[:max(c.file.Doc.Frontmatter.Content.End, c.line.End)], c.offset)
}

// nestedPlace says what can stand at a place below a key of the frontmatter.
func (c *cursor) nestedPlace(site yamlSite) yamlPlace {
	for _, r := range c.hookReaders(site.path[0]) {
		return c.hooksPlace(r, site)
	}
	if c.file.Kind != SkillFile {
		return yamlPlace{}
	}
	return c.fieldPlace(strings.Join(site.path, "."))
}

// fieldPlace says what can stand below a key, or be its value, by the fields of agents and of vocabularies. The former come first, those
// first that the file concerns.
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

// keyWord is a key of a mapping, with what is known of its value.
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

// addValues adds those of fields to the place, each once.
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

// fieldWords returns the few values that a field can have. A switch that may be written as a text is one: the standard wants texts there.
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

// vocabularyDoc says what the program of a vocabulary makes of a key.
func vocabularyDoc(v *skills.Vocabulary, f skills.Field) string {
	return fieldDoc([]reader{{agent: &skills.Agent{Title: v.Title}, field: f}})
}
