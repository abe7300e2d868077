package complete

import (
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/refs"
	"skills-ls/analysis/vantage"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/yamlsite"
	"skills-ls/skills"
	"skills-ls/skills/vfs"
)

// completeCompanion completes a YAML file that agents read in addition to SKILL.md.
func completeCompanion(c *refs.Cursor) []Completion {
	site, ok := yamlsite.SiteAt(c.Source, c.Offset)
	if !ok {
		return nil
	}
	field := strings.Join(site.Path, ".")
	if readers := c.ReadersOfField(field); !site.IsKey && len(readers) > 0 && readers[0].Field.Form == skills.PromptText {
		return completePrompt(c, site)
	}
	return completeYAML(c, site, companionPlace(c, field))
}

// companionPlace returns the keys that the cursor's file can have below a key, or at the top if field is
// empty, and the values of that key.
func companionPlace(c *refs.Cursor, field string) vocabulary.Place {
	var place vocabulary.Place
	prefix := ""
	if field != "" {
		prefix = field + "."
	}
	for _, r := range vantage.CompanionReaders(c.Snapshot, c.File, c.Standpoint().Concerned) {
		for _, f := range r.Companion.Fields {
			key, ok := strings.CutPrefix(f.Name, prefix)
			if !ok || strings.Contains(key, ".") || f.Former || slices.ContainsFunc(place.Keys, func(w vocabulary.Word) bool { return w.Text == key }) {
				continue
			}
			readers := c.ReadersOfField(f.Name)
			w := vocabulary.Word{Text: key, Detail: r.Agent.Title, Doc: vocabulary.CompanionDoc(readers), Types: f.Types}
			for _, v := range companionValues(c, readers) {
				w.Values = append(w.Values, v.Text)
			}
			if f.Form == skills.AssetText {
				w.Values = nil // there may be many
			}
			place.Keys = append(place.Keys, w)
		}
	}
	if readers := c.ReadersOfField(field); len(readers) > 0 {
		place.Values = companionValues(c, readers)
		place.Text = readers[0].Field.Types&skills.Boolean == 0
	}
	return place
}

// companionValues returns the known values of a key.
func companionValues(c *refs.Cursor, readers []refs.FieldReader) []vocabulary.Word {
	if readers[0].Field.Form == skills.AssetText {
		return assets(c)
	}
	var plain []refs.Reader
	for _, r := range readers {
		plain = append(plain, refs.Reader{Agent: r.Agent, Field: r.Field.Field})
	}
	var words []vocabulary.Word
	for _, v := range vocabulary.ValuesOf(plain) {
		detail := vantage.JoinAnd(v.Readers)
		if v.IsDef || strings.Contains(readers[0].Field.Default, "`"+v.Text+"`") {
			detail = "default"
		}
		words = append(words, vocabulary.Word{Text: v.Text, Detail: detail})
	}
	return words
}

// assets returns the paths of the files in the skill's assets/.
func assets(c *refs.Cursor) []vocabulary.Word {
	var words []vocabulary.Word
	for _, file := range refs.SkillFiles(c.Snapshot, c.File.Skill) {
		if rel, ok := vfs.CutDir(file, c.File.Skill); ok && strings.HasPrefix(filepath.ToSlash(rel), "assets/") {
			words = append(words, vocabulary.Word{Text: "./" + filepath.ToSlash(rel), Kind: vocabulary.FileCompletion})
		}
	}
	return words
}

// completePrompt offers mentions in a prompt, that of the skill itself first. In an empty prompt without such
// mentions, it offers the beginning of a prompt.
func completePrompt(c *refs.Cursor, site yamlsite.Site) []Completion {
	found := completeMention(c)
	for i := range found {
		own := strings.HasPrefix(found[i].Sort, "1")
		found[i].Sort = map[bool]string{true: "0", false: "1"}[own] + found[i].Sort[1:]
	}
	if len(found) > 0 || site.Token.Len() > 0 {
		return found
	}
	for _, r := range vantage.CompanionReaders(c.Snapshot, c.File, nil) {
		if name := vantage.SkillBeside(c.Snapshot, r.Agent, c.File.Skill).Name; name != "" {
			text := "Use $" + name + " to "
			w := vocabulary.Word{Text: text, Detail: "mentions the skill"}
			list := completeYAML(c, site, vocabulary.Place{Values: []vocabulary.Word{w}, Text: true})
			for i := range list {
				list[i].Kind = vocabulary.ValueCompletion
				if !site.Quoted {
					list[i].Text = site.Lead + `"` + text + `"`
				}
			}
			return list
		}
	}
	return nil
}
