package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills/text"
)

// completeNested completes the keys and values below a key of the frontmatter. It returns nil if no known
// program reads them.
func (c *cursor) completeNested() []Completion {
	site, ok := c.frontmatterSite()
	if !ok || len(site.path) == 0 || !site.isKey && !site.inList && len(site.path) == 1 {
		return nil
	}
	return c.completeYAML(site, c.nestedPlace(site))
}

// completeSettings completes a configuration file.
func (c *cursor) completeSettings() []Completion {
	site, ok := yamlSiteAt(c.source, c.offset)
	if !ok {
		return nil
	}
	return c.completeYAML(site, settingsPlace(site.path))
}

// completeYAML offers the keys or values of place at the cursor's site in a YAML file.
func (c *cursor) completeYAML(site yamlSite, place yamlPlace) []Completion {
	var found []Completion
	insert := text.Span{Start: site.token.Start, End: c.offset}
	offer := func(w yamlWord, text string) *Completion {
		found = append(found, Completion{
			Label: w.text, Detail: w.detail, Doc: w.doc, Insert: insert, Replace: site.token,
			Text: site.lead + text, Filter: w.text, Sort: fmt.Sprintf("%03d", len(found)),
		})
		return &found[len(found)-1]
	}
	if site.isKey {
		for _, w := range place.keys {
			if slices.Contains(site.taken, w.text) {
				continue
			}
			item := offer(w, writtenKey(w.text, site.quoted))
			item.Kind = KeyCompletion
			if !site.colon && !site.quoted {
				item.Text, item.Snippet = c.emptyPair(w, site)
				item.Text = site.lead + item.Text
				item.Retrigger = !item.Snippet && strings.HasSuffix(item.Text, ": ")
			}
		}
	}
	if !site.isKey || site.either {
		for _, w := range place.values {
			text := w.text
			if site.quoted {
				if !place.text && isSwitch(text) {
					continue // it is a string in quotes
				}
			} else if w.quoted || !isPlain(text) && !isSwitch(text) {
				text = quote(text)
			}
			item := offer(w, text)
			item.Kind, item.Retrigger = ValueCompletion, w.more
			if w.kind != KeyCompletion {
				item.Kind = w.kind
			}
		}
	}
	return found
}

// completeSubagent offers subagents in a field that names one.
func (c *cursor) completeSubagent(site valueSite, readers []reader) []Completion {
	agent, ok := subagentAgent(readers)
	if !ok {
		return nil
	}
	var found []Completion
	for i, a := range c.subagents(agent) {
		detail := c.subagentDetail(a)
		if a.name == readers[0].field.Default {
			detail = "default"
		}
		item := site.offer(i, a.name, detail)
		if item.Doc = escapeMarkdown(a.description); !site.quoted {
			item.Text = site.lead + scalar(a.name)
		}
		found = append(found, item)
	}
	return found
}
