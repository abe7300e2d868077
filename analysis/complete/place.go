package complete

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"skills-ls/analysis/file"
	"skills-ls/analysis/refs"
	"skills-ls/analysis/render"
	"skills-ls/analysis/rules"
	"skills-ls/analysis/vocabulary"
	"skills-ls/analysis/workspace"
	"skills-ls/analysis/yamlsite"
)

// completeNested completes the keys and values below a key of the frontmatter. It returns nil if no known
// program reads them.
func completeNested(c *refs.Cursor) []Completion {
	site, ok := vocabulary.FrontmatterSite(c)
	if !ok || len(site.Path) == 0 || !site.IsKey && !site.InList && len(site.Path) == 1 {
		return nil
	}
	return completeYAML(c, site, vocabulary.FieldPlace(c, site))
}

// completeSettings completes a configuration file.
func completeSettings(c *refs.Cursor) []Completion {
	site, ok := yamlsite.SiteAt(c.Source, c.Offset)
	if !ok {
		return nil
	}
	place := vocabulary.SettingsPlace(site.Path, workspace.AgentsAt(c.Snapshot, c.File.Dir))
	if slices.Equal(site.Path, []string{"extends"}) {
		place.Values = otherConfigurations(c)
	}
	return completeYAML(c, site, place)
}

// otherConfigurations returns the other configuration files of the workspace, relative to this one.
func otherConfigurations(c *refs.Cursor) (list []vocabulary.Word) {
	for _, path := range c.Snapshot.Files() {
		rel, err := filepath.Rel(filepath.Dir(c.File.Path), path)
		if err == nil && c.Snapshot.KindOf(path) == file.ConfigFile && path != c.File.Path {
			list = append(list, vocabulary.Word{Text: filepath.ToSlash(rel)})
		}
	}
	return list
}

// completeYAML offers the keys or values of place at the cursor's site in a YAML file.
func completeYAML(c *refs.Cursor, site yamlsite.Site, place vocabulary.Place) []Completion {
	var found []Completion
	offer := func(w vocabulary.Word, text string) *Completion {
		found = append(found, Completion{
			Label: w.Text, Detail: w.Detail, Doc: w.Doc, Replace: site.Token,
			Text: site.Lead + text, Sort: fmt.Sprintf("%03d", len(found)),
		})
		return &found[len(found)-1]
	}
	if site.IsKey {
		for _, w := range place.Keys {
			if slices.Contains(site.Taken, w.Text) {
				continue
			}
			text, snippet := vocabulary.KeyText(c, w, site)
			item := offer(w, text)
			item.Kind, item.Snippet = vocabulary.KeyCompletion, snippet
			item.Retrigger = !snippet && strings.HasSuffix(text, ": ")
		}
	}
	if !site.IsKey || site.Either {
		for _, w := range place.Values {
			text := w.Text
			if site.Quoted {
				if !place.Text && vocabulary.IsSwitch(text) {
					continue // it is a string in quotes
				}
			} else if w.Quoted || !rules.IsPlain(text) && !vocabulary.IsSwitch(text) {
				text = rules.Quote(text)
			}
			item := offer(w, text)
			item.Kind = vocabulary.ValueCompletion
			if w.Kind != vocabulary.KeyCompletion {
				item.Kind = w.Kind
			}
		}
	}
	return found
}

// subagentWords returns the subagents that a field may name.
func subagentWords(c *refs.Cursor, readers []refs.Reader) (words []vocabulary.Word) {
	agent, ok := refs.SubagentAgent(readers)
	if !ok {
		return nil
	}
	for _, a := range c.Subagents(agent) {
		detail := c.SubagentDetail(a)
		if a.Name == readers[0].Field.Default {
			detail = "default"
		}
		words = append(words, vocabulary.Word{Text: a.Name, Detail: detail, Doc: render.Escape(a.Description)})
	}
	return words
}
