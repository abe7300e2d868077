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

// FieldPlace returns what can be inserted at a place in the frontmatter.
func FieldPlace(c *refs.Cursor, site yamlsite.Site) Place {
	for _, r := range hookReaders(c, strings.Join(site.Path[:min(1, len(site.Path))], "")) {
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
	type known struct {
		key       string
		readers   []refs.Reader
		relevance string
	}
	at := c.Standpoint()
	var place Place
	var keys []known
	prefix := name + "."
	if name == "" {
		prefix = ""
	}
	for _, key := range rules.KnownKeys() {
		if rest, ok := strings.CutPrefix(key, prefix); ok && !strings.Contains(rest, ".") {
			readers := refs.ReadersOf(key, at)
			keys = append(keys, known{key, readers, KeyRelevance(readers, at)})
		}
	}
	slices.SortStableFunc(keys, func(a, b known) int { return strings.Compare(a.relevance, b.relevance) })
	for _, k := range keys {
		word := keyWord(rules.LastKey(k.key), ReadBy(k.readers), BriefDoc(k.readers, at), k.readers)
		place.Keys = append(place.Keys, word)
	}
	for _, v := range agents.Vocabularies() {
		program := &skills.Agent{Title: v.Title}
		for _, f := range v.Below(name) {
			if !slices.ContainsFunc(keys, func(k known) bool { return k.key == f.Name }) {
				reader := []refs.Reader{{Agent: program, Field: f}}
				place.Keys = append(place.Keys, keyWord(rules.LastKey(f.Name), v.Title, FieldDoc(reader), reader))
			}
		}
	}
	place.addValues(append(refs.ReadersOf(name, at), VocabularyReaders(name)...))
	return place
}

// keyWord returns a key of a mapping, with what is known about its value.
func keyWord(text, detail, doc string, readers []refs.Reader) Word {
	w := Word{Text: text, Detail: detail, Doc: doc, Types: readers[0].Field.Types}
	for _, v := range fieldWords(readers) {
		if v.Quoted {
			v.Text = rules.Quote(v.Text)
		}
		w.Values = append(w.Values, v.Text)
	}
	return w
}

// addValues adds the values that readers know to the place, each once.
func (p *Place) addValues(readers []refs.Reader) {
	for _, r := range readers {
		p.Text = p.Text || r.Field.Types&skills.String != 0
		for _, w := range fieldWords([]refs.Reader{r}) {
			if !slices.ContainsFunc(p.Values, func(other Word) bool { return other.Text == w.Text }) {
				p.Values = append(p.Values, w)
			}
		}
	}
}

// fieldWords returns the few values that a field can have. A boolean inside a mapping is quoted if the field may be a
// string, since the standard expects strings there.
func fieldWords(readers []refs.Reader) []Word {
	first := readers[0].Field
	mayBeText := first.Types&skills.String != 0 && strings.Contains(first.Name, ".")
	var words []Word
	for _, v := range ValuesOf(readers) {
		w := Word{Text: v.Text, Quoted: IsSwitch(v.Text) && mayBeText}
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
