package analysis

import (
	"fmt"
	"slices"
	"strings"

	"skills-ls/skills"
	"skills-ls/skills/agents"
	"skills-ls/skills/frontmatter"
	"skills-ls/skills/text"
)

// hoverFrontmatter returns the hover for a key, for the name of an argument, or for a value about which more
// is known than the meaning of its key.
func (c *cursor) hoverFrontmatter() (Hover, bool) {
	if h, ok := c.hoverArgument(); ok {
		return h, true
	}
	if h, ok := c.hoverNested(); ok || c.file.Kind != SkillFile {
		return h, ok
	}
	entries := c.file.Doc.Frontmatter.Entries
	for i := range entries {
		e := &entries[i]
		if e.KeySpan.Contains(c.offset) {
			return Hover{e.KeySpan, c.keyDoc(e.Key)}, true
		}
		if e.ValueSpan.Contains(c.offset) {
			return c.hoverValue(e)
		}
	}
	return Hover{}, false
}

func (c *cursor) hoverValue(e *frontmatter.Entry) (Hover, bool) {
	switch e.Key {
	case "name":
		if text := c.verdictDoc(); text != "" {
			return Hover{e.ValueSpan, text + "\n" + c.lengthDoc(e, agents.Standard.Limits.Name)}, true
		}
	case "description":
		return Hover{e.ValueSpan, c.lengthDoc(e, agents.Standard.Limits.Description) + c.listedDoc(e)}, true
	case "compatibility":
		return Hover{e.ValueSpan, c.lengthDoc(e, agents.Standard.Limits.Compatibility)}, true
	case "license":
		return c.hoverLicence(e)
	}
	if h, ok := c.hoverTools(e); ok {
		return h, true
	}
	if e.Value == nil {
		return Hover{}, false
	}
	if a, at, ok := c.subagentAt(); ok {
		return Hover{at, c.subagentDoc(a)}, true
	}
	if text := c.wordDoc(e); text != "" {
		return Hover{e.ValueSpan, text}, true
	}
	isRead := len(readersOf(e.Key, c.standpoint()))+len(vocabularyReaders(e.Key)) > 0
	if !e.Value.IsNull() && e.Value.Kind != frontmatter.MappingValue && isRead {
		return Hover{e.ValueSpan, c.keyDoc(e.Key)}, true
	}
	return Hover{}, false
}

// hoverNested returns the hover for a nested key that a known program reads.
func (c *cursor) hoverNested() (Hover, bool) {
	site, ok := c.frontmatterSite()
	if !ok || !site.isKey || len(site.path) == 0 || site.token.IsEmpty() || !site.token.Contains(c.offset) {
		return Hover{}, false
	}
	text := site.token.Of(c.source)
	if key := strings.Join(append(site.path, text), "."); c.file.Kind == SkillFile && len(agents.Readers(key)) > 0 {
		return Hover{site.token, c.keyDoc(key)}, true
	}
	for _, w := range c.nestedPlace(site).keys {
		if w.text == text {
			return Hover{site.token, codeSpan(text) + "\n\n" + w.doc}, true
		}
	}
	return Hover{}, false
}

// keyDoc says which agents and vocabularies define a key, how each uses it, and which agents do not read it.
func (c *cursor) keyDoc(key string) string {
	readers := readersOf(key, c.standpoint())
	programs := vocabularyReaders(key)
	if len(readers) == 0 && len(programs) > 0 {
		return codeSpan(key) + "\n\n" + fieldDoc(programs) + "\nThe standard does not define it, and no agent that skills are checked for reads it.\n"
	}
	if len(readers) == 0 {
		text := "No known agent reads " + codeSpan(key) + "."
		if near := nearest(key, knownKeys()); near != "" {
			text += " Did you mean " + codeSpan(near) + "?"
		}
		return text + " The standard's place for keys of your own is `metadata`."
	}
	text := codeSpan(key) + "\n\n" + fieldDoc(append(readers, programs...))
	others := slices.DeleteFunc(agents.All(), func(agent *skills.Agent) bool {
		return slices.ContainsFunc(readers, func(r reader) bool { return r.agent == agent })
	})
	if len(others) > 0 {
		text += "\nNot read by " + titles(others) + ".\n"
	}
	return text
}

// verdictDoc returns a table of each agent's verdict on the skill, with the target agents first and in bold.
// It returns "" if no agent gives a verdict.
func (c *cursor) verdictDoc() string {
	var out strings.Builder
	for _, v := range c.snapshot.verdicts(c.file) {
		if out.Len() == 0 {
			out.WriteString("| Agent | Verdict |\n|---|---|\n")
		}
		title := v.Agent.Label()
		if v.Target {
			title = "**" + title + "**"
		}
		said := "accepts it as " + strings.ReplaceAll(codeSpan(v.Name), "|", `\|`)
		if !v.Accepted {
			said = "refuses it"
			for i, reason := range v.Reasons {
				said += [...]string{": ", "; "}[min(i, 1)] + reasonDoc(reason)
			}
		}
		fmt.Fprintf(&out, "| %s | %s |\n", title, said)
	}
	return out.String()
}

// reasonDoc returns the first line of a reason.
func reasonDoc(reason string) string {
	text, _, _ := strings.Cut(reason, "\n")
	return escapeMarkdown(shorten(text, 200))
}

// wordDoc describes a value of a field that has a fixed set of values: which agents know it, which do not,
// and what the field means to those that do. It returns "" for other values.
func (c *cursor) wordDoc(e *frontmatter.Entry) string {
	if e.Value.Kind != frontmatter.ScalarValue || e.Value.IsNull() {
		return ""
	}
	text := strings.TrimSpace(e.Value.Text)
	var takes, others []*skills.Agent
	var takers []reader
	byDefault := false
	for _, r := range readersOf(e.Key, c.standpoint()) {
		switch {
		case !isWordOf(r.field, e.Value) && r.field.Types != skills.Boolean:
		case r.field.Takes(text) && (!r.field.Open || foldedIn(r.field.Values, text) != ""):
			takes, takers = append(takes, r.agent), append(takers, r)
			byDefault = byDefault || r.field.Default == text
		case !r.field.Open:
			others = append(others, r.agent)
		}
	}
	if len(takes) == 0 {
		return "" // a rule reports it
	}
	doc := fmt.Sprintf("%s of %s is known to %s", codeSpan(text), codeSpan(e.Key), titles(takes))
	if byDefault {
		doc += ", and what the field means where it is missing"
	}
	if doc += "."; len(others) > 0 {
		doc += fmt.Sprintf(" To %s it means nothing.", titles(others))
	}
	return doc + "\n\n" + fieldDoc(takers)
}

// entryText returns the text of a field as YAML reads it, or as written if the value is not a YAML scalar.
func (c *cursor) entryText(e *frontmatter.Entry) string {
	if e.Value != nil && e.Value.Kind == frontmatter.ScalarValue {
		return e.Value.Text
	}
	return e.ValueSpan.Of(c.source)
}

// lengthDoc returns a field's length and the standard's limit in characters. If the length in UTF-16 units
// differs, it adds that, since agents in JavaScript count those.
func (c *cursor) lengthDoc(e *frontmatter.Entry, limit int) string {
	value := c.entryText(e)
	characters, units := text.Runes.Len(value), text.UTF16.Len(value)
	doc := fmt.Sprintf("%d of at most %d characters", characters, limit)
	if units != characters {
		doc += fmt.Sprintf(" (%d UTF-16 units)", units)
	}
	if over := max(characters, units) - limit; over > 0 {
		doc += fmt.Sprintf(": %d too many", over)
	}
	return doc
}

// listedDoc says which target agents cut the description in their catalogs.
func (c *cursor) listedDoc(e *frontmatter.Entry) string {
	text := c.entryText(e)
	if more, ok := c.file.Doc.Frontmatter.Entry("when_to_use"); ok {
		text += " " + c.entryText(more)
	}
	var doc strings.Builder
	for _, agent := range c.standpoint().targets() {
		if limit := agent.Limits.ListingEntry; limit > 0 && agent.Limits.Unit.Len(text) > limit {
			fmt.Fprintf(&doc, "\n\n%s lists %d %s of it.", agent.Title, limit, agent.Limits.Unit)
		}
	}
	return doc.String()
}
