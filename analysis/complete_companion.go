package analysis

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// completeCompanion completes a YAML file that agents read in addition to SKILL.md.
func (c *cursor) completeCompanion() []Completion {
	site, ok := yamlSiteAt(c.source, c.offset)
	if !ok {
		return nil
	}
	field := strings.Join(site.path, ".")
	if readers := c.readersOfField(field); !site.isKey && len(readers) > 0 && readers[0].field.Form == skills.PromptText {
		return c.completePrompt(site)
	}
	return c.completeYAML(site, c.companionPlace(field))
}

// companionPlace returns the keys that the cursor's file can have below a key, or at the top if field is
// empty, and the values of that key.
func (c *cursor) companionPlace(field string) yamlPlace {
	var place yamlPlace
	prefix := ""
	if field != "" {
		prefix = field + "."
	}
	for _, r := range c.snapshot.companionReaders(c.file, c.standpoint().concerned) {
		for _, f := range r.companion.Fields {
			key, ok := strings.CutPrefix(f.Name, prefix)
			if !ok || strings.Contains(key, ".") || f.Former || slices.ContainsFunc(place.keys, func(w yamlWord) bool { return w.text == key }) {
				continue
			}
			readers := c.readersOfField(f.Name)
			w := yamlWord{text: key, detail: r.agent.Title, doc: companionDoc(readers), types: f.Types}
			for _, v := range c.companionValues(readers) {
				w.values = append(w.values, v.text)
			}
			if f.Form == skills.AssetText {
				w.values = nil // there may be many
			}
			place.keys = append(place.keys, w)
		}
	}
	if readers := c.readersOfField(field); len(readers) > 0 {
		place.values = c.companionValues(readers)
		place.text = readers[0].field.Types&skills.Boolean == 0
	}
	return place
}

// companionValues returns the known values of a key.
func (c *cursor) companionValues(readers []fieldReader) []yamlWord {
	if len(readers) == 0 {
		return nil
	}
	if readers[0].field.Form == skills.AssetText {
		return c.assets()
	}
	var plain []reader
	for _, r := range readers {
		plain = append(plain, reader{r.agent, r.field.Field})
	}
	var words []yamlWord
	for _, v := range valuesOf(plain) {
		detail := joinAnd(v.readers)
		if v.isDef || strings.Contains(readers[0].field.Default, "`"+v.text+"`") {
			detail = "default"
		}
		words = append(words, yamlWord{text: v.text, detail: detail})
	}
	return words
}

// assets returns the paths of the files in the skill's assets/.
func (c *cursor) assets() []yamlWord {
	var words []yamlWord
	for _, file := range c.snapshot.skillFiles(c.file.Skill) {
		if rel, ok := vfs.CutDir(file, c.file.Skill); ok && strings.HasPrefix(filepath.ToSlash(rel), "assets/") {
			words = append(words, yamlWord{text: "./" + filepath.ToSlash(rel), kind: FileCompletion})
		}
	}
	return words
}

// completePrompt offers mentions in a prompt, that of the skill itself first. In an empty prompt without such
// mentions, it offers the beginning of a prompt.
func (c *cursor) completePrompt(site yamlSite) []Completion {
	found := c.completeMention()
	for i := range found {
		own := strings.HasPrefix(found[i].Sort, "1")
		found[i].Sort = map[bool]string{true: "0", false: "1"}[own] + found[i].Sort[1:]
	}
	if len(found) > 0 || site.token.Len() > 0 {
		return found
	}
	for _, r := range c.snapshot.companionReaders(c.file, nil) {
		if name := c.snapshot.skillBeside(r.agent, c.file.Skill).Name; name != "" {
			text := "Use $" + name + " to "
			w := yamlWord{text: text, detail: "mentions the skill"}
			list := c.completeYAML(site, yamlPlace{values: []yamlWord{w}, text: true})
			for i := range list {
				list[i].Kind = ValueCompletion
				if !site.quoted {
					list[i].Text = site.lead + `"` + text + `"`
				}
			}
			return list
		}
	}
	return nil
}
